import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { chooseFromUserMenu, customersTable, expect, makePerson, ordersTable, signIn, syncBadge, test, toast, waitForOfflineShell, waitUntilSynced } from './fixtures.ts'

const pathOf = (page: Page): string => new URL(page.url()).pathname + new URL(page.url()).search

const views = (page: Page) => page.getByRole('navigation', { name: 'Views' }).first()

/** One change, made by the keyboard alone. */
async function addCustomer(page: Page, name: string): Promise<void> {
  await page.keyboard.press('c')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name', { exact: true }).or(dialog.getByLabel(/^(Customer )?Name/)).first().fill(name)
  await dialog.getByLabel(/^Phone/).first().fill('6045550123')
  await page.keyboard.press('Control+Enter')
  await expect(toast(page)).toContainText('Customer created successfully!')
  await expect(dialog).toHaveCount(0)
}

test.describe('signing in', () => {
  test('asks in the documented words, remembers the asked page, and is left by who is signed in', async ({ page, makeShop }) => {
    const { person } = await makeShop()
    await page.goto('/shop-settings')
    await expect(page).toHaveURL(/\/login\?next=/)
    await page.getByRole('button', { name: 'Sign In' }).click()
    await expect(page.getByText('Username is required')).toBeVisible()
    await expect(page.getByText('Password is required')).toBeVisible()
    await page.getByLabel('Username').fill(person.loginId)
    await page.getByLabel('Password', { exact: true }).fill('wrong')
    await page.getByRole('button', { name: 'Sign In' }).click()
    await expect(toast(page)).toContainText('Invalid username or password')
    await page.route('**/api/login', (route) => route.abort())
    await page.getByRole('button', { name: 'Sign In' }).click()
    await expect(toast(page)).toContainText('Login failed. Please try again.')
    await page.unroute('**/api/login')
    await signIn(page, person)
    await expect(page).toHaveURL(/\/shop-settings$/)
    await expect(page).toHaveTitle('Shop Settings – Mainspring')
    await page.goto('/login')
    await expect(page).toHaveURL(/\/orders$/)
  })

  test('loads neither the local database nor the screens behind it', async ({ page }) => {
    const scripts: string[] = []
    page.on('request', (request) => request.resourceType() === 'script' && scripts.push(request.url()))
    await page.goto('/login')
    await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible()
    await page.waitForLoadState('networkidle')
    expect(scripts.filter((url) => /local-db|dexie|signed-in|session-store/.test(url))).toEqual([])
  })
})

