import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { ChecklistDialog } from '#web/features/checklist/checklist-dialog.tsx'
import { CustomerDialog } from '#web/features/customers/customer-dialog.tsx'
import { CustomerOrderDialog } from '#web/features/flows/customer-order-dialog.tsx'
import { EditCategoryDialog } from '#web/features/inventory/categories/edit-category-dialog.tsx'
import { ManageCategoriesDialog } from '#web/features/inventory/categories/manage-categories-dialog.tsx'
import { AddProductDialog, EditProductDialog } from '#web/features/inventory/product-dialog.tsx'
import { SuppliersDialog } from '#web/features/inventory/suppliers-dialog.tsx'
import { OrderDialog } from '#web/features/orders/order-dialog.tsx'
import { TaskDialog } from '#web/features/tasks/task-dialog.tsx'
import { closeDialog, type DialogRequest, openDialog, useDialogs } from '../navigation/dialogs.ts'
import { type OpenedFrom, readOpenedFrom } from '../navigation/order-address.ts'
import { dashboardPath, parseDashboardPath } from '../navigation/paths.ts'
import { RefusedEditDialog } from './refused-edit-dialog.tsx'

/** Shows the dialog that was asked for. An open order has an address of its own, so that back closes it and links lead to it. */
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

const openChecklist = (orderId: string): void => openDialog({ kind: 'checklist', orderId })

function RequestedDialog({ shopId, dialog }: { shopId: string; dialog: DialogRequest }) {
  switch (dialog.kind) {
    case 'order-add':
      return <OrderDialog shopId={shopId} mode="add" customerId={dialog.customerId} onClose={closeDialog} onCreated={openChecklist} />
    case 'order-edit':
      // With an id it is on its way into the address.
      return dialog.orderId === undefined ? <OrderDialog shopId={shopId} mode="edit" onClose={closeDialog} /> : null
    case 'customer-add':
      return <CustomerDialog shopId={shopId} mode="add" guided={dialog.guided} typed={dialog.typed} onClose={closeDialog} />
    case 'customer-edit':
      return <CustomerDialog shopId={shopId} mode="edit" customerId={dialog.customerId} onClose={closeDialog} />
    case 'customer-order':
      return <CustomerOrderDialog shopId={shopId} onClose={closeDialog} onCreated={openChecklist} />
    case 'checklist':
      return <ChecklistDialog key={dialog.orderId} shopId={shopId} orderId={dialog.orderId} onClose={closeDialog} />
    case 'task-add':
      return <TaskDialog shopId={shopId} onClose={closeDialog} />
    case 'task-edit':
      return <TaskDialog key={dialog.taskId} shopId={shopId} taskId={dialog.taskId} onClose={closeDialog} />
    case 'product-add':
      return <AddProductDialog key={dialog.categoryId} shopId={shopId} categoryId={dialog.categoryId} onClose={closeDialog} />
    case 'product-edit':
      return <EditProductDialog key={dialog.productId} shopId={shopId} productId={dialog.productId} onClose={closeDialog} />
    case 'category-edit':
      return <EditCategoryDialog key={dialog.categoryId} shopId={shopId} categoryId={dialog.categoryId} onClose={closeDialog} />
    case 'categories':
      return <ManageCategoriesDialog shopId={shopId} onClose={closeDialog} />
    case 'suppliers':
      return <SuppliersDialog shopId={shopId} edited={dialog.edited} onClose={closeDialog} />
    case 'refused-edit':
      return <RefusedEditDialog key={dialog.form.source.changeId} shopId={dialog.shopId} form={dialog.form} onClose={closeDialog} />
  }
}

function useOrderOfAddress(shopId: string, dialog: DialogRequest | null): { orderId: string | undefined; close: () => void } {
  const navigate = useNavigate()
  const { pathname, search, state } = useLocation()
  const parsed = parseDashboardPath(pathname)
  const place = parsed.kind === 'dashboard' ? parsed : undefined
  const wantedOrderId = dialog?.kind === 'order-edit' ? dialog.orderId : undefined
  const tab = place?.tab
  const customerId = place?.customerId ?? readOpenedFrom(state)?.customerId

  useEffect(() => {
    if (wantedOrderId === undefined) return
    closeDialog()
    const openedFrom: OpenedFrom = { isFromList: true, customerId }
    void navigate(dashboardPath({ shopId, tab, orderId: wantedOrderId }) + search, { state: openedFrom })
    // Only the wish itself moves the address; the rest is read as it is then.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [wantedOrderId])

  const close = (): void => {
    if (readOpenedFrom(state)) void navigate(-1)
    else void navigate(dashboardPath({ shopId, tab, customerId }) + search, { replace: true })
  }
  return { orderId: place?.orderId, close }
}
