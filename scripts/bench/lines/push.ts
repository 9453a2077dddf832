import { orderStatuses } from '#schema/values/order-status.ts'
import { openBarePage, profilePage, runScript, withBrowser } from '../harness/browser.ts'
import { bundleForPage } from '../harness/bundle.ts'
import { toSeries, type BenchContext } from '../harness/context.ts'
import { hotFunctionsToLines, profileToHotFunctions } from '../harness/cpu-profile.ts'
import type { Figure } from '../harness/figure.ts'
import type { DeviceBench, PushResult } from '../page/page-device.ts'
import { insertBare } from '../harness/sqlite-baseline.ts'
import { median } from '../harness/stats.ts'

const statusIds = orderStatuses.map(({ id }) => id)

/** 1,000 changes made offline: changes per second from `online` to the last stored response ÷ bare SQLite inserts per second. */
export async function measurePush(bench: BenchContext): Promise<Figure[]> {
  const count = bench.amount(1_000, 300)
  const pushes: PushResult[] = []
  const bareMs: number[] = []
  for (let run = 0; run < bench.runs; run += 1) {
    // Several inserts, because one takes only milliseconds.
    for (let insert = 0; insert < 3; insert += 1) bareMs.push(await insertOnce(bench, count))
    pushes.push((await pushOnce(bench, count, false)).result)
    bench.say(`  push ${run + 1}/${bench.runs}: ${Math.round(pushes.at(-1)?.totalMs ?? 0)} ms, bare ${bareMs.at(-1)?.toFixed(1)} ms`)
  }
  const perSecond = (ms: number): number => count / (ms / 1_000)
  const requestMs = median(pushes.map((push) => push.requestMs))
  const bare = median(bareMs)
  const figure: Figure = {
    name: 'push',
    what: `${count} offline changes pushed after reconnect ÷ bare SQLite inserts of as many rows`,
    unit: 'per s',
    product: toSeries(
      'changes',
      pushes.map(({ totalMs }) => perSecond(totalMs)),
    ),
    baseline: toSeries('bare better-sqlite3, transactions of 100, synchronous=FULL', bareMs.map(perSecond)),
    target: { of: 'ratio', atLeast: 0.15 },
    notes: [
      `from online to the last stored answer ${Math.round(median(pushes.map(({ totalMs }) => totalMs)))} ms; inside ${pushes[0]?.requests} push requests ${Math.round(requestMs)} ms (server and transfer)`,
      `from online to the first push ${Math.round(median(pushes.map(({ beforeMs }) => beforeMs)))} ms, from the last answer until it is stored ${Math.round(median(pushes.map(({ afterMs }) => afterMs)))} ms`,
      `the server's share alone: ${Math.round(perSecond(requestMs))} changes per s, ${(perSecond(requestMs) / perSecond(bare)).toFixed(3)} of bare; bare takes ${bare.toFixed(1)} ms`,
      'each change writes the order, its activity, its ledger row and, for a new status, a history row; bare writes one row',
    ],
    profile: [],
  }
  const rate: Figure = {
    name: 'push/per-second',
    what: `The same as changes a second`,
    unit: 'per s',
    product: figure.product,
    baseline: undefined,
    target: { of: 'value', atLeast: 4_000 },
    notes: ['a limit in seconds, so it says as much about the machine'],
    profile: [],
  }
  if (bench.hasMissed(figure, rate)) figure.profile = (await pushOnce(bench, count, true)).profile
  return [figure, rate]
}

async function insertOnce(bench: BenchContext, count: number): Promise<number> {
  const shop = await bench.shopWith(count)
  return insertBare(shop.dataDir, bench.workshop.makeFolder('bare'), count)
}

async function pushOnce(bench: BenchContext, count: number, isProfiled: boolean): Promise<{ result: PushResult; profile: string[] }> {
  const shop = await bench.shopWith(count)
  const script = await bundleForPage('page-device.ts', { isReadable: isProfiled })
  const server = await bench.workshop.startServer(bench.workshop.copyFolder(shop.dataDir))
  try {
    return await withBrowser(bench.workshop.root, async (context) => {
      const page = await openBarePage(context, server.url)
      await runScript(page, script)
      await page.evaluate((userId) => readBench().open(userId), shop.userId)
      await context.setOffline(true)
      await page.evaluate(([shopId, changes, statuses]) => readBench().change(shopId, changes, statuses), [shop.shopId, count, statusIds] as const)
      await page.evaluate(() => readBench().watchPush())
      const push = async (): Promise<PushResult> => {
        await context.setOffline(false)
        return page.evaluate(() => readBench().pushed)
      }
      if (!isProfiled) return { result: await push(), profile: [] }
      await server.startProfile()
      const pushed = Promise.withResolvers<PushResult>()
      const lines = await profilePage(page, async () => pushed.resolve(await push()))
      const serverLines = hotFunctionsToLines(profileToHotFunctions(await server.stopProfile(), 12))
      return { result: await pushed.promise, profile: ['page, own time by function:', ...lines.slice(0, 10), 'server, own time by function:', ...serverLines] }
    })
  } finally {
    await server.stop()
  }
}

// Defined inside the page by the bundle; used in functions that run there.
declare function readBench(): DeviceBench
