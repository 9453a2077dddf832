import {
  chooseFromUserMenu,
  expect,
  field,
  makePerson,
  takeInCustomer,
  readRawDatabases,
  rowWith,
  signIn,
  syncBadge,
  test,
  toast,
  waitForOfflineShell,
  waitUntilSynced,
} from '../harness/fixtures.ts'
import { readRawStorageText } from '../harness/raw-storage.ts'
import { addCustomer, readCustomerNames } from '../harness/rows.ts'

test.use({ serviceWorkers: 'allow' })

test.describe('the sign-in page', () => {
  test('names what is missing, then what was refused, in the documented words', async ({ page, makeShop }) => {
    const { person } = await makeShop()
    await page.goto('/login')
    const signInButton = page.getByRole('button', { name: 'Sign In' })
    await signInButton.click()
    await expect(page.getByText('Username is required')).toBeVisible()
    await expect(page.getByText('Password is required')).toBeVisible()
    await expect(field(page, 'Username')).toBeFocused()

    await field(page, 'Username').fill(person.loginId)
    await page.getByLabel('Password', { exact: true }).fill('wrong')
    await signInButton.click()
    await expect(toast(page)).toContainText('Invalid username or password')
    await expect(page.getByText('Username is required')).toBeHidden()

    await field(page, 'Username').fill('nobody-at-all')
    await signInButton.click()
    await expect(toast(page)).toContainText('Invalid username or password')
    await expect(page).toHaveURL(/\/login$/)

    await page.route('**/api/login', (route) => route.abort())
    await signInButton.click()
    await expect(toast(page)).toContainText('Login failed. Please try again.')
    await page.unroute('**/api/login')

    await signIn(page, person)
    await expect(page).toHaveURL(/\/orders$/)
    await expect(page.getByText('Welcome,')).toBeVisible()
    await expect(page.getByText(person.name, { exact: true })).toBeVisible()
  })

  test('takes the login id in any case and shows a password on request', async ({ page, makeShop }) => {
    const { person } = await makeShop()
    await page.goto('/login')
    const password = page.getByLabel('Password', { exact: true })
    await password.fill(person.password)
    await expect(password).toHaveAttribute('type', 'password')
    await page.getByRole('button', { name: 'Show password' }).click()
    await expect(password).toHaveAttribute('type', 'text')
    await signIn(page, { ...person, loginId: person.loginId.toUpperCase() })
  })

  test('sends somebody who is signed in on, and somebody who is not back to the page that was asked for', async ({ page, makeShop }) => {
    const shop = await makeShop()
    await page.goto(`/${shop.id}/customers`)
    await expect(page).toHaveURL(/\/login\?next=/)
    await signIn(page, shop.person)
    await expect(page).toHaveURL(`/${shop.id}/customers`)
    await page.goto('/login')
    await expect(page).toHaveURL(shop.path)
  })

  test("shows 'Loading...' while the session is being checked", async ({ page, makeShop }) => {
    const shop = await makeShop()
    const isAsked = Promise.withResolvers<void>()
    const mayAnswer = Promise.withResolvers<void>()
    await page.route('**/api/auth/me', async (route) => {
      isAsked.resolve()
      await mayAnswer.promise
      await route.continue()
    })
    await page.goto(shop.path)
    await isAsked.promise
    await expect(page.getByText('Loading...')).toBeVisible()
    mayAnswer.resolve()
    await expect(page).toHaveURL(/\/login/)
  })
})

