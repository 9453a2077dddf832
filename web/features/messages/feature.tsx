import { laterDialog } from '#web/navigation/later.tsx'
import { defineFeature } from '../define-feature.ts'

const MessageDialog = laterDialog(async () => (await import('./message-dialog.tsx')).MessageDialog)
const MessagesDialog = laterDialog(async () => (await import('./message-counts.tsx')).MessagesDialog)
const TellManyDialog = laterDialog(async () => (await import('./tell-many-dialog.tsx')).TellManyDialog)

declare module '#web/navigation/dialogs.ts' {
  interface DialogRequests {
    'messages-tell': { orderIds: readonly string[]; orderStatusId: string }
    /** Messages that wait for somebody: unread ones from customers, or failed ones. */
    'messages-in': { state: 'received' | 'failed' }
    'message-add': { orderId: string; orderStatusId?: string | undefined }
  }
}

/** Messages to customers, written over their order's dialog. */
export const messages = defineFeature({
  name: 'messages',
  dialogs: {
    'messages-tell': ({ shopId, request: { orderIds, orderStatusId }, onClose }) => (
      <TellManyDialog shopId={shopId} orderIds={orderIds} orderStatusId={orderStatusId} onClose={onClose} />
    ),
    'messages-in': ({ shopId, request: { state }, onClose }) => <MessagesDialog shopId={shopId} state={state} onClose={onClose} />,
    'message-add': ({ shopId, request: { orderId, orderStatusId }, onClose }) => (
      <MessageDialog key={orderId} shopId={shopId} orderId={orderId} orderStatusId={orderStatusId} onClose={onClose} />
    ),
  },
})
