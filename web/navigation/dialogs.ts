import { create } from 'zustand'
import type { RefusedForm } from '#web/features/attention/refused/refused-form.ts'
import type { TypedCustomer } from '#web/features/customers/typed-customer.ts'
import type { EditedSupplier } from '#web/features/inventory/suppliers-dialog.tsx'

/** The dialogs of the dashboard. Features ask for one here and never import each other. */
export type DialogRequest =
  | { kind: 'order-add'; customerId?: string | undefined }
  /** Without an id it says that there is none (ERR-23, ERR-22). */
  | { kind: 'order-edit'; orderId?: string | undefined }
  /** `typed`: what they were looked for by. */
  | { kind: 'customer-add'; guided?: boolean | undefined; typed?: TypedCustomer | undefined }
  | { kind: 'customer-edit'; customerId?: string | undefined }
  | { kind: 'customer-order' }
  /** Follows on a new order (ORD-21). */
  | { kind: 'checklist'; orderId: string }
  /** A task of the shop. */
  | { kind: 'task-add' }
  | { kind: 'task-edit'; taskId: string }
  /** The inventory's. */
  | { kind: 'product-add'; categoryId: string }
  | { kind: 'product-edit'; productId: string }
  | { kind: 'category-edit'; categoryId: string }
  | { kind: 'categories' }
  | { kind: 'suppliers'; edited?: EditedSupplier | undefined }
  /** The form that shows a refused change. */
  | { kind: 'refused-edit'; shopId: string; form: RefusedForm }

type DialogState = { dialog: DialogRequest | null }

export const useDialogs = create<DialogState>(() => ({ dialog: null }))

export const openDialog = (dialog: DialogRequest): void => useDialogs.setState({ dialog })

export const closeDialog = (): void => useDialogs.setState({ dialog: null })