test.describe('addresses', () => {
  test('lead to the shop and the view they name, and fall back as documented', async ({ newDevice, makeShop, server }) => {
    const shop = await makeShop({ alias: 'the-corner' })
    const other = await makeShop()
    const person = await makePerson(server, { shops: [shop] })
    const { page } = await newDevice(person)
    const answers: [asked: string, shown: string][] = [
      ['/', `/${shop.id}/orders`],
      [`/${shop.id}`, `/${shop.id}/orders`],
      ['/the-corner', `/${shop.id}/orders`],
      ['/The-Corner/customers', '/The-Corner/customers'],
      [`/${shop.id}/nonsense`, `/${shop.id}/orders`],
      // Another shop's id is treated like one that does not exist.
      [`/${other.id}/tasks`, `/${shop.id}/tasks`],
      [`/${other.id}`, `/${shop.id}/orders`],
      ['/?view=customers', `/${shop.id}/customers`],
    ]
    for (const [asked, shown] of answers) {
      await page.goto(asked)
      await expect(views(page)).toBeVisible()
      await expect.poll(() => pathOf(page), `for ${asked}`).toBe(shown)
    }
    await page.goto('/?new=order')
    await expect(page.getByRole('dialog')).toContainText('Add New Order')
    await page.goto('/a/b/c/d/e')
    await expect(page.getByRole('heading', { name: '404 Page Not Found' })).toBeVisible()
    await expect(page.getByText('Did you forget to add the page to the router?')).toBeVisible()
  })

  test('of an open order: the row leads there, back and closing lead away, a link opens it', async ({ newDevice, makeShop }) => {
    const shop = await makeShop({ generatedOrders: 12 })
    const { page } = await newDevice(shop.person)
    await page.goto(`${shop.path}?q=a`)
    await ordersTable(page).getByRole('row').nth(1).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await expect(page).toHaveURL(new RegExp(`^[^?]*${shop.path}/order/[0-9a-f-]{36}`))
    const address = pathOf(page)
    await page.goBack()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    expect(pathOf(page)).toMatch(new RegExp(`^${shop.path}`))
    await page.goto(address)
    await expect(page.getByRole('dialog')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    expect(pathOf(page)).toMatch(new RegExp(`^${shop.path}(\\?|$)`))
  })

  test('that need a privilege say so, and are not offered without it', async ({ newDevice, makeShop }) => {
    const shop = await makeShop()
    const { page } = await newDevice(shop.person)
    await expect(views(page)).not.toContainText('Activities')
    await expect(views(page)).not.toContainText('Reports')
    await page.getByRole('button', { name: /^Welcome, / }).click()
    await expect(page.getByRole('menuitem')).toHaveText([/Profile/, /Keyboard shortcuts/, /Logout/])
    await page.keyboard.press('Escape')
    const texts: [path: string, text: string][] = [
      [`/${shop.id}/activities`, "Access Denied: You don't have permission to view activities. Contact your administrator."],
      [`/${shop.id}/reports`, "Access Denied: You don't have permission to view reports. Contact your administrator."],
      ['/entity-settings', 'Required privilege: view_entity_setting'],
      ['/app-settings', 'This view is not part of this version yet.'],
    ]
    for (const [path, text] of texts) {
      await page.goto(path)
      await expect(page.getByText(text)).toBeVisible()
    }
  })
})

test('the keyboard reaches views, search, forms and its own list', async ({ newDevice, makeShop }) => {
  const shop = await makeShop()
  const { page } = await newDevice(shop.person)
  await page.keyboard.press('g')
  await page.keyboard.press('c')
  await expect(page).toHaveURL(/\/customers$/)
  await expect(page).toHaveTitle(`Customers – ${shop.name} – Mainspring`)
  await page.keyboard.press('/')
  await expect(page.locator('[data-search]')).toBeFocused()
  await page.locator('main').focus()
  await page.keyboard.press('c')
  await expect(page.getByRole('dialog')).toContainText('Add New Customer')
  await page.keyboard.press('Escape')
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
})

test('a device that is opened without network works on at any address and says since when it is offline', async ({ newProfile, makeShop, server }) => {
  const shop = await makeShop({ generatedOrders: 5 })
  const profile = await newProfile(server.url)
  const first = await profile.open()
  await signIn(first.page, shop.person)
  await waitUntilSynced(first.page)
  await waitForOfflineShell(first.page)
  await first.context.close()
  const { page } = await profile.open({ offline: true })
  await page.goto(`/${shop.id}/customers`)
  await expect(page.getByRole('grid', { name: 'Customers' }).getByRole('row').nth(1)).toBeVisible()
  await expect(syncBadge(page)).toHaveAccessibleName(/^Offline since \d/)
})

test('a session that ends leaves the page in place, and signing in again sends what waits', async ({ newDevice, makeShop }) => {
  const shop = await makeShop({ generatedOrders: 3 })
  const { context, page } = await newDevice(shop.person)
  await page.goto(`/${shop.id}/customers`)
  await waitUntilSynced(page)
  await context.clearCookies()
  await addCustomer(page, 'Kept Overnight')
  await expect(page.getByText('Sign in again to send your changes')).toBeVisible()
  await expect(customersTable(page)).toContainText('Kept Overnight')
  await syncBadge(page).click()
  await expect(page.getByRole('region', { name: 'Waiting to be sent' })).toContainText("Customer 'Kept Overnight' created")
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('dialog').getByLabel('Password', { exact: true }).fill(shop.person.password)
  await page.keyboard.press('Enter')
  await waitUntilSynced(page)
  expect(pathOf(page)).toBe(`/${shop.id}/customers`)
  const customers = await shop.api.read<{ name: string }[]>(`/api/${shop.id}/customers`)
  expect(customers.filter(({ name }) => name === 'Kept Overnight')).toHaveLength(1)
})

test.describe('signing out', () => {
  const databases = (page: Page): Promise<string[]> => page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name ?? ''))

  test('with nothing unsent removes the local data, also in the other tab', async ({ newDevice, makeShop }) => {
    const shop = await makeShop({ generatedOrders: 3 })
    const { context, page } = await newDevice(shop.person)
    const otherTab = await context.newPage()
    await otherTab.goto(shop.path)
    await waitUntilSynced(otherTab)
    await chooseFromUserMenu(page, 'Logout')
    await expect(page).toHaveURL(/\/login$/)
    await expect(otherTab).toHaveURL(/\/login$/)
    expect((await databases(page)).filter((name) => name.includes(shop.person.userId))).toEqual([])
  })

  test('with unsent changes asks: stay, keep them sealed until the same person signs in, or discard', async ({ newDevice, makeShop, server }) => {
    const shop = await makeShop({ generatedOrders: 3 })
    const { context, page } = await newDevice(shop.person)
    const showCustomers = async (): Promise<void> => {
      await page.goto(`/${shop.id}/customers`)
      await waitUntilSynced(page)
    }
    await showCustomers()
    await context.setOffline(true)
    await addCustomer(page, 'Nora Unsent')
    await chooseFromUserMenu(page, 'Logout')
    const dialog = page.getByRole('dialog', { name: '1 change not sent yet' })
    await dialog.getByRole('button', { name: 'Stay signed in' }).click()
    await expect(customersTable(page)).toContainText('Nora Unsent')
    await chooseFromUserMenu(page, 'Logout')
    await dialog.getByRole('button', { name: 'Sign out and keep them' }).click()
    await expect(page).toHaveURL(/\/login$/)

    await context.setOffline(false)
    const other = await makePerson(server, { shops: [shop] })
    await signIn(page, other)
    await showCustomers()
    await expect(customersTable(page)).not.toContainText('Nora Unsent')
    await chooseFromUserMenu(page, 'Logout')
    await expect(page).toHaveURL(/\/login$/)

    await signIn(page, shop.person)
    await showCustomers()
    await expect(customersTable(page)).toContainText('Nora Unsent')

    await context.setOffline(true)
    await addCustomer(page, 'Tess Discarded')
    await chooseFromUserMenu(page, 'Logout')
    await dialog.getByRole('button', { name: 'Sign out and discard them' }).click()
    await dialog.getByRole('button', { name: 'Discard', exact: true }).click()
    await expect(page).toHaveURL(/\/login$/)
    expect((await databases(page)).filter((name) => name.includes(shop.person.userId))).toEqual([])
  })
})

