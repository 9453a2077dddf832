import { messageChannels, type MessageChannel } from '#schema/values/messages/message-kinds.ts'
import { useBootstrap } from '#web/device/react/use-device.ts'

/** The channels that carry messages to customers; all of them where the device does not know. */
export const useSendingChannels = (): readonly MessageChannel[] => useBootstrap()?.sendingChannels ?? messageChannels

const words = {
  sms: ['Text messages are', 'sms.log', <code key="sms">SMS_PROVIDER</code>],
  email: ['E-mails are', 'mail.log', <code key="email">SMTP_URL</code>],
} as const

/** Says what becomes of messages where no sender is set up; nothing where one is. */
export function NoSender({ channel }: { channel: MessageChannel }) {
  if (useSendingChannels().includes(channel)) return null
  const [what, file, setting] = words[channel]
  return (
    <p className="rounded-md bg-warn-soft px-3 py-2 text-sm text-warn-ink">
      No sender is set up. {what} written to {file} on the server and reach nobody. Whoever runs the server sets {setting}.
    </p>
  )
}
