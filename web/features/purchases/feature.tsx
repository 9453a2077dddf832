import { laterDialog } from '#web/navigation/later.tsx'
import { defineFeature } from '../define-feature.ts'

const ToOrderDialog = laterDialog(async () => (await import('./to-order-dialog.tsx')).ToOrderDialog)
const PurchasesDialog = laterDialog(async () => (await import('./purchases-dialog.tsx')).PurchasesDialog)
const PurchaseDialog = laterDialog(async () => (await import('./purchase-dialog.tsx')).PurchaseDialog)

declare module '#web/navigation/dialogs.ts' {
  interface DialogRequests {
    'to-order': {}
    purchases: {}
    purchase: { purchaseId: string }
  }
}

/** From the part that a repair lacks to the shelf. */
export const purchases = defineFeature({
  name: 'purchases',
  dialogs: {
    'to-order': ({ shopId, onClose }) => <ToOrderDialog shopId={shopId} onClose={onClose} />,
    purchases: ({ shopId, onClose }) => <PurchasesDialog shopId={shopId} onClose={onClose} />,
    purchase: ({ shopId, request: { purchaseId }, onClose }) => <PurchaseDialog key={purchaseId} shopId={shopId} purchaseId={purchaseId} onClose={onClose} />,
  },
})
