import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Page } from '@playwright/test'
import type { Mutation } from '#schema/api/sync.ts'
import type { Customer } from '#schema/collections/work/customers.ts'
import type { ServerProcess } from '#scripts/process-tests/server-process.ts'
import { expect, field, rowWith, syncBadge, takeInCustomer, test, toast, waitForOfflineShell, waitUntilSynced } from '../harness/fixtures.ts'
import { leaveManyWaiting } from '../harness/many-waiting.ts'
import { addCustomer, addOrder } from '../harness/rows.ts'
import { openSlowLink } from '../harness/slow-link.ts'

test.use({ serviceWorkers: 'allow' })

const badgeToCount = (text: string): number => Number(/([\d,]+)(?: changes?)? waiting/.exec(text)?.[1]?.replaceAll(',', '') ?? 0)

const countOutbox = (page: Page, userId: string): Promise<number> =>
  page.evaluate(async (name) => {
    const settle = <T>(request: IDBRequest<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result))
        request.addEventListener('error', () => reject(request.error ?? new Error('IndexedDB failed')))
      })
    const database = await settle(indexedDB.open(name))
    const count = await settle(database.transaction('outbox').objectStore('outbox').count())
    database.close()
    return count
  }, `mainspring-device-${userId}`)

/** Compares the badge's count with the outbox until stopped; then returns the differences that lasted. */
function watchBadge(page: Page, userId: string): () => Promise<string[]> {
  const lies: string[] = []
  const isHonest = async (): Promise<boolean> => badgeToCount((await syncBadge(page).getAttribute('aria-label')) ?? '') === (await countOutbox(page, userId))
  const look = async (): Promise<void> => {
    // The badge follows the outbox with a short delay, so only a lasting difference counts.
    await expect
      .poll(isHonest, { timeout: 5_000 })
      .toBe(true)
      .catch(async () => lies.push(`${await syncBadge(page).getAttribute('aria-label')}: ${await countOutbox(page, userId)} waited`))
  }
  let isOver = false
  const watching = (async () => {
    while (!isOver) {
      await look()
      await new Promise((resolve) => setTimeout(resolve, 200))
    }
  })()
  return async () => {
    isOver = true
    await watching
    return lies
  }
}

test(
  'hazard 48: a network of 2 kB a second that loses 30 % of the requests brings everything over, without a request storm',
  { tag: '@long' },
  async ({ makeShop, newDevice, server }) => {
    test.setTimeout(300_000)
    const shop = await makeShop({ generatedOrders: 20 })
    const link = await openSlowLink(server.url)
    try {
      const { page, context } = await newDevice(shop.person, { url: link.url, at: `/${shop.id}/customers` })
      await waitForOfflineShell(page)
      await waitUntilSynced(page)
      await leaveManyWaiting(page, shop, { count: 40, notes: 'It rings twice. '.repeat(125) })
      await addCustomer(shop, { name: 'From elsewhere' })
      await page.goto(`/${shop.id}/customers`)
      await expect(syncBadge(page)).toHaveAccessibleName(/40 waiting/)

      link.degrade({ bytesPerSecond: 2_000, failureShare: 0.3, seed: 48 })
      const stopWatching = watchBadge(page, shop.person.userId)
      const startedAtMs = performance.now()
      await context.setOffline(false)

      await takeInCustomer(page, { name: 'Taken in meanwhile', phone: '5550109999' })
      await expect(rowWith(page, 'Taken in meanwhile')).toBeVisible()
      await page.getByRole('searchbox').fill('Waiting 17')
      await expect(rowWith(page, 'Waiting 17')).toBeVisible()
      await page.getByRole('searchbox').fill('')

      await waitUntilSynced(page, 180_000)
      await page.getByRole('searchbox').fill('From elsewhere')
      await expect(rowWith(page, 'From elsewhere')).toBeVisible({ timeout: 60_000 })
      const minutes = (performance.now() - startedAtMs) / 60_000
      const lies = await stopWatching()
      const lost = link.requests.filter(({ isLost }) => isLost).length
      expect(lies).toEqual([])
      expect(lost).toBeGreaterThan(2)
      expect(link.requests.length / Math.max(1, minutes)).toBeLessThan(100)

      const customers = await shop.api.read<Customer[]>(`/api/${shop.id}/customers`)
      const waited = customers.filter(({ name }) => name.startsWith('Waiting '))
      expect(new Set(waited.map(({ name, email, customerNotes }) => `${name} ${email} ${customerNotes?.length}`))).toEqual(
        new Set(Array.from({ length: 20 }, (_, index) => `Waiting ${index} waiting.${index}@example.org 2000`)),
      )
      expect(waited).toHaveLength(20)
      expect(customers.filter(({ name }) => name === 'Taken in meanwhile')).toHaveLength(1)
    } finally {
      await link.close()
    }
  },
)

