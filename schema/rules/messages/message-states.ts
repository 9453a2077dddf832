import { jsonEquals, type Json } from '../../values/merge.ts'
import type { MessageState } from '../../values/messages/message-kinds.ts'
import { messageTexts } from '../../values/messages/message-texts.ts'
import { phoneToE164 } from '../customers/international-phone.ts'

type Values = Readonly<Record<string, unknown>>
type Refusal = { code: 'CONFLICT' | 'VALIDATION'; path: string; message: string }

const smsAddress = /^\+\d{7,20}$/
const emailAddress = /^[^\s@]+@[^\s@]+$/

export function findNewMessageIssue({ state, channel, to, subject }: Values): Refusal | undefined {
  if (channel === 'portal') return { code: 'VALIDATION', path: 'channel', message: messageTexts.ofCustomers }
  if ((state ?? 'waiting') !== 'waiting') return { code: 'VALIDATION', path: 'state', message: messageTexts.newIsWaiting }
  const kind = channel === 'email' ? 'email' : 'sms'
  if (typeof to !== 'string' || to === '') return { code: 'VALIDATION', path: 'to', message: messageTexts.noAddress[kind] }
  if (!(kind === 'email' ? emailAddress : smsAddress).test(to)) return { code: 'VALIDATION', path: 'to', message: messageTexts.badAddress[kind] }
  if (kind === 'email' && !isThere(subject)) return { code: 'VALIDATION', path: 'subject', message: messageTexts.subjectNeeded }
  return undefined
}

/** Allowed changes: cancel a waiting message; resend or dismiss (cancel) a failed one; mark a customer's message as read. */
export function findMessageIssue(before: Values, after: Values): Refusal | undefined {
  const [from, to] = [before['state'] as MessageState, after['state'] as MessageState]
  if (from !== to) {
    const isReading = [from, to].every((state) => state === 'received' || state === 'read')
    if (isReading) return undefined
    if (from === 'received' || from === 'read') return { code: 'VALIDATION', path: 'state', message: messageTexts.onlyRead }
    if (from === 'sent') return { code: 'CONFLICT', path: 'state', message: messageTexts.sentStays }
    if (from === 'cancelled') return { code: 'CONFLICT', path: 'state', message: messageTexts.cancelledStays }
    if (from === 'waiting' && to !== 'cancelled') return { code: 'VALIDATION', path: 'state', message: messageTexts.onlyCancelled }
    if (from === 'failed' && to !== 'waiting' && to !== 'cancelled') return { code: 'VALIDATION', path: 'state', message: messageTexts.onlyRepeated }
  }
  const isHurried = !jsonEquals(toJson(before['anyHour']), toJson(after['anyHour']))
  if (isHurried && to !== 'waiting')
    return { code: 'CONFLICT', path: 'anyHour', message: from === 'sent' ? messageTexts.sentStays : messageTexts.cancelledStays }
  return undefined
}

/** Where a customer is written to by default; null where the record has nothing for the channel, or an e-mail address that nobody confirmed. */
export function toCustomerAddress(channel: unknown, { countryCode, phone, email, emailUnconfirmed }: Values): string | null {
  // A stored row has flags as 0 or 1.
  if (channel === 'email') return typeof email === 'string' && email !== '' && emailUnconfirmed !== true && emailUnconfirmed !== 1 ? email : null
  return typeof countryCode === 'string' && typeof phone === 'string' && countryCode !== '' && phone !== '' ? phoneToE164(countryCode, phone) : null
}

const isThere = (value: unknown): boolean => value !== null && value !== undefined && value !== ''
const toJson = (value: unknown): Json => (value ?? null) as Json
