import type { Page } from '@playwright/test'
import BetterSqlite3 from 'better-sqlite3'
import { databaseFileOf } from '#server/config.ts'
import type { FullShop, MoneyYear } from './full-shop.ts'
import type { RangeBench } from '../page/page-range.ts'
import { measurePaint, readLongestBlock } from '../page/page-probe.ts'
import { type ActionTimes, showView } from './view-actions.ts'

const settleMs = 600
const figures = 'section[aria-label="Reports"] dl dd'

/** Measures from another view to the figures of the present month. */
export async function measureReportOpening(page: Page, times: ActionTimes): Promise<void> {
  await showView(page, 'Customers')
  await page.waitForTimeout(settleMs)
  const link = page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Reports' }).first()
  times.ms.push(await measurePaint(page, 'click', { kind: 'text', selector: figures, text: '$' }, () => link.click()))
  await noteBlock(page, times)
}

/** Measures, offline, from the choice of the year's last day to its figures; before that the range is a single day. */
export async function measureReportOnDevice(page: Page, year: MoneyYear, times: ActionTimes): Promise<void> {
  await showView(page, 'Reports')
  const context = page.context()
  await context.setOffline(true)
  try {
    await page
      .getByRole('status')
      .filter({ hasText: /^From this device$/ })
      .waitFor()
    const [from, to] = [page.getByLabel('From Date', { exact: true }), page.getByLabel('To Date', { exact: true })]
    await from.fill(year.from)
    await to.fill(year.from)
    await page.waitForTimeout(settleMs)
    times.ms.push(await measurePaint(page, 'input', { kind: 'text', selector: figures, text: year.paidText }, () => to.fill(year.to)))
    await noteBlock(page, times)
  } finally {
    await context.setOffline(false)
    await page.locator('[data-sync="synced"]').first().waitFor({ timeout: 60_000 })
  }
}

async function noteBlock(page: Page, times: ActionTimes): Promise<void> {
  await page.waitForTimeout(settleMs)
  times.blockMs.push(await readLongestBlock(page))
}

const answerUrls = ({ shopId }: FullShop, { from, to }: MoneyYear): string[] => {
  const query = new URLSearchParams({ dateFrom: from, dateTo: to, timezone: 'UTC' })
  return ['payments', 'costs'].map((name) => `/api/${shopId}/${name}?${query}`)
}

/** Milliseconds until the page has read both responses of the server. */
export const measureReportFromServer = (page: Page, shop: FullShop, year: MoneyYear): Promise<number> =>
  page.evaluate(
    async (urls) => {
      const startMs = performance.now()
      await Promise.all(urls.map(async (url) => (await fetch(url)).json()))
      return performance.now() - startMs
    },
    answerUrls(shop, year),
  )

const rangeBenchOf = () => (globalThis as unknown as { readRangeBench(): RangeBench }).readRangeBench()

/** Opens a page of the same browser with the year's rows in bare Dexie tables; `read` resolves to milliseconds. */
export async function openBareRange(
  app: Page,
  url: string,
  script: string,
  shop: FullShop,
  year: MoneyYear,
): Promise<{ read: () => Promise<number>; close: () => Promise<void> }> {
  const page = await app.context().newPage()
  await page.goto(`${url}/healthz`)
  // Evaluated instead of loaded, because the app's service worker would answer for a script's address.
  await page.evaluate(script)
  const rows = await page.evaluate(`(${rangeBenchOf.toString()})().fill(${JSON.stringify(answerUrls(shop, year))})`)
  if (rows !== year.rows) throw new Error(`The baseline holds ${String(rows)} rows instead of ${year.rows}`)
  return {
    read: async () => {
      await page.bringToFront()
      const ms = Number(await page.evaluate(`(${rangeBenchOf.toString()})().read()`))
      await app.bringToFront()
      return ms
    },
    close: () => page.close(),
  }
}

/** Milliseconds in which bare SQL reads the rows of the server's responses and adds them up. */
export function sumBare({ dataDir, shopId }: FullShop, { from, to }: MoneyYear): number {
  const database = new BetterSqlite3(databaseFileOf(dataDir), { readonly: true })
  try {
    const startMs = performance.now()
    let cents = 0
    for (const [table, name] of [
      ['payments', 'payment'],
      ['costs', 'cost'],
    ] as const) {
      const rows = database
        .prepare(
          `SELECT id, order_id, created_at, ${name}_amount_cents AS cents, ${name}_text, after_tax FROM ${table} WHERE shop_id = ? AND deleted = 0 AND created_at >= ? AND created_at <= ?`,
        )
        .all(shopId, from, `${to}T23:59:59.999Z`) as { cents: number }[]
      for (const row of rows) cents += row.cents
    }
    if (cents === 0) throw new Error('The baseline found no money')
    return performance.now() - startMs
  } finally {
    database.close()
  }
}
