import { laterDialog } from '#web/navigation/later.tsx'
import { defineFeature } from '../define-feature.ts'

const TaxRateDialog = laterDialog(async () => (await import('./tax-rate-dialog.tsx')).TaxRateDialog)

declare module '#web/navigation/dialogs.ts' {
  interface DialogRequests {
    'tax-rate': { rateId?: string }
  }
}

/** Tax rates are made in the shop's settings; a refused or unfinished one opens alone. */
export const taxes = defineFeature({
  name: 'taxes',
  dialogs: {
    'tax-rate': ({ shopId, request: { rateId }, onClose }) => <TaxRateDialog key={rateId} shopId={shopId} rateId={rateId} onClose={onClose} />,
  },
})
