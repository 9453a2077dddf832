import { useEffect } from 'react'
import { navigate, useLocation } from '#web/navigation/navigate.ts'
import { dialogs, tabs } from '#web/features/all-features.ts'
import type { ShowDialog } from '#web/features/define-feature.ts'
import { closeDialog, type DialogKind, type DialogOf, type DialogRequest, useDialogs } from '../navigation/dialogs.ts'
import { type OpenedFrom, readOpenedFrom } from '../navigation/order-address.ts'
import { dashboardPath, parseDashboardPath } from '../navigation/paths.ts'
import { RefusedEditDialog } from './refused-edit-dialog.tsx'
import { laterDialog } from '#web/navigation/later.tsx'

const OrderDialog = laterDialog(async () => (await import('#web/features/orders/order-dialog.tsx')).OrderDialog)

/** Shows the requested dialog. An open order has its own address, so that Back closes it and links lead to it. */
export function DialogHost({ shopId }: { shopId: string }) {
  const { dialog } = useDialogs()
  const order = useOrderOfAddress(shopId, dialog)
  return (
    <>
      {order.orderId !== undefined && <OrderDialog key={order.orderId} shopId={shopId} mode="edit" orderId={order.orderId} onClose={order.close} />}
      {dialog !== null && <RequestedDialog shopId={shopId} dialog={dialog} />}
    </>
  )
}

/** A declared kind without a renderer fails to compile here. */
const showByKind: { readonly [K in DialogKind]: ShowDialog<K> } = {
  ...dialogs,
  'refused-edit': ({ request: { shopId, form }, onClose }) => <RefusedEditDialog key={form.source.changeId} shopId={shopId} form={form} onClose={onClose} />,
}

function RequestedDialog<K extends DialogKind>({ shopId, dialog }: { shopId: string; dialog: DialogOf<K> }) {
  return showByKind[dialog.kind]({ shopId, request: dialog, onClose: closeDialog })
}

function useOrderOfAddress(shopId: string, dialog: DialogRequest | null): { orderId: string | undefined; close: () => void } {
  const { pathname, search, state } = useLocation()
  const parsed = parseDashboardPath(pathname, tabs)
  const place = parsed.kind === 'dashboard' ? parsed : undefined
  const wantedOrderId = dialog?.kind === 'order-edit' ? dialog.orderId : undefined
  const tab = place?.tab
  const customerId = place?.customerId ?? readOpenedFrom(state)?.customerId

  useEffect(() => {
    if (wantedOrderId === undefined) return
    closeDialog()
    const openedFrom: OpenedFrom = { isFromList: true, customerId }
    navigate(dashboardPath({ shopId, tab, orderId: wantedOrderId }) + search, { state: openedFrom })
    // Only a new request changes the address; all else is read at that time.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [wantedOrderId])

  const close = (): void => {
    if (readOpenedFrom(state)) navigate(-1)
    else navigate(dashboardPath({ shopId, tab, customerId }) + search, { replace: true })
  }
  return { orderId: place?.orderId, close }
}
