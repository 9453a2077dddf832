import { afterAll, describe, expect, test } from 'vitest'
import type { Heads } from '#schema/api/sync.ts'
import type { CollectionName } from '#schema/collections/index.ts'
import { allRoutes } from '../all-routes.ts'
import { openCallers } from '../../testing/test-callers.ts'
import { makeExample, nameToRoute, routeToName } from '../../testing/test-examples.ts'
import { openRoutesWorld } from '../../testing/test-registry-world.ts'
import { openEvents } from '../../testing/test-sync-server.ts'

/** The collections that a listening device is notified of, by REST route. */
const movedByRoute: Readonly<Record<string, readonly CollectionName[]>> = {
  'POST /api/:shopId/customers': ['customers', 'activities'],
  'PUT /api/:shopId/customers/:id': ['customers', 'activities'],
  'DELETE /api/:shopId/customers/:id': ['customers', 'activities'],
  'POST /api/:shopId/customers/:id/restore': ['customers', 'activities'],
  'POST /api/:shopId/customers/:id/erase': ['customers', 'activities'],
  'POST /api/:shopId/imports': ['customers', 'activities'],
  'POST /api/:shopId/assets': ['assets', 'activities'],
  'PUT /api/:shopId/assets/:id': ['assets', 'activities'],
  'DELETE /api/:shopId/assets/:id': ['assets', 'activities'],
  'POST /api/:shopId/assets/:id/restore': ['assets', 'activities'],
  'GET /api/:shopId/orders/:id/passcode': ['passcode_views', 'activities'],
  'POST /api/:shopId/orders': ['orders', 'activities'],
  'PUT /api/:shopId/orders/:id': ['orders', 'activities'],
  'DELETE /api/:shopId/orders/:id': ['orders', 'activities'],
  'POST /api/:shopId/orders/:id/restore': ['orders', 'activities'],
  'POST /api/:shopId/tasks': ['tasks', 'activities'],
  'PUT /api/:shopId/tasks/:id': ['tasks', 'activities'],
  'DELETE /api/:shopId/tasks/:id': ['tasks', 'activities'],
  'POST /api/:shopId/tasks/:id/restore': ['tasks', 'activities'],
  'POST /api/:shopId/shop-tasks': ['tasks', 'activities'],
  'PUT /api/:shopId/shop-tasks/:id': ['tasks', 'activities'],
  'DELETE /api/:shopId/shop-tasks/:id': ['tasks', 'activities'],
  'POST /api/:shopId/payments': ['payments', 'activities'],
  'PUT /api/:shopId/payments/:id': ['payments', 'activities'],
  'DELETE /api/:shopId/payments/:id': ['payments', 'activities'],
  'POST /api/:shopId/payments/:id/restore': ['payments', 'activities'],
  'POST /api/:shopId/costs': ['costs', 'activities'],
  'PUT /api/:shopId/costs/:id': ['costs', 'activities'],
  'DELETE /api/:shopId/costs/:id': ['costs', 'activities'],
  'POST /api/:shopId/costs/:id/restore': ['costs', 'activities'],
  'POST /api/:shopId/order-lines': ['order_lines', 'products', 'activities'],
  'PUT /api/:shopId/order-lines/:id': ['order_lines', 'products', 'activities'],
  'DELETE /api/:shopId/order-lines/:id': ['order_lines', 'products', 'activities'],
  'POST /api/:shopId/order-lines/:id/restore': ['order_lines', 'products', 'activities'],
  'POST /api/:shopId/attachments': ['attachments', 'activities'],
  'PUT /api/:shopId/attachments/:id': ['attachments', 'activities'],
  'DELETE /api/:shopId/attachments/:id': ['attachments', 'activities'],
  'POST /api/:shopId/attachments/:id/restore': ['attachments', 'activities'],
  'PUT /api/:shopId/attachments/:id/content': ['attachments'],
  'POST /api/:shopId/estimates': ['estimates', 'activities'],
  'PUT /api/:shopId/estimates/:id': ['estimates', 'activities'],
  'DELETE /api/:shopId/estimates/:id': ['estimates', 'activities'],
  'POST /api/:shopId/estimates/:id/restore': ['estimates', 'activities'],
  'POST /api/:shopId/invoices': ['invoices', 'activities'],
  'PUT /api/:shopId/invoices/:id': ['invoices', 'activities'],
  'DELETE /api/:shopId/invoices/:id': ['invoices', 'activities'],
  'POST /api/:shopId/invoices/:id/restore': ['invoices', 'activities'],
  'POST /api/:shopId/invoices/:id/issue': ['invoices', 'activities'],
  'POST /api/:shopId/order-notes': ['order_notes', 'activities'],
  'PUT /api/:shopId/order-notes/:id': ['order_notes', 'activities'],
  'DELETE /api/:shopId/order-notes/:id': ['order_notes', 'activities'],
  'POST /api/:shopId/order-notes/:id/restore': ['order_notes', 'activities'],
  'POST /api/:shopId/purchases': ['purchases', 'activities'],
  'PUT /api/:shopId/purchases/:id': ['purchases', 'activities'],
  'DELETE /api/:shopId/purchases/:id': ['purchases', 'activities'],
  'POST /api/:shopId/purchases/:id/restore': ['purchases', 'activities'],
  'POST /api/:shopId/purchase-lines': ['purchase_lines', 'activities'],
  'PUT /api/:shopId/purchase-lines/:id': ['purchase_lines', 'activities'],
  'DELETE /api/:shopId/purchase-lines/:id': ['purchase_lines', 'activities'],
  'POST /api/:shopId/purchase-lines/:id/restore': ['purchase_lines', 'activities'],
  'POST /api/:shopId/stock-counts': ['stock_counts'],
  'PUT /api/:shopId/stock-counts/:id': ['stock_counts', 'activities'],
  'DELETE /api/:shopId/stock-counts/:id': ['stock_counts', 'activities'],
  'POST /api/:shopId/stock-counts/:id/restore': ['stock_counts', 'activities'],
  'POST /api/:shopId/stock-takes/:takeId/apply': ['stock_counts', 'products', 'activities'],
  'POST /api/:shopId/stock-takes/:takeId/undo': ['stock_counts', 'products', 'activities'],
  'POST /api/:shopId/messages': ['messages', 'activities'],
  'PUT /api/:shopId/messages/:id': ['messages', 'activities'],
  'DELETE /api/:shopId/messages/:id': ['messages', 'activities'],
  'POST /api/:shopId/messages/:id/restore': ['messages', 'activities'],
  'PUT /api/:shopId/message-rules': ['activities'],
  'POST /api/:shopId/estimates/:id/send': ['estimates', 'activities'],
  'POST /api/public/order-links/:token/messages': ['messages', 'activities'],
  'POST /api/public/estimates/:token/decision': ['estimates', 'activities'],
  'POST /api/shops/:shopId/dropoff-checklist': ['checklist_items', 'activities'],
  'PUT /api/shops/:shopId/dropoff-checklist/:itemId': ['checklist_items', 'activities'],
  'DELETE /api/shops/:shopId/dropoff-checklist/:itemId': ['checklist_items', 'activities'],
  'POST /api/shops/:shopId/orders/:id/dropoff-checklist-selections': ['checklist_selections', 'activities'],
  'POST /api/:shopId/checklist_selections/:id/restore': ['checklist_selections', 'activities'],
  'POST /api/:shopId/categories': ['categories', 'activities'],
  'PUT /api/:shopId/categories/:id': ['categories', 'activities'],
  'PATCH /api/:shopId/categories/:id': ['categories', 'activities'],
  'DELETE /api/:shopId/categories/:id': ['categories', 'activities'],
  'POST /api/:shopId/categories/bulk': ['categories', 'activities'],
  'POST /api/:shopId/categories/:id/restore': ['categories', 'activities'],
  'POST /api/:shopId/products': ['products', 'activities'],
  'PUT /api/:shopId/products/:id': ['products', 'activities'],
  'POST /api/:shopId/till-days': ['till_days', 'activities'],
  'PUT /api/:shopId/till-days/:id': ['till_days', 'activities'],
  'POST /api/:shopId/tax-rates': ['tax_rates', 'activities'],
  'PUT /api/:shopId/tax-rates/:id': ['tax_rates', 'activities'],
  'POST /api/:shopId/services': ['services', 'activities'],
  'PUT /api/:shopId/services/:id': ['services', 'activities'],
  'POST /api/:shopId/tests': ['tests', 'activities'],
  'PUT /api/:shopId/tests/:id': ['tests', 'activities'],
  'POST /api/:shopId/test-results': ['test_results', 'activities'],
  'PUT /api/:shopId/test-results/:id': ['test_results', 'activities'],
  'DELETE /api/:shopId/test-results/:id': ['test_results', 'activities'],
  'POST /api/:shopId/test-results/:id/restore': ['test_results', 'activities'],
  'POST /api/:shopId/suppliers': ['suppliers', 'activities'],
  'PUT /api/:shopId/suppliers/:id': ['suppliers', 'activities'],
  'DELETE /api/:shopId/suppliers/:id': ['suppliers', 'activities'],
  'POST /api/:shopId/suppliers/:id/restore': ['suppliers', 'activities'],
  'POST /api/shops/:id/users/:userId/employee': ['employees', 'activities'],
  'POST /api/entities/:id/employees': ['employees', 'activities'],
  'DELETE /api/entities/:id/employees/:employeeId': ['employees', 'activities'],
  'PUT /api/:shopId/employees/:employeeId': ['employees', 'activities'],
  'PUT /api/:shopId/profile': ['activities'],
  'PUT /api/:shopId/profile/logo': ['activities'],
  'DELETE /api/:shopId/profile/logo': ['activities'],
  'POST /api/:shopId/webhooks': ['activities'],
  'PUT /api/:shopId/webhooks/:id': ['activities'],
  'DELETE /api/:shopId/webhooks/:id': ['activities'],
  'POST /api/public/:shopId/customers': ['customers', 'activities'],
  'POST /api/public/:shopId/orders': ['orders', 'activities'],
  'PUT /api/public/:shopId/orders/:id/photos/:photoId': ['attachments', 'activities'],
  'PUT /api/public/:shopId/email': ['customers', 'activities'],
}

