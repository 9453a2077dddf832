import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { v7 } from 'uuid'
import { privilegeNames } from '#schema/privileges.ts'
import { Administration } from '#web/testing/administration-rest.ts'
import type { Rest } from '#web/testing/answer-rest.ts'
import { expectNoFaults, findFaults, findFaultsOfDark } from '#web/testing/find-page-faults.ts'
import { renderShop } from '#web/testing/render-shop.tsx'
import { choice, press, syncBadge } from '#web/testing/screen.ts'
import { addCustomer, addOrder, addOrders, createOp } from '#web/testing/shop-rows.ts'
import { makeShop, type TestShop } from '#web/testing/shop-server.ts'

const screens = [
  { screen: 'a desktop, light and dark', width: 1280, height: 800 },
  { screen: 'a phone', width: 390, height: 844 },
] as const

function restOfLists({ person, api }: TestShop): Rest {
  const at = new Date().toISOString()
  const deleted = { collection: 'orders', id: v7(), title: 'Deleted amplifier', details: ['Axel Axe'], deletedAt: at, deletedBy: person.name }
  const op = { action: 'create', collection: 'tasks', id: v7(), values: { description: '' } }
  const refused = { id: v7(), user: null, typedAt: at, refusedAt: at, ops: [op], unreadable: null, titleByRow: {} }
  return {
    'GET /api/*/activities': () => [],
    'GET /api/*/payments': () => api.pullAll('payments'),
    'GET /api/*/costs': () => api.pullAll('costs'),
    'GET /api/*/order-lines': () => api.pullAll('order_lines'),
    'GET /api/*/deleted': () => ({
      rows: [{ ...deleted, restorableUntil: at, wentWith: [], deletion: v7(), mayRestore: true, needs: null }],
      next: null,
    }),
    'GET /api/*/refused-changes': () => ({
      entries: [{ ...refused, error: { code: 'VALIDATION_ERROR', message: 'Task description is required' } }],
      nextCursor: null,
    }),
  }
}

for (const { screen, width, height } of screens) {
  test(`no view has accessibility faults on ${screen}`, async () => {
    await page.viewport(width, height)
    const shop = makeShop({ privileges: privilegeNames })
    await addOrders(shop, 37)
    const customerId = await addCustomer(shop, { name: 'Axel Axe', email: 'axel@example.org' })
    const orderId = await addOrder(shop, { customerId, itemDetails: 'Axe amplifier', priority: true, repeat: true, quotedCost: '10' })
    await addOrder(shop, { customerId, itemDetails: 'Finished amplifier', status: 'Picked up' })
    await shop.api.write(shop.id, [
      createOp('tasks', { orderId, description: 'Overdue', completed: false, dueTimestamp: '2026-01-05T10:00:00.000Z' }),
      createOp('payments', { orderId, paymentAmount: 113, afterTax: true, paymentText: 'Cash' }),
      createOp('costs', { orderId, costAmount: 40, afterTax: false, costText: 'Fan' }),
    ])
    shop.server.put('activities', shop.id, {
      userId: shop.person.userId,
      auditText: "Order 'Finished amplifier' of 'Axel Axe' created",
      arrivedAt: null,
      orderId,
      customerId,
    })
    await renderShop({ shop, rest: restOfLists(shop) })
    const main = page.getByRole('main')

    await expect.element(main.getByText(/^Showing 1-20 of/)).toBeVisible()
    await expectNoFaults('orders')
    await syncBadge().click()
    await expect.element(page.getByRole('dialog', { name: 'Sync' }).getByRole('region', { name: 'This device' })).toBeVisible()
    await expectNoFaults('sync panel')
    await press('Escape')
    await page.getByRole('searchbox').fill('amplifier')
    await expect.element(main.getByText('Axe amplifier')).toBeVisible()
    await expectNoFaults('orders, filtered')
    await page.getByRole('searchbox').fill('nothing like this')
    await expect.element(page.getByText('No orders match your search criteria')).toBeVisible()
    await expectNoFaults('orders, nothing found')
    await page.getByRole('button', { name: 'Clear Filters' }).first().click()

    for (const [view, text] of [
      ['Customers', 'Axel Axe'],
      ['Tasks', 'Overdue'],
      ['Inventory', 'Inventory'],
      ['Activities', /Finished amplifier' of/],
      ['Reports', 'Net Profit'],
    ] as const) {
      await page
        .getByRole('navigation', { name: 'Views' })
        .getByRole('link', { name: new RegExp(`^${view}`) })
        .first()
        .click()
      await expect.element(main.getByText(text).first()).toBeVisible()
      if (view === 'Reports') {
        await choice(page, 'Date').selectOptions('Any time')
        await expect.element(main.getByText('From the server')).toBeVisible()
        await page.getByRole('checkbox', { name: 'Exclude Tax (%)' }).click()
        await page.getByRole('spinbutton', { name: 'Tax (%)' }).fill('101')
        await expect.element(main.getByText('AT', { exact: true }).first()).toBeVisible()
      }
      await expectNoFaults(view)
    }
  })

  test(`no page by its address has accessibility faults on ${screen}`, async () => {
    await page.viewport(width, height)
    const shop = makeShop({ privileges: privilegeNames })
    const administration = new Administration(shop.server)
    administration.link(administration.addEntity('Fixit Group', 'Mia Berg'), shop.id)
    const customerId = await addCustomer(shop, { name: 'Axel Axe', email: 'axel@example.org' })
    await addOrder(shop, { customerId, itemDetails: 'Axe amplifier', priority: true })
    const app = await renderShop({ shop, rest: { ...administration.restOf(shop.person), ...restOfLists(shop) } })
    const main = page.getByRole('main')
    for (const [address, text] of [
      [`/${shop.id}/orders/${customerId}`, 'Orders for Axel Axe'],
      [`/${shop.id}/recently-deleted`, 'Deleted amplifier'],
      [`/${shop.id}/activities/refused-changes`, 'The server said: Task description is required'],
      ['/profile', 'Profile Settings'],
      ['/shop-settings', 'Shop Settings'],
      ['/entity-settings', 'Entity Settings'],
      ['/app-settings', 'App Settings'],
    ] as const) {
      await app.goTo(address)
      await expect.element(main.getByText(text).first()).toBeVisible()
      await expect.poll(() => document.querySelector('[aria-busy="true"]')).toBeNull()
      await expectNoFaults(address)
    }
  })
}

test('the finder of faults sees a button without a name, and faint text in the dark theme', async () => {
  const button = document.createElement('button')
  const text = document.createElement('p')
  text.textContent = 'Faint in the dark'
  text.style.color = 'light-dark(#000, #333)'
  text.style.background = 'light-dark(#fff, #222)'
  document.body.append(button, text)
  const idsOf = (faults: { id: string }[]) => faults.map(({ id }) => id)
  const inLight = idsOf(await findFaults())
  expect(inLight).toContain('button-name')
  expect(inLight).not.toContain('color-contrast')
  expect(idsOf(await findFaultsOfDark())).toEqual(['color-contrast'])
  button.remove()
  text.remove()
})
