import { Tickets, TicketX } from 'lucide-react'
import { type FormEvent, useEffect, useState } from 'react'
import { useDevice } from '#web/device/react/provider.tsx'
import { useIsFirstSync } from '#web/device/react/use-device.ts'
import type { OrderListRow } from '#web/device/lists/list-queries.ts'
import { Ticket } from '#web/inputs/ticket.tsx'
import { Link, Navigate } from '#web/navigation/link.tsx'
import { navigate } from '#web/navigation/navigate.ts'
import { toTicketPath } from '#schema/rules/orders/ticket-address.ts'
import { dashboardPath } from '#web/navigation/paths.ts'
import { Button, buttonClass } from '#web/ui/controls/button.tsx'
import { Field } from '#web/ui/controls/field.tsx'
import { TextField } from '#web/ui/controls/text-field.tsx'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { PageSpinner } from '#web/ui/layout/page-spinner.tsx'
import { toOneLine } from '../list/order-cells.ts'
import { countToText } from '#web/language/staff-texts.ts'
import { t as list } from '../list/orders-texts.ts'
import { t } from '../order-board-texts.ts'

/** Opens the ticket's order if this device has it, and lists all whose labels may show it; otherwise offers a search. */
export function TicketView({ shopId, ticket }: { shopId: string; ticket: string }) {
  const found = useTickets(shopId, ticket)
  const isFirstSync = useIsFirstSync()
  if (found === undefined) return <PageSpinner />
  const [first, ...others] = found
  if (first !== undefined && others.length === 0) return <Navigate to={dashboardPath({ shopId, orderId: first.order.id })} replace />
  if (first !== undefined) return <SeveralOrders shopId={shopId} ticket={ticket} rows={found} />
  return (
    <section aria-label={t.ticket.find()} className="flex min-h-full flex-col justify-center">
      <EmptyState
        isPage
        icon={<TicketX />}
        title={t.ticket.none({ ticket })}
        text={isFirstSync ? t.ticket.coming() : t.ticket.why()}
        action={<FindForm shopId={shopId} ticket={ticket} />}
      />
    </section>
  )
}

/** Numbers change where devices gave the same one without a network; the labels stay. */
function SeveralOrders({ shopId, ticket, rows }: { shopId: string; ticket: string; rows: readonly OrderListRow[] }) {
  return (
    <section aria-label={t.ticket.find()} className="flex min-h-full flex-col justify-center">
      <EmptyState
        isPage
        icon={<Tickets />}
        title={t.ticket.several({ count: countToText(rows.length), ticket })}
        text={t.ticket.compare()}
        action={
          <ul aria-label={list.orders()} className="w-full max-w-md text-left">
            {rows.map(({ order, customer }) => (
              <li key={order.id} className="border-b border-line last:border-b-0">
                <Link to={dashboardPath({ shopId, orderId: order.id })} className="flex min-h-11 items-center gap-3 rounded-md px-2 py-2 hover:bg-hover">
                  <Ticket shopId={shopId} number={order.number} className="shrink-0 font-semibold" />
                  <span className="min-w-0 flex-1 wrap-anywhere">{[customer?.name, toOneLine(order.itemDetails)].filter(Boolean).join(', ')}</span>
                </Link>
              </li>
            ))}
          </ul>
        }
      />
    </section>
  )
}

function FindForm({ shopId, ticket }: { shopId: string; ticket: string }) {
  const [typed, setTyped] = useState(ticket)
  const find = (event: FormEvent): void => {
    event.preventDefault()
    if (typed.trim() !== '') navigate(toTicketPath(shopId, typed.trim()))
  }
  return (
    <form onSubmit={find} className="flex w-full max-w-md flex-col gap-3 text-left">
      <Field label={t.ticket.number()}>
        <TextField value={typed} onChange={(event) => setTyped(event.target.value)} autoCapitalize="characters" autoComplete="off" spellCheck={false} numeric />
      </Field>
      <div className="flex flex-wrap justify-center gap-2">
        <Button type="submit" variant="primary">
          {t.ticket.open()}
        </Button>
        <Link to={`${dashboardPath({ shopId })}?q=${encodeURIComponent(typed.trim())}`} className={buttonClass('secondary')}>
          {t.ticket.search()}
        </Link>
      </div>
    </form>
  )
}

/** Undefined while loading; repeated when orders arrive. */
function useTickets(shopId: string, ticket: string): readonly OrderListRow[] | undefined {
  const device = useDevice()
  const [found, setFound] = useState<readonly OrderListRow[]>()
  useEffect(() => {
    let isOver = false
    const find = async (): Promise<OrderListRow[]> => {
      const orders = await device.lists.findTickets(shopId, ticket)
      return device.lists.readOrders(
        shopId,
        orders.map(({ id }) => id),
      )
    }
    const look = async (): Promise<void> => {
      const rows = await find().catch(() => [])
      if (!isOver) setFound(rows)
    }
    void look()
    const stop = device.rows.watchCollection('orders', () => void look())
    return () => {
      isOver = true
      stop()
    }
  }, [device, shopId, ticket])
  return found
}
