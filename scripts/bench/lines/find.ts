import type { Page } from '@playwright/test'
import { syncApp } from '../harness/app-sync.ts'
import { firstPage, openBarePage, profilePage, readHeapMb, runScript, withBrowser } from '../harness/browser.ts'
import { bundleForPage } from '../harness/bundle.ts'
import { type BenchContext, toSeries } from '../harness/context.ts'
import type { Figure } from '../harness/figure.ts'
import { median } from '../harness/stats.ts'
import { installProbe, measurePaint, readLongestBlock } from '../page/page-probe.ts'
import type { PlainFind } from '../page/page-plain-find.ts'
import { findShopWith } from '../shops/find-shop.ts'
import type { SeededShop } from '../shops/seed.ts'
import { readTicketWords } from '../shops/ticket-words.ts'

const firstWord = 'lamp'
/** Words of issues, a name, a product, and words with a letter that is wrong, typed key by key. */
const words = ['iron b', 'marshall', 'display 12', 'hoovre', 'kettel led']
const settleMs = 500

type Times = { firstMs: number[]; blockMs: number[]; plainFirstMs: number[]; keyMs: number[]; plainKeyMs: number[]; heapMb: number[]; heapBeforeMb: number[] }
type App = { page: Page; shop: SeededShop; answerByTyped: Map<string, string> }

/** The box that finds anything, right after a reload and offline: to its first answer, and from each key to the painted answer. */
export async function measureFind(bench: BenchContext): Promise<Figure[]> {
  const size = { orders: bench.amount(60_000, 600), customers: bench.amount(20_000, 200), products: bench.amount(5_000, 100) }
  const shop = await findShopWith(bench, size)
  const typed = [...words.slice(0, bench.amount(words.length, 1)), ...readTicketWords(shop).slice(0, bench.amount(3, 1))]
  const times: Times = { firstMs: [], blockMs: [], plainFirstMs: [], keyMs: [], plainKeyMs: [], heapMb: [], heapBeforeMb: [] }
  await withFind(bench, shop, undefined, async (app, server) =>
    withBrowser(bench.workshop.root, async (plainContext) => {
      const plain = await openPlain(plainContext, server)
      await app.page.context().setOffline(true)
      await learnAnswers(app, typed)
      for (let run = 0; run < bench.runs; run += 1) {
        await measureOpening(app, times)
        await plain.bringToFront()
        times.plainFirstMs.push(await plain.evaluate((word) => readPlainFind().open(word), firstWord))
        await app.page.bringToFront()
        await measureKeys(app, typed, times)
        await plain.bringToFront()
        for (const beginning of toBeginnings(typed)) times.plainKeyMs.push(await plain.evaluate((text) => readPlainFind().find(text), beginning))
        bench.say(`  find ${run + 1}/${bench.runs}: first ${Math.round(times.firstMs.at(-1) ?? 0)} ms, plain ${Math.round(times.plainFirstMs.at(-1) ?? 0)} ms`)
      }
    }),
  )
  const what = `${size.orders} orders, ${size.customers} customers and ${size.products} products`
  const figures = toFigures(times, what, typed)
  if (bench.hasMissed(...figures)) {
    await withFind(bench, shop, await bench.readableApp(), async (app) => {
      await openBox(app.page)
      figures[1].profile = await profilePage(app.page, () => typeSlowly(app.page, typed, () => undefined))
    })
  }
  return [...figures]
}

function toFigures(times: Times, what: string, typed: readonly string[]): [Figure, Figure, Figure] {
  const { firstMs, blockMs, plainFirstMs, keyMs, plainKeyMs, heapMb, heapBeforeMb } = times
  return [
    {
      name: 'find/first',
      what: `The box that finds anything, opened right after an offline reload with ${what}, to its first whole answer`,
      unit: 'ms',
      product: toSeries('app, from the key that opens the box', firstMs),
      baseline: toSeries('bare Dexie, all rows in an array, folded and looked through', plainFirstMs),
      target: { of: 'value', atMost: 300 },
      notes: [`“${firstWord}” is typed at once; longest block of the main thread meanwhile ${Math.round(Math.max(...blockMs))} ms (0: less than 50)`],
      profile: [],
    },
    {
      name: 'find/key',
      what: `A key to its painted answer at ${what}`,
      unit: 'ms',
      product: toSeries('app', keyMs),
      baseline: toSeries('the same over a plain array, without ranking and wrong letters', plainKeyMs),
      target: { of: 'value', atMost: 50 },
      notes: [`typed: ${typed.map((word) => `“${word}”`).join(' ')}`, `slowest key ${Math.round(Math.max(...keyMs))} ms`],
      profile: [],
    },
    {
      name: 'find/heap',
      what: 'JavaScript memory of the page with the box used and closed',
      unit: 'MB',
      product: toSeries(what, heapMb),
      baseline: toSeries('before it was opened, the search of Orders ready', heapBeforeMb),
      target: undefined,
      notes: [`of it for finding anything ${Math.round(median(heapMb) - median(heapBeforeMb))} MB`],
      profile: [],
    },
  ]
}

