import type { Page } from '@playwright/test'
import { syncApp } from '../harness/app-sync.ts'
import type { Bench } from '../harness/bench-context.ts'
import { firstPage, signInByForm, withBrowser } from '../harness/browser.ts'
import { type Figure, median, toSeries } from '../harness/figure.ts'
import { findFirstRows, type Painting, readPaintings, readPress, waitForPainting, watchPaintings } from '../page/page-painting.ts'
import { realOrderCount } from '../shops/seed-shop.ts'

/** From Sign In on an empty profile to the final first page of Orders; 200,000 orders ÷ 20,190. */
export async function measureFirstRows(bench: Bench): Promise<Figure[]> {
  const sizes = [await learnFirstPage(bench, bench.amount(realOrderCount, 300)), await learnFirstPage(bench, bench.amount(200_000, 2_000))] as const
  for (let run = 0; run < bench.runs; run += 1) {
    for (const size of sizes) await measureOnce(bench, size)
    bench.say(`  first rows ${run + 1}/${bench.runs}: ${sizes.map(({ rightMs, orders }) => `${Math.round(rightMs.at(-1) ?? 0)} ms at ${orders}`).join(', ')}`)
  }
  const [small, large] = sizes.map(({ orders, rightMs }) => toSeries(`${orders} orders`, rightMs)) as [Figure['product'], Figure['product']]
  return [
    ...sizes.map(({ orders, anyMs }, index): Figure => ({
      name: `first-rows/at-${orders}`,
      what: `Sign In on an empty profile to the first page of ${orders} orders`,
      unit: 'ms',
      product: index === 0 ? small : large,
      target: { of: 'value', atMost: 500 },
      notes: [
        `any rows at all after ${median(anyMs).toFixed(0)} ms; what counts is the page that is still there when everything has been loaded`,
        bench.records.description,
      ],
    })),
    {
      name: 'first-rows/ratio',
      what: `The same at ${sizes[1].orders} orders ÷ at ${sizes[0].orders}`,
      unit: 'ms',
      product: large,
      baseline: small,
      target: { of: 'ratio', atMost: 1.2 },
    },
  ]
}

type Size = { orders: number; wanted: Painting; rightMs: number[]; anyMs: number[] }

async function learnFirstPage(bench: Bench, orders: number): Promise<Size> {
  const shop = await bench.shopWith(orders)
  const wanted = await withEmptyProfile(bench, orders, async (page, url) => {
    await syncApp(page, url, shop)
    return (await readPaintings(page)).at(-1)
  })
  if (wanted === undefined || wanted.rows.length === 0) throw new Error('The app showed no orders after the first sync')
  return { orders, wanted, rightMs: [], anyMs: [] }
}

async function measureOnce(bench: Bench, { orders, wanted, rightMs, anyMs }: Size): Promise<void> {
  await withEmptyProfile(bench, orders, async (page, url) => {
    await watchPaintings(page)
    await signInByForm(page, url)
    const right = await waitForPainting(page, wanted)
    const pressedAtMs = await readPress(page)
    rightMs.push(right.atMs - pressedAtMs)
    anyMs.push((findFirstRows(await readPaintings(page)) ?? right).atMs - pressedAtMs)
  })
}

async function withEmptyProfile<Result>(bench: Bench, orders: number, run: (page: Page, url: string) => Promise<Result>): Promise<Result> {
  const { dataDir } = await bench.shopWith(orders)
  return bench.withServer(dataDir, (url) => withBrowser(bench, async (context) => run(await firstPage(context), url)))
}
