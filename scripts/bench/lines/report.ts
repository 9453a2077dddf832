import type { Page } from '@playwright/test'
import { syncApp } from '../app-sync.ts'
import { firstPage, profilePage, withBrowser } from '../browser.ts'
import { toSeries, type BenchContext } from '../context.ts'
import { judgeFigure, type Figure } from '../figure.ts'
import { type MoneyShop, shopWithMoney } from '../money.ts'
import { installProbe, measurePaint } from '../page-probe.ts'
import { median } from '../stats.ts'

const settleMs = 600

/** Reports and Activities: opening them, and a report over a year with the same money in it, at 20,000 ÷ at 1,000 orders. */
export async function measureReport(bench: BenchContext): Promise<Figure[]> {
  const [small, large] = bench.isQuick ? [300, 900] : [1_000, 20_000]
  const smallTimes = newTimes()
  const largeTimes = newTimes()
  await withMoneyApp(bench, small, small, undefined, (smallApp) =>
    withMoneyApp(bench, large, small, undefined, async (largeApp) => {
      const apps = [
        { app: smallApp, times: smallTimes },
        { app: largeApp, times: largeTimes },
      ]
      for (let run = 0; run < bench.runs; run += 1) for (const { app, times } of apps) await measureApp(bench, app, times)
    }),
  )
  const figure = (name: string, what: string, pick: (times: Times) => number[], notes: string[]): Figure => ({
    name,
    what: `${what} at ${large} orders ÷ at ${small}`,
    unit: 'ms',
    product: toSeries(`${large} orders`, pick(largeTimes)),
    baseline: toSeries(`${small} orders`, pick(smallTimes)),
    target: { of: 'ratio', atMost: 1.5 },
    notes,
    profile: [],
  })
  const held = `${large * 2} payments and ${large * 2} costs on the device; those of ${small} orders in the year`
  const local = figure('report/local', 'Report over a year, choice of the last day to figures, offline', ({ localMs }) => localMs, [held])
  const figures = [
    figure('report/open', 'Reports view, click to figures', ({ openMs }) => openMs, [held]),
    local,
    figure('report/server', 'Report over a year, both answers of the server read by the page', ({ serverMs }) => serverMs, []),
    figure('activities', 'Activities view, click to painted entries', ({ activitiesMs }) => activitiesMs, ['the newest 1,000 entries are on the device']),
  ]
  bench.say(`  report at ${large}: local ${Math.round(median(largeTimes.localMs))} ms, server ${Math.round(median(largeTimes.serverMs))} ms`)
  if (judgeFigure(local) === 'MISSED') {
    const webDir = await bench.readableApp()
    local.profile = await withMoneyApp(bench, large, small, webDir, async (app) => {
      await openCustomers(app.page)
      await openReports(app.page)
      return profilePage(app.page, () => offline(app, () => reportOnYear(app)))
    })
  }
  return figures
}

type Times = { openMs: number[]; localMs: number[]; serverMs: number[]; activitiesMs: number[] }
const newTimes = (): Times => ({ openMs: [], localMs: [], serverMs: [], activitiesMs: [] })

type MoneyApp = { page: Page; url: string; shop: MoneyShop }

async function measureApp(bench: BenchContext, app: MoneyApp, times: Times): Promise<void> {
  const { page, url, shop } = app
  await page.bringToFront()
  await page.goto(`${url}/${shop.shopId}/customers`)
  await page.locator('table[role="grid"] tbody tr[aria-rowindex]').first().waitFor()
  await page.waitForTimeout(settleMs)
  await installProbe(page)
  for (let round = 0; round < (bench.isQuick ? 1 : 3); round += 1) {
    await openCustomers(page)
    times.activitiesMs.push(await measurePaint(page, 'click', { kind: 'text', selector: 'section[aria-label="Activities"] li', text: 'User: ' }, () => tab(page, 'Activities').click()))
    await openCustomers(page)
    times.openMs.push(await openReports(page))
    times.localMs.push(await offline(app, () => reportOnYear(app)))
    times.serverMs.push(await page.evaluate(askYear, { shopId: shop.shopId, from: shop.from, to: shop.to }))
  }
}

const tab = (page: Page, name: string) => page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name }).first()

async function openCustomers(page: Page): Promise<void> {
  await tab(page, 'Customers').click()
  await page.locator('table[role="grid"][aria-label="Customers"] tbody tr[aria-rowindex]').first().waitFor()
  await page.waitForTimeout(settleMs)
}

const totalPayments = 'section[aria-label="Reports"] dl dd'

const openReports = (page: Page): Promise<number> => measurePaint(page, 'click', { kind: 'text', selector: totalPayments, text: '$' }, () => tab(page, 'Reports').click())

async function offline<Result>({ page }: MoneyApp, run: () => Promise<Result>): Promise<Result> {
  const context = page.context()
  await context.setOffline(true)
  try {
    await page.getByRole('status').filter({ hasText: /^From this device$/ }).waitFor()
    return await run()
  } finally {
    await context.setOffline(false)
    await page.locator('[data-sync="synced"]').first().waitFor({ timeout: 60_000 })
  }
}

/** From the choice of the year's last day to the figures of the year; a single day stands there before. */
async function reportOnYear({ page, shop }: MoneyApp): Promise<number> {
  await page.getByLabel('From Date', { exact: true }).fill(shop.from)
  await page.getByLabel('To Date', { exact: true }).fill(shop.from)
  await page.waitForTimeout(settleMs)
  return measurePaint(page, 'input', { kind: 'text', selector: totalPayments, text: shop.paidText }, () => page.getByLabel('To Date', { exact: true }).fill(shop.to))
}

async function withMoneyApp<Result>(bench: BenchContext, orders: number, ordersInYear: number, webDir: string | undefined, run: (app: MoneyApp) => Promise<Result>): Promise<Result> {
  const shop = await shopWithMoney(bench, orders, ordersInYear)
  const server = await bench.workshop.startServer(shop.dataDir, { webDir })
  try {
    return await withBrowser(bench.workshop.root, async (context) => {
      const page = await firstPage(context)
      await syncApp(page, server.url, shop)
      await page.goto(`${server.url}/${shop.shopId}/customers`)
      await page.locator('table[role="grid"] tbody tr[aria-rowindex]').first().waitFor()
      await installProbe(page)
      return run({ page, url: server.url, shop })
    })
  } finally {
    await server.stop()
  }
}

// Runs inside the page, so it can use nothing from outside of itself.
async function askYear({ shopId, from, to }: { shopId: string; from: string; to: string }): Promise<number> {
  const startMs = performance.now()
  const query = new URLSearchParams({ dateFrom: from, dateTo: to, timezone: Intl.DateTimeFormat().resolvedOptions().timeZone })
  await Promise.all(['payments', 'costs'].map(async (name) => (await fetch(`/api/${shopId}/${name}?${query}`)).json()))
  return performance.now() - startMs
}
