import type { BrowserContext, Page } from '@playwright/test'
import { chromium } from '@playwright/test'
import { BROWSER_ARGS, findBrowser } from '#scripts/tools/find-browser.ts'
import { syncApp } from '../harness/app-sync.ts'
import type { Bench } from '../harness/bench-context.ts'
import { startEchoServer } from '../harness/echo-server.ts'
import { type Figure, median, toSeries } from '../harness/figure.ts'
import { installProbe } from '../page/page-probe.ts'

const warmUpRounds = 3
/** An echo takes one to two frames depending on its timing, so several are averaged. */
const echoesPerSave = 5
// Three digits avoid a thousands separator; no record contains the number.
const firstQuote = 731

/** From saving a quote on device A until device B shows it ÷ posting a text until another page shows it. */
export async function measureLive(bench: Bench): Promise<Figure[]> {
  const rounds = bench.amount(9, 3)
  const saved: number[] = []
  const echoed: number[] = []
  for (let run = 0; run < bench.runs; run += 1) {
    const { echoMs, savedMs } = await measureRun(bench, rounds)
    saved.push(median(savedMs))
    echoed.push(median(echoMs))
    bench.say(`  live ${run + 1}/${bench.runs}: bare echo ${echoed.at(-1)?.toFixed(1)} ms, saved to shown ${saved.at(-1)?.toFixed(1)} ms`)
  }
  return [
    {
      name: 'live',
      what: 'Saved on device A to shown on device B ÷ bare SSE echo between two pages',
      unit: 'ms',
      product: toSeries(`dialog on A, list on B, medians of ${rounds}`, saved),
      baseline: toSeries(`bare SSE echo, medians of ${rounds * echoesPerSave}`, echoed),
      target: { of: 'ratio', atMost: 3 },
      notes: [
        'from the press of Save Changes in the dialog to the frame that shows the new quote; both sides include the frame',
        `ratio of each run: ${saved.map((ms, index) => (ms / (echoed[index] ?? Number.NaN)).toFixed(1)).join(', ')}`,
      ],
    },
  ]
}

type LiveRun = { echoMs: number[]; savedMs: number[] }

/** Echoes and saves alternate in one browser, so that other load affects both alike. */
const measureRun = (bench: Bench, rounds: number): Promise<LiveRun> =>
  withContexts((newContext) =>
    withEcho(newContext, (echo) =>
      withDevices(bench, newContext, async (a, b) => {
        const run: LiveRun = { echoMs: [], savedMs: [] }
        for (let round = 0; round < warmUpRounds + rounds; round += 1) {
          const isCounted = round >= warmUpRounds
          for (let index = 0; index < echoesPerSave; index += 1) {
            const ms = await echo()
            if (isCounted) run.echoMs.push(ms)
          }
          const ms = await saveAndWait(a, b, String(firstQuote + round))
          if (isCounted) run.savedMs.push(ms)
        }
        return run
      }),
    ),
  )

async function withEcho<Result>(newContext: NewContext, run: (echo: () => Promise<number>) => Promise<Result>): Promise<Result> {
  const server = await startEchoServer()
  try {
    const [a, b] = [await (await newContext()).newPage(), await (await newContext()).newPage()]
    for (const page of [a, b]) await page.goto(server.url)
    await b.evaluate(
      () =>
        new Promise<void>((resolve) => {
          const source = new EventSource('/live')
          source.addEventListener('message', ({ data }: MessageEvent<string>) => {
            const shown = document.getElementById('shown')
            if (shown !== null) shown.textContent = data
          })
          source.addEventListener('open', () => resolve())
        }),
    )
    await installProbe(b)
    let said = 0
    return await run(async () => {
      said += 1
      const text = `text ${said}`
      await b.evaluate((wanted) => window.bench.waitFor({ selector: '#shown', text: wanted }), text)
      const saidAt = await a.evaluate((posted) => {
        const now = Date.now()
        void fetch('/say', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ text: posted }) })
        return now
      }, text)
      const shownAt = await b.evaluate(() => window.bench.painted)
      // Varying pauses, so that posts do not align with frames.
      await b.waitForTimeout(50 + (said % echoesPerSave) * 7)
      return shownAt - saidAt
    })
  } finally {
    await server.close()
  }
}

async function withDevices<Result>(bench: Bench, newContext: NewContext, run: (a: Page, b: Page) => Promise<Result>): Promise<Result> {
  const shop = await bench.shopWith(bench.amount(1_000, 300))
  return bench.withServer(bench.copyFolder(shop.dataDir), async (url) => {
    const [a, b] = [await (await newContext()).newPage(), await (await newContext()).newPage()]
    for (const page of [a, b]) {
      await syncApp(page, url, shop)
      await page.goto(`${url}/${shop.shopId}/orders`)
      await page.locator(firstRowSelector).waitFor()
      await page.waitForTimeout(1_000)
    }
    for (const page of [a, b]) await installProbe(page)
    return run(a, b)
  })
}

const firstRowSelector = 'table[role="grid"][aria-label="Orders"] tbody tr[aria-rowindex="2"]'

/** Changes the first order's quote on A. @returns milliseconds from the click until B shows it */
async function saveAndWait(a: Page, b: Page, quote: string): Promise<number> {
  await a.locator(firstRowSelector).click()
  const dialog = a.getByRole('dialog')
  await dialog.getByLabel('Quoted cost').fill(quote)
  await a.evaluate(() => {
    window.addEventListener('click', (event) => Object.assign(window, { pressedAt: Date.now() - (performance.now() - event.timeStamp) }), {
      capture: true,
      once: true,
    })
  })
  await b.evaluate(([selector, text]) => window.bench.waitFor({ selector, text }), [firstRowSelector, quote] as const)
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  const shownAt = await b.evaluate(() => window.bench.painted)
  const pressedAt = await a.evaluate(() => (window as unknown as { pressedAt: number }).pressedAt)
  await dialog.waitFor({ state: 'hidden' })
  await a.waitForTimeout(300)
  return shownAt - pressedAt
}

type NewContext = () => Promise<BrowserContext>

/** Contexts do not share storage, so each is a device. */
async function withContexts<Result>(run: (newContext: NewContext) => Promise<Result>): Promise<Result> {
  const browser = await chromium.launch({ executablePath: findBrowser(), args: BROWSER_ARGS, headless: true })
  try {
    return await run(() => browser.newContext({ viewport: { width: 1024, height: 768 } }))
  } finally {
    await browser.close()
  }
}
