import { ArrowLeft, UserPen } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import type { Customer } from '#schema/collections/customers.ts'
import { openDialog, useDialogs } from '#web/app/dialogs.ts'
import { dashboardPath } from '#web/app/paths.ts'
import { useOrdersPage } from '#web/db/use-lists.ts'
import { type RowState, useRow } from '#web/db/use-row.ts'
import { PhonesText } from '#web/fields/customer-line.tsx'
import { Button } from '#web/ui/button.tsx'

/** The heading of one customer's orders: name, phone, count, and the ways out (ORD-13..17). */
export const CustomerHeading = { Title, Facts, Acts }

function Title({ shopId, customerId }: { shopId: string; customerId: string }) {
  const found = useRow('customers', customerId)
  useLeaveWhenDeleted(shopId, found)
  if (found.state === 'loading') return <>Orders for …</>
  return <>Orders for {found.row?.name ?? 'a customer who is not here'}</>
}

function Facts({ shopId, customerId }: { shopId: string; customerId: string }) {
  const found = useRow('customers', customerId)
  const { state, total } = useOrdersPage({ shopId, customerId, search: '', from: null, to: null, status: 'all', assignee: 'all', page: 1, pageSize: 1 })
  return (
    <>
      {found.state === 'ready' && found.row !== undefined && <PhonesText customer={found.row} />}
      {state === 'ready' && (
        <span className="text-sm text-muted tabular-nums">
          {total} {total === 1 ? 'order' : 'orders'}
        </span>
      )}
    </>
  )
}

function Acts({ shopId, customerId }: { shopId: string; customerId: string }) {
  const navigate = useNavigate()
  const isHere = useIsCustomerHere(customerId)
  return (
    <>
      <Button className="max-sm:px-3" onClick={() => void navigate(dashboardPath({ shopId, tab: 'orders' }))}>
        <ArrowLeft aria-hidden="true" className="max-sm:hidden" />
        Back to All
      </Button>
      {isHere && (
        <Button className="max-sm:px-3" onClick={() => openDialog({ kind: 'customer-edit', customerId })}>
          <UserPen aria-hidden="true" className="max-sm:hidden" />
          Edit Customer
        </Button>
      )}
    </>
  )
}

/** Whether there is such a customer to edit or to add an order for; an address may name one who is deleted or of another shop. */
export function useIsCustomerHere(customerId: string | undefined): boolean {
  const found = useRow('customers', customerId ?? null)
  return found.state === 'ready' && found.row !== undefined
}

/** A customer who is deleted while their orders are looked at leaves the list of all orders behind; an open dialog is finished first. */
function useLeaveWhenDeleted(shopId: string, found: RowState<Customer>): void {
  const navigate = useNavigate()
  const isDialogOpen = useDialogs(({ dialog }) => dialog !== null)
  const wasHere = useRef(false)
  const isHere = found.state === 'ready' && found.row !== undefined
  const isGone = found.state === 'ready' && found.row === undefined
  useEffect(() => {
    if (isHere) wasHere.current = true
    if (isGone && wasHere.current && !isDialogOpen) void navigate(dashboardPath({ shopId, tab: 'orders' }), { replace: true })
  }, [isHere, isGone, isDialogOpen, shopId, navigate])
}
