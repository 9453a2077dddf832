import type { Page } from '@playwright/test'
import { syncApp } from '../harness/app-sync.ts'
import { firstPage, profilePage, signInByForm, withBrowser } from '../harness/browser.ts'
import { toSeries, type BenchContext } from '../harness/context.ts'
import type { Figure } from '../harness/figure.ts'
import { findFirstRows, type Painting, readPaintings, readPress, waitForPainting, watchPaintings } from '../page/page-painting.ts'
import { realOrderCount } from '../shops/seed.ts'

/** The press of Sign In on an empty profile to the first page of Orders, the rows that stay there, at 200,000 orders and ÷ at 20,190. */
export async function measureFirstRows(bench: BenchContext): Promise<Figure[]> {
  const [small, large] = [bench.amount(realOrderCount, 300), bench.amount(200_000, 2_000)]
  const sizes = [await learnFirstPage(bench, small), await learnFirstPage(bench, large)] as const
  for (let run = 0; run < bench.runs; run += 1) {
    for (const size of sizes) await measureOnce(bench, size, undefined)
    bench.say(`  first rows ${run + 1}/${bench.runs}: ${sizes.map(({ rightMs, orders }) => `${Math.round(rightMs.at(-1) ?? 0)} ms at ${orders}`).join(', ')}`)
  }
  const series = sizes.map(({ orders, rightMs }) => toSeries(`${orders} orders`, rightMs))
  const figures = sizes.map(({ orders, anyMs, rightMs }): Figure => ({
    name: `first-rows/at-${orders}`,
    what: `Sign In on an empty profile to the first page of ${orders} orders`,
    unit: 'ms',
    product: toSeries(`${orders} orders`, rightMs),
    baseline: undefined,
    target: { of: 'value', atMost: 500 },
    notes: [
      `any rows at all after ${toSeries('', anyMs).median.toFixed(0)} ms; what counts is the page that is still there when everything has been loaded`,
      bench.records.description,
    ],
    profile: [],
  }))
  const ratio: Figure = {
    name: 'first-rows/ratio',
    what: `The same at ${large} orders ÷ at ${small}`,
    unit: 'ms',
    product: series[1] ?? toSeries('', []),
    baseline: series[0],
    target: { of: 'ratio', atMost: 1.2 },
    notes: [],
    profile: [],
  }
  const largest = figures.at(-1)
  if (largest !== undefined && bench.hasMissed(largest)) largest.profile = await measureOnce(bench, sizes[1], await bench.readableApp())
  return [...figures, ratio]
}

type Size = { orders: number; wanted: Painting; rightMs: number[]; anyMs: number[] }

/** Syncs once to the end, to learn what the first page is at last. */
async function learnFirstPage(bench: BenchContext, orders: number): Promise<Size> {
  const shop = await bench.shopWith(orders)
  const wanted = await withApp(bench, orders, undefined, async (page, url) => {
    await syncApp(page, url, shop)
    return (await readPaintings(page)).at(-1)
  })
  if (wanted === undefined || wanted.rows.length === 0) throw new Error('The app showed no orders after the first sync')
  return { orders, wanted, rightMs: [], anyMs: [] }
}

/** One sign-in; with `webDir`, a build with readable names, it is profiled and not counted. */
async function measureOnce(bench: BenchContext, { orders, wanted, rightMs, anyMs }: Size, webDir: string | undefined): Promise<string[]> {
  return withApp(bench, orders, webDir, async (page, url) => {
    await watchPaintings(page)
    const signIn = async (): Promise<void> => {
      await signInByForm(page, url)
      const right = await waitForPainting(page, wanted)
      if (webDir !== undefined) return
      const pressedAtMs = await readPress(page)
      rightMs.push(right.atMs - pressedAtMs)
      anyMs.push((findFirstRows(await readPaintings(page)) ?? right).atMs - pressedAtMs)
    }
    if (webDir === undefined) return signIn().then(() => [])
    await page.goto(`${url}/login`)
    return profilePage(page, signIn)
  })
}

async function withApp<Result>(
  bench: BenchContext,
  orders: number,
  webDir: string | undefined,
  run: (page: Page, url: string) => Promise<Result>,
): Promise<Result> {
  const shop = await bench.shopWith(orders)
  const server = await bench.workshop.startServer(shop.dataDir, { webDir })
  try {
    return await withBrowser(bench.workshop.root, async (context) => run(await firstPage(context), server.url))
  } finally {
    await server.stop()
  }
}
