import { laterDialog } from '#web/navigation/later.tsx'
import { defineFeature } from '../define-feature.ts'

const ScanDialog = laterDialog(async () => (await import('./scan-dialog.tsx')).ScanDialog)

declare module '#web/navigation/dialogs.ts' {
  interface DialogRequests {
    scan: {}
  }
}

export const scan = defineFeature({
  name: 'scan',
  dialogs: { scan: ({ shopId, onClose }) => <ScanDialog shopId={shopId} onClose={onClose} /> },
})
