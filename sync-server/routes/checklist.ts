import { checklistSelectionsBody } from '#schema/api/rows.ts'
import { replaceChecklistSelections } from '../commands/replace-checklist-selections.ts'
import { listRows } from '../store/read.ts'
import { defineRoute, type Route } from './registry.ts'
import { getRow, readId, readShopId } from './row-routes.ts'

const selectionsPath = '/api/shops/:shopId/orders/:id/dropoff-checklist-selections'

export const checklistRoutes: readonly Route[] = [
  defineRoute({
    method: 'GET',
    path: '/api/shops/:shopId/dropoff-checklist',
    summary: "Items of the shop's drop-off checklist, in the order in which they were added",
    access: { who: 'member', action: 'read', collection: 'checklist_items' },
    handler: async ({ services, params }) => {
      const items = await listRows(services.reader, 'checklist_items', readShopId(params))
      return items.map(({ id, name }) => ({ id, name }))
    },
  }),
  defineRoute({
    method: 'GET',
    path: selectionsPath,
    summary: 'Ids of the checklist items that are ticked on an order',
    access: { who: 'member', action: 'read', collection: 'checklist_selections' },
    handler: async ({ services, params }) => {
      const order = await getRow(services, 'orders', readShopId(params), readId(params))
      const selections = await listRows(services.reader, 'checklist_selections', order.shopId, { equals: { orderId: order.id } })
      return { checklistIds: selections.map(({ dropoffChecklistId }) => dropoffChecklistId) }
    },
  }),
  defineRoute({
    method: 'POST',
    path: selectionsPath,
    summary: 'Tick exactly these checklist items on an order',
    access: { who: 'member', action: 'create', collection: 'checklist_selections' },
    body: checklistSelectionsBody,
    handler: async ({ services, caller, params, body }) => {
      const order = await getRow(services, 'orders', readShopId(params), readId(params))
      const current = await listRows(services.reader, 'checklist_selections', order.shopId, { equals: { orderId: order.id } })
      await replaceChecklistSelections(services, caller, order.shopId, order.id, { current, wanted: body.checklistIds })
      return { checklistIds: [...new Set(body.checklistIds)] }
    },
  }),
]
