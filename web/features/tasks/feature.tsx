import { ListChecks } from 'lucide-react'
import { draftToText } from '#web/forms/drafts/draft-text.ts'
import { defineFeature } from '../define-feature.ts'
import { changeOfRow, describeDraft, inOrder } from '../draft-words.ts'
import { taskForms } from './form.ts'
import { laterDialog, laterView } from '#web/navigation/later.tsx'
import { menu } from '#web/language/menu-texts.ts'

const TaskDialog = laterDialog(async () => (await import('./task-dialog.tsx')).TaskDialog)
const TasksView = laterView(async () => (await import('./tasks-view.tsx')).TasksView)

declare module '#web/navigation/paths.ts' {
  interface DashboardTabs {
    tasks: true
  }
}

declare module '#web/navigation/dialogs.ts' {
  interface DialogRequests {
    'task-add': {}
    'task-edit': { taskId: string }
  }
}

declare module '../define-feature.ts' {
  interface RefusedForms {
    /** `orderId`: the task's order; undefined for a task of the shop. */
    'task-add': { orderId: string | undefined }
    'task-edit': { taskId: string }
  }
}

export const tasks = defineFeature({
  name: 'tasks',
  views: [
    {
      tab: 'tasks',
      label: menu.tasks(),
      Icon: ListChecks,
      count: { label: menu.tasksDue(), tone: 'warn', read: ({ tasksDue }) => tasksDue },
      hotkey: { keys: 'g t', place: 3 },
      show: ({ shop }) => <TasksView shopId={shop.id} />,
    },
  ],
  dialogs: {
    'task-add': ({ shopId, onClose }) => <TaskDialog shopId={shopId} onClose={onClose} />,
    'task-edit': ({ shopId, request: { taskId }, onClose }) => <TaskDialog key={taskId} shopId={shopId} taskId={taskId} onClose={onClose} />,
  },
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
