import { create } from 'zustand'

/** The dialogs of the dashboard. Features ask for one here and never import each other. */
export type DialogRequest =
  | { kind: 'order-add'; customerId?: string | undefined }
  | { kind: 'order-edit'; orderId: string }
  | { kind: 'customer-add'; guided?: boolean | undefined }
  | { kind: 'customer-edit'; customerId: string }
  | { kind: 'customer-order' }

type DialogState = { dialog: DialogRequest | null }

export const useDialogs = create<DialogState>(() => ({ dialog: null }))

export const openDialog = (dialog: DialogRequest): void => useDialogs.setState({ dialog })

export const closeDialog = (): void => useDialogs.setState({ dialog: null })
