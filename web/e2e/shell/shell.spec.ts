import type { Page } from '@playwright/test'
import { chooseFromUserMenu, expect, ordersTable, readRawDatabases, signIn, syncBadge, test, waitUntilSynced } from '../harness/fixtures.ts'
import { findFaults } from '../harness/find-faults.ts'

test.use({ serviceWorkers: 'allow' })

const pathOf = (page: Page): string => new URL(page.url()).pathname + new URL(page.url()).search

const views = (page: Page) => page.getByRole('navigation', { name: 'Views' }).first()

test('the sign-in page loads neither the local database nor the screens behind it', async ({ page, makeShop }) => {
  const scripts: string[] = []
  page.on('request', (request) => request.url().endsWith('.js') && scripts.push(request.url()))
  const behind = ['dexie', 'identity-store', 'local-db', 'signed-in']
  const loaded = (): string[] => behind.filter((name) => scripts.some((url) => url.includes(`/assets/${name}-`)))
  await page.goto('/login')
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(loaded()).toEqual([])
  // The build has files of these names, or the line above would prove nothing.
  await signIn(page, (await makeShop()).person)
  await expect.poll(loaded).toEqual(behind)
})

test('an open order has an address: the row leads there, back and closing lead away, a link opens it', async ({ newDevice, makeShop }) => {
  const shop = await makeShop({ generatedOrders: 12 })
  const { page } = await newDevice(shop.person)
  await ordersTable(page).getByRole('row').nth(1).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`${shop.path}/order/[0-9a-f-]{36}`))
  const address = pathOf(page)
  await page.goBack()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page).toHaveURL(shop.path)
  await page.goto(address)
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page).toHaveURL(shop.path)
})

test('the keyboard reaches views, search, forms and its own list, and the focus follows', async ({ newDevice, makeShop }) => {
  const shop = await makeShop()
  const { page } = await newDevice(shop.person)
  await page.keyboard.press('g')
  await page.keyboard.press('c')
  await expect(page).toHaveURL(/\/customers$/)
  await expect(page).toHaveTitle(`Customers – ${shop.name} – Mainspring`)
  await expect(page.locator('main')).toBeFocused()
  await page.keyboard.press('/')
  await expect(page.locator('[data-search]')).toBeFocused()
  await page.locator('main').focus()
  await page.keyboard.press('c')
  await expect(page.getByRole('dialog')).toContainText('Add New Customer')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
})

test('a form that is opened the moment after a view was chosen stays open over that view', async ({ newDevice, makeShop }) => {
  const { page } = await newDevice((await makeShop()).person)
  await views(page)
    .getByRole('link', { name: 'Customers' })
    .evaluate(async (link: HTMLElement) => {
      link.click()
      // Lets React do what it does at the end of an event, and nothing later.
      await Promise.resolve()
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'n', bubbles: true, cancelable: true }))
    })
  await expect(page.getByRole('heading', { name: 'Customers', includeHidden: true, level: 1 })).toBeVisible()
  await expect(page.getByRole('dialog', { name: 'Add New Order' })).toBeVisible()
  await page.keyboard.type('Quick')
  await expect(page.getByRole('dialog', { name: 'Add New Order' }).getByRole('combobox', { name: 'Customer' })).toHaveValue('Quick')
})

test('a list is one stop for the keyboard: Enter opens a row, Esc leads back to it', async ({ newDevice, makeShop }) => {
  const shop = await makeShop({ generatedOrders: 3 })
  const { page } = await newDevice(shop.person)
  const row = (index: number) => page.locator(`[data-row-index="${index}"]`)
  await expect(row(2)).toBeVisible()
  await expect(page.locator('[data-row-index][tabindex="0"]')).toHaveCount(1)
  await page.keyboard.press('/')
  await page.keyboard.type('nothing like it')
  await expect(page.getByText('No orders match your search criteria')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('searchbox')).toHaveValue('')
  await expect(page.getByRole('searchbox')).toBeFocused()

  await row(0).focus()
  await page.keyboard.press('End')
  await expect(row(2)).toBeFocused()
  for (const key of ['Enter', 'Space']) {
    await page.keyboard.press(key)
    await expect(page.getByRole('dialog', { name: 'Edit Order' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(row(2)).toBeFocused()
  }
})

test('signing out in one tab leaves no data behind and ends the other tab', async ({ newDevice, makeShop }) => {
  const shop = await makeShop({ generatedOrders: 3 })
  const { context, page } = await newDevice(shop.person)
  const otherTab = await context.newPage()
  await otherTab.goto(shop.path)
  await waitUntilSynced(otherTab)
  await chooseFromUserMenu(page, 'Logout')
  await expect(page).toHaveURL(/\/login$/)
  await expect(otherTab).toHaveURL(/\/login$/)
  const namesOf = async (): Promise<string[]> => Object.keys(await readRawDatabases(page)).filter((name) => name.includes(shop.person.userId))
  await expect.poll(namesOf).toEqual([])
})

for (const theme of ['light', 'dark'] as const) {
  test(`the sign-in page and the frame have no accessibility faults (${theme})`, async ({ newDevice, makeShop, browser, server }) => {
    const shop = await makeShop({ privileges: ['view_activity', 'view_report', 'view_shop_setting', 'view_app_setting'] })
    const context = await browser.newContext({ baseURL: server.url, colorScheme: theme })
    const visitor = await context.newPage()
    await visitor.goto('/login')
    await visitor.getByRole('button', { name: 'Sign In' }).click()
    expect(await findFaults(visitor)).toEqual([])
    await context.close()
    const { page } = await newDevice(shop.person, { context: { colorScheme: theme } })
    expect(await findFaults(page)).toEqual([])
    await syncBadge(page).click()
    await expect(page.getByRole('dialog', { name: 'Sync' })).toBeVisible()
    expect(await findFaults(page)).toEqual([])
    await page.keyboard.press('Escape')
    for (const path of ['/shop-settings', '/profile', `/${shop.id}/tasks`]) {
      await page.goto(path)
      await expect(views(page)).toBeVisible()
      expect(await findFaults(page)).toEqual([])
    }
  })
}
