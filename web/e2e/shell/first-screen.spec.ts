import { expect, field, ordersTable, signIn, syncBadge, test, waitUntilSynced } from '../harness/fixtures.ts'
import { holdRequests } from '../harness/hold-requests.ts'

const orders = 60

test.describe('the first screen after a sign-in on an empty device', () => {
  test('shows the first page before any row has come, says so, opens its rows, and stays as it is when the rows come', async ({ page, makeShop }) => {
    const { person } = await makeShop({ generatedOrders: orders })
    const release = await holdRequests(page, '**/api/sync/pull**')
    await signIn(page, person)
    const rows = ordersTable(page).getByRole('row')
    const note = page.getByText(/^Still loading/)
    await expect(rows.nth(1)).toBeVisible()
    await expect(note).toHaveText(`Still loading: 0 of ${orders} orders are here so far.`)
    const range = page.getByText(/^Showing 1-\d+ of \d+ entries$/)
    await expect(range).toBeVisible()
    const rangeText = await range.innerText()
    await expect(syncBadge(page)).toHaveAccessibleName('Downloading… 0%. Show details')
    await syncBadge(page).click()
    await expect(page.getByText(/Fetching the shop for the first time: 0 of \d+ rows\./).first()).toBeVisible()
    await page.keyboard.press('Escape')
    const before = await rows.allInnerTexts()
    expect(before.length).toBeGreaterThan(1)

    await rows.nth(1).click()
    const dialog = page.getByRole('dialog')
    await expect(field(dialog, 'Device Details')).not.toHaveValue('')
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()

    const search = page.getByRole('searchbox')
    await search.fill('zz')
    await expect(page.getByText(`Search covers the 0 of ${orders} orders that are here so far.`)).toBeVisible()
    await search.fill('')
    await expect(note).toBeVisible()

    release()
    await waitUntilSynced(page)
    await expect(note).toBeHidden()
    await expect.poll(() => rows.allInnerTexts()).toEqual(before)
    await expect(range).toHaveText(rangeText)
  })

  test('shows the rows as they come where the server has no first page', { tag: '@long' }, async ({ page, makeShop }) => {
    const { person } = await makeShop({ generatedOrders: orders })
    await page.route('**/api/sync/first-page**', async (route) => {
      const answer = await route.fetch({ url: new URL('/api/sync/none', route.request().url()).href })
      await route.fulfill({ response: answer })
    })
    await signIn(page, person)
    await waitUntilSynced(page)
    await page.getByRole('tab', { name: 'All' }).click()
    await expect(page.getByText(`Showing 1-20 of ${orders} entries`)).toBeVisible()
    await expect(page.getByText(/^Still loading/)).toBeHidden()
  })
})
