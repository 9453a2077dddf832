import path from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import { databaseFileOf } from '#server/config.ts'
import { orderStatuses } from '#schema/values/order-status.ts'
import type { Bench } from '../harness/bench-context.ts'
import { openBarePage, withBrowser } from '../harness/browser.ts'
import { type Figure, median, toSeries } from '../harness/figure.ts'
import type { BenchDevice, PushResult } from '../page/bench-device.ts'

const statusIds = orderStatuses.map(({ id }) => id)
const bareTransactionSize = 100

/** 1,000 offline changes: changes per second from `online` to the last stored response ÷ SQLite inserts per second. */
export async function measurePush(bench: Bench): Promise<Figure[]> {
  const count = bench.amount(1_000, 300)
  const pushes: PushResult[] = []
  const bareMs: number[] = []
  for (let run = 0; run < bench.runs; run += 1) {
    for (let insert = 0; insert < 3; insert += 1) bareMs.push(await insertBare(bench, count))
    pushes.push(await pushOnce(bench, count))
    bench.say(`  push ${run + 1}/${bench.runs}: ${Math.round(pushes.at(-1)?.totalMs ?? 0)} ms, bare ${bareMs.at(-1)?.toFixed(1)} ms`)
  }
  const perSecond = (ms: number): number => count / (ms / 1_000)
  const product = toSeries(
    'changes',
    pushes.map(({ totalMs }) => perSecond(totalMs)),
  )
  return [
    {
      name: 'push',
      what: `${count} offline changes pushed after reconnect ÷ bare SQLite inserts of as many rows`,
      unit: 'per s',
      product,
      baseline: toSeries('bare better-sqlite3, transactions of 100, synchronous=FULL', bareMs.map(perSecond)),
      target: { of: 'ratio', atLeast: 0.15 },
      notes: [
        `inside ${pushes[0]?.requests} push requests ${Math.round(median(pushes.map(({ requestMs }) => requestMs)))} of ${Math.round(median(pushes.map(({ totalMs }) => totalMs)))} ms (server and transfer)`,
        'each change writes the order, its activity, its ledger row and, for a new status, a history row; bare writes one row',
      ],
    },
    {
      name: 'push/per-second',
      what: `The same as changes a second`,
      unit: 'per s',
      product,
      target: { of: 'value', atLeast: 4_000 },
      notes: ['a limit in seconds, so it says as much about the machine'],
    },
  ]
}

async function pushOnce(bench: Bench, count: number): Promise<PushResult> {
  const shop = await bench.shopWith(count)
  return bench.withServer(bench.copyFolder(shop.dataDir), (url) =>
    withBrowser(bench, async (context) => {
      const page = await openBarePage(context, url, 'bench-device.ts')
      await page.evaluate((userId) => readBench().open(userId), shop.userId)
      await context.setOffline(true)
      await page.evaluate(([shopId, changes, statuses]) => readBench().change(shopId, changes, statuses), [shop.shopId, count, statusIds] as const)
      await page.evaluate(() => readBench().watchPush())
      await context.setOffline(false)
      return page.evaluate(() => readBench().pushed)
    }),
  )
}

/**
 * Baseline: inserts by bare better-sqlite3 on the same disk (WAL, synchronous=FULL) into a table with the real columns
 * and only its primary key.
 * @returns milliseconds for `count` rows
 */
async function insertBare(bench: Bench, count: number): Promise<number> {
  const source = new BetterSqlite3(databaseFileOf((await bench.shopWith(count)).dataDir), { readonly: true })
  const select = source.prepare('SELECT * FROM orders LIMIT ?')
  const columns = select.columns().map(({ name }) => name)
  const rows = select.raw().all(count) as unknown[][]
  source.close()
  if (rows.length < count) throw new Error(`The shop has ${rows.length} orders, the baseline needs ${count}`)

  const database = new BetterSqlite3(path.join(bench.makeFolder('bare'), 'bare.db'))
  try {
    database.pragma('journal_mode = WAL')
    database.pragma('synchronous = FULL')
    database.exec(`CREATE TABLE orders (${columns.map((name) => (name === 'id' ? 'id TEXT PRIMARY KEY' : `"${name}"`)).join(', ')})`)
    const insert = database.prepare(`INSERT INTO orders VALUES (${columns.map(() => '?').join(', ')})`)
    const insertChunk = database.transaction((chunk: unknown[][]) => {
      for (const row of chunk) insert.run(...row)
    })
    const startMs = performance.now()
    for (let start = 0; start < rows.length; start += bareTransactionSize) insertChunk(rows.slice(start, start + bareTransactionSize))
    return performance.now() - startMs
  } finally {
    database.close()
  }
}

declare function readBench(): BenchDevice
