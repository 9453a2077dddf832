import { defineFeature } from '../define-feature.ts'
import { laterDialog } from '#web/navigation/later.tsx'

const ChecklistDialog = laterDialog(async () => (await import('./checklist-dialog.tsx')).ChecklistDialog)

declare module '#web/navigation/dialogs.ts' {
  interface DialogRequests {
    /** Opens after a new order, and again after a print. `visit`: earlier orders of the same visit. */
    checklist: { orderId: string; visit?: readonly string[] | undefined; printed?: 'device-label' | 'drop-off' | undefined }
  }
}

export const checklist = defineFeature({
  name: 'checklist',
  dialogs: {
    checklist: ({ shopId, request: { orderId, visit, printed }, onClose }) => (
      <ChecklistDialog key={orderId} shopId={shopId} orderId={orderId} visit={visit} printed={printed} onClose={onClose} />
    ),
  },
})
