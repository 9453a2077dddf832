import type { Page } from '@playwright/test'
import { orderStatuses } from '#schema/values/order-status.ts'
import { syncApp } from '../harness/app-sync.ts'
import { firstPage, readHeapMb, runScript, withBrowser } from '../harness/browser.ts'
import { bundleForPage } from '../harness/bundle.ts'
import { toSeries, type BenchContext } from '../harness/context.ts'
import type { Figure } from '../harness/figure.ts'
import type { DeviceBench } from '../page/page-device.ts'
import { installProbe } from '../page/page-probe.ts'
import { insertBare } from '../harness/sqlite-baseline.ts'
import { median } from '../harness/stats.ts'
import { openOrders } from './orders-view.ts'

const statusIds = orderStatuses.map(({ id }) => id)
const usesWhileWaiting = 3
// Limited, because each use is one more change to send.
const usesWhileSending = 8

/** 10,000 changes of a week offline: changes per second from `online` to nothing waiting, in the app in use ÷ bare SQLite inserts per second. */
export async function measurePending(bench: BenchContext): Promise<Figure[]> {
  const [count, orders] = [bench.amount(10_000, 300), bench.amount(5_000, 300)]
  const drains: Drain[] = []
  const bareMs: number[] = []
  for (let run = 0; run < bench.runs; run += 1) {
    const shop = await bench.shopWith(orders)
    for (let insert = 0; insert < 3; insert += 1) bareMs.push(insertBare(shop.dataDir, bench.workshop.makeFolder('bare'), orders))
    drains.push(await drainOnce(bench, orders, count))
    bench.say(`  pending ${run + 1}/${bench.runs}: ${Math.round(drains.at(-1)?.totalMs ?? 0)} ms, bare ${Math.round(median(bareMs))} ms for ${orders}`)
  }
  const middle = (pick: (drain: Drain) => number): number => Math.round(median(drains.map(pick)))
  const times = (pick: (drain: Drain) => number[]): string => {
    const all = drains.flatMap(pick)
    return all.length === 0 ? 'none (it was over before)' : `${Math.round(median(all))} ms, slowest ${Math.round(Math.max(...all))} ms`
  }
  return [
    {
      name: 'pending',
      what: `${count} changes that waited for a week, sent by the app in use ÷ bare SQLite inserts`,
      unit: 'per s',
      product: toSeries(
        'changes',
        drains.map(({ totalMs }) => (count / totalMs) * 1_000),
      ),
      baseline: toSeries(
        'bare better-sqlite3, transactions of 100, synchronous=FULL',
        bareMs.map((ms) => (orders / ms) * 1_000),
      ),
      target: undefined,
      notes: [
        `from online to nothing waiting ${middle(({ totalMs }) => totalMs)} ms; inside ${drains[0]?.requests} push requests ${middle(({ requestMs }) => requestMs)} ms (server and transfer)`,
        `meanwhile: saving in the order dialog ${times(({ during }) => during.saveMs)}; opening Orders ${times(({ during }) => during.openMs)}`,
        `offline, while all of it waits: saving ${times(({ before }) => before.saveMs)}; opening Orders ${times(({ before }) => before.openMs)}`,
        `longest block of the main thread ${middle(({ longestTaskMs }) => longestTaskMs)} ms`,
        `memory ${middle(({ heapBeforeMb }) => heapBeforeMb)} MB while it waits, ${middle(({ heapAfterMb }) => heapAfterMb)} MB afterwards`,
      ],
      profile: [],
    },
  ]
}

type Uses = { saveMs: number[]; openMs: number[] }

type Drain = {
  /** From the browser's `online` event until nothing waits in the outbox. */
  totalMs: number
  requestMs: number
  requests: number
  longestTaskMs: number
  before: Uses
  during: Uses
  heapBeforeMb: number
  heapAfterMb: number
}

