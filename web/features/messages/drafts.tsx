import { draftToText } from '#web/forms/drafts/draft-text.ts'
import type { Json } from '#schema/values/merge.ts'
import { laterDialog } from '#web/navigation/later.tsx'
import { defineDrafts } from '../define-feature.ts'
import { describeDraft, inOrder } from '../draft-words.ts'
import { menu } from '#web/language/menu-texts.ts'

const MessageDialog = laterDialog(async () => (await import('./message-dialog.tsx')).MessageDialog)

declare module '../define-feature.ts' {
  interface RefusedForms {
    message: { orderId: string; estimateId?: string | undefined; invoiceId?: string | undefined }
  }
}

const shownFields = new Set(['estimateId', 'invoiceId', 'channel', 'to', 'subject', 'text', 'anyHour'])

export const drafts = defineDrafts({
  draftKinds: {
    'message-estimate': ({ first, draft }) => ({
      noun: menu.draft.message(),
      ...describeDraft('messages', draft),
      row: { collection: 'estimates', id: first },
    }),
    'message-invoice': ({ first, draft }) => ({ noun: menu.draft.message(), ...describeDraft('messages', draft), row: { collection: 'invoices', id: first } }),
    'message-add': ({ first, draft }) => ({ noun: menu.draft.message(), ...describeDraft('messages', draft), ...inOrder(first) }),
    'message-reply': ({ first, draft }) => ({ noun: menu.draft.answer(), ...describeDraft('messages', draft), ...inOrder(first) }),
  },
  unknownDraftToText: (draft) => draftToText('messages', draft),
  corrects: {
    rows: {
      messages: {
        shownFields,
        ownerField: 'orderId',
        createToForm: ({ typed: { estimateId, invoiceId, ...typed }, ownerId, toSource }) => {
          const toId = (value: Json | undefined): string | undefined => (typeof value === 'string' ? value : undefined)
          return ownerId === undefined
            ? undefined
            : { kind: 'message', orderId: ownerId, estimateId: toId(estimateId), invoiceId: toId(invoiceId), source: toSource(typed) }
        },
        // Updates cancel or resend a message and have no typed text.
        updateToForm: () => undefined,
      },
    },
    forms: {
      message: {
        needs: ({ orderId }) => [{ collection: 'orders', id: orderId }],
        show: (props, { orderId, estimateId, invoiceId }) => <MessageDialog {...props} orderId={orderId} estimateId={estimateId} invoiceId={invoiceId} />,
      },
    },
  },
})
