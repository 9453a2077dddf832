import { draftToText } from '#web/forms/drafts/draft-text.ts'
import { laterDialog } from '#web/navigation/later.tsx'
import { defineDrafts } from '../define-feature.ts'
import { describeDraft, inOrder } from '../draft-words.ts'
import { menu } from '#web/language/menu-texts.ts'

const LineDialog = laterDialog(async () => (await import('./line-dialog.tsx')).LineDialog)

declare module '../define-feature.ts' {
  interface RefusedForms {
    line: { target: { orderId: string } | { lineId: string } }
  }
}

const shownFields = new Set(['kind', 'productId', 'description', 'quantity', 'unitPrice', 'unitCost', 'fromStock', 'included', 'percent', 'taxRateId'])

/** Parts and labour, edited over their order's dialog; a refused line has its own dialog. */
export const drafts = defineDrafts({
  draftKinds: {
    'line-add': ({ first, draft }) => ({ noun: menu.draft.line(), ...describeDraft('order_lines', draft), ...inOrder(first) }),
    'line-edit': ({ first, draft }) => ({
      noun: menu.draft.changeOfLine(),
      ...describeDraft('order_lines', draft),
      row: { collection: 'order_lines', id: first },
    }),
  },
  unknownDraftToText: (draft) => draftToText('order_lines', draft),
  corrects: {
    rows: {
      order_lines: {
        shownFields,
        ownerField: 'orderId',
        createToForm: ({ typed, ownerId, toSource }) =>
          ownerId === undefined ? undefined : { kind: 'line', target: { orderId: ownerId }, source: toSource(typed) },
        updateToForm: ({ id, typed, seen, toSource }) => ({ kind: 'line', target: { lineId: id }, source: toSource(typed, seen) }),
      },
    },
    forms: {
      line: {
        needs: ({ target }) => ['lineId' in target ? { collection: 'order_lines', id: target.lineId } : { collection: 'orders', id: target.orderId }],
        show: (props, { target }) => <LineDialog {...props} {...target} />,
      },
    },
  },
})
