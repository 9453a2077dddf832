import type { Page } from '@playwright/test'
import { withSyncedApp } from '../harness/app-sync.ts'
import type { Bench } from '../harness/bench-context.ts'
import { type Figure, toSeries } from '../harness/figure.ts'
import { installProbe, measurePaint, readShown } from '../page/page-probe.ts'
import { shopWithMoney } from '../shops/more-rows.ts'

const dialog = '[role="dialog"]'
const settleMs = 600

/** From clicking a row to the complete order dialog; 20,000 orders ÷ 1,000. */
export async function measureOpenOrder(bench: Bench): Promise<Figure[]> {
  const sizes = [bench.amount(1_000, 300), bench.amount(20_000, 600)] as const
  const rounds = bench.runs * 2
  const [smallMs, largeMs]: [number[], number[]] = [[], []]
  await withOrders(bench, sizes[0], (smallPage) =>
    withOrders(bench, sizes[1], async (largePage) => {
      const turns = [
        { page: smallPage, whole: await learnOrder(smallPage), ms: smallMs },
        { page: largePage, whole: await learnOrder(largePage), ms: largeMs },
      ]
      for (let round = 0; round < rounds; round += 1) {
        for (const { page, whole, ms } of turns) {
          await page.bringToFront()
          ms.push(await measurePaint(page, 'click', { selector: dialog, whole }, () => row(page).click()))
          await closeOrder(page)
        }
      }
    }),
  )
  return [
    {
      name: 'open-order',
      what: `Click on an order to its whole dialog at ${sizes[1]} orders ÷ at ${sizes[0]}`,
      unit: 'ms',
      product: toSeries(`${sizes[1]} orders`, largeMs),
      baseline: toSeries(`${sizes[0]} orders`, smallMs),
      target: { of: 'ratio', atMost: 1.5 },
    },
  ]
}

const row = (page: Page) => page.locator('table[role="grid"][aria-label="Orders"] tbody tr[aria-rowindex]').nth(2)

async function withOrders(bench: Bench, orders: number, run: (page: Page) => Promise<void>): Promise<void> {
  const shop = await shopWithMoney(bench, orders)
  await withSyncedApp(bench, shop, async (page, url) => {
    await page.goto(`${url}/${shop.shopId}/orders?status=all`)
    await page.locator(`table[role="grid"][aria-label="Orders"][aria-rowcount="${orders + 1}"]`).waitFor({ timeout: 300_000 })
    await installProbe(page)
    await run(page)
  })
}

async function learnOrder(page: Page): Promise<string> {
  await page.bringToFront()
  await row(page).click()
  let [before, shown] = ['', '']
  for (let tries = 0; shown === '' || shown !== before; tries += 1) {
    if (tries > 100) throw new Error('The order did not come to rest')
    await page.waitForTimeout(settleMs)
    before = shown
    shown = await readShown(page, dialog)
  }
  await closeOrder(page)
  return shown
}

async function closeOrder(page: Page): Promise<void> {
  await page.keyboard.press('Escape')
  await page.locator(dialog).waitFor({ state: 'hidden' })
  await page.waitForTimeout(settleMs)
}
