import { collectionNames } from '#schema/collections/index.ts'
import { syncApp, type AppSync } from '../harness/app-sync.ts'
import type { Bench } from '../harness/bench-context.ts'
import { firstPage, openBarePage, withBrowser } from '../harness/browser.ts'
import { type Figure, median, toSeries } from '../harness/figure.ts'
import type { BareSyncResult, PullPlan } from '../page/page-dexie.ts'
import type { PeerSyncResult } from '../page/page-peer.ts'
import { realOrderCount, type SeededShop } from '../shops/seed-shop.ts'

/** First sync of imported orders into an empty profile on disk ÷ Dexie bulkPut of the same rows, fetched alike; ÷ RxDB replication. */
export async function measureFirstSync(bench: Bench): Promise<Figure[]> {
  const shop = await bench.shopWith(bench.amount(realOrderCount, 300))
  const app: AppSync[] = []
  const bare: BareSyncResult[] = []
  const peer: PeerSyncResult[] = []
  await bench.withServer(shop.dataDir, async (url) => {
    // Unmeasured warm-up; its plan is repeated by the baseline.
    const { plan, rowsByCollection } = await measureApp(bench, url, shop)
    await measureBare(bench, url, plan)
    // RxDB's free build opens at most 13 to 16 collections (COL23), so the peer skips empty ones.
    const peerPlan = plan.filter(({ collection }) => (rowsByCollection[collection] ?? 0) > 0)
    for (let run = 0; run < bench.runs; run += 1) {
      bare.push(await measureBare(bench, url, plan))
      app.push(await measureApp(bench, url, shop))
      peer.push(await measurePeer(bench, url, peerPlan))
      const [appMs, bareMs, peerMs] = [app, bare, peer].map((results) => Math.round(results.at(-1)?.totalMs ?? 0))
      bench.say(`  first sync ${run + 1}/${bench.runs}: app ${appMs} ms, bare ${bareMs} ms, RxDB ${peerMs} ms`)
    }
  })
  checkSameRows(app[0], bare[0])
  checkSameRows(app[0], peer[0])
  const rows = Object.values(app[0]?.rowsByCollection ?? {}).reduce((total, count) => total + count, 0)
  const totalsOf = (results: readonly { totalMs: number }[]): number[] => results.map(({ totalMs }) => totalMs)
  const product = toSeries('app', totalsOf(app))
  const middle = (values: number[]): string => `${Math.round(median(values))} ms`
  return [
    {
      name: 'first-sync',
      what: `First sync of ${shop.orders} orders (${rows} rows), empty profile on disk`,
      unit: 'ms',
      product,
      baseline: toSeries('bare Dexie', totalsOf(bare)),
      target: { of: 'ratio', atMost: 0.5 },
      notes: [
        `pages of ${[...new Set(app[0]?.plan.map(({ limit }) => limit))].join(', ')} rows; the bare Dexie pulls the same pages from the same server`,
        `time inside pull requests: app ${middle(app.map(({ requestMs }) => requestMs))}, bare ${middle(bare.map(({ fetchMs }) => fetchMs))}; bare bulkPut ${middle(bare.map(({ putMs }) => putMs))}`,
        bench.records.description,
      ],
    },
    {
      name: 'first-sync/peer',
      what: `The same ÷ RxDB's own replication into its Dexie storage`,
      unit: 'ms',
      product,
      baseline: toSeries('RxDB replication', totalsOf(peer)),
      notes: [
        'the same rows, pull route and page sizes; RxDB stores them with no index but its own two, and pulls side by side; kinds without rows are left out',
      ],
    },
  ]
}

const measureApp = (bench: Bench, url: string, shop: SeededShop): Promise<AppSync> =>
  withBrowser(bench, async (context) => syncApp(await firstPage(context), url, shop))

const measureBare = (bench: Bench, url: string, plan: PullPlan): Promise<BareSyncResult> =>
  withBrowser(bench, async (context) => {
    const page = await openBarePage(context, url, 'page-dexie.ts')
    return page.evaluate((pages) => syncBare(pages), plan)
  })

const measurePeer = (bench: Bench, url: string, plan: PullPlan): Promise<PeerSyncResult> =>
  withBrowser(bench, async (context) => {
    const page = await openBarePage(context, url, 'page-peer.ts')
    return page.evaluate((pages) => syncPeer(pages), plan)
  })

function checkSameRows(app: AppSync | undefined, other: Pick<BareSyncResult, 'rowsByCollection'> | undefined): void {
  const [held, others] = [app, other].map((result) =>
    collectionNames
      .filter((name) => (result?.rowsByCollection[name] ?? 0) > 0)
      .map((name) => `${name} ${result?.rowsByCollection[name]}`)
      .join(', '),
  )
  if (held !== others) throw new Error(`App and baseline hold different rows: ${held} and ${others}`)
}

declare function syncBare(plan: PullPlan): Promise<BareSyncResult>
declare function syncPeer(plan: PullPlan): Promise<PeerSyncResult>
