import { laterDialog } from '#web/navigation/later.tsx'
import { defineFeature } from '../define-feature.ts'

const InvoicePapersDialog = laterDialog(async () => (await import('./invoice-papers-dialog.tsx')).InvoicePapersDialog)

declare module '#web/navigation/dialogs.ts' {
  interface DialogRequests {
    'invoice-papers': { invoiceId: string; orderId: string }
  }
}

/** Invoices and credit notes of an order: drafts made offline too, issued by the server. */
export const invoices = defineFeature({
  name: 'invoices',
  dialogs: {
    'invoice-papers': ({ shopId, request: { invoiceId, orderId }, onClose }) => (
      <InvoicePapersDialog key={invoiceId} shopId={shopId} invoiceId={invoiceId} orderId={orderId} onClose={onClose} />
    ),
  },
})
