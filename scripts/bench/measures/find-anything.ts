import BetterSqlite3 from 'better-sqlite3'
import type { Page } from '@playwright/test'
import { toTicket } from '#schema/rules/orders/ticket.ts'
import { databaseFileOf } from '#server/config.ts'
import { withSyncedApp } from '../harness/app-sync.ts'
import type { Bench } from '../harness/bench-context.ts'
import { openBarePage, withBrowser } from '../harness/browser.ts'
import { type Figure, toSeries } from '../harness/figure.ts'
import { learnAnswers, measureKeys, type Answers, type Search } from '../harness/typing.ts'
import type { PlainFind } from '../page/page-plain-find.ts'
import { installProbe, measurePaint } from '../page/page-probe.ts'
import { shopWithStock } from '../shops/more-rows.ts'
import type { SeededShop } from '../shops/seed-shop.ts'

const firstWord = 'lamp'
const words = ['iron b', 'marshall', 'display 12', 'hoovre', 'kettel led']

/** The global search after a reload, offline: time to the first answer, and from each key to the painted answer. */
export async function measureFindAnything(bench: Bench): Promise<Figure[]> {
  const [orders, customers, products] = [bench.amount(60_000, 600), bench.amount(20_000, 200), bench.amount(5_000, 100)]
  const shop = await shopWithStock(bench, orders, customers, products)
  const typed = [...words.slice(0, bench.amount(words.length, 1)), ...readTickets(shop).slice(0, bench.amount(3, 1))]
  const [firstMs, plainFirstMs, keyMs, plainKeyMs]: number[][] = [[], [], [], []]
  await withSyncedApp(bench, shop, (page, url) =>
    withBrowser(bench, async (plainContext) => {
      const plain = await openBarePage(plainContext, url, 'page-plain-find.ts')
      await plain.evaluate(() => readPlainFind().fill())
      await goOffline(bench, page, `${url}/${shop.shopId}/orders`)
      await openBox(page)
      const answers = await learnAnswers(toSearch(page), [firstWord, ...typed])
      for (let run = 0; run < bench.runs; run += 1) {
        await page.bringToFront()
        firstMs?.push(await measureFirst(page, answers))
        await plain.bringToFront()
        plainFirstMs?.push(await plain.evaluate((word) => readPlainFind().open(word), firstWord))
        await page.bringToFront()
        keyMs?.push(...(await measureKeys(toSearch(page), typed, answers)).values())
        await plain.bringToFront()
        for (const beginning of typed.flatMap(toBeginnings)) plainKeyMs?.push(await plain.evaluate((text) => readPlainFind().find(text), beginning))
        bench.say(`  find ${run + 1}/${bench.runs}: first ${Math.round(firstMs?.at(-1) ?? 0)} ms, plain ${Math.round(plainFirstMs?.at(-1) ?? 0)} ms`)
      }
    }),
  )
  const what = `${orders} orders, ${customers} customers and ${products} products`
  return [
    {
      name: 'orders-list/find-first',
      what: `The box that finds anything, opened right after an offline reload with ${what}, to its first whole answer`,
      unit: 'ms',
      product: toSeries('app, from the key that opens the box', firstMs ?? []),
      baseline: toSeries('bare Dexie, all rows in an array, folded and looked through', plainFirstMs ?? []),
      target: { of: 'value', atMost: 300 },
      notes: [`“${firstWord}” is typed at once`],
    },
    {
      name: 'orders-list/find-key',
      what: `The box that finds anything, a key to its painted answer at ${what}`,
      unit: 'ms',
      product: toSeries('app', keyMs ?? []),
      baseline: toSeries('the same over a plain array, without ranking and wrong letters', plainKeyMs ?? []),
      target: { of: 'value', atMost: 50 },
      notes: [`typed: ${typed.map((word) => `“${word}”`).join(' ')}`, `slowest key ${Math.round(Math.max(...(keyMs ?? [])))} ms`],
    },
  ]
}

const found = '[role="listbox"][aria-label="Found"]'
const toSearch = (page: Page): Search => ({ page, box: page.getByRole('combobox', { name: /^Find orders/ }), answer: found })
const toBeginnings = (word: string): string[] => [...word].map((_, index) => word.slice(0, index + 1))

/** An order's number, ticket and former number, from orders in the middle of the table. */
function readTickets({ dataDir, shopId, orders }: SeededShop): string[] {
  const database = new BetterSqlite3(databaseFileOf(dataDir), { readonly: true })
  try {
    const read = (query: string, ...values: unknown[]): string =>
      String(
        database
          .prepare(query)
          .pluck()
          .get(...values),
      )
    const number = read('SELECT number FROM orders WHERE shop_id = ? ORDER BY number LIMIT 1 OFFSET ?', shopId, Math.floor(orders * 0.6))
    const prefix = read('SELECT ticket_prefix FROM shops WHERE id = ?', shopId)
    const former = read("SELECT json_extract(former_numbers, '$[0]') FROM orders WHERE shop_id = ? AND former_numbers <> '[]' LIMIT 1", shopId)
    return [number, toTicket(prefix, Number(number)), former]
  } finally {
    database.close()
  }
}

/** Waits until the device's storage has compacted the pulled rows, then disconnects. */
async function goOffline(bench: Bench, page: Page, ordersUrl: string): Promise<void> {
  await page.goto(ordersUrl)
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
  })
  await page.locator('table[role="grid"] tbody tr[aria-rowindex]').first().waitFor()
  await page.waitForTimeout(bench.amount(20_000, 1_000))
  await page.context().setOffline(true)
  await installProbe(page)
}

async function openBox(page: Page): Promise<void> {
  await page.keyboard.press('Control+k')
  await toSearch(page).box.waitFor()
  await page.waitForTimeout(3_000)
}

async function measureFirst(page: Page, answers: Answers): Promise<number> {
  await page.reload()
  await page.getByRole('button', { name: /^Find anything/ }).waitFor()
  await page.locator('table[role="grid"] tbody tr[aria-rowindex]').first().waitFor()
  await installProbe(page)
  return measurePaint(page, 'keydown', { selector: found, whole: answers.get(firstWord) ?? '' }, async () => {
    await page.keyboard.press('Control+k')
    await toSearch(page).box.fill(firstWord)
  })
}

declare function readPlainFind(): PlainFind
