import type { Page } from '@playwright/test'
import { syncApp } from '../app-sync.ts'
import { firstPage, profilePage, withBrowser } from '../browser.ts'
import { bundleForPage } from '../bundle.ts'
import { toSeries, type BenchContext } from '../context.ts'
import { judgeFigure, type Figure } from '../figure.ts'
import { type FullShop, fullShopWith } from '../full-shop.ts'
import { installProbe } from '../page-probe.ts'
import { measureReportFromServer, measureReportOnDevice, measureReportOpening, openBareRange, sumBare } from '../report-year.ts'
import { median } from '../stats.ts'
import { type ActTimes, learnAnswer, measureAct, showView, type ViewAct, viewActs } from '../view-acts.ts'

const atMost = 1.5

type App = { page: Page; url: string; shop: FullShop }
type Pair<Value> = { small: Value; full: Value }

/**
 * The staff's views on a full device: opening, searching, sorting and paging each, the order dialog, and reports, at 20,000
 * orders ÷ at 1,000; one synced browser of each size serves all of them, in turns.
 */
export async function measureViews(bench: BenchContext): Promise<Figure[]> {
  const sizes: Pair<number> = bench.isQuick ? { small: 300, full: 900 } : { small: 1_000, full: 20_000 }
  const rounds = bench.isQuick ? 1 : bench.runs * 2
  const shops = { small: await fullShopWith(bench, sizes.small, sizes.small), full: await fullShopWith(bench, sizes.full, sizes.small) }
  return withApp(bench, shops.small, undefined, (small) =>
    withApp(bench, shops.full, undefined, async (full) => {
      const apps = { small, full }
      const figures: Figure[] = []
      for (const act of viewActs) figures.push(await measureViewAct(bench, apps, sizes, act, rounds))
      figures.push(...(await measureReports(bench, apps, sizes, rounds)))
      const missed = viewActs.filter(({ name }) => figures.some((figure) => figure.name === `views/${name}` && judgeFigure(figure) === 'MISSED'))
      for (const [name, lines] of await profileActs(bench, shops.full, missed)) {
        const figure = figures.find((one) => one.name === `views/${name}`)
        if (figure !== undefined) figure.profile = lines
      }
      return figures
    }),
  )
}

async function measureViewAct(bench: BenchContext, apps: Pair<App>, sizes: Pair<number>, act: ViewAct, rounds: number): Promise<Figure> {
  const toTurn = async ({ page }: App) => {
    await page.bringToFront()
    return { page, times: newTimes(), answer: await learnAnswer(page, act) }
  }
  const turns = [await toTurn(apps.small), await toTurn(apps.full)] as const
  for (let round = 0; round < rounds; round += 1) {
    for (const { page, times, answer } of turns) {
      await page.bringToFront()
      await measureAct(page, act, answer, times)
    }
  }
  return toFigure(bench, `views/${act.name}`, act.what, sizes, { small: turns[0].times, full: turns[1].times })
}

const newTimes = (): ActTimes => ({ ms: [], blockMs: [] })

const toBlockNote = ({ small, full }: Pair<ActTimes>): string =>
  `longest block of the main thread: ${Math.round(Math.max(...full.blockMs))} ms, at the small size ${Math.round(Math.max(...small.blockMs))} ms (0: less than 50)`

function toFigure(bench: BenchContext, name: string, what: string, sizes: Pair<number>, times: Pair<ActTimes>, notes: string[] = []): Figure {
  bench.say(`  ${name}: ${Math.round(median(times.full.ms))} ms, at the small size ${Math.round(median(times.small.ms))} ms`)
  return {
    name,
    what: `${what}, at ${sizes.full} orders ÷ at ${sizes.small}`,
    unit: 'ms',
    product: toSeries(`${sizes.full} orders`, times.full.ms),
    baseline: toSeries(`${sizes.small} orders`, times.small.ms),
    target: { of: 'ratio', atMost },
    notes: [toBlockNote(times), ...notes],
    profile: [],
  }
}

async function measureReports(bench: BenchContext, { small, full }: Pair<App>, sizes: Pair<number>, rounds: number): Promise<Figure[]> {
  const opening = { small: newTimes(), full: newTimes() }
  const lastYear = { small: newTimes(), full: newTimes() }
  const wholeYear = newTimes()
  const bareRead: number[] = []
  const server: number[] = []
  const bareSql: number[] = []
  const { shop } = full
  const bare = await openBareRange(full.page, full.url, await bundleForPage('page-range.ts'), shop, shop.yearBefore)
  for (let round = 0; round < rounds; round += 1) {
    for (const [app, size] of [[small, 'small'], [full, 'full']] as const) {
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
    toFigure(bench, 'views/reports-open', 'Reports: click to figures', sizes, opening),
    toFigure(bench, 'views/report-last-year', 'Report over a year, offline, choice of the last day to figures', sizes, lastYear, [`${shop.lastYear.rows} payments and costs in the year at both sizes`]),
    year('views/report-year-local', 'Report over a year, offline, choice of the last day to figures', toSeries('app', wholeYear.ms), toSeries('bare Dexie', bareRead), [
      `the bare Dexie reads the same rows by an index and adds them up`,
      `longest block of the main thread: ${Math.round(Math.max(...wholeYear.blockMs))} ms`,
    ]),
    year('views/report-year-server', 'Report over a year, both answers of the server read by the page', toSeries('server', server), toSeries('bare SQL', bareSql), [
      'the bare SQL reads the same rows and adds them up, in the process of the bench',
    ]),
  ]
}

/** One more time, with the profiler on and the app's names readable. */
async function profileActs(bench: BenchContext, shop: FullShop, acts: readonly ViewAct[]): Promise<Map<string, string[]>> {
  const lines = new Map<string, string[]>()
  if (acts.length === 0) return lines
  return withApp(bench, shop, await bench.readableApp(), async ({ page }) => {
    for (const act of acts) {
      await learnAnswer(page, act)
      await act.prepare(page)
      lines.set(act.name, await profilePage(page, () => act.act(page).then(() => page.waitForTimeout(1_000))))
    }
    return lines
  })
}

/** Right after a first sync the lists are still being read, and say how many rows they have when that is known. */
async function waitUntilCounted(page: Page, { rowsByCollection }: FullShop): Promise<void> {
  for (const [name, rows = 0] of [['Orders', rowsByCollection.orders], ['Tasks', rowsByCollection.tasks], ['Customers', rowsByCollection.customers]] as const) {
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