const world = await openRoutesWorld()
const callers = await openCallers(world)
const device = (await callers.sign('administrator', 'none')).headers
const stream = await openEvents(`${world.server.url}/api/sync/live`, device)
afterAll(async () => {
  stream.close()
  await world.close()
})

const readFeed = () => world.services.reader.selectFrom('shop_feed').select(['epoch', 'seq']).where('shop_id', '=', world.shop.shopId).executeTakeFirstOrThrow()

async function waitForHeads(collections: readonly CollectionName[], seq: number): Promise<void> {
  const waiting = new Set(collections)
  while (waiting.size > 0) {
    const { name, data } = await stream.next(10_000)
    const heads = name === 'heads' ? (data as Heads)[world.shop.shopId] : undefined
    for (const collection of waiting) if ((heads?.[collection] ?? 0) > seq) waiting.delete(collection)
  }
}

describe('a write over REST reaches a device that listens', () => {
  test('every route that writes rows of a shop is in the table', () => {
    const isOfRows = ({ method, path, access }: (typeof allRoutes)[number]) =>
      method !== 'GET' &&
      (access.who === 'member' || access.who === 'customer' || /employees/.test(path)) &&
      !/\/(config|thumbnail|try|links|webhooks\/:id\/test|repeat)$/.test(path)
    const named = new Set(Object.keys(movedByRoute))
    expect(
      allRoutes
        .filter(isOfRows)
        .map(routeToName)
        .filter((name) => !named.has(name)),
    ).toEqual([])
  })

  test.each(Object.entries(movedByRoute))('%s', async (name, collections) => {
    const route = nameToRoute(name)
    const caller = await callers.sign(route.access.who === 'customer' ? 'customer' : 'administrator', 'none')
    const { address, body, content } = await makeExample(name, world.shop, caller.userId)
    const { epoch, seq } = await readFeed()
    const { status, text } = await world.server.client().send(route.method, address, { headers: caller.headers, body, ...(content && { rawBody: content }) })
    expect([status, text]).toEqual([200, text])
    await waitForHeads(collections, seq)
    for (const collection of collections) {
      const pull = { collection, limit: 100, checkpoint: { [world.shop.shopId]: { epoch, seq } } }
      const answer = await world.server.client().post('/api/sync/pull', pull, { headers: device })
      expect((answer.json as { documents: unknown[] }).documents.length).toBeGreaterThan(0)
    }
  })
})
