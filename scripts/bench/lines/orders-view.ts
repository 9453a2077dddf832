import type { Page } from '@playwright/test'
import { syncApp } from '../harness/app-sync.ts'
import { firstPage, profilePage, withBrowser } from '../harness/browser.ts'
import { toSeries, type BenchContext } from '../harness/context.ts'
import type { Figure } from '../harness/figure.ts'
import { installProbe, measurePaint, readSignature } from '../page/page-probe.ts'
import { median } from '../harness/stats.ts'
import { readTicketWords } from '../shops/ticket-words.ts'

const allWords = ['iron b', 'vac', 'lamp n', 'ket']
const settleMs = 600

/** Orders view: click to painted rows, and each key of a search to its painted answer, at 60,000 ÷ at 1,000 orders. */
export async function measureOrdersView(bench: BenchContext): Promise<Figure[]> {
  const [small, large] = [bench.amount(1_000, 300), bench.amount(60_000, 600)]
  const [smallTimes, largeTimes] = [newTimes(), newTimes()]
  const words = allWords.slice(0, bench.amount(allWords.length, 1))
  const allTicketWords = readTicketWords(await bench.shopWith(large))
  const ticketWords = allTicketWords.slice(0, bench.amount(allTicketWords.length, 1))
  // Both sizes stay open and take turns, so that other load of the machine affects both alike.
  await withSyncedApp(bench, small, undefined, (smallApp) =>
    withSyncedApp(bench, large, undefined, async (largeApp) => {
      const apps = [
        { app: smallApp, times: smallTimes },
        { app: largeApp, times: largeTimes },
      ]
      for (let run = 0; run < bench.runs; run += 1) for (const { app, times } of apps) await measureOpening(bench, app, times)
      for (const { app } of apps) app.signatureByKey = await learnAnswers(app.page, words)
      for (let run = 0; run <= bench.runs; run += 1) for (const { app, times } of apps) await measureTyping(app, words, run === 0 ? undefined : times.msByKey)
      largeApp.signatureByKey = await learnAnswers(largeApp.page, ticketWords)
      for (let run = 0; run <= bench.runs; run += 1) await measureTyping(largeApp, ticketWords, run === 0 ? undefined : largeTimes.msByTicketKey)
    }),
  )
  bench.say(
    `  orders view at ${large}: open ${Math.round(median(largeTimes.openMs))} ms, key ${Math.round(median([...largeTimes.msByKey.values()].flat()))} ms`,
  )
  // Only keys that change the result can be measured, and only those measured at both sizes can be compared.
  const keys = [...smallTimes.msByKey.keys()].filter((key) => largeTimes.msByKey.has(key))
  const ofKeys = ({ msByKey }: Times): number[] => keys.flatMap((key) => msByKey.get(key) ?? [])
  const open: Figure = {
    name: 'orders-view/open',
    what: `Orders view, click to painted rows at ${large} orders ÷ at ${small}`,
    unit: 'ms',
    product: toSeries(`${large} orders`, largeTimes.openMs),
    baseline: toSeries(`${small} orders`, smallTimes.openMs),
    target: { of: 'ratio', atMost: 1.2 },
    notes: [
      `first click after a reload: ${Math.round(median(largeTimes.firstOpenMs))} ms at ${large}, ${Math.round(median(smallTimes.firstOpenMs))} ms at ${small}`,
    ],
    profile: [],
  }
  const search: Figure = {
    name: 'orders-view/search',
    what: `Orders search, each key to its painted answer at ${large} orders ÷ at ${small}`,
    unit: 'ms',
    product: toSeries(`${large} orders`, ofKeys(largeTimes)),
    baseline: toSeries(`${small} orders`, ofKeys(smallTimes)),
    target: { of: 'ratio', atMost: 3 },
    notes: [`keys: ${keys.map((key) => `“${key}”`).join(' ')}`, `slowest key at ${large}: ${Math.round(Math.max(...ofKeys(largeTimes)))} ms`],
    profile: [],
  }
  const key: Figure = {
    name: 'orders-view/key',
    what: `Orders search, a key to its painted answer at ${large} orders`,
    unit: 'ms',
    product: search.product,
    baseline: undefined,
    target: { of: 'value', atMost: 50 },
    notes: ['a limit in seconds, so it says as much about the machine'],
    profile: [],
  }
  const ticketMs = [...largeTimes.msByTicketKey.values()].flat()
  const ticket: Figure = {
    name: 'orders-view/ticket',
    what: `Orders search by ticket, number, former number and short code, a key to its painted answer at ${large} orders`,
    unit: 'ms',
    product: toSeries(`${large} orders`, ticketMs),
    baseline: undefined,
    target: { of: 'value', atMost: 50 },
    notes: [
      `typed: ${ticketWords.map((word) => `“${word}”`).join(' ')}; ${largeTimes.msByTicketKey.size} of their keys change the answer`,
      `slowest key: ${Math.round(Math.max(...ticketMs))} ms`,
    ],
    profile: [],
  }
  if (bench.hasMissed(open)) open.profile = await profileAt(bench, large, openOrders)
  if (bench.hasMissed(search, key)) search.profile = await profileAt(bench, large, (page) => typeWords(page, words, new Map()))
  if (bench.hasMissed(ticket)) ticket.profile = await profileAt(bench, large, (page) => typeWords(page, ticketWords, new Map()))
  return [open, search, key, ticket]
}

