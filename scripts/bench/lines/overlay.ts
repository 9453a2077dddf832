import type { Page } from '@playwright/test'
import { signInOverHttp } from '#scripts/process-tests/api-client.ts'
import { benchUser, openBarePage, profilePage, runScript, withBrowser } from '../harness/browser.ts'
import { bundleForPage } from '../harness/bundle.ts'
import { toSeries, type BenchContext } from '../harness/context.ts'
import type { Figure } from '../harness/figure.ts'
import { median } from '../harness/stats.ts'
import type { DeviceBench } from '../page/page-device.ts'
import { pushChanges } from '../shops/pushed-changes.ts'
import { realOrderCount, type SeededShop } from '../shops/seed.ts'
import type { BenchServer } from '../shops/workshop.ts'

const savesPerTurn = 10

/** One order saved on a device that has pulled 5,000 changed rows since its first sync ÷ on one that has pulled none. */
export async function measureOverlay(bench: BenchContext): Promise<Figure[]> {
  const [orders, changed] = [bench.amount(realOrderCount, 300), bench.amount(5_000, 100)]
  const shop = await bench.shopWith(orders)
  const turns = bench.amount(bench.runs * 2, 1)
  const cleanMs: number[] = []
  const changedMs: number[] = []
  await withDevice(bench, shop, 0, false, (clean) =>
    withDevice(bench, shop, changed, false, async (full) => {
      // The first turn warms both up.
      for (let turn = 0; turn <= turns; turn += 1) {
        for (const [page, times] of [
          [clean, cleanMs],
          [full, changedMs],
        ] as const) {
          await page.bringToFront()
          const saved = await page.evaluate(([shopId, count]) => readBench().save(shopId, count), [shop.shopId, savesPerTurn] as const)
          if (turn > 0) times.push(...saved)
        }
      }
    }),
  )
  bench.say(`  overlay: saved in ${median(changedMs).toFixed(1)} ms with ${changed} changed rows, ${median(cleanMs).toFixed(1)} ms with none`)
  const figure: Figure = {
    name: 'overlay',
    what: `One order of ${orders} saved on a device after ${changed} changed rows ÷ after none`,
    unit: 'ms',
    product: toSeries(`${changed} changed rows pulled`, changedMs),
    baseline: toSeries('none', cleanMs),
    target: { of: 'ratio', atMost: 1.3 },
    notes: [`offline, without screens; slowest ${Math.round(Math.max(...changedMs))} ms, after none ${Math.round(Math.max(...cleanMs))} ms`],
    profile: [],
  }
  if (bench.hasMissed(figure)) {
    figure.profile = await withDevice(bench, shop, changed, true, (page) =>
      profilePage(page, () => page.evaluate(([shopId, count]) => readBench().save(shopId, count), [shop.shopId, savesPerTurn * 3] as const)),
    )
  }
  return [figure]
}

/** Runs with a synced device that has pulled so many changed rows, and has no network any more. */
async function withDevice<Result>(
  bench: BenchContext,
  shop: SeededShop,
  changed: number,
  isReadable: boolean,
  run: (page: Page) => Promise<Result>,
): Promise<Result> {
  const script = await bundleForPage('page-device.ts', { isReadable })
  const server = await bench.workshop.startServer(bench.workshop.copyFolder(shop.dataDir))
  try {
    return await withBrowser(bench.workshop.root, async (context) => {
      const page = await openBarePage(context, server.url)
      await runScript(page, script)
      await page.evaluate((userId) => readBench().open(userId), shop.userId)
      if (changed > 0) await pullChanges(page, server, shop, changed)
      await context.setOffline(true)
      return run(page)
    })
  } finally {
    await server.stop()
  }
}

async function pullChanges(page: Page, server: BenchServer, { shopId }: SeededShop, count: number): Promise<void> {
  const writer = await signInOverHttp(server.url, benchUser.loginId, benchUser.password)
  const last = await pushChanges(writer, shopId, count)
  await page.evaluate(([id, notes]) => readBench().waitForNotes(id, notes), [last.id, last.notes] as const)
}

// Defined inside the page by the bundle; used in functions that run there.
declare function readBench(): DeviceBench
