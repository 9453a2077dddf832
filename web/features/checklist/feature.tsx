import { defineFeature } from '../define-feature.ts'
import { laterDialog } from '#web/navigation/later.tsx'

const ChecklistDialog = laterDialog(async () => (await import('./checklist-dialog.tsx')).ChecklistDialog)

declare module '#web/navigation/dialogs.ts' {
  interface DialogRequests {
    /** Opens after a new order, and again after a print. */
    checklist: { orderId: string; printed?: 'device-label' | 'drop-off' | undefined }
  }
}

export const checklist = defineFeature({
  name: 'checklist',
  dialogs: {
    checklist: ({ shopId, request: { orderId, printed }, onClose }) => (
      <ChecklistDialog key={orderId} shopId={shopId} orderId={orderId} printed={printed} onClose={onClose} />
    ),
  },
})
