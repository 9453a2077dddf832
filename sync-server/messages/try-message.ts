import type { MessageTry, SentTry } from '#schema/api/shop/shop-messages.ts'
import { AppError } from '#schema/errors.ts'
import { findNewMessageIssue } from '#schema/rules/messages/message-states.ts'
import { messageTexts } from '#schema/values/messages/message-texts.ts'
import { finishPlaceholders, withoutLink } from '#schema/values/messages/placeholders.ts'
import { mayBeWrittenTo, takeText } from '../portal/messages.ts'
import type { Services } from '../services.ts'
import type { Limiter } from '../session/limits/limiter.ts'
import { makeSampleWords } from './order-words.ts'
import type { Senders } from './senders/create-senders.ts'

export type MessageOutlet = { senders: Senders; limiter: Limiter; makeSampleLink: (shopId: string) => Promise<string | undefined> }

const sendMs = 20_000

/**
 * Sends a test message with sample values. Stores nothing.
 * @throws AppError VALIDATION, TOO_MANY_REQUESTS, UNAVAILABLE with the carrier's reason
 */
export async function tryMessage(
  services: Services,
  { senders, limiter, makeSampleLink }: MessageOutlet,
  shopId: string,
  { channel, to, subject = null, text }: MessageTry,
): Promise<SentTry> {
  const issue = findNewMessageIssue({ channel, to, subject })
  if (issue !== undefined) throw new AppError(issue.code, issue.message, { issues: [{ path: issue.path, message: issue.message }] })
  if (channel === 'sms' && !(await mayBeWrittenTo(services, shopId, to)))
    throw new AppError('VALIDATION', messageTexts.foreignNumber, { issues: [{ path: 'to', message: messageTexts.foreignNumber }] })
  await limiter.take('message try', { shop: shopId })
  if (channel === 'sms' && !(await takeText(services, shopId))) throw new AppError('TOO_MANY_REQUESTS', messageTexts.usedUp)
  const link = await makeSampleLink(shopId)
  const words = { ...(await makeSampleWords(services.reader, shopId)), link }
  const fill = (typed: string): string => finishPlaceholders(link === undefined ? withoutLink(typed) : typed, words)
  const said = fill(text)
  if (said === '') throw new AppError('VALIDATION', messageTexts.noPublicUrl, { issues: [{ path: 'text', message: messageTexts.noPublicUrl }] })
  const outgoing = { id: services.newId(), at: services.clock(), to, subject: subject === null ? null : fill(subject), text: said }
  const { instead = null } = senders[channel]
  const sending = await senders[channel].send(outgoing, AbortSignal.timeout(sendMs))
  const taken = instead === null ? 'sent' : 'written'
  services.metrics.countMessage(channel, sending.outcome === 'taken' ? taken : sending.outcome === 'refused' ? 'refused' : 'failed')
  if (sending.outcome !== 'taken') throw new AppError('UNAVAILABLE', `The message was not sent: ${sending.reason}`)
  return { sent: instead === null, instead, text: said }
}
