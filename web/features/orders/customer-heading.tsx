import { ArrowLeft, UserPen } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Link } from '#web/navigation/link.tsx'
import { navigate } from '#web/navigation/navigate.ts'
import type { Customer } from '#schema/collections/work/customers.ts'
import { openDialog, useDialogs } from '#web/navigation/dialogs.ts'
import { dashboardPath } from '#web/navigation/paths.ts'
import { useOrdersPage } from '#web/device/react/use-lists.ts'
import { type RowState, useRow } from '#web/device/react/use-row.ts'
import { PhonesText } from '#web/inputs/customer-line.tsx'
import { useShopName } from '#web/forms/news/use-shop-name.ts'
import { Button, buttonClass } from '#web/ui/controls/button.tsx'
import { t } from './list/orders-texts.ts'

/** The heading of one customer's orders: name, phone, count, and actions. */
export const CustomerHeading = { Title, Facts, Actions }

function Title({ shopId, customerId }: { shopId: string; customerId: string }) {
  const found = useRow('customers', customerId)
  const otherShopId = readOtherShopId(shopId, found)
  const otherShopName = useShopName(otherShopId)
  useLeaveWhenDeleted(shopId, found)
  if (found.state === 'loading') return <>{t.ordersForComing()}</>
  if (otherShopId !== undefined) return <>{t.ofOtherShop({ shop: otherShopName ?? '' })}</>
  return <>{found.row === undefined ? t.ordersForNobody() : t.ordersFor({ name: found.row.name })}</>
}

function Facts({ shopId, customerId }: { shopId: string; customerId: string }) {
  const found = useRow('customers', customerId)
  const isHere = useIsCustomerHere(shopId, customerId)
  const { state, total } = useOrdersPage({ shopId, customerId, search: '', from: null, to: null, status: 'all', assignee: 'all', page: 1, pageSize: 1 })
  return (
    <>
      {isHere && found.state === 'ready' && found.row !== undefined && <PhonesText customer={found.row} />}
      {state === 'ready' && <span className="text-sm text-muted tabular-nums">{t.count({ count: total })}</span>}
    </>
  )
}

function Actions({ shopId, customerId }: { shopId: string; customerId: string }) {
  const isHere = useIsCustomerHere(shopId, customerId)
  const otherShopId = readOtherShopId(shopId, useRow('customers', customerId))
  return (
    <>
      {otherShopId !== undefined && (
        <Link to={dashboardPath({ shopId: otherShopId, tab: 'orders', customerId })} replace className={buttonClass('secondary')}>
          {t.openThere()}
        </Link>
      )}
      <Button className="max-sm:px-3" onClick={() => navigate(dashboardPath({ shopId, tab: 'orders' }))}>
        <ArrowLeft aria-hidden="true" className="max-sm:hidden" />
        {t.backToAll()}
      </Button>
      {isHere && (
        <Button className="max-sm:px-3" onClick={() => openDialog({ kind: 'customer-edit', customerId })}>
          <UserPen aria-hidden="true" className="max-sm:hidden" />
          {t.editCustomer()}
        </Button>
      )}
    </>
  )
}

/** Whether the customer exists in this shop; the address may name a deleted one or one of another shop. */
export function useIsCustomerHere(shopId: string, customerId: string | undefined): boolean {
  const found = useRow('customers', customerId ?? null)
  return found.state === 'ready' && found.row?.shopId === shopId
}

/** The customer's shop, if it is another one of this user. */
const readOtherShopId = (shopId: string, found: RowState<Customer>): string | undefined =>
  found.state === 'ready' && found.row !== undefined && found.row.shopId !== shopId ? found.row.shopId : undefined

/** When the customer is deleted, go to the list of all orders, but not while a dialog is open. */
function useLeaveWhenDeleted(shopId: string, found: RowState<Customer>): void {
  const isDialogOpen = useDialogs(({ dialog }) => dialog !== null)
  const wasHere = useRef(false)
  const isHere = found.state === 'ready' && found.row !== undefined
  const isGone = found.state === 'ready' && found.row === undefined
  useEffect(() => {
    if (isHere) wasHere.current = true
    if (isGone && wasHere.current && !isDialogOpen) navigate(dashboardPath({ shopId, tab: 'orders' }), { replace: true })
  }, [isHere, isGone, isDialogOpen, shopId])
}
