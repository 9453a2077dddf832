import { defineCollection, type DocumentOf } from '../../collection.ts'
import { flag, longTextMaxLength, optionalInstant, optionalReference, text } from '../../fields.ts'
import { taskSortKey, taskSortKeyMaxLength } from '../../values/task-sort.ts'

export const tasks = defineCollection({
  name: 'tasks',
  fields: {
    orderId: optionalReference('Order', 'orders', { onParentDelete: { action: 'cascade' } }),
    assignedEmployeeId: optionalReference('Assigned to', 'employees', {
      onParentDelete: { action: 'refuse', message: 'This employee is assigned to orders or tasks; unassign first.' },
    }),
    description: text('Description', { required: 'Task description is required', max: longTextMaxLength, merge: 'text' }),
    dueTimestamp: optionalInstant('Due date'),
    completed: flag('Completed'),
  },
  access: { read: 'member', create: 'member', update: 'member', delete: 'member' },
  audit: { noun: 'task', titleField: 'description' },
  localKeys: {
    sortKey: { maxLength: taskSortKeyMaxLength, of: (task) => taskSortKey(task), serverOf: (task) => taskSortKey(task) },
    orderKey: { maxLength: 36, of: ({ orderId }) => orderId ?? '', standsFor: 'orderId' },
  },
  localIndexes: [['shopId', 'sortKey'], ['orderKey']],
})

export type Task = DocumentOf<typeof tasks>
