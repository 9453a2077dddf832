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
/** Many, because one echo takes between one and two frames, by the moment at which it comes. */
const echoesPerSave = 5
const profiledRounds = 8
// Three digits, to avoid a thousands separator, and a number that no record contains.
const firstQuote = 731

/** A quote saved on device A until device B shows it ÷ a text posted by one page until another shows it, by server-sent events. */
export async function measureLive(bench: BenchContext): Promise<Figure[]> {
  const rounds = bench.amount(9, 3)
  const runs: LiveRun[] = []
  for (let run = 0; run < bench.runs; run += 1) {
    runs.push(await measureRun(bench, rounds))
    const { echoMs, roundTrips } = runs.at(-1) ?? { echoMs: [], roundTrips: [] }
    bench.say(`  live ${run + 1}/${bench.runs}: bare echo ${median(echoMs).toFixed(1)} ms, saved to shown ${toSavedMs(roundTrips).toFixed(1)} ms`)
  }
  const ratios = runs.map(({ echoMs, roundTrips }) => toSavedMs(roundTrips) / median(echoMs))
  const figure: Figure = {
    name: 'live',
    what: 'Saved on device A to shown on device B ÷ bare SSE echo between two pages',
    unit: 'ms',
    product: toSeries(
      `dialog on A, list on B, medians of ${rounds}`,
      runs.map(({ roundTrips }) => toSavedMs(roundTrips)),
    ),
    baseline: toSeries(
      `bare SSE echo, medians of ${rounds * echoesPerSave}`,
      runs.map(({ echoMs }) => median(echoMs)),
    ),
    target: { of: 'ratio', atMost: 3 },
    notes: [
      'from the press of Save Changes in the dialog to the frame that shows the new quote; both sides include the frame',
      `ratio of each run: ${ratios.map((ratio) => ratio.toFixed(1)).join(', ')}`,
      phasesToNote(runs.flatMap(({ roundTrips }) => roundTrips)),
    ],
    profile: [],
  }
  if (bench.hasMissed(figure)) figure.profile = await profileDevices(bench)
  return [figure]
}

type LiveRun = { echoMs: number[]; roundTrips: RoundTrip[] }

const toSavedMs = (roundTrips: readonly RoundTrip[]): number => median(roundTrips.map(({ totalMs }) => totalMs))

/** The echoes stand between the saves in the same browser, so that other load of the machine affects both alike. */
const measureRun = (bench: BenchContext, rounds: number): Promise<LiveRun> =>
  withContexts((newContext) =>
    withEcho(newContext, (echo) =>
      withDevices(bench, newContext, undefined, async (_, a, b) => {
        const run: LiveRun = { echoMs: [], roundTrips: [] }
        for (let round = 0; round < warmUpRounds + rounds; round += 1) {
          const isCounted = round >= warmUpRounds
          for (let index = 0; index < echoesPerSave; index += 1) {
            const ms = await echo()
            if (isCounted) run.echoMs.push(ms)
          }
          const roundTrip = await saveAndWait(a, b, String(firstQuote + round))
          if (isCounted) run.roundTrips.push(roundTrip)
        }
        return run
      }),
    ),
  )

/** Runs with a function that posts a text from one page and returns the milliseconds until another page shows it. */
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
      await b.evaluate((wanted) => window.bench.waitFor({ kind: 'text', selector: '#shown', text: wanted }), text)
      const saidAt = await a.evaluate((posted) => {
        const now = Date.now()
        void fetch('/say', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ text: posted }) })
        return now
      }, text)
      const shownAt = await b.evaluate(() => window.bench.painted)
      // Pauses of different lengths, so that the posts do not all meet the same moment between two frames.
      await b.waitForTimeout(50 + (said % echoesPerSave) * 7)
      return shownAt - saidAt
    })
  } finally {
    await server.close()
  }
}

/** Runs with two synced devices that show Orders. `webDir` is a build with readable names, for a profile. */
async function withDevices<Result>(
  bench: BenchContext,
  newContext: NewContext,
  webDir: string | undefined,
  run: (server: BenchServer, a: Page, b: Page) => Promise<Result>,
): Promise<Result> {
  const shop = await bench.shopWith(bench.amount(1_000, 300))
  const server = await bench.workshop.startServer(bench.workshop.copyFolder(shop.dataDir), { webDir })
  try {
    const [a, b] = [await (await newContext()).newPage(), await (await newContext()).newPage()]
    for (const page of [a, b]) {
      await syncApp(page, server.url, shop)
      await page.goto(`${server.url}/${shop.shopId}/orders`)
      await page.locator(firstRowSelector).waitFor()
      await page.waitForTimeout(1_000)
    }
    for (const page of [a, b]) await installProbe(page)
    return await run(server, a, b)
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

async function profileDevices(bench: BenchContext): Promise<string[]> {
  const webDir = await bench.readableApp()
  return withContexts((newContext) =>
    withDevices(bench, newContext, webDir, async (server, a, b) => {
      const save = async (): Promise<void> => {
        for (let round = 0; round < profiledRounds; round += 1) await saveAndWait(a, b, String(firstQuote + round))
      }
      await server.startProfile()
      let linesB: string[] = []
      const linesA = await profilePage(a, async () => {
        linesB = await profilePage(b, save)
      })
      const serverLines = hotFunctionsToLines(profileToHotFunctions(await server.stopProfile(), 8))
      return ['device A, own time by function:', ...linesA.slice(0, 8), 'device B:', ...linesB.slice(0, 8), 'server:', ...serverLines]
    }),
  )
}

type NewContext = () => Promise<BrowserContext>

/** Contexts of one browser share no storage, so each is a device of its own. */
async function withContexts<Result>(run: (newContext: NewContext) => Promise<Result>): Promise<Result> {
  const browser = await chromium.launch({ executablePath: findBrowser(), args: BROWSER_ARGS, headless: true })
  try {
    return await run(() => browser.newContext({ viewport: { width: 1024, height: 768 } }))
  } finally {
    await browser.close()
  }
}
