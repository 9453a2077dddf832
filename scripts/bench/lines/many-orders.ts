import type { Page } from '@playwright/test'
import { orderStatusIdByName } from '#schema/values/order-status.ts'
import { openBarePage, runScript, withBrowser } from '../harness/browser.ts'
import { bundleForPage } from '../harness/bundle.ts'
import { type BenchContext, toSeries } from '../harness/context.ts'
import type { Figure } from '../harness/figure.ts'
import { median } from '../harness/stats.ts'
import { installProbe, measurePaint } from '../page/page-probe.ts'
import { withSyncedApp } from './orders-view.ts'
import type { BulkResult, DeviceBench } from '../page/page-device.ts'
import type { PlainOrders } from '../page/page-plain-orders.ts'

/** 500 of 60,000 orders moved in one go without a network ÷ the same over a plain array; and what single changes, Undo, deleting and its Undo take. */
export async function measureBulk(bench: BenchContext): Promise<Figure[]> {
  const [orders, count] = [bench.amount(60_000, 600), bench.amount(500, 60)]
  const shop = await bench.shopWith(orders)
  const script = await bundleForPage('page-device.ts')
  const server = await bench.workshop.startServer(bench.workshop.copyFolder(shop.dataDir))
  const results: BulkResult[] = []
  const plain = { storedMs: [] as number[], heldMs: [] as number[] }
  try {
    await withBrowser(bench.workshop.root, async (context) => {
      const page = await openBarePage(context, server.url)
      await runScript(page, script)
      await page.evaluate((userId) => readBench().open(userId), shop.userId)
      await context.setOffline(true)
      for (let run = 0; run < bench.runs; run += 1) {
        const statusId = orderStatusIdByName[run % 2 === 0 ? 'In the Lab' : 'Fixed']
        results.push(await page.evaluate(([shopId, some, status]) => readBench().bulk(shopId, some, status), [shop.shopId, count, statusId] as const))
        bench.say(`  bulk ${run + 1}/${bench.runs}: ${JSON.stringify(results.at(-1))}`)
      }
    })
    await withPlainOrders(bench, server.url, async (page) => {
      for (let run = 0; run < bench.runs; run += 1) {
        const [one, other] = run % 2 === 0 ? (['In the Lab', 'Fixed'] as const) : (['Fixed', 'In the Lab'] as const)
        plain.storedMs.push(await page.evaluate(([some, status]) => readPlainOrders().bulk(some, status), [count, orderStatusIdByName[one]] as const))
        plain.heldMs.push(await page.evaluate(([some, status]) => readPlainOrders().bulkInMemory(some, status), [count, orderStatusIdByName[other]] as const))
      }
    })
  } finally {
    await server.stop()
  }
  const middle = (pick: (result: BulkResult) => number): string => `${Math.round(median(results.map(pick)))} ms`
  const product = toSeries(
    `${count} in one go`,
    results.map(({ togetherMs }) => togetherMs),
  )
  return [
    {
      name: 'bulk',
      what: `${count} of ${orders} orders moved offline, a mutation each ÷ the same over a plain array`,
      unit: 'ms',
      product,
      baseline: toSeries('an array of all orders; changed rows and a note of each stored by bare Dexie at once', plain.storedMs),
      target: { of: 'value', atMost: 3_000 },
      notes: [
        `as many single changes by the same write path ${middle(({ singleMs }) => singleMs)}; in the array alone ${median(plain.heldMs).toFixed(1)} ms, which a closed tab forgets`,
        `Undo of all ${middle(({ undoMs }) => undoMs)}; deleting them ${middle(({ deleteMs }) => deleteMs)}, its Undo ${middle(({ restoreMs }) => restoreMs)}`,
        'with the pauses in which the screen answers; a limit in seconds, so it says as much about the machine',
      ],
      profile: [],
    },
  ]
}

/** The board of 60,000 orders opened from the list, and a card dragged to the next column, offline ÷ as many cards out of a plain array. */
export async function measureBoard(bench: BenchContext): Promise<Figure[]> {
  const [small, full] = [bench.amount(1_000, 300), bench.amount(60_000, 600)]
  const times = { small: await openBoards(bench, small), full: await openBoards(bench, full) }
  const plain = await openPlainBoards(bench, full, times.full)
  const toFigure = (name: 'open' | 'drag', what: string, target: Figure['target']): Figure => ({
    name: `board/${name}`,
    what,
    unit: 'ms',
    product: toSeries(`${full} orders`, times.full[name]),
    baseline: toSeries('as many cards out of a plain array, without a look, rules or storing', plain[name]),
    target,
    notes: [`${times.full.cards} cards are there of ${full} orders`, `with ${small} orders ${Math.round(median(times.small[name]))} ms`],
    profile: [],
  })
  return [
    toFigure('open', 'The board: click to painted cards', { of: 'value', atMost: 300 }),
    toFigure('drag', 'A card let go over another column: to its painting there', undefined),
  ]
}

