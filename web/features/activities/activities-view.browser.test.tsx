import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { Activity } from '#schema/collections/people/activities.ts'
import { type ActivityEntry, tell } from '#schema/rules/text/activity-entry.ts'
import { RestFailure } from '#web/testing/answer-rest.ts'
import { renderShop } from '#web/testing/render-shop.tsx'
import { expectAddress, expectCount, expectTexts, press, showDayFields, syncBadge, toast } from '#web/testing/screen.ts'
import { makePerson, makeShop, type TestShop } from '#web/testing/shop-server.ts'
import { addCustomer } from '#web/testing/shop-rows.ts'
import { LogEnd, type LogExtent } from './activities-view.tsx'

const log = () => page.getByRole('region', { name: 'Log entries' })
const entries = () => log().getByRole('listitem')
const search = () => page.getByRole('searchbox', { name: 'Search activities by text or user' })
const loadOlder = () => page.getByRole('button', { name: 'Load older entries' })
const from = () => page.getByLabelText('From', { exact: true })
const to = () => page.getByLabelText('To', { exact: true })

const logOf = (shop: TestShop) => `/${shop.id}/activities`
const withoutRight = "Access Denied: You don't have permission to view activities. Contact your administrator."

type EntryOptions = { entry?: ActivityEntry; customerId?: string; at?: Date }

const addEntry = (shop: TestShop, auditText: string, { customerId, entry, at = new Date() }: EntryOptions = {}): string =>
  shop.server.put(
    'activities',
    shop.id,
    {
      userId: shop.person.userId,
      auditText,
      kind: entry?.kind ?? null,
      values: entry?.values ?? null,
      arrivedAt: null,
      orderId: null,
      customerId: customerId ?? null,
    },
    at.toISOString(),
  )

const minutesAgo = (minutes: number): Date => new Date(Date.now() - minutes * 60_000)

/** Adds a customer with its "created" entry. */
async function addWithEntry(shop: TestShop, name: string, at?: Date): Promise<void> {
  const customerId = await addCustomer(shop, { name }, at)
  addEntry(shop, `Customer '${name}' created`, { customerId, ...(at && { at }) })
}

/** Entries one minute apart, oldest first. */
async function addEntries(shop: TestShop, count: number): Promise<void> {
  const customerId = await addCustomer(shop, { name: 'Filler' })
  for (let index = 0; index < count; index++) addEntry(shop, `Order ${index} updated`, { customerId, at: minutesAgo(count - index) })
}

/** Answers requests for older entries with the device's own and these. */
function answerOlder(older: readonly Activity[]) {
  return ({ query }: { query: URLSearchParams }): Activity[] => {
    const words = (query.get('search') ?? '').toLowerCase()
    const [before, first, last] = [query.get('before') ?? '', query.get('from') ?? '', query.get('to') ?? '~']
    return older
      .filter(({ createdAt, auditText }) => createdAt < before && createdAt >= first && createdAt < last && auditText.toLowerCase().includes(words))
      .slice(0, Number(query.get('limit')))
  }
}

/** Entries that only the server has: newest first, one minute apart, all older than those of `addEntries`. */
const olderEntries = (shop: TestShop, count: number): Activity[] =>
  Array.from({ length: count }, (_, index) => ({
    id: crypto.randomUUID(),
    shopId: shop.id,
    userId: null,
    auditText: `Older ${index}`,
    kind: null,
    values: null,
    arrivedAt: null,
    orderId: null,
    customerId: null,
    createdAt: minutesAgo(10_000 + index).toISOString(),
    updatedAt: minutesAgo(10_000 + index).toISOString(),
    seq: 0,
  }))

