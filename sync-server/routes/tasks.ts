import { z } from 'zod'
import { taskListItemAnswer, type TaskListItem } from '#schema/api/row-answers.ts'
import { shopTaskCreateBody, shopTaskUpdateBody, taskCreateBody, taskUpdateBody } from '#schema/api/rows.ts'
import type { Task } from '#schema/collections/tasks.ts'
import { taskToListItem } from '#schema/wire.ts'
import type { Services } from '../services.ts'
import { findRow, listRows } from '../store/read.ts'
import { defineRoute, type Route } from './registry.ts'
import { getRow, readId, readRoute, readShopId, writeRoutes } from './row-routes.ts'

const readTasks = { who: 'member', action: 'read', collection: 'tasks' } as const

/** Earliest due first, then those without a date (AMB-105). */
const compareTasks = (one: Task, other: Task): number => {
  const [oneDue, otherDue] = [one.dueTimestamp ?? '9', other.dueTimestamp ?? '9']
  if (oneDue !== otherDue) return oneDue < otherDue ? -1 : 1
  if (one.createdAt !== other.createdAt) return one.createdAt < other.createdAt ? -1 : 1
  return one.id < other.id ? -1 : 1
}

async function toListItem({ reader }: Services, task: Task): Promise<TaskListItem> {
  const order = task.orderId === null ? undefined : await findRow(reader, 'orders', task.shopId, task.orderId)
  return taskToListItem(task, order, order && (await findRow(reader, 'customers', order.shopId, order.customerId)))
}

async function toListItems(services: Services, tasks: Task[]): Promise<TaskListItem[]> {
  return Promise.all(tasks.sort(compareTasks).map((task) => toListItem(services, task)))
}

export const taskRoutes: readonly Route[] = [
  defineRoute({
    method: 'GET',
    path: '/api/:shopId/tasks',
    summary: 'Tasks of the shop and of its orders, earliest due first, with what they show of their order',
    access: readTasks,
    answer: z.array(taskListItemAnswer),
    handler: async ({ services, params }) => toListItems(services, await listRows(services.reader, 'tasks', readShopId(params))),
  }),
  defineRoute({
    method: 'GET',
    path: '/api/:shopId/orders/:id/tasks',
    summary: 'Tasks of one order',
    access: readTasks,
    answer: z.array(taskListItemAnswer),
    handler: async ({ services, params }) => {
      const order = await getRow(services, 'orders', readShopId(params), readId(params))
      return toListItems(services, await listRows(services.reader, 'tasks', order.shopId, { equals: { orderId: order.id } }))
    },
  }),
  readRoute('tasks', 'tasks', 'task'),
  ...writeRoutes({ collection: 'tasks', segment: 'tasks', noun: 'task of an order', createBody: taskCreateBody, updateBody: taskUpdateBody }),
  ...writeRoutes({ collection: 'tasks', segment: 'shop-tasks', noun: 'task of the shop', createBody: shopTaskCreateBody, updateBody: shopTaskUpdateBody }),
]
