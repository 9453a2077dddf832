import { defineFeature } from '../define-feature.ts'
import { laterDialog } from '#web/navigation/later.tsx'

const ChecklistDialog = laterDialog(async () => (await import('./checklist-dialog.tsx')).ChecklistDialog)

declare module '#web/navigation/dialogs.ts' {
  interface DialogRequests {
    /** Follows on a new order, and on a paper that was printed from it. */
    checklist: { orderId: string; printed?: 'device-label' | 'drop-off' | undefined }
  }
}

/** What was dropped off with a device. */
export const checklist = defineFeature({
  name: 'checklist',
  dialogs: {
    checklist: ({ shopId, request: { orderId, printed }, onClose }) => (
      <ChecklistDialog key={orderId} shopId={shopId} orderId={orderId} printed={printed} onClose={onClose} />
    ),
  },
})
