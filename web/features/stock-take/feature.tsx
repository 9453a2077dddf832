import { laterDialog } from '#web/navigation/later.tsx'
import { defineFeature } from '../define-feature.ts'

const StockTakeDialog = laterDialog(async () => (await import('./stock-take-dialog.tsx')).StockTakeDialog)

declare module '#web/navigation/dialogs.ts' {
  interface DialogRequests {
    'stock-take': {}
  }
}

export const stockTake = defineFeature({
  name: 'stock-take',
  dialogs: { 'stock-take': ({ shopId, onClose }) => <StockTakeDialog shopId={shopId} onClose={onClose} /> },
})