async function drainOnce(bench: BenchContext, orders: number, count: number): Promise<Drain> {
  const shop = await bench.shopWith(orders)
  const script = await bundleForPage('page-device.ts')
  const server = await bench.workshop.startServer(bench.workshop.copyFolder(shop.dataDir))
  try {
    return await withBrowser(bench.workshop.root, async (context) => {
      const page = await firstPage(context)
      await syncApp(page, server.url, shop)
      await page.goto(`${server.url}/${shop.shopId}/orders`)
      await page.locator('table[role="grid"][aria-label="Orders"] tbody tr[aria-rowindex]').first().waitFor()
      // A second tab of the same user fills the outbox through the app's own import, and then closes the device.
      const filler = await context.newPage()
      await filler.goto(`${server.url}/healthz`)
      await runScript(filler, script)
      await filler.evaluate((userId) => readBench().open(userId), shop.userId)
      await context.setOffline(true)
      await filler.evaluate(([shopId, changes, statuses]) => readBench().fillOutbox(shopId, changes, statuses), [shop.shopId, count, statusIds] as const)
      // The tab stays open, because closing a page ends the emulated outage and would fire `online` too early.
      await filler.evaluate(() => readBench().close())
      await page.bringToFront()
      await page.locator('[data-sync]:not([data-sync="synced"])').first().waitFor()
      await page.waitForTimeout(1_000)
      await installProbe(page)
      const before: Uses = { saveMs: [], openMs: [] }
      for (let use = 0; use < usesWhileWaiting; use += 1) await workInApp(page, before)
      const heapBeforeMb = await readHeapMb(page)
      await page.evaluate(watchDrain, shop.userId)
      const during: Uses = { saveMs: [], openMs: [] }
      let drained: DrainTimes | undefined
      await context.setOffline(false)
      // Where the emulated outage did not change `navigator.onLine`, the browser fires no `online` event.
      await page.evaluate(() => void window.dispatchEvent(new Event('online')))
      const done = page.evaluate(() => (window as unknown as WithDrain).drained).then((times) => (drained = times))
      // Handled below by `await done`; this prevents an unhandled rejection before.
      done.catch(() => undefined)
      for (let use = 0; use < usesWhileSending && drained === undefined; use += 1) {
        const uses: Uses = { saveMs: [], openMs: [] }
        await workInApp(page, uses)
        // A use that ended after the last push does not count as a use during sending.
        if (drained === undefined) for (const kind of ['saveMs', 'openMs'] as const) during[kind].push(...uses[kind])
        await page.waitForTimeout(300)
      }
      await done
      if (drained === undefined) throw new Error('The backlog never left')
      return { ...drained, before, during, heapBeforeMb, heapAfterMb: await readHeapMb(page) }
    })
  } finally {
    await server.stop()
  }
}

let quotes = 100

/** Opens the Orders view from Customers, and saves another quote of its first order in the dialog. */
async function workInApp(page: Page, uses: Uses): Promise<void> {
  uses.openMs.push(await openOrders(page))
  await page.locator('table[role="grid"][aria-label="Orders"] tbody tr[aria-rowindex]').first().click()
  const dialog = page.getByRole('dialog')
  quotes = 100 + ((quotes + 1) % 900)
  await dialog.getByLabel('Quoted cost').fill(String(quotes))
  await page.evaluate(watchSave)
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  uses.saveMs.push(await page.evaluate(() => (window as unknown as { saved: Promise<number> }).saved))
}

type DrainTimes = Pick<Drain, 'totalMs' | 'requestMs' | 'requests' | 'longestTaskMs'>
type WithDrain = { drained: Promise<DrainTimes> }

// The functions below run inside the page, so they can use nothing from outside of themselves.

/** Measures from the press of the next button until its dialog is gone, which is when the change is stored. */
function watchSave(): void {
  const saved = new Promise<number>((resolve) => {
    const onClick = (event: Event): void => {
      const observer = new MutationObserver(() => {
        if (document.querySelector('[role="dialog"]') !== null) return
        observer.disconnect()
        resolve(performance.now() - event.timeStamp)
      })
      observer.observe(document, { subtree: true, childList: true })
    }
    window.addEventListener('click', onClick, { capture: true, once: true })
  })
  Object.assign(window, { saved })
}

/** Reads the outbox itself, because the badge may show other states too. */
async function watchDrain(userId: string): Promise<void> {
  const toPromise = <T>(request: IDBRequest<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error ?? new Error('IndexedDB failed'))
    })
  const database = await toPromise(indexedDB.open(`mainspring-device-${userId}`))
  const count = (name: string): Promise<number> => toPromise(database.transaction(name).objectStore(name).count())
  let longestTaskMs = 0
  const waitUntilSent = async (startMs: number): Promise<DrainTimes> => {
    while ((await count('outbox')) > 0) await new Promise((resolve) => setTimeout(resolve, 25))
    const totalMs = performance.now() - startMs
    const refused = await count('refused')
    database.close()
    if (refused > 0) throw new Error(`${refused} changes of the backlog were refused`)
    const pushes = performance.getEntriesByType('resource').filter(({ name }) => name.includes('/api/sync/push'))
    return { totalMs, requestMs: pushes.reduce((total, { duration }) => total + duration, 0), requests: pushes.length, longestTaskMs }
  }
  const drained = new Promise<DrainTimes>((resolve, reject) => {
    const onOnline = (): void => {
      performance.clearResourceTimings()
      new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries()) longestTaskMs = Math.max(longestTaskMs, duration)
      }).observe({ type: 'longtask' })
      waitUntilSent(performance.now()).then(resolve, reject)
    }
    window.addEventListener('online', onOnline, { once: true, capture: true })
  })
  Object.assign(window, { drained })
}

// Defined inside the page by the bundle; used in functions that run there.
declare function readBench(): DeviceBench