/** A shop's mutations in the order in which the server decided them, read from its database file. */
function readLedgerOrder(server: ServerProcess, shopId: string, userId: string): { id: string; outcome: string }[] {
  const database = new DatabaseSync(path.join(server.dataDir, 'mainspring.db'), { readOnly: true })
  try {
    return database
      .prepare('select id, outcome from mutations where shop_id = ? and user_id = ? and device_id is not null order by rowid')
      .all(shopId, userId) as { id: string; outcome: string }[]
  } finally {
    database.close()
  }
}

test(
  'hazard 47: ten thousand waiting changes leave in order and in batches, the badge counts them down, and the app stays usable',
  { tag: '@long' },
  async ({ makeShop, newDevice, server }) => {
    test.setTimeout(240_000)
    const count = 10_000
    const shop = await makeShop()
    const customerId = await addCustomer(shop, { name: 'Orderly Olga' })
    const orderId = await addOrder(shop, { customerId, itemDetails: 'Patient piano' })
    const { page, context } = await newDevice(shop.person)
    const known = readLedgerOrder(server, shop.id, shop.person.userId).length
    await waitForOfflineShell(page)
    const ids = await leaveManyWaiting(page, shop, { count })
    expect(ids).toHaveLength(count)
    await page.goto(shop.path)
    await expect(syncBadge(page)).toHaveAccessibleName(/^Offline since .+, 10,?000 waiting\. Show details$/, { timeout: 60_000 })

    // Hold the last batch until the edits below are made, so that they happen during sending.
    const isWorkDone = Promise.withResolvers<void>()
    const batches: number[] = []
    const counts: number[] = []
    // An open dialog may hide it from assistive technology.
    const badge = page.getByRole('button', { name: /\. Show details$/, includeHidden: true })
    const look = async (): Promise<void> => {
      const waiting = badgeToCount((await badge.getAttribute('aria-label')) ?? '')
      if (counts.at(-1) !== waiting) counts.push(waiting)
    }
    await page.route('**/api/sync/push?*', async (route) => {
      const { mutations } = route.request().postDataJSON() as { mutations: Mutation[] }
      if (mutations.some(({ id }) => id === ids.at(-1))) await isWorkDone.promise
      batches.push(mutations.length)
      // Each batch waits for a look at the badge: a fast server would accept them all between two looks.
      await look()
      await route.continue()
    })
    const stopCounting = new AbortController()
    const counting = (async () => {
      while (!stopCounting.signal.aborted) {
        await look()
        await new Promise((resolve) => setTimeout(resolve, 100))
      }
    })()
    await context.setOffline(false)
    await expect(syncBadge(page)).toHaveAccessibleName(/^[\d,]+ changes waiting\. Show details$/)

    await page.getByRole('searchbox').fill('Patient piano')
    await expect(rowWith(page, 'Patient piano')).toBeVisible()
    await rowWith(page, 'Patient piano').click()
    await field(page.getByRole('dialog', { name: 'Edit Order' }), 'Order Notes').fill('Typed while ten thousand waited')
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await expect(toast(page)).toContainText('Order updated successfully')
    await expect(rowWith(page, 'Patient piano')).toContainText('Not sent yet')
    await syncBadge(page).click()
    await expect(page.getByRole('dialog', { name: 'Sync' })).toContainText(/[\d,]+ changes waiting/)
    await page.keyboard.press('Escape')
    isWorkDone.resolve()

    await waitUntilSynced(page, 150_000)
    stopCounting.abort()
    await counting
    // The count grows once, when the order is saved; otherwise it only falls.
    expect(counts.filter((waiting, index) => waiting > (counts[index - 1] ?? Infinity)).length).toBeLessThanOrEqual(1)
    expect(counts.filter((waiting) => waiting > 0 && waiting < count).length).toBeGreaterThan(3)
    expect(Math.max(...batches)).toBeLessThanOrEqual(500)
    const ledger = readLedgerOrder(server, shop.id, shop.person.userId).slice(known)
    expect(ledger.filter(({ outcome }) => outcome !== 'applied')).toEqual([])
    expect(ledger.slice(0, -1).map(({ id }) => id)).toEqual(ids)
    expect((await shop.api.read<{ id: string; orderNotes: string }[]>(`/api/${shop.id}/orders`)).find(({ id }) => id === orderId)?.orderNotes).toBe(
      'Typed while ten thousand waited',
    )
    const customers = (await shop.api.pullAll('customers')) as unknown as Customer[]
    expect(customers.filter(({ name, email }) => name.startsWith('Waiting ') && email === `waiting.${name.slice(8)}@example.org`)).toHaveLength(count / 2)
  },
)
