import type { BootstrapShop, MessageRuleAnswer } from '#schema/api/sync.ts'
import type { Customer } from '#schema/collections/work/customers.ts'
import type { Order } from '#schema/collections/work/orders.ts'
import { AppError } from '#schema/errors.ts'
import { toCustomerAddress } from '#schema/rules/messages/message-states.ts'
import { findRules } from '#schema/rules/messages/rules-of-status.ts'
import { messageSubjectMax, messageTextMax } from '#schema/values/messages/message-kinds.ts'
import { fillPlaceholders, hasPlaceholder } from '#schema/values/messages/placeholders.ts'
import type { Device } from '#web/device/device-types.ts'
import { toMessageWords } from './message-words.ts'
import { toCustomerLanguage } from '#schema/rules/customers/customer-language.ts'
import { translateRule } from '#schema/rules/messages/suggested-texts.ts'
import { shopToProfile } from '#schema/rules/shop/profile.ts'

/** A rule of the shop with the orders whose customers it reaches. */
type Telling = { rule: MessageRuleAnswer; to: readonly { order: Order; customer: Customer; address: string }[] }

/** `unreached`: customers who opted out or have no address for any rule. */
export type TellingPlan = { tellings: readonly Telling[]; unreached: number }

type Rows = Pick<Device['rows'], 'readMany' | 'readMoney'>
type Told = { shop: BootstrapShop; orderIds: readonly string[]; orderStatusId: string }

/** Plans the messages for orders at this status; skips orders that have moved on. */
export async function planTelling(rows: Rows, { shop, orderIds, orderStatusId }: Told): Promise<TellingPlan> {
  const rules = findRules(shop.messageRules ?? [], orderStatusId, 'ask')
  const orders = (await rows.readMany('orders', orderIds)).filter((order) => order.orderStatusId === orderStatusId)
  const customers = new Map((await rows.readMany('customers', [...new Set(orders.flatMap(({ customerId }) => customerId ?? []))])).map((one) => [one.id, one]))
  const reached = new Set<string>()
  const tellings = rules.map((rule) => ({
    rule,
    to: orders.flatMap((order) => {
      const customer = customers.get(order.customerId ?? '')
      const address = customer === undefined || customer.noMessages ? null : toCustomerAddress(rule.channel, customer)
      if (customer === undefined || address === null) return []
      reached.add(order.id)
      return [{ order, customer, address }]
    }),
  }))
  return { tellings: tellings.filter(({ to }) => to.length > 0), unreached: orders.length - reached.size }
}

/** `reason`: why the first refused message was refused. */
type TellingResult = { written: number; refused: number; reason: string | undefined }

type TellingShop = { shop: BootstrapShop; money: (amount: number) => string }

/**
 * Writes one mutation per message with its placeholders filled; the server sends them.
 * @throws as Device.write, except for refusals
 */
export async function writeTelling(device: Pick<Device, 'write'> & { rows: Rows }, plan: TellingPlan, inShop: TellingShop): Promise<TellingResult> {
  const result: TellingResult = { written: 0, refused: 0, reason: undefined }
  for (const { rule, to } of plan.tellings) {
    for (const { order, customer, address } of to) {
      const { subject, text } = await fillRule(device.rows, translateRule(rule, toCustomerLanguage(customer, shopToProfile(inShop.shop))), {
        ...inShop,
        order,
        customer,
      })
      try {
        const values = { orderId: order.id, channel: rule.channel, to: address, subject, text }
        await device.write(inShop.shop.id, [{ action: 'create', collection: 'messages', values }])
        result.written += 1
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        result.refused += 1
        result.reason ??= error.message
      }
    }
  }
  return result
}

async function fillRule(rows: Rows, { subject, text }: MessageRuleAnswer, told: TellingShop & { order: Order; customer: Customer }) {
  const needsBalance = [text, subject ?? ''].some((one) => hasPlaceholder(one, 'balance'))
  const owed = needsBalance ? (await rows.readMoney(told.shop.id, [told.order])).get(told.order.id) : undefined
  const words = toMessageWords({ ...told, owed })
  return {
    subject: subject === null ? null : fillPlaceholders(subject, words).slice(0, messageSubjectMax),
    text: fillPlaceholders(text, words).slice(0, messageTextMax),
  }
}
