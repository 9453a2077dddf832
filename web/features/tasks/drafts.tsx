import { draftToText } from '#web/forms/drafts/draft-text.ts'
import { defineDrafts } from '../define-feature.ts'
import { changeOfRow, describeDraft, inOrder } from '../draft-words.ts'
import { taskForms } from './form.ts'
import { laterDialog } from '#web/navigation/later.tsx'
import { menu } from '#web/language/menu-texts.ts'

const TaskDialog = laterDialog(async () => (await import('./task-dialog.tsx')).TaskDialog)

declare module '../define-feature.ts' {
  interface RefusedForms {
    /** `orderId`: the task's order; undefined for a task of the shop. */
    'task-add': { orderId: string | undefined }
    'task-edit': { taskId: string }
  }
}

export const drafts = defineDrafts({
  draftKinds: {
    // Drafts in an order's dialog are keyed by the order, those of the tasks view by the shop.
    'task-add': ({ first, draft }) =>
      first === draft.shopId
        ? { noun: menu.draft.shopTask(), ...describeDraft('tasks', draft), dialog: { kind: 'task-add' } }
        : { noun: menu.draft.taskOfOrder(), ...describeDraft('tasks', draft), ...inOrder(first) },
    'task-edit': changeOfRow('tasks', (taskId) => ({ kind: 'task-edit', taskId })),
  },
  unknownDraftToText: (draft) => draftToText('tasks', draft),
  corrects: {
    rows: {
      tasks: {
        shownFields: new Set(Object.values(taskForms.shop.rowFields)),
        ownerField: 'orderId',
        createToForm: ({ typed, ownerId, toSource }) => ({ kind: 'task-add', orderId: ownerId, source: toSource(typed) }),
        updateToForm: ({ id, typed, seen, toSource }) => ({ kind: 'task-edit', taskId: id, source: toSource(typed, seen) }),
      },
    },
    forms: {
      'task-add': {
        needs: ({ orderId }) => (orderId === undefined ? [] : [{ collection: 'orders', id: orderId }]),
        show: (props, { orderId }) => <TaskDialog {...props} orderId={orderId} />,
      },
      'task-edit': {
        needs: ({ taskId }) => [{ collection: 'tasks', id: taskId }],
        show: (props, { taskId }) => <TaskDialog {...props} taskId={taskId} />,
      },
    },
  },
})
