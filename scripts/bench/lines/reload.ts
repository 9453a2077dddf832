import type { Page } from '@playwright/test'
import { syncApp } from '../harness/app-sync.ts'
import { firstPage, profilePage, signInByCookie, withBrowser } from '../harness/browser.ts'
import { bundleForPage } from '../harness/bundle.ts'
import { toSeries, type BenchContext } from '../harness/context.ts'
import type { Figure } from '../harness/figure.ts'
import { median } from '../harness/stats.ts'
import type { BareList } from '../page/page-bare-list.ts'
import { type Painting, readLoadStart, readPaintings, waitForPainting } from '../page/page-painting.ts'
import type { BenchServer } from '../shops/workshop.ts'

const word = 'lamp'
const bareAddress = '/bench-bare.html'
const restMs = 1_500

/** At 60,000 orders: a reload to the first page of Orders, and to the whole answer of a search, each ÷ bare Dexie reading all rows. */
export async function measureReload(bench: BenchContext): Promise<Figure[]> {
  const orders = bench.amount(60_000, 600)
  const shop = await bench.shopWith(orders)
  const times: Times = { pageMs: [], searchMs: [], barePageMs: [], bareAllMs: [] }
  const server = await bench.workshop.startServer(shop.dataDir, { webDir: await appWithBarePage(bench) })
  try {
    await withBrowser(bench.workshop.root, (bareContext) =>
      withSynced(bench, server, orders, async (app) => {
        const bare = await openBare(await firstPage(bareContext), server, orders)
        for (let run = 0; run < bench.runs; run += 1) {
          times.pageMs.push(await reloadToPage(app))
          times.barePageMs.push(await reloadBare(bare, server, 'page'))
          times.searchMs.push(await reloadToSearch(app))
          times.bareAllMs.push(await reloadBare(bare, server, 'all'))
          bench.say(
            `  reload ${run + 1}/${bench.runs}: ${Object.entries(times)
              .map(([name, ms]) => `${name} ${Math.round(ms.at(-1) ?? 0)}`)
              .join(', ')}`,
          )
        }
      }),
    )
  } finally {
    await server.stop()
  }
  const figures = toFigures(orders, times)
  for (const [figure, reload] of [
    [figures[0], reloadToPage],
    [figures[1], reloadToSearch],
  ] as const) {
    if (bench.hasMissed(figure)) figure.profile = await profileReload(bench, orders, reload)
  }
  return [...figures]
}

type Times = { pageMs: number[]; searchMs: number[]; barePageMs: number[]; bareAllMs: number[] }

function toFigures(orders: number, { pageMs, searchMs, barePageMs, bareAllMs }: Times): readonly [Figure, Figure] {
  return [
    {
      name: 'reload/first-page',
      what: `Reload with ${orders} orders stored to the first page of Orders ÷ bare Dexie reading all rows`,
      unit: 'ms',
      product: toSeries('app', pageMs),
      baseline: toSeries('bare Dexie, all rows in an array', bareAllMs),
      target: { of: 'ratio', atMost: 1 },
      notes: [
        'both from the start of the navigation; the app with its service worker, the bare page without',
        `the bare page shows 50 rows by an index after ${Math.round(median(barePageMs))} ms: it loads no app`,
      ],
      profile: [],
    },
    {
      name: 'reload/search',
      what: `Reload with ${orders} orders stored to the whole answer of a search ÷ bare Dexie reading all rows`,
      unit: 'ms',
      product: toSeries(`app, “${word}” typed as soon as there is a search box`, searchMs),
      baseline: toSeries('bare Dexie, all rows in an array', bareAllMs),
      target: { of: 'ratio', atMost: 0.4 },
      notes: [`from the first page on the screen to the whole answer ${Math.round(median(searchMs) - median(pageMs))} ms`],
      profile: [],
    },
  ]
}

/** The app's page with what it shows at rest: its first page, and the answer of the search. */
type SyncedList = { page: Page; wanted: Painting; found: Painting }

const searchBox = (page: Page) => page.getByRole('searchbox', { name: /^Search orders/ })

async function withSynced<Result>(bench: BenchContext, server: BenchServer, orders: number, run: (app: SyncedList) => Promise<Result>): Promise<Result> {
  const shop = await bench.shopWith(orders)
  return withBrowser(bench.workshop.root, async (context) => {
    const page = await firstPage(context)
    await syncApp(page, server.url, shop)
    await page.goto(`${server.url}/${shop.shopId}/orders`)
    const wanted = await learnPainting(page, ({ total }) => total === String(orders + 1))
    await searchBox(page).fill(word)
    const found = await learnPainting(page, ({ total }) => total !== wanted.total)
    await searchBox(page).fill('')
    await page.waitForTimeout(restMs)
    return run({ page, wanted, found })
  })
}

/** The last thing on the screen that fits, once nothing has changed for a while. */
async function learnPainting(page: Page, isFit: (painting: Painting) => boolean): Promise<Painting> {
  for (let tries = 0; tries < 200; tries += 1) {
    const before = (await readPaintings(page)).at(-1)
    await page.waitForTimeout(restMs)
    const after = (await readPaintings(page)).at(-1)
    if (after !== undefined && after.rows.length > 0 && before?.atMs === after.atMs && isFit(after)) return after
  }
  throw new Error('The Orders list did not come to rest')
}

async function reloadToPage({ page, wanted }: SyncedList): Promise<number> {
  await page.bringToFront()
  await page.reload({ waitUntil: 'commit' })
  const ms = (await waitForPainting(page, wanted)).atMs - (await readLoadStart(page))
  await page.waitForTimeout(restMs)
  return ms
}

async function reloadToSearch({ page, found }: SyncedList): Promise<number> {
  await page.bringToFront()
  await page.reload({ waitUntil: 'commit' })
  await searchBox(page).fill(word)
  const ms = (await waitForPainting(page, found, true)).atMs - (await readLoadStart(page))
  await searchBox(page).fill('')
  await page.waitForTimeout(restMs)
  return ms
}

async function profileReload(bench: BenchContext, orders: number, reload: (app: SyncedList) => Promise<number>): Promise<string[]> {
  const shop = await bench.shopWith(orders)
  const server = await bench.workshop.startServer(shop.dataDir, { webDir: await bench.readableApp() })
  try {
    return await withSynced(bench, server, orders, (app) => profilePage(app.page, () => reload(app)))
  } finally {
    await server.stop()
  }
}

/** The built app with one more page beside it, which the same server sends under the same headers. */
async function appWithBarePage(bench: BenchContext): Promise<string> {
  return bench.workshop.appWith({
    'bench-bare.html': '<!doctype html><title>Bare</title><body><script src="/bench-bare.js"></script></body>',
    'bench-bare.js': await bundleForPage('page-bare-list.ts'),
  })
}

async function openBare(page: Page, server: BenchServer, orders: number): Promise<Page> {
  await signInByCookie(page.context(), server.url)
  await page.goto(server.url + bareAddress)
  const held = await page.evaluate(() => readBareList().fill(2_000))
  if (held !== orders) throw new Error(`The baseline holds ${held} orders instead of ${orders}`)
  return page
}

async function reloadBare(page: Page, server: BenchServer, wanted: 'page' | 'all'): Promise<number> {
  await page.bringToFront()
  await page.goto(`${server.url}${bareAddress}?do=${wanted}`)
  return page.evaluate(() => readBareList().done)
}

// Defined inside the page by the bundle; used in functions that run there.
declare function readBareList(): BareList
