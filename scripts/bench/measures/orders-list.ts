import type { Page } from '@playwright/test'
import { withSyncedApp } from '../harness/app-sync.ts'
import type { Bench } from '../harness/bench-context.ts'
import { type Figure, median, toSeries } from '../harness/figure.ts'
import { type Answers, learnAnswers, measureKeys, type Search } from '../harness/typing.ts'
import { installProbe, measurePaint } from '../page/page-probe.ts'
import { measureFindAnything } from './find-anything.ts'

const words = ['iron b', 'vac', 'lamp n', 'ket']

/** The Orders list: click to painted rows, and search key to painted answer; 60,000 orders ÷ 1,000. */
export async function measureOrdersList(bench: Bench): Promise<Figure[]> {
  const sizes = [bench.amount(1_000, 300), bench.amount(60_000, 600)] as const
  const typed = words.slice(0, bench.amount(words.length, 1))
  const [small, large] = [newTimes(), newTimes()]
  // Both sizes take turns, so that other load affects them alike.
  await withList(bench, sizes[0], (smallList) =>
    withList(bench, sizes[1], async (largeList) => {
      const turns = [
        { list: smallList, times: small },
        { list: largeList, times: large },
      ]
      for (let run = 0; run < bench.runs; run += 1) for (const { list, times } of turns) await measureOpening(bench, list, times)
      for (const { list } of turns) list.answers = await learnAnswers(toSearch(list.page), typed)
      for (let run = 0; run <= bench.runs; run += 1) for (const { list, times } of turns) await measureTyping(list, typed, run === 0 ? undefined : times)
    }),
  )
  bench.say(`  orders list at ${sizes[1]}: open ${Math.round(median(large.openMs))} ms, key ${Math.round(median([...large.msByKey.values()].flat()))} ms`)
  // Only keys that change the answer at both sizes can be compared.
  const keys = [...small.msByKey.keys()].filter((key) => large.msByKey.has(key))
  const ofKeys = ({ msByKey }: Times): number[] => keys.flatMap((key) => msByKey.get(key) ?? [])
  const label = (index: 0 | 1): string => `${sizes[index]} orders`
  const search: Figure = {
    name: 'orders-list/search',
    what: `Orders search, each key to its painted answer at ${label(1)} ÷ at ${label(0)}`,
    unit: 'ms',
    product: toSeries(label(1), ofKeys(large)),
    baseline: toSeries(label(0), ofKeys(small)),
    target: { of: 'ratio', atMost: 3 },
    notes: [`keys: ${keys.map((key) => `“${key}”`).join(' ')}`, `slowest key at ${label(1)}: ${Math.round(Math.max(...ofKeys(large)))} ms`],
  }
  return [
    {
      name: 'orders-list/open',
      what: `Orders list, click to painted rows at ${label(1)} ÷ at ${label(0)}`,
      unit: 'ms',
      product: toSeries(label(1), large.openMs),
      baseline: toSeries(label(0), small.openMs),
      target: { of: 'ratio', atMost: 1.2 },
    },
    search,
    {
      name: 'orders-list/key',
      what: `Orders search, a key to its painted answer at ${label(1)}`,
      unit: 'ms',
      product: search.product,
      target: { of: 'value', atMost: 50 },
    },
    ...(await measureFindAnything(bench)),
  ]
}

type Times = { openMs: number[]; msByKey: Map<string, number[]> }
type List = { page: Page; customersUrl: string; answers: Answers }

const newTimes = (): Times => ({ openMs: [], msByKey: new Map() })

const grid = (label: string): string => `table[role="grid"][aria-label="${label}"]`
const rowsOf = (label: string): string => `${grid(label)}:not([aria-busy]) tbody tr[aria-rowindex]`
const toSearch = (page: Page): Search => ({ page, box: page.getByRole('searchbox', { name: /^Search orders/ }), answer: grid('Orders') })

async function withList(bench: Bench, orders: number, run: (list: List) => Promise<void>): Promise<void> {
  const shop = await bench.shopWith(orders)
  await withSyncedApp(bench, shop, (page, url) => run({ page, customersUrl: `${url}/${shop.shopId}/customers`, answers: new Map() }))
}

async function measureOpening(bench: Bench, { page, customersUrl }: List, { openMs }: Times): Promise<void> {
  await page.bringToFront()
  await page.goto(customersUrl)
  await page.locator(rowsOf('Customers')).first().waitFor()
  await page.waitForTimeout(600)
  await installProbe(page)
  const tab = (name: string) => page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name }).first()
  for (let click = 0; click <= bench.amount(5, 1); click += 1) {
    await tab('Customers').click()
    await page.locator(rowsOf('Customers')).first().waitFor()
    await page.waitForTimeout(200)
    const ms = await measurePaint(page, 'click', { selector: rowsOf('Orders') }, () => tab('Orders').click())
    if (click > 0) openMs.push(ms)
  }
}

async function measureTyping({ page, answers }: List, typed: readonly string[], times: Times | undefined): Promise<void> {
  await page.bringToFront()
  const msByKey = await measureKeys(toSearch(page), typed, answers)
  for (const [key, ms] of times === undefined ? [] : msByKey) times?.msByKey.set(key, [...(times.msByKey.get(key) ?? []), ms])
}
