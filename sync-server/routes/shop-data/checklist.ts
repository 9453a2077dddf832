import { z } from 'zod'
import { checklistItemBody } from '#schema/api/administration.ts'
import { checklistItemAnswer, checklistSelectionsAnswer } from '#schema/api/answers/row-answers.ts'
import { checklistSelectionsBody } from '#schema/api/rows.ts'
import { replaceChecklistSelections } from '../../commands/replace-checklist-selections.ts'
import { addChecklistItem, deleteChecklistItem, renameChecklistItem } from '../../commands/write-checklist-item.ts'
import { listRows } from '../../queries/rows/read-rows.ts'
import { listChecklistItems } from '../../queries/rows/shop-lists.ts'
import { defineRoute, emptyAnswer, type Route } from '../../registry/registry.ts'
import { getRow, readId, readParam, readShopId } from './row-routes.ts'

const itemPath = '/api/shops/:shopId/dropoff-checklist/:itemId'
const selectionsPath = '/api/shops/:shopId/orders/:id/dropoff-checklist-selections'

export const checklistRoutes: readonly Route[] = [
  defineRoute({
    method: 'GET',
    path: '/api/shops/:shopId/dropoff-checklist',
    summary: "Items of the shop's drop-off checklist, in the order in which they were added",
    access: { who: 'member', action: 'read', collection: 'checklist_items' },
    answer: z.array(checklistItemAnswer),
    handler: ({ services, steps, params }) => listChecklistItems(services.reader, steps, readShopId(params)),
  }),
  defineRoute({
    method: 'POST',
    path: '/api/shops/:shopId/dropoff-checklist',
    summary: 'Add an item to the checklist of the own shop (AMB-30)',
    access: { who: 'member' },
    body: checklistItemBody,
    answer: checklistItemAnswer,
    handler: ({ services, caller, params, body }) => addChecklistItem(services, caller, readShopId(params), body.name),
  }),
  defineRoute({
    method: 'PUT',
    path: itemPath,
    summary: 'Rename an item of the checklist',
    access: { who: 'member' },
    body: checklistItemBody,
    answer: checklistItemAnswer,
    handler: ({ services, caller, params, body }) => renameChecklistItem(services, caller, readShopId(params), readParam(params, 'itemId'), body.name),
  }),
  defineRoute({
    method: 'DELETE',
    path: itemPath,
    summary: 'Delete an item of the checklist with its ticks',
    access: { who: 'member' },
    answer: emptyAnswer,
    handler: ({ services, caller, params }) => deleteChecklistItem(services, caller, readShopId(params), readParam(params, 'itemId')),
  }),
  defineRoute({
    method: 'GET',
    path: selectionsPath,
    summary: 'Ids of the checklist items that are ticked on an order',
    access: { who: 'member', action: 'read', collection: 'checklist_selections' },
    answer: checklistSelectionsAnswer,
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
    answer: checklistSelectionsAnswer,
    handler: async ({ services, caller, params, body }) => {
      const order = await getRow(services, 'orders', readShopId(params), readId(params))
      const current = await listRows(services.reader, 'checklist_selections', order.shopId, { equals: { orderId: order.id } })
      await replaceChecklistSelections(services, caller, order.shopId, order.id, { current, wanted: body.checklistIds })
      return { checklistIds: [...new Set(body.checklistIds)] }
    },
  }),
]
