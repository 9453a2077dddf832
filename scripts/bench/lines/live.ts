import type { BrowserContext, Page } from '@playwright/test'
import { chromium } from '@playwright/test'
import { BROWSER_ARGS, findBrowser } from '#scripts/tools/find-browser.ts'
import { syncApp } from '../harness/app-sync.ts'
import { profilePage } from '../harness/browser.ts'
import { toSeries, type BenchContext } from '../harness/context.ts'
import { hotFunctionsToLines, profileToHotFunctions } from '../harness/cpu-profile.ts'
import { startEchoServer } from '../harness/echo-server.ts'
import type { Figure } from '../harness/figure.ts'
import { installProbe } from '../page/page-probe.ts'
import { median } from '../harness/stats.ts'
import type { BenchServer } from '../shops/workshop.ts'

const warmUpRounds = 3
// Three digits, to avoid a thousands separator, and a number that no record contains.
const firstQuote = 731

/** A quote saved on device A until device B shows it ÷ a text posted by one page until another shows it, by server-sent events. */
export async function measureLive(bench: BenchContext): Promise<Figure[]> {
  const rounds = bench.amount(9, 3)
  const echoMs: number[] = []
  const roundTrips: RoundTrip[] = []
  // In turns, so that other load of the machine affects both alike.
  for (let run = 0; run < bench.runs; run += 1) {
    echoMs.push(...(await measureEcho(rounds)))
    roundTrips.push(...(await measureDevices(bench, rounds, undefined)).roundTrips)
  }
  const savedToShownMs = roundTrips.map(({ totalMs }) => totalMs)
  bench.say(`  bare echo ${Math.round(median(echoMs))} ms, saved to shown ${Math.round(median(savedToShownMs))} ms`)
  const figure: Figure = {
    name: 'live',
    what: 'Saved on device A to shown on device B ÷ bare SSE echo between two pages',
    unit: 'ms',
    product: toSeries('dialog on A, list on B', savedToShownMs),
    baseline: toSeries('bare SSE echo', echoMs),
    target: { of: 'ratio', atMost: 3 },
    notes: ['from the press of Save Changes in the dialog to the frame that shows the new quote; both sides include the frame', phasesToNote(roundTrips)],
    profile: [],
  }
  if (bench.hasMissed(figure)) figure.profile = (await measureDevices(bench, 5, await bench.readableApp())).profile
  return [figure]
}

async function measureEcho(rounds: number): Promise<number[]> {
  const server = await startEchoServer()
  try {
    return await withTwoDevices(async (contextA, contextB) => {
      const [a, b] = [await contextA.newPage(), await contextB.newPage()]
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
      const times: number[] = []
      for (let round = 0; round < warmUpRounds + rounds; round += 1) {
        const text = `round ${round}`
        await b.evaluate((wanted) => window.bench.waitFor({ kind: 'text', selector: '#shown', text: wanted }), text)
        const saidAt = await a.evaluate((said) => {
          const now = Date.now()
          void fetch('/say', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ text: said }) })
          return now
        }, text)
        const shownAt = await b.evaluate(() => window.bench.painted)
        if (round >= warmUpRounds) times.push(shownAt - saidAt)
        await b.waitForTimeout(100)
      }
      return times
    })
  } finally {
    await server.close()
  }
}

/** `webDir` is a build with readable names, which is profiled while it runs. */
async function measureDevices(bench: BenchContext, rounds: number, webDir: string | undefined): Promise<{ roundTrips: RoundTrip[]; profile: string[] }> {
  const shop = await bench.shopWith(bench.amount(1_000, 300))
  const server = await bench.workshop.startServer(bench.workshop.copyFolder(shop.dataDir), { webDir })
  try {
    return await withTwoDevices(async (contextA, contextB) => {
      const [a, b] = [await contextA.newPage(), await contextB.newPage()]
      for (const page of [a, b]) {
        await syncApp(page, server.url, shop)
        await page.goto(`${server.url}/${shop.shopId}/orders`)
        await page.locator(firstRowSelector).waitFor()
        await page.waitForTimeout(1_000)
      }
      for (const page of [a, b]) await installProbe(page)
      const roundTrips: RoundTrip[] = []
      const runAll = async (): Promise<void> => {
        for (let round = 0; round < warmUpRounds + rounds; round += 1) {
          const roundTrip = await saveAndWait(a, b, String(firstQuote + round))
          if (round >= warmUpRounds) roundTrips.push(roundTrip)
        }
      }
      const profile = webDir === undefined ? (await runAll(), []) : await profileBoth(server, a, b, runAll)
      return { roundTrips, profile }
    })
  } finally {
    await server.stop()
  }
}

