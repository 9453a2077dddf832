import type { Locator } from '@playwright/test'
import { createOp } from '#scripts/process-tests/api-client.ts'
import { expect, field, openSignedIn, syncBadge, test, waitForOfflineShell, waitUntilSynced } from '../harness/fixtures.ts'
import { holdRequests } from '../harness/hold-requests.ts'
import { addCustomer, addOrder } from '../harness/rows.ts'
import { openSlowLink } from '../harness/slow-link.ts'

test.describe('addresses of the dashboard', () => {
  test.use({ serviceWorkers: 'allow' })

  test('open the same places after a cold start without a network', { tag: '@long' }, async ({ makeShop, newProfile, server }) => {
    // Each address is a cold start, and opening the local database is slow on a loaded machine.
    test.setTimeout(300_000)
    const alias = `cold-${Date.now()}`
    const shop = await makeShop({ alias, privileges: ['view_activity', 'view_report', 'view_entity_setting'] })
    const foreign = await makeShop()
    const customerId = await addCustomer(shop, { name: 'Cold Cora' })
    const orderId = await addOrder(shop, { customerId, itemDetails: 'Cold start radio' })
    await addOrder(shop, { customerId, itemDetails: 'Fixed lamp', status: 'Fixed' })
    const task = createOp('tasks', { description: 'Warm it up' })
    await shop.api.write(shop.id, [task])
    // The link's outage covers the service worker too; emulation misses a worker that starts during it.
    const link = await openSlowLink(server.url)
    const profile = await newProfile(link.url)
    const warm = await profile.open()
    const said: string[] = []
    warm.page.on('console', (message) => said.push(message.text()))
    await openSignedIn(warm.page, shop.person)
    await waitUntilSynced(warm.page)
    await waitForOfflineShell(warm.page)
    expect(said).toEqual([])
    await warm.context.close()

    link.cut()
    const { page } = await profile.open({ offline: true })
    const at = (path: string) => `/${shop.id}${path}`
    const heading = (name: string | RegExp) => page.getByRole('heading', { level: 1, name, exact: true })
    const dialog = (name: string) => page.getByRole('dialog', { name, exact: true })
    const rows = page.getByRole('grid').locator('tbody tr')
    const places: [address: string, target: string, sight: Locator, value?: string][] = [
      [at(`/orders/order/${orderId}`), at(`/orders/order/${orderId}`), field(dialog('Edit Order'), 'Device Details'), 'Cold start radio'],
      [at(`/tasks/task/${task.id}`), at('/tasks'), field(dialog('Edit Shop Task'), 'Description'), 'Warm it up'],
      [at(`/orders/${customerId}`), at(`/orders/${customerId}`), heading('Orders for Cold Cora')],
      [at(`/orders/customer/${customerId}`), at(`/orders/customer/${customerId}`), heading('Orders for Cold Cora')],
      [at(`/customers/${customerId}`), at(`/orders/${customerId}`), heading('Orders for Cold Cora')],
      [at(`/orders/${orderId}`), at(`/orders/${orderId}`), heading('Orders for a customer who is not here')],
      [at('/orders?q=lamp&status=no-such-status'), at('/orders?q=lamp&status=no-such-status'), page.getByText('No orders match your search criteria')],
      [at('/orders?q=lamp'), at('/orders?q=lamp'), rows.filter({ hasText: 'Fixed lamp' })],
      [at('/tasks?assignee=unassigned&due=latest'), at('/tasks?assignee=unassigned&due=latest'), rows.filter({ hasText: 'Warm it up' })],
      [at('/customers?q=nobody'), at('/customers?q=nobody'), page.getByText('No customers found')],
      [at('/customers'), at('/customers'), rows.filter({ hasText: 'Cold Cora' })],
      [at('/activities'), at('/activities'), heading('Activities')],
      [at('/reports'), at('/reports'), heading('Reports')],
      [at('/inventory'), at('/inventory'), heading(/^Inventory/)],
      [at('/nonsense'), at('/orders'), heading('Orders')],
      [`/${foreign.id}/tasks`, at('/tasks'), heading('Tasks')],
      [`/${alias}/tasks`, `/${alias}/tasks`, heading('Tasks')],
      [`/${alias}`, at('/orders'), heading('Orders')],
      [at(''), at('/orders'), heading('Orders')],
      ['/', at('/orders'), heading('Orders')],
      ['/login', at('/orders'), heading('Orders')],
      ['/profile', '/profile', heading(/^Profile/)],
      ['/shop-settings', '/shop-settings', heading(/^Shop Settings/)],
      ['/app-settings', '/app-settings', heading(/^App Settings/)],
      ['/entity-settings', '/entity-settings', heading(/^Entity Settings/)],
    ]
    for (const [address, target, sight, value] of places) {
      await page.goto(address)
      await expect(sight, address).toBeVisible({ timeout: 60_000 })
      if (value !== undefined) await expect(sight, address).toHaveValue(value)
      await expect(page, address).toHaveURL(target)
    }
    await expect(syncBadge(page)).toHaveAccessibleName(/^Offline/)

    await page.goto(`/${foreign.code}`)
    await expect(page.getByRole('heading', { name: 'This page needs a connection' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
    await page.context().setOffline(false)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('heading', { name: 'This page needs a connection' })).toBeVisible()
    link.repair()
    await expect(page.getByRole('heading', { name: foreign.name })).toBeVisible()
    await page.context().close()
    await link.close()
  })
})

test.describe('pages that are not there', () => {
  test('read 404 with hint and footer, for anybody', async ({ page }) => {
    for (const address of ['/a/b/c/d/e', '/login/more', '/api-less/x/y/z/q']) {
      await page.goto(address)
      await expect(page.getByRole('heading', { name: '404 Page Not Found' })).toBeVisible()
    }
    await expect(page.getByText('Did you forget to add the page to the router?')).toBeVisible()
    await expect(page.getByRole('contentinfo')).toBeVisible()
  })

  test("say 'Shop Not Found' for a code that no shop has", async ({ page }) => {
    await page.goto('/no-such-shop')
    await expect(page.getByText('Shop Not Found')).toBeVisible()
    await expect(page.getByText("Shop 'no-such-shop' not found. Please check the URL and try again.")).toBeVisible()
  })
})

test.describe('what a privilege opens', () => {
  test('is not denied while it is not known yet', async ({ newDevice, makeShop }) => {
    const shop = await makeShop({ privileges: ['view_entity_setting'] })
    // A device with stored shops shows the page at once, and the session must fetch the privileges again.
    const { page, context } = await newDevice(shop.person)
    await context.clearCookies()
    const release = await holdRequests(page, /\/api\/(?:auth\/privileges|sync\/)/)
    await page.goto('/entity-settings')
    await field(page, 'Username').fill(shop.person.loginId)
    await page.getByLabel('Password', { exact: true }).fill(shop.person.password)
    await page.getByRole('button', { name: 'Sign In' }).click()
    await expect(page.getByRole('button', { name: /^Welcome, / })).toBeVisible()
    await expect(page.getByText('Loading...', { exact: true })).toBeVisible()
    await expect(page.getByText('Access Denied')).toBeHidden()
    release()
    await expect(page.getByRole('heading', { level: 1, name: /^Entity Settings/ })).toBeVisible()
  })

  test('settings ask a signed-out visitor to sign in first', async ({ page }) => {
    for (const address of ['/profile', '/shop-settings', '/app-settings', '/entity-settings', '/']) {
      await page.goto(address)
      await expect(page).toHaveURL(/\/login/)
    }
  })
})
