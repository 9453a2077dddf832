import { sumAmounts } from '#schema/values/money.ts'
import { orderStatusIdByName } from '#schema/values/order-status.ts'
import { useShopFormat } from '#web/inputs/shop-format.tsx'
import { Ticket } from '#web/inputs/ticket.tsx'
import { dashboardPath } from '#web/navigation/paths.ts'
import { useCustomerOrders } from '../use-customer-orders.ts'
import { t } from '../order-form-texts.ts'

/** Limit of named orders; the sum includes all. */
const namedMax = 5

/** Statuses in which no payment is expected. */
const writtenOff: ReadonlySet<string> = new Set([orderStatusIdByName.Cancelled, orderStatusIdByName.Recycled])

/** Warns that the customer owes for earlier orders; each opens in a new tab, so that typed input stays. */
export function OpenBalances({ shopId, customerId, customerName }: { shopId: string; customerId: string; customerName: string }) {
  const { money } = useShopFormat()
  const { rows } = useCustomerOrders({ shopId, customerId, isUnpaid: true })
  const owed = rows.flatMap(({ order, balance }) =>
    balance === null || order.customerId !== customerId || writtenOff.has(order.orderStatusId) ? [] : [{ order, balance }],
  )
  if (owed.length === 0) return null
  return (
    <div role="status" className="rounded-md bg-warn-soft px-3 py-2 text-sm text-warn-ink">
      <p className="font-semibold">{t.owes({ name: customerName, amount: money(sumAmounts(owed.map(({ balance }) => balance))) })}</p>
      <ul>
        {owed.slice(0, namedMax).map(({ order, balance }) => (
          <li key={order.id}>
            <a
              href={dashboardPath({ shopId, orderId: order.id })}
              target="_blank"
              rel="noopener"
              className="inline-flex min-h-11 flex-wrap items-center gap-x-2 underline pointer-fine:min-h-6"
            >
              <Ticket shopId={shopId} number={order.number} />
              <span className="line-clamp-1 wrap-anywhere">{order.itemDetails}</span>
              <span className="tabular-nums">{money(balance)}</span>
            </a>
          </li>
        ))}
      </ul>
      {owed.length > namedMax && <p>{t.moreUnpaid({ count: owed.length - namedMax })}</p>}
    </div>
  )
}
