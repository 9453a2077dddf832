import { collectionNames } from '#schema/collections/index.ts'
import { syncApp, type AppSync } from '../harness/app-sync.ts'
import { firstPage, openBarePage, profilePage, runScript, withBrowser } from '../harness/browser.ts'
import { bundleForPage } from '../harness/bundle.ts'
import { toSeries, type BenchContext } from '../harness/context.ts'
import { hotFunctionsToLines, profileToHotFunctions } from '../harness/cpu-profile.ts'
import type { Figure } from '../harness/figure.ts'
import type { BareSyncResult, PullPlan } from '../page/page-dexie.ts'
import type { PeerSyncResult } from '../page/page-peer.ts'
import { realOrderCount, type SeededShop } from '../shops/seed.ts'
import { median, sum } from '../harness/stats.ts'
import type { BenchServer } from '../shops/workshop.ts'

/** First sync of the imported orders into an empty profile on the disk ÷ bare Dexie bulkPut of the same rows, fetched alike; ÷ RxDB's replication. */
export async function measureFirstSync(bench: BenchContext): Promise<Figure[]> {
  const shop = await bench.shopWith(bench.amount(realOrderCount, 300))
  const baselineScript = await bundleForPage('page-dexie.ts')
  const app: AppSync[] = []
  const bare: BareSyncResult[] = []
  const peer: PeerSyncResult[] = []
  const peerScript = await bundleForPage('page-peer.ts')
  const server = await bench.workshop.startServer(shop.dataDir)
  try {
    // The first pair is not measured: it warms up the server, and gives the plan that the baseline repeats.
    const warmUp = await measureApp(bench, server, shop)
    await measureBare(bench, server, baselineScript, warmUp.plan)
    // RxDB's free build opens no more than 13 to 16 collections in a page (COL23), so the peer leaves out those without rows.
    const peerPlan = warmUp.plan.filter(({ collection }) => (warmUp.rowsByCollection[collection] ?? 0) > 0)
    for (let run = 0; run < bench.runs; run += 1) {
      bare.push(await measureBare(bench, server, baselineScript, warmUp.plan))
      app.push(await measureApp(bench, server, shop))
      peer.push(await measurePeer(bench, server, peerScript, peerPlan))
      const [appMs, bareMs, peerMs] = [app, bare, peer].map((results) => Math.round(results.at(-1)?.totalMs ?? 0))
      bench.say(`  first sync ${run + 1}/${bench.runs}: app ${appMs} ms, bare ${bareMs} ms, RxDB ${peerMs} ms`)
    }
    checkSameRows(app[0], bare[0])
    checkSameRows(app[0], peer[0])
  } finally {
    await server.stop()
  }
  const rows = sum(Object.values(app[0]?.rowsByCollection ?? {}))
  const figure: Figure = {
    name: 'first-sync',
    what: `First sync of ${shop.orders} orders (${rows} rows), empty profile on disk`,
    unit: 'ms',
    product: toSeries(
      'app',
      app.map(({ totalMs }) => totalMs),
    ),
    baseline: toSeries(
      'bare Dexie',
      bare.map(({ totalMs }) => totalMs),
    ),
    target: { of: 'ratio', atMost: 0.5 },
    notes: [
      `pages of ${pageSizes(app[0]?.plan ?? [])} rows; the bare Dexie pulls the same pages from the same server`,
      `time inside pull requests: app ${Math.round(median(app.map(({ requestMs }) => requestMs)))} ms, bare ${Math.round(median(bare.map(({ fetchMs }) => fetchMs)))} ms; bare bulkPut ${Math.round(median(bare.map(({ putMs }) => putMs)))} ms`,
      `rows per second: app ${Math.round(rows / (median(app.map(({ totalMs }) => totalMs)) / 1_000))}, bare ${Math.round(rows / (median(bare.map(({ totalMs }) => totalMs)) / 1_000))}`,
      toPaintedNote(app),
      bench.records.description,
    ],
    profile: [],
  }
  const peerFigure: Figure = {
    name: 'first-sync/peer',
    what: `The same ÷ RxDB's own replication into its Dexie storage`,
    unit: 'ms',
    product: figure.product,
    baseline: toSeries(
      'RxDB replication',
      peer.map(({ totalMs }) => totalMs),
    ),
    target: undefined,
    notes: [
      'the same rows, pull route and page sizes; RxDB stores them with no index but its own two, and pulls side by side; kinds without rows are left out',
    ],
    profile: [],
  }
  if (bench.hasMissed(figure)) figure.profile = await profileFirstSync(bench, shop)
  return [figure, peerFigure]
}

function toPaintedNote(app: readonly AppSync[]): string {
  const middle = (pick: (sync: AppSync) => number | undefined): string => {
    const times = app.map(pick).filter((ms) => ms !== undefined)
    return times.length === 0 ? 'never' : `${Math.round(median(times))} ms`
  }
  return `from the press of Sign In: first rows of Orders painted ${middle(({ firstRowsMs }) => firstRowsMs)}, the first page as it stays ${middle(({ rightRowsMs }) => rightRowsMs)}`
}

const measureApp = (bench: BenchContext, server: BenchServer, shop: SeededShop): Promise<AppSync> =>
  withBrowser(bench.workshop.root, async (context) => syncApp(await firstPage(context), server.url, shop))

const measureBare = (bench: BenchContext, server: BenchServer, script: string, plan: PullPlan): Promise<BareSyncResult> =>
  withBrowser(bench.workshop.root, async (context) => {
    const page = await openBarePage(context, server.url)
    await runScript(page, script)
    return page.evaluate((pages) => (globalThis as unknown as { syncBare(plan: PullPlan): Promise<BareSyncResult> }).syncBare(pages), plan)
  })

const measurePeer = (bench: BenchContext, server: BenchServer, script: string, plan: PullPlan): Promise<PeerSyncResult> =>
  withBrowser(bench.workshop.root, async (context) => {
    const page = await openBarePage(context, server.url)
    await runScript(page, script)
    return page.evaluate((pages) => (globalThis as unknown as { syncPeer(plan: PullPlan): Promise<PeerSyncResult> }).syncPeer(pages), plan)
  })

/** One more first sync, unmeasured, with the profilers of page and server on and the app's names readable. */
export async function profileFirstSync(bench: BenchContext, shop: SeededShop): Promise<string[]> {
  const server = await bench.workshop.startServer(shop.dataDir, { webDir: await bench.readableApp() })
  try {
    await server.startProfile()
    const lines = await withBrowser(bench.workshop.root, async (context) => {
      const page = await firstPage(context)
      await page.goto(`${server.url}/login`)
      return profilePage(page, () => syncApp(page, server.url, shop))
    })
    const serverLines = hotFunctionsToLines(profileToHotFunctions(await server.stopProfile(), 8))
    return ['page, own time by function:', ...lines, 'server, own time by function:', ...serverLines]
  } finally {
    await server.stop()
  }
}

function checkSameRows(app: AppSync | undefined, other: Pick<BareSyncResult, 'rowsByCollection'> | undefined): void {
  const toText = (rows: Record<string, number> | undefined): string =>
    collectionNames
      .filter((name) => (rows?.[name] ?? 0) > 0)
      .map((name) => `${name} ${rows?.[name]}`)
      .join(', ')
  if (toText(app?.rowsByCollection) !== toText(other?.rowsByCollection)) {
    throw new Error(`App and baseline hold different rows: ${toText(app?.rowsByCollection)} and ${toText(other?.rowsByCollection)}`)
  }
}

const pageSizes = (plan: PullPlan): string => [...new Set(plan.map(({ limit }) => limit))].join(', ')
