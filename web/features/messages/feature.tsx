import { draftToText } from '#web/forms/drafts/draft-text.ts'
import { laterDialog } from '#web/navigation/later.tsx'
import { defineFeature } from '../define-feature.ts'
import { describeDraft, inOrder } from '../draft-words.ts'

const MessageDialog = laterDialog(async () => (await import('./message-dialog.tsx')).MessageDialog)

const TellManyDialog = laterDialog(async () => (await import('./tell-many-dialog.tsx')).TellManyDialog)

declare module '#web/navigation/dialogs.ts' {
  interface DialogRequests {
    'messages-tell': { orderIds: readonly string[]; orderStatusId: string }
    'message-add': { orderId: string; orderStatusId?: string | undefined }
  }
}

declare module '../define-feature.ts' {
  interface RefusedForms {
    message: { orderId: string }
  }
}

const shownFields = new Set(['channel', 'to', 'subject', 'text', 'anyHour'])

/** Messages to customers, written over their order's dialog. */
export const messages = defineFeature({
  name: 'messages',
  dialogs: {
    'messages-tell': ({ shopId, request: { orderIds, orderStatusId }, onClose }) => (
      <TellManyDialog shopId={shopId} orderIds={orderIds} orderStatusId={orderStatusId} onClose={onClose} />
    ),
    'message-add': ({ shopId, request: { orderId, orderStatusId }, onClose }) => (
      <MessageDialog key={orderId} shopId={shopId} orderId={orderId} orderStatusId={orderStatusId} onClose={onClose} />
    ),
  },
  draftKinds: {
    'message-add': ({ first, draft }) => ({ noun: 'message', ...describeDraft('messages', draft), ...inOrder(first) }),
  },
  unknownDraftToText: (draft) => draftToText('messages', draft),
  corrects: {
    rows: {
      messages: {
        shownFields,
        ownerField: 'orderId',
        createToForm: ({ typed, ownerId, toSource }) => (ownerId === undefined ? undefined : { kind: 'message', orderId: ownerId, source: toSource(typed) }),
        // Updates cancel or resend a message and have no typed text.
        updateToForm: () => undefined,
      },
    },
    forms: {
      message: {
        needs: ({ orderId }) => [{ collection: 'orders', id: orderId }],
        show: (props, { orderId }) => <MessageDialog {...props} orderId={orderId} />,
      },
    },
  },
})
