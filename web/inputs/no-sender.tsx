import { messageChannels, type MessageChannel } from '#schema/values/messages/message-kinds.ts'
import { useBootstrap } from '#web/device/react/use-device.ts'
import { t } from '#web/inputs/inputs-texts.ts'

/** The channels that carry messages to customers; all of them where the device does not know. */
export const useSendingChannels = (): readonly MessageChannel[] => useBootstrap()?.sendingChannels ?? messageChannels

const placeByChannel = {
  sms: { file: 'sms.log', setting: 'SMS_PROVIDER' },
  email: { file: 'mail.log', setting: 'SMTP_URL' },
} as const

/** Says what becomes of messages where no sender is set up; nothing where one is. */
export function NoSender({ channel }: { channel: MessageChannel }) {
  if (useSendingChannels().includes(channel)) return null
  return <p className="rounded-md bg-warn-soft px-3 py-2 text-sm text-warn-ink">{t.noSender[channel](placeByChannel[channel])}</p>
}