describe('the activities view', () => {
  test('is searched by text, name and login id, filtered by local days, and says when nothing is left', async () => {
    const shop = makeShop({ privileges: ['view_activity'], profile: { timeZone: 'America/Toronto' } })
    const lee = makePerson({ shops: [shop] })
    // 04:50 UTC is still the first of February in Toronto.
    await addWithEntry(shop, 'Evening Eve', new Date('2026-02-02T04:50:00Z'))
    await addWithEntry(shop, 'Morning Mo', new Date('2026-02-02T05:00:00Z'))
    await addWithEntry(shop, 'Later Lou', new Date('2026-02-04T12:00:00Z'))
    const app = await renderShop({ shop, at: logOf(shop) })

    for (const [text, found] of [
      ['morning', ['Morning Mo']],
      [`${shop.person.name.toUpperCase()} eve`, ['Evening Eve']],
      [`${shop.person.loginId} lou`, ['Later Lou']],
    ] as const) {
      await search().fill(text)
      await expectTexts(
        entries(),
        found.map((name) => new RegExp(name)),
      )
    }
    await expect.element(page.getByText('Showing Filtered Results')).toBeVisible()
    await search().fill(lee.loginId)
    await expect.element(page.getByText('No activities match the current filters')).toBeVisible()
    await page.getByRole('button', { name: 'Clear Filters' }).first().click()
    await expect.element(search()).toHaveValue('')

    await showDayFields('Date')
    await from().fill('2026-02-02')
    await to().fill('2026-02-03')
    await expectTexts(entries(), [/Morning Mo/])
    await from().fill('2026-02-01')
    await expectTexts(entries(), [/Morning Mo/, /Evening Eve/])
    await to().fill('2026-02-01')
    await expectTexts(entries(), [/Evening Eve/])
    await expectAddress(/from=2026-02-01&to=2026-02-01/)
    await app.reload()
    await expectTexts(entries(), [/Evening Eve/])
  })

  test('undoes a merge from its entry for 30 days, and says where that was done already', async () => {
    const shop = makeShop({ privileges: ['view_activity', 'delete_customer'] })
    const [ada, adaB] = [await addCustomer(shop, { name: 'Ada' }), await addCustomer(shop, { name: "Ada 'B'" })]
    const at = minutesAgo(20 * 24 * 60)
    await shop.api.write(shop.id, [{ action: 'delete', collection: 'customers', id: ada, into: adaB }])
    const mergeOf = (goes: string) => tell('merged', { goes, stays: "Ada 'B'" })
    addEntry(shop, 'Merged', { customerId: adaB, entry: mergeOf('Ada'), at })
    addEntry(shop, 'Merged', { customerId: adaB, entry: mergeOf('Old'), at: minutesAgo(31 * 24 * 60) })
    const merged = { collection: 'customers', id: ada, title: 'Ada', details: ["Merged into Ada 'B'"], deletedAt: at.toISOString(), deletion: null }
    const other = { ...merged, id: crypto.randomUUID(), deletedAt: minutesAgo(5).toISOString() }
    const isGone = () => [...shop.server.rows.values()].some(({ id, isDeleted }) => id === ada && isDeleted)
    const rest = { 'GET /api/*/deleted': () => ({ rows: isGone() ? [other, merged] : [other], next: null }) }
    await renderShop({ shop, at: logOf(shop), rest })
    await expectTexts(entries(), [/Customer 'Ada' merged.*Undo the merge/s, /Customer 'Old' merged(?!.*Undo the merge)/s])
    const undo = page.getByRole('button', { name: 'Undo the merge of Ada' })
    await undo.click()
    await expect.element(toast().filter({ hasText: 'Customer restored' })).toMatchTextContent("“Ada 'B'” keeps phones and notes that it took over.")
    await expect.poll(isGone).toBe(false)
    await undo.click()
    await expect.element(toast().filter({ hasText: 'Nothing to undo' })).toMatchTextContent('“Ada” has been brought back already.')
  })

  test('says that there is nothing yet', async () => {
    const shop = makeShop({ privileges: ['view_activity'], employees: [] })
    await renderShop({ shop, at: logOf(shop) })
    await expect.element(page.getByText(`No activities found for ${shop.name}`)).toBeVisible()
    await expect.element(loadOlder()).not.toBeInTheDocument()
  })

  test('pages by fifty, and goes back to the first entry of the shop with the server’s help', async () => {
    const shop = makeShop({ privileges: ['view_activity'] })
    await addEntries(shop, 1_000)
    const older = olderEntries(shop, 700)
    const app = await renderShop({ shop, at: logOf(shop), rest: { 'GET /api/*/activities': answerOlder(older) } })
    await expect.element(page.getByText(/^Showing 1-50 of 1000 entries/)).toBeVisible()
    await expect.element(page.getByText('Page 1 of 20')).toBeVisible()
    await expectCount(entries(), 50)
    await expect.element(loadOlder()).not.toBeInTheDocument()
    await page.getByRole('button', { name: 'Next page' }).click()
    await expect.element(page.getByText(/^Showing 51-100 of 1000 entries/)).toBeVisible()
    await expect.element(page.getByText('Page 2 of 20')).toBeVisible()
    await page.getByRole('button', { name: 'Last page' }).click()

    await expect.element(page.getByText('Page 20 of 20')).toBeVisible()
    app.goOffline()
    await expect.element(syncBadge()).toHaveAccessibleName(expect.stringMatching(/^Offline since/))
    await expect.element(page.getByText('Older entries need a connection to the server.')).toBeVisible()
    await expect.element(loadOlder()).toBeDisabled()
    await app.goOnline()
    await expect.element(page.getByText(/^Entries since .+ are shown\.$/)).toBeVisible()

    for (const [entryCount, pageCount] of [
      [1_500, 30],
      [1_700, 34],
    ] as const) {
      await loadOlder().click()
      await expect.element(page.getByText(new RegExp(`of ${entryCount} entries`))).toBeVisible()
      await page.getByRole('button', { name: 'Last page' }).click()
      await expect.element(page.getByText(`Page ${pageCount} of ${pageCount}`)).toBeVisible()
    }
    await expect.element(loadOlder()).not.toBeInTheDocument()
    await expect.element(entries().last()).toMatchTextContent(older.at(-1)?.auditText ?? '')
  })

  test('fetches the days that the device does not hold by itself', async () => {
    const shop = makeShop({ privileges: ['view_activity'], profile: { timeZone: 'UTC' } })
    await addEntries(shop, 1_000)
    const ancient = { ...olderEntries(shop, 1)[0], auditText: "Customer 'Ancient Ann' created", createdAt: '2024-05-06T12:00:00.000Z' } as Activity
    const app = await renderShop({ shop, at: logOf(shop), rest: { 'GET /api/*/activities': answerOlder([ancient]) } })
    await showDayFields('Date')
    await to().fill('2024-05-06')
    await expectTexts(entries(), [/Customer 'Ancient Ann' created/])

    await page.getByRole('button', { name: 'Clear Filters' }).first().click()
    await expect.element(page.getByText('Showing 1-50 of 1000 entries, of those on this device')).toBeVisible()
    await search().fill('ancient ann')
    await expectTexts(entries(), [/Customer 'Ancient Ann' created/])
    await expect.element(page.getByText('Showing 1-1 of 1 entries')).toBeVisible()
    app.goOffline()
    await expect.element(syncBadge()).toHaveAccessibleName(expect.stringMatching(/^Offline since/))
    await search().fill('order 99')
    await expect.element(page.getByText(/^Only entries since .+ are searched\. Older entries need a connection to the server\.$/)).toBeVisible()
    await expect.element(page.getByText('Showing 1-19 of 19 entries, of those on this device')).toBeVisible()
    await entries().getByRole('link', { name: 'Order 999 updated' }).click()
    await expectAddress(new RegExp(`/${shop.id}/orders/[0-9a-f-]{36}$`))
  })

  test('moves nothing while somebody reads, and tells what came', async () => {
    const shop = makeShop({ privileges: ['view_activity'] })
    await addEntries(shop, 60)
    await renderShop({ shop, at: logOf(shop) })
    await addWithEntry(shop, 'First Fay')
    await expect.element(entries().first()).toMatchTextContent("Customer 'First Fay' created")

    await entries().nth(2).hover()
    await addWithEntry(shop, 'Second Sue')
    const waiting = page.getByRole('button', { name: /^1 new entry: show/ })
    await expect.element(waiting).toBeVisible()
    await expect.element(entries().first()).toMatchTextContent('First Fay')
    await page.getByRole('heading', { name: 'Activities' }).hover()
    await expect.element(entries().first()).toMatchTextContent('Second Sue')
    await expect.element(waiting).not.toBeInTheDocument()

    await page.getByRole('button', { name: 'Next page' }).click()
    // The link appears once the device has read the entry's row.
    await expect.element(entries().first().getByRole('link')).toBeVisible()
    const second = entries().first().element().textContent ?? ''
    await addWithEntry(shop, 'Third Tia')
    await addWithEntry(shop, 'Fourth Flo')
    await expect.element(page.getByRole('button', { name: '2 new entries: show' })).toBeVisible()
    expect(entries().first().element().textContent).toBe(second)
    await page.getByRole('button', { name: '2 new entries: show' }).click()
    await expect.element(entries().first()).toMatchTextContent('Fourth Flo')
    await expect.element(page.getByText(/^Page 1 of /)).toBeVisible()
  })

  test('goes by keyboard alone', async () => {
    const shop = makeShop({ privileges: ['view_activity'] })
    await addEntries(shop, 60)
    await renderShop({ shop })
    await userEvent.keyboard('ga')
    await expectAddress(logOf(shop))
    await expectCount(entries(), 50)
    await userEvent.keyboard('/')
    await expect.element(search()).toHaveFocus()
    await userEvent.keyboard('order')
    await expect.element(page.getByText('Showing Filtered Results')).toBeVisible()
    await press('Tab')
    for (let steps = 0; steps < 30 && log().element() !== document.activeElement; steps += 1) await press('Tab')
    await press('End')
    await expect.element(entries().last()).toBeInViewport()
  })

  test('is read and searched offline', async () => {
    const shop = makeShop({ privileges: ['view_activity'] })
    await addWithEntry(shop, 'Offline Olga')
    const app = await renderShop({ shop })
    app.goOffline()
    await expect.element(syncBadge()).toHaveAccessibleName(expect.stringMatching(/^Offline since/))
    await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Activities' }).first().click()
    await search().fill('olga')
    await expectTexts(entries(), [/Customer 'Offline Olga' created/])
    await search().fill('nobody like that')
    await expect.element(page.getByText('No activities match the current filters')).toBeVisible()
  })
})

