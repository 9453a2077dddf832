import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderShop } from '#web/testing/render-shop.tsx'
import { addCustomer, addOrder, createOp } from '#web/testing/shop-rows.ts'
import { makeShop } from '#web/testing/shop-server.ts'

test('what the part of a line cost is a cost of its order, marked "Part", also where the quote includes it (PRICE-07)', async () => {
  const shop = makeShop({ privileges: ['view_report'] })
  await renderShop({
    shop,
    at: `/${shop.id}/reports`,
    rest: {
      'GET /api/*/payments': () => shop.api.pullAll('payments'),
      'GET /api/*/costs': () => shop.api.pullAll('costs'),
      'GET /api/*/order-lines': () => shop.api.pullAll('order_lines'),
    },
    seed: async () => {
      const orderId = await addOrder(shop, { customerId: await addCustomer(shop, { name: 'Ann' }), itemDetails: 'Phone' })
      const line = { orderId, kind: 'part', description: 'Screen', unitPrice: 0 }
      await shop.api.write(shop.id, [
        createOp('order_lines', { ...line, quantity: 2, unitCost: 16.5, included: true }),
        createOp('order_lines', { ...line, quantity: 1, description: 'Glue' }),
        createOp('costs', { orderId, costAmount: 7 }),
      ])
    },
  })
  const lines = page.getByRole('listitem').filter({ hasText: '-$' })
  await expect.element(lines.filter({ hasText: 'Screen × 2' })).toMatchTextContent('-$33.00Part')
  await expect.poll(() => lines.elements().length).toBe(2)
  await expect.element(page.getByRole('definition').filter({ hasText: '-$40.00' }).first()).toBeVisible()
})