test('another person who signs in in a second tab takes over the first one', async ({ newDevice, makeShop, server }) => {
  const shop = await makeShop()
  const other = await makePerson(server, { shops: [shop] })
  const { context, page } = await newDevice(shop.person)
  const response = await context.request.post('/api/login', { data: { user_id: other.loginId, password: other.password } })
  expect(response.ok()).toBe(true)
  const secondTab = await context.newPage()
  await secondTab.goto('/')
  await expect(secondTab.getByRole('button', { name: `Welcome, ${other.name}. Menu` })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('button', { name: `Welcome, ${other.name}. Menu` })).toBeVisible()
})

for (const theme of ['light', 'dark'] as const) {
  test(`the sign-in page and the frame have no accessibility faults (${theme})`, async ({ newDevice, makeShop, browser, server }) => {
    const shop = await makeShop({ privileges: ['view_activity', 'view_report', 'view_shop_setting', 'view_app_setting'] })
    const context = await browser.newContext({ baseURL: server.url, colorScheme: theme })
    const visitor = await context.newPage()
    await visitor.goto('/login')
    await visitor.getByRole('button', { name: 'Sign In' }).click()
    await expectNoFaults(visitor)
    await context.close()
    const { page } = await newDevice(shop.person, { context: { colorScheme: theme } })
    await expectNoFaults(page)
    await syncBadge(page).click()
    await expectNoFaults(page)
    await page.keyboard.press('Escape')
    for (const path of ['/shop-settings', '/profile', `/${shop.id}/tasks`]) {
      await page.goto(path)
      await expect(views(page)).toBeVisible()
      await expectNoFaults(page)
    }
  })
}

async function expectNoFaults(page: Page): Promise<void> {
  // Colours are measured when nothing fades any more.
  await page.evaluate(() => Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => undefined))))
  const { violations } = await new AxeBuilder({ page }).analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => String(target)).join(', ')}`)).toEqual([])
}
