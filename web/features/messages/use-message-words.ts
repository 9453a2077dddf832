import type { BootstrapShop } from '#schema/api/sync.ts'
import type { Customer } from '#schema/collections/work/customers.ts'
import type { Order } from '#schema/collections/work/orders.ts'
import type { PlaceholderValues } from '#schema/values/messages/placeholders.ts'
import { useRowsOfOrder } from '#web/device/react/use-answers.ts'
import { useShopFormat } from '#web/inputs/shop-format.tsx'
import { toMessageWords } from './message-words.ts'

/** What the places of a text stand for in this order, but the link, which the server makes; undefined while it is read. */
export function useMessageWords(shop: BootstrapShop, order: Order, customer: Customer): Omit<PlaceholderValues, 'link'> | undefined {
  const payments = useRowsOfOrder('payments', shop.id, order.id)
  const lines = useRowsOfOrder('order_lines', shop.id, order.id)
  const { money } = useShopFormat()
  if (payments === undefined || lines === undefined) return undefined
  return toMessageWords({ shop, order, customer, payments, lines, money })
}
