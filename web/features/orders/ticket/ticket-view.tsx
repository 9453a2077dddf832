import { TicketX } from 'lucide-react'
import { type FormEvent, useEffect, useState } from 'react'
import { useDevice } from '#web/device/react/provider.tsx'
import { useIsFirstSync } from '#web/device/react/use-device.ts'
import { Link, Navigate } from '#web/navigation/link.tsx'
import { navigate } from '#web/navigation/navigate.ts'
import { toTicketPath } from '#schema/rules/orders/ticket-address.ts'
import { dashboardPath } from '#web/navigation/paths.ts'
import { Button, buttonClass } from '#web/ui/controls/button.tsx'
import { Field } from '#web/ui/controls/field.tsx'
import { TextField } from '#web/ui/controls/text-field.tsx'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { PageSpinner } from '#web/ui/layout/spinner.tsx'

/** Opens the ticket's order if this device has it; otherwise says so and offers a search. */
export function TicketView({ shopId, ticket }: { shopId: string; ticket: string }) {
  const found = useTicket(shopId, ticket)
  const isFirstSync = useIsFirstSync()
  if (found === undefined) return <PageSpinner />
  if (found !== null) return <Navigate to={dashboardPath({ shopId, orderId: found })} replace />
  return (
    <section aria-label="Find a ticket" className="flex min-h-full flex-col justify-center">
      <EmptyState
        isPage
        icon={<TicketX />}
        title={`No order with the ticket ${ticket}`}
        text={
          isFirstSync
            ? 'The orders of this shop are still coming to this device. This page opens the order as soon as it is here.'
            : 'It may have been deleted, or made on a device that has not sent it yet. Check the number, or search for the customer or the device.'
        }
        action={<FindForm shopId={shopId} ticket={ticket} />}
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
      <Field label="Ticket number">
        <TextField value={typed} onChange={(event) => setTyped(event.target.value)} autoCapitalize="characters" autoComplete="off" spellCheck={false} numeric />
      </Field>
      <div className="flex flex-wrap justify-center gap-2">
        <Button type="submit" variant="primary">
          Open order
        </Button>
        <Link to={`${dashboardPath({ shopId })}?q=${encodeURIComponent(typed.trim())}`} className={buttonClass('secondary')}>
          Search in Orders
        </Link>
      </div>
    </form>
  )
}

/** Undefined while loading, null if not found; repeated when orders arrive. */
function useTicket(shopId: string, ticket: string): string | null | undefined {
  const device = useDevice()
  const [found, setFound] = useState<string | null>()
  useEffect(() => {
    let isOver = false
    const look = async (): Promise<void> => {
      const order = await device.lists.findTicket(shopId, ticket).catch(() => undefined)
      if (!isOver) setFound(order?.id ?? null)
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
