import path from 'node:path'
import { addressToE164 } from '#schema/rules/customers/international-phone.ts'
import { messageChannels, type MessageChannel } from '#schema/values/messages/message-kinds.ts'
import { toGsmText } from '#schema/values/messages/text-parts.ts'
import type { Config, SmsConfig } from '../../config.ts'
import type { Sender } from './sender.ts'
import { createSmtpSender } from './smtp.ts'
import { SmsFailed, SmsRefused, type SmsSender } from '../../portal/sms/sms.ts'
import { createTwilioSender } from '../../portal/sms/twilio.ts'
import { createWebhookSender } from '../../portal/sms/webhook.ts'
import { appendFile, readFile } from 'node:fs/promises'

/** The portal's SMS carriers as a sender that distinguishes certain failures from unknown outcomes. */
function createSmsWay(config: SmsConfig, file: string): Sender {
  if (config.provider === 'log') return createFileSender(file)
  // The webhook's receiver recognizes repeats by id; Twilio does not.
  const isKnownById = config.provider === 'webhook'
  const send: SmsSender = config.provider === 'twilio' ? createTwilioSender(config) : createWebhookSender(config)
  return {
    send: async ({ id, at, to, text }, signal) => {
      try {
        await send({ id, at, to, text }, signal)
        return { outcome: 'taken' }
      } catch (error) {
        const reason = error instanceof Error ? error.message : 'unknown reason'
        if (error instanceof SmsRefused) return { outcome: 'refused', reason }
        return { outcome: isKnownById || isCertainlyNotTaken(error) ? 'again' : 'unknown', reason: toReason(error) }
      }
    },
    findOutcome: async () => (isKnownById ? undefined : 'unknown'),
  }
}

const notConnected: ReadonlySet<unknown> = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'UND_ERR_CONNECT_TIMEOUT'])

/** True for a 4xx response or a failed connect. After a broken connection or a 5xx, the outcome is unknown. */
function isCertainlyNotTaken(error: unknown): boolean {
  if (error instanceof SmsFailed) return /answered 4\d\d\b/.test(error.message)
  const cause: unknown = error instanceof Error ? error.cause : undefined
  return typeof cause === 'object' && cause !== null && 'code' in cause && notConnected.has(cause.code)
}

const toReason = (error: unknown): string => {
  if (error instanceof SmsFailed) return error.message
  return `The carrier cannot be reached (${error instanceof Error ? error.name : 'unknown reason'})`
}

/** As carriers take them: the number with its country code and without the zero that people dial, the text in the letters of text messages. */
const forCarriers = (sender: Sender): Sender => ({
  ...sender,
  send: ({ to, text, ...outgoing }, signal) => sender.send({ ...outgoing, to: addressToE164(to), text: toGsmText(text) }, signal),
})

export type Senders = Readonly<Record<MessageChannel, Sender>>

export function createSenders({ sms, mail, dataDir }: Pick<Config, 'sms' | 'mail' | 'dataDir'>): Senders {
  return {
    sms: forCarriers(createSmsWay(sms, path.join(dataDir, 'sms.log'))),
    email: mail.provider === 'log' ? createFileSender(path.join(dataDir, 'mail.log')) : createSmtpSender(mail),
  }
}

export const listSendingChannels = ({ sms, mail }: Pick<Config, 'sms' | 'mail'>): MessageChannel[] =>
  messageChannels.filter((channel) => (channel === 'sms' ? sms : mail).provider !== 'log')

/** Appends messages to a file, for trials: one JSON object per line, readable by the server's user only. */
export const createFileSender = (file: string): Sender => ({
  instead: `No sender is set up: written to ${path.basename(file)}.`,
  send: async ({ id, at, to, subject, text }) => {
    try {
      await appendFile(file, `${JSON.stringify({ id, at: at.toISOString(), to, ...(subject !== null && { subject }), text })}\n`, { mode: 0o600 })
      return { outcome: 'taken' }
    } catch (error) {
      return { outcome: 'again', reason: `The file cannot be written: ${error instanceof Error ? error.message : 'unknown reason'}` }
    }
  },
  findOutcome: async (id) => {
    const text = await readFile(file, 'utf8').catch(() => '')
    return text.includes(`{"id":"${id}",`) ? 'taken' : 'not taken'
  },
})
