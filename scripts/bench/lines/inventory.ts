import type { Page } from '@playwright/test'
import { syncApp } from '../harness/app-sync.ts'
import { firstPage, withBrowser } from '../harness/browser.ts'
import type { BenchContext } from '../harness/context.ts'
import type { Figure } from '../harness/figure.ts'
import { fullStockWith, type StockSize } from '../shops/full-stock.ts'
import { inventoryActions } from '../shops/inventory-actions.ts'
import { installProbe } from '../page/page-probe.ts'
import type { SeededShop } from '../shops/seed.ts'
import { measureActionInTurns, type Pair, profileMissed } from '../harness/two-sizes.ts'
import type { ViewAction } from '../shops/view-actions.ts'

/** The inventory with 5,000 products in 800 categories ÷ with a tenth of both: opening, search, all of it open, a count, a drag. */
export async function measureInventory(bench: BenchContext): Promise<Figure[]> {
  // Both sizes have more than 40 rows, because a smaller tree opens expanded, with the dragged row far from its target.
  const sizes: Pair<StockSize> = {
    small: { products: bench.amount(500, 100), categories: bench.amount(80, 45) },
    full: { products: bench.amount(5_000, 300), categories: bench.amount(800, 90) },
  }
  const rounds = bench.amount(bench.runs * 2, 1)
  const toLabel = ({ products, categories }: StockSize): string => `${products} products in ${categories} categories`
  const labels = { small: toLabel(sizes.small), full: toLabel(sizes.full) }
  const shops = { small: await fullStockWith(bench, sizes.small), full: await fullStockWith(bench, sizes.full) }
  const toFigureName = ({ name }: ViewAction): string => `inventory/${name}`
  const figures = await withStock(bench, shops.small, undefined, (small) =>
    withStock(bench, shops.full, undefined, async (full) => {
      const measured: Figure[] = []
      for (const action of inventoryActions) measured.push(await measureActionInTurns(bench, { small, full }, labels, toFigureName(action), action, rounds))
      return measured
    }),
  )
  // Only now, because one server holds a folder.
  await profileMissed(bench, figures, toFigureName, inventoryActions, async (run) => withStock(bench, shops.full, await bench.readableApp(), run))
  return figures
}

async function withStock<Result>(bench: BenchContext, shop: SeededShop, webDir: string | undefined, run: (page: Page) => Promise<Result>): Promise<Result> {
  const server = await bench.workshop.startServer(shop.dataDir, { webDir })
  try {
    return await withBrowser(bench.workshop.root, async (context) => {
      const page = await firstPage(context)
      await syncApp(page, server.url, shop)
      await page.goto(`${server.url}/${shop.shopId}/inventory`)
      await page.locator('[role="treegrid"] [role="row"]').first().waitFor()
      await installProbe(page)
      return run(page)
    })
  } finally {
    await server.stop()
  }
}
