import { ListChecks } from 'lucide-react'
import { defineFeature } from '../define-feature.ts'
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
})