const firstRowSelector = 'table[role="grid"][aria-label="Orders"] tbody tr[aria-rowindex="2"]'

/**
 * Times from the press on A: to the push sent and answered at A, the pull sent and answered at B, and the frame on B (total). NaN
 * where there was no such request before the frame, as when B got the rows themselves.
 */
type RoundTrip = { totalMs: number; pushSentMs: number; pushAnsweredMs: number; pullSentMs: number; pulledMs: number }

function phasesToNote(roundTrips: readonly RoundTrip[]): string {
  const at = (phase: keyof RoundTrip): string => {
    const times = roundTrips.map((roundTrip) => roundTrip[phase]).filter((ms) => !Number.isNaN(ms))
    return times.length === 0
      ? 'never'
      : `${Math.round(median(times))} ms${times.length === roundTrips.length ? '' : ` (in ${times.length} of ${roundTrips.length})`}`
  }
  return `medians after the press: push leaves A ${at('pushSentMs')}, A has the answer ${at('pushAnsweredMs')}, B asks for rows ${at('pullSentMs')}, B has what it asked for ${at('pulledMs')}, painted ${at('totalMs')}`
}

/** Saves another quote of the first order on A through the dialog, and waits until B shows it. */
async function saveAndWait(a: Page, b: Page, quote: string): Promise<RoundTrip> {
  await a.locator(firstRowSelector).click()
  const dialog = a.getByRole('dialog')
  await dialog.getByLabel('Quoted cost').fill(quote)
  for (const page of [a, b]) await page.evaluate(() => performance.clearResourceTimings())
  await a.evaluate(() => {
    window.addEventListener('click', (event) => Object.assign(window, { pressedAt: Date.now() - (performance.now() - event.timeStamp) }), {
      capture: true,
      once: true,
    })
  })
  await b.evaluate(([selector, text]) => window.bench.waitFor({ kind: 'text', selector, text }), [firstRowSelector, quote] as const)
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  const shownAt = await b.evaluate(() => window.bench.painted)
  const pressedAt = await a.evaluate(() => (window as unknown as { pressedAt: number }).pressedAt)
  await dialog.waitFor({ state: 'hidden' })
  await a.waitForTimeout(300)
  const [push] = await readRequests(a, '/api/sync/push')
  const pulls = (await readRequests(b, '/api/sync/pull')).filter(({ sentAt, answeredAt }) => sentAt >= pressedAt && answeredAt <= shownAt)
  return {
    totalMs: shownAt - pressedAt,
    pushSentMs: (push?.sentAt ?? Number.NaN) - pressedAt,
    pushAnsweredMs: (push?.answeredAt ?? Number.NaN) - pressedAt,
    pullSentMs: (pulls[0]?.sentAt ?? Number.NaN) - pressedAt,
    pulledMs: (pulls[0]?.answeredAt ?? Number.NaN) - pressedAt,
  }
}

/** Times of the page's requests to an address, as `Date.now()`. */
const readRequests = (page: Page, address: string): Promise<{ sentAt: number; answeredAt: number }[]> =>
  page.evaluate((path) => {
    const offset = Date.now() - performance.now()
    const entries = performance.getEntriesByType('resource').filter(({ name }) => name.includes(path))
    return entries.map(({ startTime, duration }) => ({ sentAt: offset + startTime, answeredAt: offset + startTime + duration }))
  }, address)

async function profileBoth(server: BenchServer, a: Page, b: Page, run: () => Promise<void>): Promise<string[]> {
  await server.startProfile()
  let linesB: string[] = []
  const linesA = await profilePage(a, async () => {
    linesB = await profilePage(b, run)
  })
  const serverLines = hotFunctionsToLines(profileToHotFunctions(await server.stopProfile(), 8))
  return ['device A, own time by function:', ...linesA.slice(0, 8), 'device B:', ...linesB.slice(0, 8), 'server:', ...serverLines]
}

/** Two devices as two contexts of one browser, which share no storage. */
async function withTwoDevices<Result>(run: (a: BrowserContext, b: BrowserContext) => Promise<Result>): Promise<Result> {
  const browser = await chromium.launch({ executablePath: findBrowser(), args: BROWSER_ARGS, headless: true })
  try {
    const viewport = { width: 1024, height: 768 }
    return await run(await browser.newContext({ viewport }), await browser.newContext({ viewport }))
  } finally {
    await browser.close()
  }
}