type BoardTimes = { open: number[]; drag: number[]; cards: number; statusIds: string[] }

const openBoards = (bench: BenchContext, orders: number): Promise<BoardTimes> =>
  withSyncedApp(bench, orders, undefined, async ({ page, url, shopId }) => {
    await page.goto(`${url}/${shopId}/orders?status=all`)
    await page.locator(`table[role="grid"][aria-label="Orders"][aria-rowcount="${orders + 1}"]`).waitFor({ timeout: 300_000 })
    await page.context().setOffline(true)
    await installProbe(page)
    const times: BoardTimes = { open: [], drag: [], cards: 0, statusIds: [] }
    for (let run = 0; run < bench.runs; run += 1) {
      const painted = { kind: 'text', selector: '[data-column] [data-card]', text: '' } as const
      times.open.push(await measurePaint(page, 'click', painted, () => page.getByRole('button', { name: 'Show as board' }).click()))
      times.drag.push(await dragFirstCard(page))
      times.cards = await page.locator('[data-card]').count()
      times.statusIds = await page
        .locator('[data-column]:has([data-card])')
        .evaluateAll((columns) => columns.map((column) => column.getAttribute('data-column') ?? ''))
      await page.getByRole('button', { name: 'Show as list' }).click()
      await page.locator('table[role="grid"] tbody tr[aria-rowindex]').first().waitFor()
    }
    return times
  })

async function openPlainBoards(bench: BenchContext, orders: number, { cards, statusIds }: BoardTimes): Promise<{ open: number[]; drag: number[] }> {
  const times: { open: number[]; drag: number[] } = { open: [], drag: [] }
  const shop = await bench.shopWith(orders)
  const server = await bench.workshop.startServer(shop.dataDir)
  try {
    await withPlainOrders(bench, server.url, async (page) => {
      for (let run = 0; run < bench.runs; run += 1) {
        times.open.push(await page.evaluate(([ids, count]) => readPlainOrders().openBoard(ids, count), [statusIds, cards] as const))
        times.drag.push(await page.evaluate(() => readPlainOrders().moveCard()))
      }
    })
  } finally {
    await server.stop()
  }
  return times
}

async function withPlainOrders(bench: BenchContext, url: string, run: (page: Page) => Promise<void>): Promise<void> {
  const script = await bundleForPage('page-plain-orders.ts')
  await withBrowser(bench.workshop.root, async (context) => {
    const page = await openBarePage(context, url)
    await runScript(page, script)
    await page.evaluate(() => readPlainOrders().fill())
    await run(page)
  })
}

/** Milliseconds from letting go until the column has one card more. */
async function dragFirstCard(page: Page): Promise<number> {
  const columns = page.locator('[data-column]:has(button[aria-expanded="true"])')
  const from = columns.filter({ has: page.locator('[data-card]') }).first()
  const fromId = await from.getAttribute('data-column')
  const to = page.locator(`[data-column]:not([data-column="${fromId}"]):has(button[aria-expanded="true"])`).first()
  const card = from.locator('[data-card]').first()
  const [start, end, cardId, toId] = [
    await card.boundingBox(),
    await to.boundingBox(),
    await card.getAttribute('data-card'),
    await to.getAttribute('data-column'),
  ]
  if (start === null || end === null) throw new Error('There is no card to drag')
  await page.mouse.move(start.x + 40, start.y + 40)
  await page.mouse.down()
  await page.mouse.move(end.x + 80, end.y + 100, { steps: 6 })
  await page.locator('[data-dnd-overlay] span').first().waitFor()
  const arrived = { kind: 'text', selector: `[data-column="${toId}"] [data-card="${cardId}"]`, text: '' } as const
  return measurePaint(page, 'pointerup', arrived, () => page.mouse.up())
}

// Defined inside the page by the bundle; used in functions that run there.
declare function readBench(): DeviceBench
declare function readPlainOrders(): PlainOrders
