import { orderStatusIdByName } from '#schema/values/order-status.ts'
import { openBarePage, runScript, withBrowser } from '../harness/browser.ts'
import { bundleForPage } from '../harness/bundle.ts'
import { type BenchContext, toSeries } from '../harness/context.ts'
import type { Figure } from '../harness/figure.ts'
import { median } from '../harness/stats.ts'
import type { BulkResult, DeviceBench } from '../page/page-device.ts'

/** 500 of 60,000 orders moved in one go without a network ÷ 500 single changes of as many others; and what Undo, deleting and its Undo take. */
export async function measureBulk(bench: BenchContext): Promise<Figure[]> {
  const [orders, count] = bench.isQuick ? [400, 60] : [60_000, 500]
  const shop = await bench.shopWith(orders)
  const script = await bundleForPage('page-device.ts')
  const server = await bench.workshop.startServer(bench.workshop.copyFolder(shop.dataDir))
  const results: BulkResult[] = []
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
      what: `${count} of ${orders} orders moved offline, a mutation each ÷ as many single changes`,
      unit: 'ms',
      product,
      baseline: toSeries(
        'one after the other',
        results.map(({ singleMs }) => singleMs),
      ),
      target: { of: 'value', atMost: 3_000 },
      notes: [
        `Undo of all ${middle(({ undoMs }) => undoMs)}; deleting them ${middle(({ deleteMs }) => deleteMs)}, its Undo ${middle(({ restoreMs }) => restoreMs)}`,
        'with the pauses in which the screen answers; a limit in seconds, so it says as much about the machine',
      ],
      profile: [],
    },
  ]
}

// Defined inside the page by the bundle; used in functions that run there.
declare function readBench(): DeviceBench
