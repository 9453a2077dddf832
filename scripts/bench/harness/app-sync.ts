import type { Page } from '@playwright/test'
import { collectionNames } from '#schema/collections/index.ts'
import type { Bench } from './bench-context.ts'
import { firstPage, runScript, signInByForm, withBrowser } from './browser.ts'
import { bundleForPage } from './bundle.ts'
import type { BenchDevice } from '../page/bench-device.ts'
import { watchPaintings } from '../page/page-painting.ts'
import type { PullPlan } from '../page/page-dexie.ts'
import type { SeededShop } from '../shops/seed-shop.ts'

export type AppSync = {
  /** From opening the empty device until its last row is stored and readable. */
  totalMs: number
  /** Sum over all pull requests: server, network and transfer. */
  requestMs: number
  plan: PullPlan
  rowsByCollection: Record<string, number>
}

/** Recorded by a script between the app and IndexedDB, so that the unchanged app is measured. */
type StorageClock = { openedAt: number | undefined; lastWriteAt: number | undefined }

declare global {
  interface Window {
    storageClock: StorageClock
  }
}

const rowDatabases = '^mainspring-rows-'
/** Shorter than the store's idle delay, so that compaction afterwards is not measured. */
const quietMs = 1_000
const usualPage = 2_000

export async function syncApp(page: Page, url: string, shop: SeededShop): Promise<AppSync> {
  const plan = new Map<string, number>()
  await page.addInitScript(watchStorage, rowDatabases)
  await watchPaintings(page)
  page.on('request', (request) => {
    if (!request.url().includes('/api/sync/pull')) return
    const { collection, limit } = request.postDataJSON() as { collection: string; limit: number }
    // The largest, because the first page may be small.
    plan.set(collection, Math.max(plan.get(collection) ?? 0, limit))
  })
  await signInByForm(page, url)
  await waitForFirstSync(page)
  const { totalMs, requestMs } = await page.evaluate(readTimes)
  const rowsByCollection = await countHeldRows(page, url, shop)
  checkRows(rowsByCollection, shop)
  for (const name of collectionNames) if ((rowsByCollection[name] ?? 0) > 0 && !plan.has(name)) plan.set(name, usualPage)
  return { totalMs, requestMs, plan: [...plan].map(([collection, limit]) => ({ collection, limit })), rowsByCollection }
}

/** Waits until the badge says "synced" and writes have paused; `storageClock` has the time of the last write. */
async function waitForFirstSync(page: Page): Promise<void> {
  const isQuiet = (durationMs: number): boolean => {
    const { lastWriteAt } = window.storageClock
    return document.querySelector('[data-sync="synced"]') !== null && lastWriteAt !== undefined && performance.now() - lastWriteAt > durationMs
  }
  await page.waitForFunction(isQuiet, quietMs, { timeout: 600_000, polling: 100 })
}

/**
 * Counts the device's living rows by collection in a second tab, through the device's own code, so that the bench does
 * not depend on the storage format.
 */
async function countHeldRows(app: Page, url: string, { shopId, userId }: SeededShop): Promise<Record<string, number>> {
  const tab = await app.context().newPage()
  await tab.goto(`${url}/healthz`)
  await runScript(tab, await bundleForPage('bench-device.ts'))
  const rowsByCollection = await tab.evaluate(([user, shop]) => readBench().countStored(user, shop), [userId, shopId] as const)
  await tab.close()
  await app.bringToFront()
  return rowsByCollection
}

function checkRows(rowsByCollection: Record<string, number>, shop: SeededShop): void {
  for (const name of collectionNames) {
    // A new device gets only the newest 1,000 activities (SYNC.md, "Pull").
    const expected = name === 'activities' ? Math.min(shop.rowsByCollection[name] ?? 0, 1_000) : (shop.rowsByCollection[name] ?? 0)
    const stored = rowsByCollection[name] ?? 0
    if (stored !== expected) throw new Error(`After the first sync the device holds ${stored} rows of ${name} instead of ${expected}`)
  }
}

export async function withSyncedApp<Result>(bench: Bench, shop: SeededShop, run: (page: Page, url: string) => Promise<Result>): Promise<Result> {
  return bench.withServer(shop.dataDir, (url) =>
    withBrowser(bench, async (context) => {
      const page = await firstPage(context)
      await syncApp(page, url, shop)
      return run(page, url)
    }),
  )
}

declare function readBench(): BenchDevice

// The functions below are serialised into the page, so they cannot use outer variables.

function watchStorage(databases: string): void {
  const holdsRows = new RegExp(databases)
  const clock: StorageClock = { openedAt: undefined, lastWriteAt: undefined }
  window.storageClock = clock
  // oxlint-disable typescript/unbound-method -- Both are called below with the `this` of the call they stand for.
  const { open } = IDBFactory.prototype
  const { transaction } = IDBDatabase.prototype
  IDBFactory.prototype.open = function (name, ...rest) {
    if (name.startsWith('mainspring-device-')) clock.openedAt ??= performance.now()
    return open.call(this, name, ...rest)
  }
  IDBDatabase.prototype.transaction = function (names, mode, ...rest) {
    const made = transaction.call(this, names, mode, ...rest)
    if (mode === 'readwrite' && holdsRows.test(this.name)) {
      made.addEventListener('complete', () => {
        clock.lastWriteAt = performance.now()
      })
    }
    return made
  }
}

function readTimes(): { totalMs: number; requestMs: number } {
  const { openedAt, lastWriteAt } = window.storageClock
  if (openedAt === undefined || lastWriteAt === undefined) throw new Error('The app wrote nothing to its database')
  const pulls = performance.getEntriesByType('resource').filter(({ name }) => name.includes('/api/sync/pull'))
  return { totalMs: lastWriteAt - openedAt, requestMs: pulls.reduce((total, { duration }) => total + duration, 0) }
}
