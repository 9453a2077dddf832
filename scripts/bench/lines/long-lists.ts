import type { Page } from '@playwright/test'
import type { BenchContext } from '../harness/context.ts'
import type { Figure, Target } from '../harness/figure.ts'
import { measureActionInTurns, profileMissed } from '../harness/two-sizes.ts'
import { installProbe } from '../page/page-probe.ts'
import { longListActions, showView, type ViewAction } from '../shops/view-actions.ts'
import { withSyncedApp } from './orders-view.ts'

/** What does not depend on the number of rows; the rest goes through all of them, and is there to be looked at. */
const targets: Readonly<Record<string, Target>> = { 'orders-open': { of: 'ratio', atMost: 1.2 }, 'orders-page': { of: 'ratio', atMost: 1.5 } }

/** Orders opened, searched, filtered, and turned to its next and its last page at 60,000 and at 200,000 orders ÷ at 1,000. */
export async function measureLongLists(bench: BenchContext): Promise<Figure[]> {
  const [small, ...sizes] = [bench.amount(1_000, 300), bench.amount(60_000, 600), bench.amount(200_000, 2_000)]
  const rounds = bench.amount(bench.runs * 2, 1)
  return withLongList(bench, small, undefined, async (smallPage) => {
    const figures: Figure[] = []
    for (const size of sizes) {
      const toFigureName = ({ name }: ViewAction): string => `long-lists/${name.replace('orders-', '')}-${size}`
      const ofSize = await withLongList(bench, size, undefined, async (page) => {
        const measured: Figure[] = []
        const [pages, labels] = [
          { small: smallPage, full: page },
          { small: `${small} orders`, full: `${size} orders` },
        ]
        for (const action of longListActions) {
          measured.push(await measureActionInTurns(bench, pages, labels, toFigureName(action), action, rounds, targets[action.name] ?? null))
        }
        return measured
      })
      await profileMissed(bench, ofSize, toFigureName, longListActions, async (run) => withLongList(bench, size, await bench.readableApp(), run))
      figures.push(...ofSize)
    }
    return figures
  })
}

/** The list says how many orders there are once everything of it has been loaded. */
const withLongList = <Result>(bench: BenchContext, orders: number, webDir: string | undefined, run: (page: Page) => Promise<Result>): Promise<Result> =>
  withSyncedApp(bench, orders, webDir, async ({ page, url, shopId }) => {
    await page.goto(`${url}/${shopId}/customers`)
    await page.locator('table[role="grid"] tbody tr[aria-rowindex]').first().waitFor()
    await installProbe(page)
    await showView(page, 'Orders')
    await page.locator(`table[role="grid"][aria-label="Orders"][aria-rowcount="${orders + 1}"]`).waitFor({ timeout: 300_000 })
    return run(page)
  })
