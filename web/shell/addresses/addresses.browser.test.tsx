import { describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderShop } from '#web/testing/render-shop.tsx'
import { dialogOf, expectAddress, ordersTable, press, toast } from '#web/testing/screen.ts'
import { addCustomer, addOrder, addTask } from '#web/testing/shop-rows.ts'
import { makePerson, makeShop } from '#web/testing/shop-server.ts'

const missingId = '0196c0de-0000-7000-8000-000000000000'
const tab = (name: string) =>
  page
    .getByRole('navigation', { name: 'Views' })
    .getByRole('link', { name: new RegExp(`^${name}`) })
    .first()

describe('addresses of the dashboard', () => {
  test('lead from / to the first shop by name, and keep the view when the shop is changed', async () => {
    const first = makeShop({ name: 'Anchor Lab', color: '#b45309' })
    const second = makeShop({ name: 'bay Lab', on: first })
    await renderShop({ shop: first, at: '/' })
    await expectAddress(`/${first.id}/orders`)
    await tab('Customers').click()
    await expectAddress(`/${first.id}/customers`)
    await page.getByRole('button', { name: `Shop: ${first.name}` }).click()
    await page.getByRole('menuitemradio', { name: second.name }).click()
    await expectAddress(`/${second.id}/customers`)
    await expect.element(page.getByRole('button', { name: `Shop: ${second.name}` })).toBeVisible()
  })

  test('of the settings belong to no shop; their bar shows the last one, also after a reload', async () => {
    const first = makeShop({ name: 'Anchor Lab' })
    const second = makeShop({ name: 'Bay Lab', on: first })
    const app = await renderShop({ shop: first, at: `/${second.id}/customers` })
    await expect.element(page.getByRole('heading', { name: 'Customers', level: 1 })).toBeVisible()
    await app.goTo('/shop-settings')
    await expect.element(page.getByRole('button', { name: `Shop: ${second.name}` })).toBeVisible()
    await app.reload()
    await expect.element(page.getByRole('button', { name: `Shop: ${second.name}` })).toBeVisible()
  })

  test('fall back to orders for a view that does not exist, and to the first shop for one that is not theirs', async () => {
    const shop = makeShop({ alias: 'alias-of-it' })
    const app = await renderShop({ shop })
    for (const address of [`/${shop.id}`, `/${shop.id}/nonsense`, `/${missingId}/orders`, `/${missingId}`, '/not-a-shop/orders', '/login']) {
      await app.goTo(address)
      await expectAddress(shop.path)
    }
    await app.goTo(`/${missingId}/tasks`)
    await expectAddress(`/${shop.id}/tasks`)
  })

  test('may name the shop by its alias', async () => {
    const shop = makeShop({ alias: 'alias-of-it' })
    const app = await renderShop({ shop, at: '/alias-of-it/customers' })
    await expect.element(page.getByRole('heading', { name: 'Customers', level: 1 })).toBeVisible()
    await expect.element(page.getByRole('button', { name: `Shop: ${shop.name}` })).toBeVisible()
    await expectAddress('/alias-of-it/customers')
    await app.goTo('/alias-of-it')
    await expectAddress(shop.path)
  })

  test("open a customer's orders and an order by id; selecting Orders clears the customer", async () => {
    const shop = makeShop()
    const customerId = await addCustomer(shop, { name: 'Cora Deep' })
    const orderId = await addOrder(shop, { customerId, itemDetails: 'Deep link radio' })
    const app = await renderShop({ shop })
    for (const address of [`/${shop.id}/orders/${customerId}`, `/${shop.id}/orders/customer/${customerId}`]) {
      await app.goTo(address)
      await expect.element(page.getByRole('heading', { name: 'Orders for Cora Deep' })).toBeVisible()
    }
    await tab('Orders').click()
    await expectAddress(shop.path)
    await expect.element(page.getByRole('heading', { name: 'Orders', exact: true })).toBeVisible()
    // `goTo` resolves once the frame is accessible, which the dialog prevents.
    const opening = app.goTo(`/${shop.id}/orders/order/${orderId}`)
    await expect.element(dialogOf('Edit Order')).toBeVisible()
    await press('Escape')
    await opening
    await expectAddress(shop.path)
    await ordersTable().getByRole('row').filter({ hasText: 'Deep link radio' }).click()
    await expectAddress(`/${shop.id}/orders/order/${orderId}`)
    await press('Escape')
    for (const [address, text] of [
      ['orders/order', 'No order selected'],
      ['orders/customer', 'No customer selected'],
    ] as const) {
      await app.goTo(`/${shop.id}/${address}`)
      await expect.element(toast()).toMatchTextContent(text)
      await expectAddress(shop.path)
      await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
    }
  })

  test("show nothing of another shop's customer, order or task under this one, and lead to the right shop", async () => {
    const here = makeShop()
    const there = makeShop({ on: here })
    const person = makePerson({ shops: [here, there] })
    const customerId = await addCustomer(there, { name: 'Cora Elsewhere' })
    const orderId = await addOrder(there, { customerId, itemDetails: 'Harbour radio' })
    const taskId = await addTask(there, { description: 'Harbour errand' })
    const app = await renderShop({ shop: here, person, at: there.path })
    await expect.element(ordersTable().getByRole('row').filter({ hasText: 'Harbour radio' })).toBeVisible()

    await app.goTo(`/${here.id}/orders/${customerId}`)
    await expect.element(page.getByRole('heading', { name: `This customer belongs to ${there.name}` })).toBeVisible()
    await expect.element(page.getByText(/Cora Elsewhere/)).not.toBeInTheDocument()
    await expect.element(page.getByRole('button', { name: 'Edit Customer' })).not.toBeInTheDocument()
    await page.getByRole('link', { name: 'Open there' }).click()
    await expect.element(page.getByRole('heading', { name: 'Orders for Cora Elsewhere' })).toBeVisible()

    for (const [address, noun, dialogName] of [
      [`orders/order/${orderId}`, 'order', 'Edit Order'],
      [`tasks/task/${taskId}`, 'task', 'Edit Shop Task'],
    ] as const) {
      const opening = app.goTo(`/${here.id}/${address}`)
      const note = dialogOf(`This ${noun} belongs to ${there.name}`)
      await expect.element(note).toBeVisible()
      await expect.element(page.getByText(/Harbour (radio|errand)/)).not.toBeInTheDocument()
      await note.getByRole('link', { name: 'Open it there' }).click()
      await expect.element(dialogOf(dialogName)).toBeVisible()
      await expectAddress(new RegExp(`^/${there.id}/`))
      await press('Escape')
      await opening
    }
  })
})
