import type { Page } from '@playwright/test'
import { syncApp } from '../harness/app-sync.ts'
import { firstPage, withBrowser } from '../harness/browser.ts'
import { bundleForPage } from '../harness/bundle.ts'
import { toSeries, type BenchContext } from '../harness/context.ts'
import type { Figure } from '../harness/figure.ts'
import { type FullShop, fullShopWith } from '../shops/full-shop.ts'
import { installProbe } from '../page/page-probe.ts'
import { measureReportFromServer, measureReportOnDevice, measureReportOpening, openBareRange, sumBare } from '../shops/report-year.ts'
import { measureActionInTurns, newTimes, type Pair, profileMissed, toTwoSizesFigure } from '../harness/two-sizes.ts'
import { showView, type ViewAction, viewActions } from '../shops/view-actions.ts'

type App = { page: Page; url: string; shop: FullShop }

/**
 * The staff's views on a full device: opening, searching, sorting and paging each, the order dialog, and reports, at 20,000
 * orders ÷ at 1,000; one synced browser of each size serves all of them, in turns.
 */
export async function measureViews(bench: BenchContext): Promise<Figure[]> {
  const sizes: Pair<number> = { small: bench.amount(1_000, 300), full: bench.amount(20_000, 600) }
  const rounds = bench.amount(bench.runs * 2, 1)
  const shops = { small: await fullShopWith(bench, sizes.small, sizes.small), full: await fullShopWith(bench, sizes.full, sizes.small) }
  const figures = await withApp(bench, shops.small, undefined, (small) =>
    withApp(bench, shops.full, undefined, async (full) => {
      const apps = { small, full }
      const labels = { small: `${sizes.small} orders`, full: `${sizes.full} orders` }
      const measured: Figure[] = []
      for (const action of viewActions)
        measured.push(await measureActionInTurns(bench, { small: small.page, full: full.page }, labels, toFigureName(action), action, rounds))
      measured.push(...(await measureReports(bench, apps, labels, rounds)))
      return measured
    }),
  )
  // Only now, because one server holds a folder.
  await profileMissed(bench, figures, toFigureName, viewActions, async (run) => withApp(bench, shops.full, await bench.readableApp(), ({ page }) => run(page)))
  return figures
}

const toFigureName = ({ name }: ViewAction): string => `views/${name}`

async function measureReports(bench: BenchContext, { small, full }: Pair<App>, labels: Pair<string>, rounds: number): Promise<Figure[]> {
  const opening = { small: newTimes(), full: newTimes() }
  const lastYear = { small: newTimes(), full: newTimes() }
  const wholeYear = newTimes()
  const bareRead: number[] = []
  const server: number[] = []
  const bareSql: number[] = []
  const { shop } = full
  const bare = await openBareRange(full.page, full.url, await bundleForPage('page-range.ts'), shop, shop.yearBefore)
  for (let round = 0; round < rounds; round += 1) {
    for (const [app, size] of [
      [small, 'small'],
      [full, 'full'],
    ] as const) {
      await app.page.bringToFront()
      await measureReportOpening(app.page, opening[size])
      await measureReportOnDevice(app.page, app.shop.lastYear, lastYear[size])
    }
    await measureReportOnDevice(full.page, shop.yearBefore, wholeYear)
    bareRead.push(await bare.read())
    server.push(await measureReportFromServer(full.page, shop, shop.yearBefore))
    bareSql.push(sumBare(shop, shop.yearBefore))
  }
  await bare.close()
  const rows = `${shop.yearBefore.rows} payments and costs`
  const year = (name: string, what: string, product: Figure['product'], baseline: Figure['product'], notes: string[]): Figure => {
    bench.say(`  ${name}: ${Math.round(product.median)} ms, ${baseline.label} ${Math.round(baseline.median)} ms`)
    return { name, what: `${what}, ${rows}`, unit: 'ms', product, baseline, target: undefined, notes, profile: [] }
  }
  return [
    toTwoSizesFigure(bench, 'views/reports-open', 'Reports: click to figures', labels, opening),
    toTwoSizesFigure(bench, 'views/report-last-year', 'Report over a year, offline, choice of the last day to figures', labels, lastYear, [
      `${shop.lastYear.rows} payments and costs in the year at both sizes`,
    ]),
    year(
      'views/report-year-local',
      'Report over a year, offline, choice of the last day to figures',
      toSeries('app', wholeYear.ms),
      toSeries('bare Dexie', bareRead),
      [`the bare Dexie reads the same rows by an index and adds them up`, `longest block of the main thread: ${Math.round(Math.max(...wholeYear.blockMs))} ms`],
    ),
    year(
      'views/report-year-server',
      'Report over a year, both answers of the server read by the page',
      toSeries('server', server),
      toSeries('bare SQL', bareSql),
      ['the bare SQL reads the same rows and adds them up, in the process of the bench'],
    ),
  ]
}

/** Waits until each list shows its number of rows, because right after a first sync the lists are still being read. */
async function waitUntilCounted(page: Page, { rowsByCollection }: FullShop): Promise<void> {
  for (const [name, rows = 0] of [
    ['Orders', rowsByCollection.orders],
    ['Tasks', rowsByCollection.tasks],
    ['Customers', rowsByCollection.customers],
  ] as const) {
    await showView(page, name)
    await page.locator(`table[role="grid"][aria-label="${name}"][aria-rowcount="${rows + 1}"]`).waitFor({ timeout: 300_000 })
  }
}

async function withApp<Result>(bench: BenchContext, shop: FullShop, webDir: string | undefined, run: (app: App) => Promise<Result>): Promise<Result> {
  const server = await bench.workshop.startServer(shop.dataDir, { webDir })
  try {
    return await withBrowser(bench.workshop.root, async (context) => {
      const page = await firstPage(context)
      await syncApp(page, server.url, shop)
      await page.goto(`${server.url}/${shop.shopId}/customers`)
      await page.locator('table[role="grid"] tbody tr[aria-rowindex]').first().waitFor()
      await installProbe(page)
      await waitUntilCounted(page, shop)
      return run({ page, url: server.url, shop })
    })
  } finally {
    await server.stop()
  }
}
