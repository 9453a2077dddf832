import { laterDialog } from '#web/navigation/later.tsx'
import { defineFeature } from '../define-feature.ts'
import type { OrderPaperKind } from './paper.ts'

const OrderPapersDialog = laterDialog(async () => (await import('./order-papers-dialog.tsx')).OrderPapersDialog)

declare module '#web/navigation/dialogs.ts' {
  interface DialogRequests {
    /** `asOne`: one receipt for all. `back`: the dialog to reopen on closing. */
    papers: { orderIds: readonly string[]; paper?: OrderPaperKind | undefined; asOne?: boolean | undefined; back?: DialogRequest | undefined }
  }
}

export const papers = defineFeature({
  name: 'papers',
  dialogs: {
    papers: ({ shopId, request, onClose }) => <OrderPapersDialog key={request.orderIds.join()} shopId={shopId} {...request} onClose={onClose} />,
  },
})
