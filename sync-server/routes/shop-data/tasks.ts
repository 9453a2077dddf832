import { z } from 'zod'
import { taskListItemAnswer, type TaskListItem } from '#schema/api/answers/row-answers.ts'
import { shopTaskCreateBody, shopTaskUpdateBody, taskCreateBody, taskUpdateBody } from '#schema/api/rows.ts'
import type { Task } from '#schema/collections/work/tasks.ts'
import { sortInSteps, type ListSteps } from '../../lists/list-steps.ts'
import type { List } from '../../lists/list.ts'
import type { Services } from '../../services.ts'
import { readKeys, readTaskListItems, type KeyWay } from '../../queries/rows/list-rows.ts'
import { defineRoute, type Route } from '../../registry/registry.ts'
import { getRow, readId, readRoute, readShopId, writeRoutes } from './row-routes.ts'

const readTasks = { who: 'member', action: 'read', collection: 'tasks' } as const

type TaskKey = Pick<Task, 'id' | 'createdAt' | 'dueTimestamp'>

/** Earliest due first, then those without a date (AMB-105). */
const compareTasks = (one: TaskKey, other: TaskKey): number => {
  const [oneDue, otherDue] = [one.dueTimestamp ?? '9', other.dueTimestamp ?? '9']
  if (oneDue !== otherDue) return oneDue < otherDue ? -1 : 1
  if (one.createdAt !== other.createdAt) return one.createdAt < other.createdAt ? -1 : 1
  return one.id < other.id ? -1 : 1
}

async function listTasks({ reader }: Services, steps: ListSteps, shopId: string, way: KeyWay): Promise<List<TaskListItem>> {
  const keys = await sortInSteps(steps, await readKeys(reader, steps, 'tasks', shopId, ['dueTimestamp'], way), compareTasks)
  return { ids: keys.map(({ id }) => id), read: (ids) => readTaskListItems(reader, shopId, ids) }
}

export const taskRoutes: readonly Route[] = [
  defineRoute({
    method: 'GET',
    path: '/api/:shopId/tasks',
    summary: 'Tasks of the shop and of its orders, earliest due first, with what they show of their order',
    access: readTasks,
    answer: z.array(taskListItemAnswer),
    handler: ({ services, steps, params }) => listTasks(services, steps, readShopId(params), { way: 'feed' }),
  }),
  defineRoute({
    method: 'GET',
    path: '/api/:shopId/orders/:id/tasks',
    summary: 'Tasks of one order',
    access: readTasks,
    answer: z.array(taskListItemAnswer),
    handler: async ({ services, steps, params }) => {
      const order = await getRow(services, 'orders', readShopId(params), readId(params))
      return listTasks(services, steps, order.shopId, { way: 'parent', field: 'orderId', id: order.id })
    },
  }),
  readRoute('tasks', 'tasks', 'task'),
  ...writeRoutes({ collection: 'tasks', segment: 'tasks', noun: 'task of an order', createBody: taskCreateBody, updateBody: taskUpdateBody }),
  ...writeRoutes({ collection: 'tasks', segment: 'shop-tasks', noun: 'task of the shop', createBody: shopTaskCreateBody, updateBody: shopTaskUpdateBody }),
]
