import { z } from 'zod'
import { taskListItemAnswer } from '#schema/api/answers/row-answers.ts'
import { shopTaskCreateBody, shopTaskUpdateBody, taskCreateBody, taskUpdateBody } from '#schema/api/rows.ts'
import { listTasks } from '../../queries/rows/shop-lists.ts'
import { defineRoute, type Route } from '../../registry/registry.ts'
import { getRow, readId, readRoute, readShopId, writeRoutes } from './row-routes.ts'

const readTasks = { who: 'member', action: 'read', collection: 'tasks' } as const

export const taskRoutes: readonly Route[] = [
  defineRoute({
    method: 'GET',
    path: '/api/:shopId/tasks',
    summary: 'Tasks of the shop and of its orders, earliest due first, with what they show of their order',
    access: readTasks,
    answer: z.array(taskListItemAnswer),
    handler: ({ services, steps, params }) => listTasks(services.reader, steps, readShopId(params)),
  }),
  defineRoute({
    method: 'GET',
    path: '/api/:shopId/orders/:id/tasks',
    summary: 'Tasks of one order',
    access: readTasks,
    answer: z.array(taskListItemAnswer),
    handler: async ({ services, steps, params }) => {
      const order = await getRow(services, 'orders', readShopId(params), readId(params))
      return listTasks(services.reader, steps, order.shopId, order.id)
    },
  }),
  readRoute('tasks', 'tasks', 'task'),
  ...writeRoutes({ collection: 'tasks', segment: 'tasks', noun: 'task of an order', createBody: taskCreateBody, updateBody: taskUpdateBody }),
  ...writeRoutes({ collection: 'tasks', segment: 'shop-tasks', noun: 'task of the shop', createBody: shopTaskCreateBody, updateBody: shopTaskUpdateBody }),
]