test.describe('signing out', () => {
  test('with nothing unsent wipes the local databases of that person, also when the call fails', async ({ makeShop, newDevice }) => {
    const shop = await makeShop({ generatedOrders: 20 })
    const { page } = await newDevice(shop.person)
    await expect.poll(async () => JSON.stringify(await readRawDatabases(page))).toContain(shop.id)
    await page.route('**/api/logout', (route) => route.abort())
    await chooseFromUserMenu(page, 'Logout')
    await expect(page).toHaveURL(/\/login$/)
    await expect.poll(async () => JSON.stringify(await readRawDatabases(page))).not.toContain(shop.id)
    await page.reload()
    await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible()
  })

  test('hazard 32: with a change unsent asks, and keeps it sealed until the same person signs in again', async ({ makeShop, newDevice, server }) => {
    const shop = await makeShop()
    const other = await makeShop()
    await addCustomer(shop, { name: 'Known Kira', phone: '5550103030', customerNotes: 'Knows the alarm code' })
    const { page, context } = await newDevice(shop.person)
    await waitForOfflineShell(page)
    const secondTab = await context.newPage()
    await secondTab.goto(`/${shop.id}/customers`)
    await expect(rowWith(secondTab, 'Known Kira')).toBeVisible()
    await context.setOffline(true)
    await takeInCustomer(page, { name: 'Sealed Sally', phone: '5550102020' })
    await secondTab.keyboard.press('c')
    await field(secondTab.getByRole('dialog', { name: 'Add New Customer' }), 'Name').fill('Half Typed Hedwig')
    await expect(syncBadge(page)).toHaveAccessibleName(/^Offline since .+, 1 waiting/)

    await chooseFromUserMenu(page, 'Logout')
    const question = page.getByRole('dialog', { name: '1 change not sent yet' })
    await expect(question).toBeVisible({ timeout: 15_000 })
    await question.getByRole('button', { name: 'Stay signed in' }).click()
    await expect(question).toBeHidden()
    await chooseFromUserMenu(page, 'Logout')
    await expect(question).toContainText('There is text in 1 unfinished form that you have not saved.')
    await expect(question).toContainText('nobody else sees it')
    await question.getByRole('button', { name: 'Sign out and keep them' }).click()
    await expect(page).toHaveURL(/\/login$/)
    await expect(secondTab).toHaveURL(/\/login$/)
    await secondTab.close()
    const secrets = ['Known Kira', '5550103030', 'alarm code', 'Sealed Sally', '5550102020', 'Half Typed Hedwig', shop.name]
    const findSecrets = async (): Promise<string[]> => {
      const raw = await readRawStorageText(page)
      return secrets.filter((secret) => raw.includes(secret))
    }
    const expectNoSecret = (): Promise<void> => expect.poll(findSecrets).toEqual([])
    await expectNoSecret()

    await context.setOffline(false)
    await signIn(page, other.person)
    await waitUntilSynced(page)
    await page.goto(`/${other.id}/customers`)
    await expect(page.getByText('No customers found')).toBeVisible()
    expect(await shop.api.read<unknown[]>(`/api/${shop.id}/customers`)).toHaveLength(1)
    await expectNoSecret()
    await chooseFromUserMenu(page, 'Logout')
    await expect(page).toHaveURL(/\/login$/)

    await signIn(page, shop.person)
    await waitUntilSynced(page)
    await expect.poll(() => readCustomerNames(shop)).toEqual(['Known Kira', 'Sealed Sally'])
    await expect(page.getByRole('status').filter({ hasText: /^You have/ })).toContainText('“Half Typed Hedwig”')
    expect(server.url).toBe(new URL(page.url()).origin)
  })

  test('with a change unsent can discard it, after a second question', async ({ makeShop, newDevice }) => {
    const shop = await makeShop()
    const { page, context } = await newDevice(shop.person)
    await waitForOfflineShell(page)
    await context.setOffline(true)
    await takeInCustomer(page, { name: 'Dropped Dan', phone: '5550102021' })
    await chooseFromUserMenu(page, 'Logout')
    const question = page.getByRole('dialog', { name: '1 change not sent yet' })
    await question.getByRole('button', { name: 'Sign out and discard them' }).click({ timeout: 15_000 })
    await expect(question.getByText('Discard 1 change for good?')).toBeVisible()
    await question.getByRole('button', { name: 'Discard', exact: true }).click()
    await expect(page).toHaveURL(/\/login$/)
    await context.setOffline(false)
    await signIn(page, shop.person)
    await waitUntilSynced(page)
    expect(JSON.stringify(await readRawDatabases(page))).not.toContain('Dropped Dan')
    expect(await shop.api.read<unknown[]>(`/api/${shop.id}/customers`)).toEqual([])
  })
})

test('a session that ends while work goes on asks to sign in again and then sends what waits', { tag: '@long' }, async ({ makeShop, newDevice }) => {
  const shop = await makeShop()
  const { page, context } = await newDevice(shop.person)
  await context.clearCookies()
  await takeInCustomer(page, { name: 'After The End', phone: '5550102022' })
  await expect(page.getByText('Sign in again to send your changes')).toBeVisible()
  expect(await shop.api.read<unknown[]>(`/api/${shop.id}/customers`)).toEqual([])
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Sign in again' })
  await expect(field(dialog, 'Username')).toHaveValue(shop.person.loginId)
  await dialog.getByLabel('Password', { exact: true }).fill(shop.person.password)
  await dialog.getByRole('button', { name: 'Sign In' }).click()
  await waitUntilSynced(page)
  await expect.poll(() => shop.api.read<unknown[]>(`/api/${shop.id}/customers`)).toEqual([expect.objectContaining({ name: 'After The End' })])
})

test('hazard 30: two people on one tablet never read or send what is the other one’s', async ({ makeShop, newDevice, server }) => {
  const shop = await makeShop({ generatedOrders: 20 })
  const neighbour = await makePerson(server, { shops: [await makeShop()] })
  const { page } = await newDevice(shop.person)
  await chooseFromUserMenu(page, 'Logout')
  await expect(page).toHaveURL(/\/login$/)
  await signIn(page, neighbour)
  await waitUntilSynced(page)
  await page.goto(shop.path)
  await expect(page).not.toHaveURL(new RegExp(shop.id))
  await expect(page.getByText('No orders found')).toBeVisible()
  await expect.poll(async () => JSON.stringify(await readRawDatabases(page))).not.toContain(shop.id)
})
