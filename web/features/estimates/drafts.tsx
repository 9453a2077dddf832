import { laterDialog } from '#web/navigation/later.tsx'
import { defineDrafts, type DraftWords, type LeftDraft } from '../define-feature.ts'
import { inOrder } from '../draft-words.ts'
import { describeEstimateDraft } from './estimate-draft-text.ts'
import { menu } from '#web/language/menu-texts.ts'

const EstimateDialog = laterDialog(async () => (await import('./estimate-dialog.tsx')).EstimateDialog)

declare module '../define-feature.ts' {
  interface RefusedForms {
    estimate: { target: { orderId: string } | { estimateId: string } }
  }
}

const shownFields = new Set(['lines', 'note', 'validUntil'])

const ofEstimate =
  (noun: string) =>
  ({ first, draft }: LeftDraft): DraftWords => ({ noun, title: '', text: describeEstimateDraft(draft), row: { collection: 'estimates', id: first } })

/** Estimates of an order and their answers, edited over the order's dialog; a refused draft has its own dialog. */
export const drafts = defineDrafts({
  draftKinds: {
    'estimate-add': ({ first, draft }) => ({ noun: menu.draft.estimate(), title: '', text: describeEstimateDraft(draft), ...inOrder(first) }),
    'estimate-edit': ofEstimate(menu.draft.changeOfEstimate()),
    'estimate-answer': ofEstimate(menu.draft.answerToEstimate()),
  },
  unknownDraftToText: describeEstimateDraft,
  corrects: {
    rows: {
      estimates: {
        shownFields,
        ownerField: 'orderId',
        createToForm: ({ typed, ownerId, toSource }) =>
          ownerId === undefined ? undefined : { kind: 'estimate', target: { orderId: ownerId }, source: toSource(typed) },
        updateToForm: ({ id, typed, seen, toSource }) => ({ kind: 'estimate', target: { estimateId: id }, source: toSource(typed, seen) }),
      },
    },
    forms: {
      estimate: {
        needs: ({ target }) => ['estimateId' in target ? { collection: 'estimates', id: target.estimateId } : { collection: 'orders', id: target.orderId }],
        show: (props, { target }) => <EstimateDialog {...props} {...target} />,
      },
    },
  },
})
