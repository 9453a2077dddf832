import { toTicket } from '#schema/rules/orders/ticket.ts'
import type { MessageRule } from '#schema/rules/messages/rules-of-status.ts'
import { messageSubjectMax, messageTextMax } from '#schema/values/messages/message-kinds.ts'
import { fillPlaceholders, type PlaceholderValues } from '#schema/values/messages/placeholders.ts'
import type { Order } from '#schema/collections/work/orders.ts'
import type { Db } from '../db/database.ts'
import { readBalance } from '../queries/rows/order-balance.ts'
import { findRow } from '../queries/rows/read-rows.ts'
import { readTicketPrefix } from '../queries/rows/ticket-prefix.ts'
import { findShop } from '../queries/shops.ts'
import { readMoneyFormat } from '../store/shop-money.ts'
import type { Customer } from '#schema/collections/work/customers.ts'
import { toCustomerLanguage } from '#schema/rules/customers/customer-language.ts'
import { translateRule } from '#schema/rules/messages/suggested-texts.ts'
import { findShopProfile } from '../queries/shop-profiles.ts'

/** All but the link, which is created when the message is sent. */
type OrderWords = Omit<PlaceholderValues, 'link'>

/** A suggested text in the customer's language; the shop's own as it is. */
export async function toRuleFor(reader: Db, shopId: string, customer: Customer, rule: MessageRule): Promise<MessageRule> {
  const profile = await findShopProfile(reader, shopId)
  return profile === undefined ? rule : translateRule(rule, toCustomerLanguage(customer, profile))
}

/** What a rule says with these words; a link stays as its placeholder where `words` has none. */
export const fillRule = ({ subject, text }: Pick<MessageRule, 'subject' | 'text'>, words: Partial<PlaceholderValues>) => ({
  subject: subject === null ? null : fillPlaceholders(subject, words).slice(0, messageSubjectMax),
  text: fillPlaceholders(text, words).slice(0, messageTextMax),
})

const deviceMax = 60

/** Placeholder values of an order: the balance in the shop's money format, empty when unknown. */
export async function readOrderWords(reader: Db, shopId: string, order: Order): Promise<OrderWords> {
  const customer = order.customerId === null ? undefined : await findRow(reader, 'customers', shopId, order.customerId)
  const shop = await findShop(reader, shopId)
  const { balance } = await readBalance(reader, order)
  const money = await readMoneyFormat(reader, shopId)
  return {
    name: customer?.name ?? '',
    ticket: order.number === null ? '' : toTicket(await readTicketPrefix(reader, shopId), order.number),
    device: toDevice(order.itemDetails),
    shop: shop?.name ?? '',
    balance: balance === null ? '' : money(balance),
  }
}

export async function makeSampleWords(reader: Db, shopId: string): Promise<OrderWords> {
  const shop = await findShop(reader, shopId)
  const money = await readMoneyFormat(reader, shopId)
  return {
    name: 'Mary Smith',
    ticket: toTicket(await readTicketPrefix(reader, shopId), 1042),
    device: 'iPhone 12',
    shop: shop?.name ?? '',
    balance: money(89),
  }
}

function toDevice(itemDetails: string): string {
  const line = itemDetails.split('\n', 1)[0]?.trim() ?? ''
  return line.length > deviceMax ? `${line.slice(0, deviceMax - 1)}…` : line
}
