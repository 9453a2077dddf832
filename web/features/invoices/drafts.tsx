import { laterDialog } from '#web/navigation/later.tsx'
import { defineDrafts } from '../define-feature.ts'
import { inOrder } from '../draft-words.ts'
import { describeInvoiceDraft } from './invoice-draft-text.ts'
import { menu } from '#web/language/menu-texts.ts'

const IssueDialog = laterDialog(async () => (await import('./issue-dialog.tsx')).IssueDialog)
const CreditNoteDialog = laterDialog(async () => (await import('./credit-note-dialog.tsx')).CreditNoteDialog)

declare module '../define-feature.ts' {
  interface RefusedForms {
    invoice: { orderId: string }
    'credit-note': { invoiceId: string }
  }
}

const shownFields = new Set(['kind', 'correctsId', 'suppliedAt', 'dueAt', 'lines', 'note'])

export const drafts = defineDrafts({
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
