import { toBalance } from '#schema/rules/money/balance.ts'
import { toPrintedTicket } from '#schema/rules/orders/ticket.ts'
import { codeToTicketPrefix } from '#schema/rules/shop/profile.ts'
import type { Order } from '#schema/collections/work/orders.ts'
import type { Customer } from '#schema/collections/work/customers.ts'
import type { BootstrapShop } from '#schema/api/sync.ts'
import type { PlaceholderValues } from '#schema/values/messages/placeholders.ts'
import { useRowsOfOrder } from '#web/device/react/use-answers.ts'
import { useShopFormat } from '#web/inputs/shop-format.tsx'

const deviceMax = 60

/** What the places of a text stand for in this order, but the link, which the server makes; undefined while it is read. */
export function useMessageWords(shop: BootstrapShop, order: Order, customer: Customer): Omit<PlaceholderValues, 'link'> | undefined {
  const payments = useRowsOfOrder('payments', shop.id, order.id)
  const lines = useRowsOfOrder('order_lines', shop.id, order.id)
  const { money } = useShopFormat()
  if (payments === undefined || lines === undefined) return undefined
  const { balance } = toBalance({ quotedCost: order.quotedCost, lines, payments })
  const [line = ''] = order.itemDetails.split('\n', 1)
  return {
    name: customer.name,
    ticket: toPrintedTicket(order, shop.profile?.ticketPrefix ?? codeToTicketPrefix(shop.code)),
    device: line.length > deviceMax ? `${line.trim().slice(0, deviceMax - 1)}…` : line.trim(),
    shop: shop.name,
    balance: balance === null ? '' : money(balance),
  }
}