describe('without view_activity', () => {
  test('the view is not offered, and its address says why', async () => {
    const shop = makeShop({ privileges: ['view_report'] })
    const app = await renderShop({ shop })
    await expectCount(page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Activities' }), 0)
    await app.goTo(logOf(shop))
    await expect.element(page.getByText(withoutRight)).toBeVisible()
  })

  test('the server’s refusal is told, also where the device has not heard yet', async () => {
    const shop = makeShop({ privileges: ['view_activity'] })
    await addEntries(shop, 1_000)
    const refusal = new RestFailure(403, { error: 'You may not do that', code: 'FORBIDDEN' })
    await renderShop({ shop, at: logOf(shop), rest: { 'GET /api/*/activities': () => refusal } })
    await expect.element(page.getByText(/^Showing 1-50 of 1000 entries/)).toBeVisible()
    await page.getByRole('button', { name: 'Last page' }).click()
    await loadOlder().click()
    await expect.element(page.getByText("Access Denied - You don't have permission to view activities data. Contact your administrator.")).toBeVisible()
    shop.server.addUser(shop.person.userId, [shop.id], [])
    shop.server.announceAccess(shop.person.userId)
    await expect.element(page.getByText(withoutRight)).toBeVisible()
  })
})

const extent = (more: Partial<LogExtent>): LogExtent => ({
  completeSince: null,
  isAsking: false,
  hasFetched: false,
  isOffline: false,
  isFiltered: false,
  ...more,
})

const end = (beginsAt: string | null, more: Partial<LogExtent> = {}, loadMore = () => {}) => (
  <LogEnd older={{ isLoading: false, loadMore, problem: undefined }} extent={extent(more)} beginsAt={beginsAt} />
)

test('says where the log begins once nothing older is left to fetch', async () => {
  const screen = await render(end('2026-03-01T12:00:00.000Z'))
  await expect.element(screen.getByText(/^The log begins on Mar 1, 2026\. Older entries have been removed/)).toBeVisible()
  expect(screen.getByRole('button').elements()).toEqual([])
})

test('says nothing where the device holds a log of which nothing was removed', async () => {
  const screen = await render(end(null))
  expect(screen.container.textContent).toBe('')
})

test('offers what the server still has of before the beginning, and that works with a press', async () => {
  let presses = 0
  const since = '2026-03-01T12:00:00.000Z'
  const screen = await render(end(since, { completeSince: since }, () => (presses += 1)))
  await expect.element(screen.getByRole('status')).toHaveTextContent('Entries since Mar 1, 2026 are shown.')
  await screen.getByRole('button', { name: 'Load older entries' }).click()
  expect(presses).toBe(1)
})