type TimesByKey = Map<string, number[]>
type Times = { openMs: number[]; firstOpenMs: number[]; msByKey: TimesByKey; msByTicketKey: TimesByKey }

const newTimes = (): Times => ({ openMs: [], firstOpenMs: [], msByKey: new Map(), msByTicketKey: new Map() })

export type SyncedApp = { page: Page; url: string; shopId: string; signatureByKey: ReadonlyMap<string, string> }

async function measureOpening(bench: BenchContext, { page, url, shopId }: SyncedApp, times: Times): Promise<void> {
  await page.bringToFront()
  await page.goto(`${url}/${shopId}/customers`)
  await page.locator('table[role="grid"] tbody tr[aria-rowindex]').first().waitFor()
  await page.waitForTimeout(settleMs)
  await installProbe(page)
  times.firstOpenMs.push(await openOrders(page))
  for (let click = 0; click < bench.amount(5, 1); click += 1) times.openMs.push(await openOrders(page))
}

/** Types the words once; the first round is a warm-up, with `times` undefined. */
async function measureTyping({ page, signatureByKey }: SyncedApp, typed: readonly string[], times: TimesByKey | undefined): Promise<void> {
  await page.bringToFront()
  const msByKey = await typeWords(page, typed, signatureByKey)
  for (const [key, ms] of times === undefined ? [] : msByKey) times?.set(key, [...(times.get(key) ?? []), ms])
}

/** Opens the orders from the Customers view. @returns milliseconds to the painted rows */
export async function openOrders(page: Page): Promise<number> {
  const tab = (name: string) => page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name })
  await tab('Customers').first().click()
  await page.locator('table[role="grid"][aria-label="Customers"] tbody tr[aria-rowindex]').first().waitFor()
  await page.waitForTimeout(200)
  return measurePaint(page, 'click', { kind: 'grid', label: 'Orders' }, () => tab('Orders').first().click())
}

const searchBox = (page: Page) => page.getByRole('searchbox', { name: /^Search orders/ })

async function clearSearch(page: Page): Promise<void> {
  await searchBox(page).fill('')
  await page.waitForTimeout(settleMs)
  await searchBox(page).focus()
}

/** Types each word slowly and records the list's contents after each key, once it is at rest. */
async function learnAnswers(page: Page, typed: readonly string[]): Promise<Map<string, string>> {
  const signatureByKey = new Map<string, string>()
  for (const word of typed) {
    await clearSearch(page)
    let before = await readSignature(page, 'Orders')
    for (const [index, key] of [...word].entries()) {
      await page.keyboard.press(key === ' ' ? 'Space' : key)
      await page.waitForTimeout(settleMs)
      const after = await readSignature(page, 'Orders')
      if (after !== before) signatureByKey.set(word.slice(0, index + 1), after)
      before = after
    }
  }
  return signatureByKey
}

/** Types the words again; returns the time of each key that is known to change the result. */
async function typeWords(page: Page, searched: readonly string[], signatureByKey: ReadonlyMap<string, string>): Promise<Map<string, number>> {
  const msByKey = new Map<string, number>()
  for (const word of searched) {
    await clearSearch(page)
    for (const [index, key] of [...word].entries()) {
      const typed = word.slice(0, index + 1)
      const press = (): Promise<void> => page.keyboard.press(key === ' ' ? 'Space' : key)
      const signature = signatureByKey.get(typed)
      if (signature === undefined) await press()
      else msByKey.set(typed, await measurePaint(page, 'keydown', { kind: 'grid', label: 'Orders', signature }, press))
      await page.waitForTimeout(150)
    }
  }
  return msByKey
}

const profileAt = (bench: BenchContext, orders: number, action: (page: Page) => Promise<unknown>): Promise<string[]> =>
  bench.readableApp().then((webDir) =>
    withSyncedApp(bench, orders, webDir, async ({ page }) => {
      await page.waitForTimeout(settleMs)
      await installProbe(page)
      return profilePage(page, () => action(page))
    }),
  )

export async function withSyncedApp<Result>(
  bench: BenchContext,
  orders: number,
  webDir: string | undefined,
  run: (app: SyncedApp) => Promise<Result>,
): Promise<Result> {
  const shop = await bench.shopWith(orders)
  const server = await bench.workshop.startServer(shop.dataDir, { webDir })
  try {
    return await withBrowser(bench.workshop.root, async (context) => {
      const page = await firstPage(context)
      await syncApp(page, server.url, shop)
      return run({ page, url: server.url, shopId: shop.shopId, signatureByKey: new Map() })
    })
  } finally {
    await server.stop()
  }
}
