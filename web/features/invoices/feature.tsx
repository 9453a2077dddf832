import { laterDialog } from '#web/navigation/later.tsx'
import { defineFeature } from '../define-feature.ts'
import { inOrder } from '../draft-words.ts'
import { describeInvoiceDraft } from './invoice-draft-text.ts'
import { menu } from '#web/language/menu-texts.ts'

const IssueDialog = laterDialog(async () => (await import('./issue-dialog.tsx')).IssueDialog)
const CreditNoteDialog = laterDialog(async () => (await import('./credit-note-dialog.tsx')).CreditNoteDialog)
const InvoicePapersDialog = laterDialog(async () => (await import('./invoice-papers-dialog.tsx')).InvoicePapersDialog)

declare module '#web/navigation/dialogs.ts' {
  interface DialogRequests {
    'invoice-papers': { invoiceId: string; orderId: string }
  }
}

declare module '../define-feature.ts' {
  interface RefusedForms {
    invoice: { orderId: string }
    'credit-note': { invoiceId: string }
  }
}

const shownFields = new Set(['kind', 'correctsId', 'suppliedAt', 'dueAt', 'lines', 'note'])

/** Invoices and credit notes of an order: drafts made offline too, issued by the server. */
export const invoices = defineFeature({
  name: 'invoices',
  dialogs: {
    'invoice-papers': ({ shopId, request: { invoiceId, orderId }, onClose }) => (
      <InvoicePapersDialog key={invoiceId} shopId={shopId} invoiceId={invoiceId} orderId={orderId} onClose={onClose} />
    ),
  },
  draftKinds: {
    'invoice-add': ({ first, draft }) => ({ noun: menu.draft.invoice(), title: '', text: describeInvoiceDraft(draft), ...inOrder(first) }),
    'credit-note-add': ({ first, draft }) => ({
      noun: menu.draft.creditNote(),
      title: '',
      text: describeInvoiceDraft(draft),
      row: { collection: 'invoices', id: first },
    }),
  },
  unknownDraftToText: describeInvoiceDraft,
  corrects: {
    rows: {
      invoices: {
        shownFields,
        ownerField: 'orderId',
        createToForm: ({ typed: { kind, correctsId, lines = '', ...typed }, ownerId, toSource }) => {
          if (kind !== 'credit-note') return ownerId === undefined ? undefined : { kind: 'invoice', orderId: ownerId, source: toSource(typed) }
          return typeof correctsId === 'string' ? { kind: 'credit-note', invoiceId: correctsId, source: toSource({ ...typed, chosen: lines }) } : undefined
        },
        // Nothing of a draft is typed again: it is deleted, or issued.
        updateToForm: () => undefined,
      },
    },
    forms: {
      invoice: {
        needs: ({ orderId }) => [{ collection: 'orders', id: orderId }],
        show: (props, { orderId }) => <IssueDialog {...props} orderId={orderId} />,
      },
      'credit-note': {
        needs: ({ invoiceId }) => [{ collection: 'invoices', id: invoiceId }],
        show: (props, { invoiceId }) => <CreditNoteDialog {...props} invoiceId={invoiceId} />,
      },
    },
  },
})
