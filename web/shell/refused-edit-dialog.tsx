import { AddCustomerDialog } from '#web/features/customers/add-customer-dialog.tsx'
import { EditCustomerDialog } from '#web/features/customers/edit-customer-dialog.tsx'
import { CustomerOrderDialog } from '#web/features/flows/customer-order-dialog.tsx'
import { AddProductDialog, EditProductDialog } from '#web/features/inventory/product-dialog.tsx'
import { SupplierDialog } from '#web/features/inventory/supplier-dialog.tsx'
import { AddOrderDialog } from '#web/features/orders/add-order-dialog.tsx'
import { EditOrderDialog } from '#web/features/orders/edit-order-dialog.tsx'
import { MoneyDialog } from '#web/features/money/money-dialog.tsx'
import { TaskDialog } from '#web/features/tasks/task-dialog.tsx'
import type { RefusedForm } from '#web/features/attention/refused/refused-form.ts'

type RefusedEditDialogProps = { shopId: string; form: RefusedForm; onClose: () => void }

/** The form of a refused change with what was typed; saving takes its place under "Needs attention", cancelling leaves it there. */
export function RefusedEditDialog({ shopId, form, onClose }: RefusedEditDialogProps) {
  const shared = { shopId, onClose, refused: form.source }
  switch (form.kind) {
    case 'customer-add':
      return <AddCustomerDialog {...shared} guided={false} isNested={false} />
    case 'customer-edit':
      return <EditCustomerDialog {...shared} customerId={form.customerId} />
    case 'customer-order':
      return <CustomerOrderDialog {...shared} />
    case 'order-add':
      return <AddOrderDialog {...shared} customerId={undefined} />
    case 'order-edit':
      return <EditOrderDialog {...shared} orderId={form.orderId} />
    case 'task-add':
      return <TaskDialog {...shared} orderId={form.orderId} />
    case 'task-edit':
      return <TaskDialog {...shared} taskId={form.taskId} />
    case 'money':
      return <MoneyDialog {...shared} kind={form.money} target={form.target} />
    case 'product-add':
      return <AddProductDialog {...shared} categoryId={form.categoryId} />
    case 'product-edit':
      return <EditProductDialog {...shared} productId={form.productId} />
    case 'supplier-add':
      return <SupplierDialog {...shared} />
    case 'supplier-edit':
      return <SupplierDialog {...shared} supplierId={form.supplierId} />
  }
}
