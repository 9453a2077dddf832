import { z } from 'zod'
import { rowAnswerByCollection } from '#schema/api/answers/row-answers.ts'
import { orderNoteCreateBody, orderNotesQuery, orderNoteUpdateBody } from '#schema/api/rows.ts'
import { listOrderNotes } from '../../queries/rows/shop-lists.ts'
import { defineRoute, type Route } from '../../registry/registry.ts'
import { getRow, readRoute, readShopId, restoreRouteAt, writeRoutes } from '../shop-data/row-routes.ts'

const [collection, segment, noun] = ['order_notes', 'order-notes', 'note of an order'] as const

export const orderNoteRoutes: readonly Route[] = [
  defineRoute({
    method: 'GET',
    path: `/api/:shopId/${segment}`,
    summary: 'Notes of the shop’s orders, or of one order, oldest first (DAY-04)',
    access: { who: 'member', action: 'read', collection },
    query: orderNotesQuery,
    answer: z.array(rowAnswerByCollection.order_notes),
    handler: async ({ services, steps, params, query }) => {
      const shopId = readShopId(params)
      const order = query.orderId === undefined ? undefined : await getRow(services, 'orders', shopId, query.orderId)
      return listOrderNotes(services.reader, steps, shopId, order?.id)
    },
  }),
  readRoute(collection, segment, noun),
  ...writeRoutes({ collection, segment, noun, createBody: orderNoteCreateBody, updateBody: orderNoteUpdateBody }),
  restoreRouteAt(collection, segment),
]
