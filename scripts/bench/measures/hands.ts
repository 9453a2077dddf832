import type { Page } from '@playwright/test'
import { withSyncedApp } from '../harness/app-sync.ts'
import type { Bench } from '../harness/bench-context.ts'
import { type Figure, toSeries } from '../harness/figure.ts'
import { measureThread } from '../harness/thread-time.ts'
import { installProbe, readShown } from '../page/page-probe.ts'

const settleMs = 600
const grid = 'table[role="grid"][aria-label="Orders"]'
const row = `${grid} tbody tr[aria-rowindex]`
const head = '[role="dialog"] [aria-label="Order at a glance"]'

/** The main thread's work for what hands do all day, at 60,000 orders: open an order, type in the search, change the view. */
export async function measureHands(bench: Bench): Promise<Figure[]> {
  const orders = bench.amount(60_000, 600)
  const [headMs, keyMs, tabMs]: [number[], number[], number[]] = [[], [], []]
  await withSyncedApp(bench, await bench.shopWith(orders), async (page, url) => {
    await page.goto(url)
    await page.locator(`${grid}:not([aria-busy]) tbody tr[aria-rowindex]`).first().waitFor({ timeout: 300_000 })
    await installProbe(page)
    const acts: Acts = { page, shownBySelector: new Map() }
    for (let run = 0; run <= bench.runs * 2; run += 1) {
      const times = [await openOrder(acts), await typeKey(acts), await changeView(acts)]
      // The first of each loads its code.
      if (run > 0) for (const [index, kept] of [headMs, keyMs, tabMs].entries()) kept.push(times[index] ?? Number.NaN)
    }
  })
  const figure = (name: string, what: string, ms: number[], atMost: number): Figure => ({
    name: `hands/${name}`,
    what: `${what}: the main thread's time`,
    unit: 'ms',
    product: toSeries(`${orders} orders`, ms),
    target: { of: 'value', atMost },
  })
  return [
    figure('order', 'A click on an order to its painted head', headMs, 100),
    figure('key', 'A key in the search to its painted answer', keyMs, 50),
    figure('tab', 'A press of a tab to its painted rows', tabMs, 100),
  ]
}

type Acts = { page: Page; shownBySelector: Map<string, string> }

/** Measures to the whole of what the act shows in the end, which its first run learns. */
async function measureAct({ page, shownBySelector }: Acts, name: string, selector: string, act: () => Promise<void>, type: 'click' | 'keydown' = 'click') {
  await page.waitForTimeout(settleMs)
  const whole = shownBySelector.get(name)
  if (whole !== undefined) return measureThread(page, type, { selector, whole }, act)
  await act()
  await page.waitForTimeout(5 * settleMs)
  shownBySelector.set(name, await readShown(page, selector))
  return Number.NaN
}

async function openOrder(acts: Acts): Promise<number> {
  const { page } = acts
  const ms = await measureAct(acts, 'order', head, () => page.locator(row).nth(2).click())
  await page.waitForTimeout(settleMs)
  await page.keyboard.press('Escape')
  await page.locator(head).waitFor({ state: 'hidden' })
  return ms
}

async function typeKey(acts: Acts): Promise<number> {
  const box = acts.page.getByRole('searchbox', { name: /^Search orders/ })
  await box.fill('lam')
  await box.focus()
  const ms = await measureAct(acts, 'key', grid, () => acts.page.keyboard.press('p'), 'keydown')
  await box.fill('')
  return ms
}

async function changeView(acts: Acts): Promise<number> {
  const tab = (name: string) => acts.page.getByRole('tab', { name: new RegExp(`^${name}`) })
  await tab('Ready').click()
  return measureAct(acts, 'tab', grid, () => tab('Open').click())
}
