import { writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { syncApp } from '../harness/app-sync.ts'
import type { Bench } from '../harness/bench-context.ts'
import { firstPage, signInByCookie, withBrowser } from '../harness/browser.ts'
import { bundleForPage } from '../harness/bundle.ts'
import { type Figure, toSeries } from '../harness/figure.ts'
import type { BareList } from '../page/page-bare-list.ts'
import { type Painting, readLoadStart, readPaintings, waitForPainting } from '../page/page-painting.ts'
import type { SeededShop } from '../shops/seed-shop.ts'

const word = 'lamp'
const restMs = 1_500

/** At 60,000 orders: reload to the complete answer of a search ÷ Dexie reading all rows. */
export async function measureReload(bench: Bench): Promise<Figure[]> {
  const shop = await bench.shopWith(bench.amount(60_000, 600))
  const searchMs: number[] = []
  const bareMs: number[] = []
  await bench.withServer(
    shop.dataDir,
    (url) =>
      withBrowser(bench, async (bareContext) =>
        withBrowser(bench, async (context) => {
          const app = await openApp(await firstPage(context), url, shop)
          const bare = await openBare(await firstPage(bareContext), url, shop)
          for (let run = 0; run < bench.runs; run += 1) {
            searchMs.push(await reloadApp(app))
            bareMs.push(await reloadBare(bare, url))
            bench.say(`  reload ${run + 1}/${bench.runs}: search ${Math.round(searchMs.at(-1) ?? 0)} ms, bare ${Math.round(bareMs.at(-1) ?? 0)} ms`)
          }
        }),
      ),
    await addBarePage(bench),
  )
  return [
    {
      name: 'reload',
      what: `Reload with ${shop.orders} orders stored to the whole answer of a search ÷ bare Dexie reading all rows`,
      unit: 'ms',
      product: toSeries(`app, “${word}” typed as soon as there is a search box`, searchMs),
      baseline: toSeries('bare Dexie, all rows in an array', bareMs),
      target: { of: 'ratio', atMost: 0.4 },
      notes: ['both from the start of the navigation; the app with its service worker, the bare page without'],
    },
  ]
}

type App = { page: Page; found: Painting }

const searchBox = (page: Page) => page.getByRole('searchbox', { name: /^Search orders/ })

async function openApp(page: Page, url: string, shop: SeededShop): Promise<App> {
  await syncApp(page, url, shop)
  await page.goto(`${url}/${shop.shopId}/orders?view=all`)
  const all = String(shop.orders + 1)
  await learnPainting(page, ({ total }) => total === all)
  await searchBox(page).fill(word)
  const found = await learnPainting(page, ({ total }) => total !== all)
  await searchBox(page).fill('')
  await page.waitForTimeout(restMs)
  return { page, found }
}

/** The last matching painting, once the screen is stable. */
async function learnPainting(page: Page, isFit: (painting: Painting) => boolean): Promise<Painting> {
  for (let tries = 0; tries < 200; tries += 1) {
    const before = (await readPaintings(page)).at(-1)
    await page.waitForTimeout(restMs)
    const after = (await readPaintings(page)).at(-1)
    if (after !== undefined && after.rows.length > 0 && before?.atMs === after.atMs && isFit(after)) return after
  }
  throw new Error('The Orders list did not come to rest')
}

async function reloadApp({ page, found }: App): Promise<number> {
  await page.bringToFront()
  await page.reload({ waitUntil: 'commit' })
  await searchBox(page).fill(word)
  const ms = (await waitForPainting(page, found, true)).atMs - (await readLoadStart(page))
  await searchBox(page).fill('')
  await page.waitForTimeout(restMs)
  return ms
}

/** @returns a folder with the built app and one more page, served with the same headers */
async function addBarePage(bench: Bench): Promise<string> {
  const folder = bench.copyFolder(bench.webDir)
  writeFileSync(path.join(folder, 'bench-bare.html'), '<!doctype html><title>Bare</title><body><script src="/bench-bare.js"></script></body>')
  writeFileSync(path.join(folder, 'bench-bare.js'), await bundleForPage('page-bare-list.ts'))
  return folder
}

async function openBare(page: Page, url: string, { orders }: SeededShop): Promise<Page> {
  await signInByCookie(page.context(), url)
  await page.goto(`${url}/bench-bare.html`)
  const held = await page.evaluate(() => readBareList().fill())
  if (held !== orders) throw new Error(`The baseline holds ${held} orders instead of ${orders}`)
  return page
}

async function reloadBare(page: Page, url: string): Promise<number> {
  await page.bringToFront()
  await page.goto(`${url}/bench-bare.html?all`)
  return page.evaluate(() => readBareList().read)
}

declare function readBareList(): BareList
