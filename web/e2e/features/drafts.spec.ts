import type { Page } from '@playwright/test'
import { chooseFromUserMenu, expect, field, makePerson, readRawDatabases, signIn, test, toast, waitUntilSynced } from '../harness/fixtures.ts'
import { refuseWrites } from '../harness/raw-storage.ts'
import { addCustomer } from '../harness/rows.ts'

/** Crashes the page, so that nothing in memory can still be stored. */
async function crash(page: Page): Promise<void> {
  const crashed = page.waitForEvent('crash')
  const session = await page.context().newCDPSession(page)
  session.send('Page.crash').catch(() => undefined)
  await crashed
}

const unfinished = (page: Page) => page.getByRole('status').filter({ hasText: /^You have/ })
const goOn = (page: Page) => unfinished(page).getByRole('button', { name: 'Continue' }).click()
const dialogOf = (page: Page, name: string) => page.getByRole('dialog', { name })
const draftsOf = async (page: Page, userId: string) => (await readRawDatabases(page))[`mainspring-device-${userId}`]?.['drafts'] ?? []

async function discardForm(page: Page): Promise<void> {
  await page.keyboard.press('Escape')
  await dialogOf(page, 'Discard what you typed?').getByRole('button', { name: 'Discard' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

test('hazard 46: one keystroke survives a crash of the page, is offered again, and is gone after saving', async ({ makeShop, newDevice }) => {
  const shop = await makeShop()
  const { page, context } = await newDevice(shop.person, { isAlone: true })
  // A second page of the same origin, to read the storage.
  const witness = await context.newPage()
  await witness.goto('/healthz')
  await page.keyboard.press('c')
  await expect(field(dialogOf(page, 'Add New Customer'), 'Name')).toBeFocused()
  await page.keyboard.press('Q')
  await expect.poll(async () => JSON.stringify(await draftsOf(witness, shop.person.userId))).toContain('"name":"Q"')
  const asked = page.waitForEvent('dialog')
  await page.close({ runBeforeUnload: true })
  expect((await asked).type()).toBe('beforeunload')
  await (await asked).dismiss()
  await crash(page)

  const again = await context.newPage()
  await again.goto(shop.path)
  await waitUntilSynced(again)
  await expect(unfinished(again)).toContainText(/^You have an unfinished customer “Q” from \d/)
  await goOn(again)
  const dialog = dialogOf(again, 'Add New Customer')
  await expect(field(dialog, 'Name')).toHaveValue('Q')
  await expect(dialog.getByText(/^This is what you typed on .+ and did not save\.$/)).toBeVisible()
  await expect(unfinished(again)).toBeHidden()
  await field(dialog, 'Phone').fill('5550101234')
  await dialog.getByRole('button', { name: 'Save Customer' }).click()
  await expect(dialog).toBeHidden()
  await expect.poll(() => draftsOf(again, shop.person.userId)).toEqual([])
  await again.reload()
  await waitUntilSynced(again)
  await expect(unfinished(again)).toBeHidden()
})

test(
  'a keystroke whose draft the browser had not stored yet when the page crashed is offered again, once',
  { tag: '@long' },
  async ({ makeShop, newDevice }) => {
    const shop = await makeShop()
    const { page, context } = await newDevice(shop.person, { isAlone: true })
    await page.keyboard.press('c')
    await expect(field(dialogOf(page, 'Add New Customer'), 'Name')).toBeFocused()
    await refuseWrites(page, { database: shop.person.userId, store: 'drafts' }, 'AbortError')
    await page.keyboard.press('Q')
    const notesOf = (within: Page): Promise<string[]> =>
      within.evaluate(() => Object.entries(localStorage).flatMap(([key, text]) => (key.startsWith('mainspring-draft-') ? [String(text)] : [])))
    await expect.poll(async () => (await notesOf(page)).join()).toContain('"name":"Q"')
    expect(await draftsOf(page, shop.person.userId)).toEqual([])
    await crash(page)

    const again = await context.newPage()
    await again.goto(shop.path)
    await waitUntilSynced(again)
    await goOn(again)
    await expect(field(dialogOf(again, 'Add New Customer'), 'Name')).toHaveValue('Q')
    await expect.poll(async () => JSON.stringify(await draftsOf(again, shop.person.userId))).toContain('"name":"Q"')
    await discardForm(again)
    await again.reload()
    await waitUntilSynced(again)
    await expect(unfinished(again)).toBeHidden()
    await expect.poll(() => notesOf(again)).toEqual([])
  },
)

test(
  'a session that ends while somebody types leaves the form alone; after a reload and a new sign-in the draft is offered',
  { tag: '@long' },
  async ({ makeShop, newDevice }) => {
    const shop = await makeShop()
    const { page, context } = await newDevice(shop.person)
    await page.keyboard.press('c')
    const dialog = dialogOf(page, 'Add New Customer')
    await field(dialog, 'Name').fill('Expired Ed')
    await context.clearCookies()
    // A change too long for the live stream makes this device pull, and its session has ended.
    await addCustomer(shop, { name: 'News', customerNotes: 'long '.repeat(3_600) })
    await expect(page.getByText('Sign in again to send your changes')).toBeVisible({ timeout: 30_000 })
    await expect(field(dialog, 'Name')).toHaveValue('Expired Ed')
    await field(dialog, 'Name').press('End')
    await page.keyboard.type('dy')
    await page.reload()
    await expect(page).toHaveURL(/\/login/)
    await signIn(page, shop.person)
    await expect(unfinished(page)).toContainText('unfinished customer “Expired Eddy” from')
    await goOn(page)
    await expect(field(dialog, 'Name')).toHaveValue('Expired Eddy')
  },
)

test('signing out asks about unfinished forms, and nobody else on the tablet sees them', { tag: '@long' }, async ({ makeShop, newDevice, server }) => {
  const shop = await makeShop()
  const neighbour = await makePerson(server, { shops: [shop] })
  const { page } = await newDevice(shop.person)
  await page.keyboard.press('c')
  await field(dialogOf(page, 'Add New Customer'), 'Name').fill('Private Pia')
  await page.reload()
  await expect(unfinished(page)).toBeVisible()
  await chooseFromUserMenu(page, 'Logout')
  const question = dialogOf(page, '1 unfinished form')
  await expect(question).toContainText('There is text in 1 unfinished form that you have not saved.')
  await question.getByRole('button', { name: 'Sign out and keep them' }).click()
  await expect(page).toHaveURL(/\/login/)
  await signIn(page, neighbour)
  await waitUntilSynced(page)
  await expect(unfinished(page)).toBeHidden()
  await page.keyboard.press('c')
  await expect(field(dialogOf(page, 'Add New Customer'), 'Name')).toHaveValue('')
  expect(await draftsOf(page, neighbour.userId)).toEqual([])
  await page.keyboard.press('Escape')
  await chooseFromUserMenu(page, 'Logout')
  await expect(page).toHaveURL(/\/login/)
  await signIn(page, shop.person)
  await expect(unfinished(page)).toContainText('“Private Pia”')

  await unfinished(page).getByRole('button', { name: 'Discard' }).click()
  await expect(unfinished(page)).toBeHidden()
  await toast(page).getByRole('button', { name: 'Undo' }).click()
  await expect(unfinished(page)).toContainText('“Private Pia”')
})
