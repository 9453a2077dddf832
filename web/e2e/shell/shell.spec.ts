import { chooseFromUserMenu, expect, readRawDatabases, signIn, test, waitUntilSynced } from '../harness/fixtures.ts'
import { findFaults, findFaultsOfDark } from '../harness/find-faults.ts'

test('the sign-in page loads neither the local database nor the screens behind it', async ({ page, makeShop }) => {
  const scripts: string[] = []
  page.on('request', (request) => request.url().endsWith('.js') && scripts.push(request.url()))
  const behind = ['dexie', 'identity-store', 'local-db', 'signed-in']
  const loaded = (): string[] => behind.filter((name) => scripts.some((url) => url.includes(`/assets/${name}-`)))
  await page.goto('/login')
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(loaded()).toEqual([])
  // Proves that the build has files with these names.
  await signIn(page, (await makeShop()).person)
  await expect.poll(loaded).toEqual(behind)
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

test('the sign-in page has no accessibility faults, light and dark', async ({ page }) => {
  await page.goto('/login')
  await page.getByRole('button', { name: 'Sign In' }).click()
  expect(await findFaults(page)).toEqual([])
  expect(await findFaultsOfDark(page)).toEqual([])
})