const list = '[role="listbox"][aria-label="Found"]'
const input = (page: Page) => page.getByRole('combobox', { name: /^Find orders/ })

async function openBox(page: Page): Promise<void> {
  await page.keyboard.press('Control+k')
  await input(page).waitFor()
}

async function closeBox(page: Page): Promise<void> {
  await page.keyboard.press('Escape')
  await input(page).waitFor({ state: 'hidden' })
}

async function measureOpening({ page, answerByTyped }: App, times: Times): Promise<void> {
  await page.reload()
  await page.getByRole('button', { name: /^Find anything/ }).waitFor()
  await page.locator('table[role="grid"] tbody tr[aria-rowindex]').first().waitFor()
  await installProbe(page)
  const content = answerByTyped.get(firstWord) ?? ''
  const open = async (): Promise<void> => {
    await page.keyboard.press('Control+k')
    await input(page).fill(firstWord)
  }
  times.firstMs.push(await measurePaint(page, 'keydown', { kind: 'content', selector: list, content }, open))
  times.blockMs.push(await readLongestBlock(page))
  await closeBox(page)
  await page.waitForTimeout(settleMs * 4)
  times.heapMb.push(await readHeapMb(page))
  // The lists' own share, which a search of Orders builds.
  await page.reload()
  const search = page.getByRole('searchbox', { name: /^Search orders/ })
  await search.fill('zzzz')
  await page.getByText('No orders match your search criteria').waitFor()
  await search.fill('')
  await page.waitForTimeout(settleMs * 4)
  times.heapBeforeMb.push(await readHeapMb(page))
  await installProbe(page)
}

const toBeginnings = (typed: readonly string[]): string[] => typed.flatMap((word) => [...word].map((_, index) => word.slice(0, index + 1)))

async function typeSlowly(page: Page, typed: readonly string[], onKey: (beginning: string) => unknown): Promise<void> {
  for (const word of typed) {
    await input(page).fill('')
    await page.waitForTimeout(settleMs)
    for (const [index, key] of [...word].entries()) {
      await page.keyboard.press(key === ' ' ? 'Space' : key)
      await page.waitForTimeout(settleMs)
      await onKey(word.slice(0, index + 1))
    }
  }
}

/** What the box shows for each beginning once it is at rest. */
async function learnAnswers({ page, answerByTyped }: App, typed: readonly string[]): Promise<void> {
  await openBox(page)
  await page.waitForTimeout(settleMs * 6)
  await typeSlowly(page, [firstWord, ...typed], async (beginning) => {
    answerByTyped.set(beginning, await page.locator(list).evaluate((element) => element.textContent))
  })
  await closeBox(page)
}

/** Keys that do not change what is shown cannot be measured. */
async function measureKeys({ page, answerByTyped }: App, typed: readonly string[], times: Times): Promise<void> {
  await openBox(page)
  await page.waitForTimeout(settleMs * 6)
  for (const word of typed) {
    await input(page).fill('')
    await page.waitForTimeout(settleMs)
    let before: string | undefined
    for (const [index, key] of [...word].entries()) {
      const content = answerByTyped.get(word.slice(0, index + 1)) ?? ''
      const press = (): Promise<void> => page.keyboard.press(key === ' ' ? 'Space' : key)
      if (content === before) await press()
      else times.keyMs.push(await measurePaint(page, 'keydown', { kind: 'content', selector: list, content }, press))
      before = content
      await page.waitForTimeout(150)
    }
  }
  await closeBox(page)
}

async function openPlain(context: Parameters<typeof openBarePage>[0], server: string): Promise<Page> {
  const page = await openBarePage(context, server)
  await runScript(page, await bundleForPage('page-plain-find.ts'))
  await page.evaluate(() => readPlainFind().fill())
  return page
}

async function withFind<Result>(
  bench: BenchContext,
  shop: SeededShop,
  webDir: string | undefined,
  run: (app: App, url: string) => Promise<Result>,
): Promise<Result> {
  const server = await bench.workshop.startServer(shop.dataDir, { webDir })
  try {
    return await withBrowser(bench.workshop.root, async (context) => {
      const page = await firstPage(context)
      await syncApp(page, server.url, shop)
      await page.goto(`${server.url}/${shop.shopId}/orders`)
      await page.evaluate(async () => {
        await navigator.serviceWorker.ready
      })
      await page.locator('table[role="grid"] tbody tr[aria-rowindex]').first().waitFor()
      // What was pulled is put in order, with the columns that are read after a reload.
      await page.waitForTimeout(bench.amount(20_000, 1_000))
      return run({ page, shop, answerByTyped: new Map() }, server.url)
    })
  } finally {
    await server.stop()
  }
}

// Defined inside the page by the bundle; used in functions that run there.
declare function readPlainFind(): PlainFind
