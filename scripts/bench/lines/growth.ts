import { syncApp } from '../harness/app-sync.ts'
import { firstPage, readHeapMb, withBrowser } from '../harness/browser.ts'
import { toSeries, type BenchContext } from '../harness/context.ts'
import type { Figure } from '../harness/figure.ts'
import { sum } from '../harness/stats.ts'
import type { SeededShop } from '../shops/seed.ts'
import { profileFirstSync } from './first-sync.ts'

/** Time per row of a first sync at 200,000 ÷ at 5,000 orders, and the memory of the page at 200,000. */
export async function measureGrowth(bench: BenchContext): Promise<Figure[]> {
  const [small, large] = [bench.amount(5_000, 300), bench.amount(200_000, 2_000)]
  const smallRuns: SyncRun[] = []
  const largeRuns: SyncRun[] = []
  const [smallShop, largeShop] = [await bench.shopWith(small), await bench.shopWith(large)]
  await measureSync(bench, smallShop)
  for (let run = 0; run < bench.runs; run += 1) {
    smallRuns.push(await measureSync(bench, smallShop))
    largeRuns.push(await measureSync(bench, largeShop))
    bench.say(`  growth ${run + 1}/${bench.runs}: ${largeRuns.at(-1)?.microsecondsPerRow.toFixed(0)} µs a row, heap ${largeRuns.at(-1)?.heapMb.toFixed(0)} MB`)
  }
  const perRow: Figure = {
    name: 'growth/time-per-row',
    what: `First sync, time per row at ${large} orders ÷ at ${small}`,
    unit: 'µs',
    product: toSeries(
      `${large} orders`,
      largeRuns.map(({ microsecondsPerRow }) => microsecondsPerRow),
    ),
    baseline: toSeries(
      `${small} orders`,
      smallRuns.map(({ microsecondsPerRow }) => microsecondsPerRow),
    ),
    target: { of: 'ratio', atMost: 1 },
    notes: [],
    profile: [],
  }
  const heap: Figure = {
    name: 'growth/heap',
    what: `JavaScript memory of the page after the first sync of ${large} orders`,
    unit: 'MB',
    product: toSeries(
      `${large} orders`,
      largeRuns.map(({ heapMb }) => heapMb),
    ),
    baseline: toSeries(
      `${small} orders`,
      smallRuns.map(({ heapMb }) => heapMb),
    ),
    target: { of: 'value', atMost: 120 },
    notes: ['after garbage collection, after a search, with the Orders view on the screen; the ratio is for information'],
    profile: [],
  }
  if (bench.hasMissed(perRow)) perRow.profile = await profileFirstSync(bench, largeShop)
  return [perRow, heap]
}

type SyncRun = { microsecondsPerRow: number; heapMb: number }

/** Starts a new server for each run, so that its page cache does not favour the size that comes second. */
async function measureSync(bench: BenchContext, shop: SeededShop): Promise<SyncRun> {
  const server = await bench.workshop.startServer(shop.dataDir)
  try {
    return await withBrowser(bench.workshop.root, async (context) => {
      const page = await firstPage(context)
      const { totalMs, rowsByCollection } = await syncApp(page, server.url, shop)
      await page.locator('table[role="grid"] tbody tr[aria-rowindex]').first().waitFor()
      // The in-memory data of search and counts is built after the rows are stored, at the latest at the first search.
      const search = page.getByRole('searchbox', { name: /^Search orders/ })
      await search.fill('zzzz')
      await page.getByText('No orders match your search criteria').waitFor({ timeout: 300_000 })
      await search.fill('')
      await page
        .locator(`table[role="grid"][aria-label="Orders"][aria-rowcount="${shop.orders + 1}"] tbody tr[aria-rowindex]`)
        .first()
        .waitFor()
      await page.waitForTimeout(2_000)
      return { microsecondsPerRow: (totalMs * 1_000) / sum(Object.values(rowsByCollection)), heapMb: await readHeapMb(page) }
    })
  } finally {
    await server.stop()
  }
}
