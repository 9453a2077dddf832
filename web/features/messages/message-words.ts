import type { BootstrapShop } from '#schema/api/sync.ts'
import type { Customer } from '#schema/collections/work/customers.ts'
import type { Message } from '#schema/collections/work/messages.ts'
import type { Order } from '#schema/collections/work/orders.ts'
import { type BalanceInput, toBalance } from '#schema/rules/money/balance.ts'
import { holdMs, toSendingTime } from '#schema/rules/messages/message-times.ts'
import { toPrintedTicket } from '#schema/rules/orders/ticket.ts'
import type { ShopFormat } from '#schema/rules/shop/format.ts'
import { codeToTicketPrefix } from '#schema/rules/shop/profile.ts'
import { finishPlaceholders, type PlaceholderValues } from '#schema/values/messages/placeholders.ts'
import { t } from './messaging-texts.ts'

type Tone = 'neutral' | 'warn' | 'danger' | 'ok' | 'accent'

/** The label of a message's chip. */
export function stateToWords({ state, error }: Pick<Message, 'state' | 'error'>): { name: string; tone: Tone } {
  if (state === 'received') return { name: t.state.received(), tone: 'accent' }
  if (state === 'read') return { name: t.state.read(), tone: 'neutral' }
  // Where no sender is set up, the error says where it was written.
  if (state === 'sent') return error === null ? { name: t.state.sent(), tone: 'ok' } : { name: t.state.failed(), tone: 'danger' }
  if (state === 'failed') return { name: t.state.failed(), tone: 'danger' }
  if (state === 'cancelled') return { name: t.state.cancelled(), tone: 'neutral' }
  return error === null ? { name: t.state.waiting(), tone: 'warn' } : { name: t.state.again(), tone: 'warn' }
}

/** "By text message to +1 555 010 2000, on Mar 2, 10:00 AM": where it went, or will go, and when. */
export function messageToFacts({ channel, to, state, sentAt, createdAt, error }: Message, { dateTime }: Pick<ShopFormat, 'dateTime'>, now: Date): string {
  if (channel === 'portal') return t.customerWrote({ time: dateTime(createdAt, now) })
  const by = channel === 'email' ? 'email' : 'sms'
  const way = to === null ? t.way[by]() : t.wayTo[by]({ to })
  return state === 'sent' && sentAt !== null && error === null
    ? t.sentAt({ way, time: dateTime(sentAt, now) })
    : t.writtenAt({ way, time: dateTime(createdAt, now) })
}

type When = { now: Date; timeZone: string; dateTime: (instant: string, now: Date) => string }

/** When a text of a status goes: "goes in 42 s", "goes Mar 3, 8:00 AM", "is going". */
export function toWhen({ createdAt, anyHour }: Pick<Message, 'createdAt' | 'anyHour'>, { now, timeZone, dateTime }: When): string {
  if (anyHour) return t.isGoing()
  const heldUntil = new Date(Date.parse(createdAt) + holdMs)
  const leavesAt = toSendingTime(heldUntil > now ? heldUntil : now, timeZone)
  const leftMs = leavesAt.getTime() - now.getTime()
  if (leftMs <= 0) return t.isGoing()
  return leftMs <= holdMs ? t.goesIn({ seconds: Math.ceil(leftMs / 1_000) }) : t.goesAt({ time: dateTime(leavesAt.toISOString(), now) })
}

const deviceMax = 60

type Told = {
  shop: BootstrapShop
  order: Order
  customer: Customer
  /** Undefined: no text names the balance. */
  owed: BalanceInput | undefined
  /** Formats an amount in the shop's currency. */
  money: (amount: number) => string
}

/** Placeholder values for an order, except the link, which the server creates. */
export function toMessageWords({ shop, order, customer, owed, money }: Told): Omit<PlaceholderValues, 'link'> {
  const balance = owed === undefined ? null : toBalance(owed).balance
  const [line = ''] = order.itemDetails.split('\n', 1)
  return {
    name: customer.name,
    ticket: toPrintedTicket(order, shop.profile?.ticketPrefix ?? codeToTicketPrefix(shop.code)),
    device: line.length > deviceMax ? `${line.trim().slice(0, deviceMax - 1)}…` : line.trim(),
    shop: shop.name,
    balance: balance === null ? '' : money(balance),
  }
}

/** The text for staff, who never see the customer's link. What a customer wrote is shown as it is. */
export const textToRead = (text: string, { channel, estimateId = null, invoiceId = null }: LinkedTo = {}): string =>
  channel === 'portal'
    ? text
    : finishPlaceholders(text, { link: estimateId !== null ? t.linkTo.estimate() : invoiceId !== null ? t.linkTo.invoice() : t.linkTo.order() })

type LinkedTo = { channel?: Message['channel']; estimateId?: string | null | undefined; invoiceId?: string | null | undefined }

const freshMs = 10 * 60_000

type Change = { row: Message; previous: Message | undefined }

/** Recent incoming messages; older ones come with a device's first sync and are no news. */
export const findWritten = (changes: readonly Change[], now: Date): Message[] =>
  changes.flatMap(({ row, previous }) =>
    previous === undefined && row.state === 'received' && now.getTime() - Date.parse(row.createdAt) < freshMs ? [row] : [],
  )
