import { orderNoteCreateBody, orderNoteUpdateBody } from '#schema/api/rows.ts'
import type { Route } from '../../registry/registry.ts'
import { listPartsRoute, readRoute, restoreRouteAt, writeRoutes } from '../shop-data/row-routes.ts'

const [collection, segment, noun] = ['order_notes', 'order-notes', 'note of an order'] as const

export const orderNoteRoutes: readonly Route[] = [
  listPartsRoute(collection, segment, 'Notes of the shop’s orders, or of one order, oldest first (DAY-04)'),
  readRoute(collection, segment, noun),
  ...writeRoutes({ collection, segment, noun, createBody: orderNoteCreateBody, updateBody: orderNoteUpdateBody }),
  restoreRouteAt(collection, segment),
]
