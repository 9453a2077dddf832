import { mkdirSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { inspect, parseArgs } from 'node:util'
import { chromium } from '@playwright/test'
import { BROWSER_ARGS, findBrowser } from './tools/find-browser.ts'
import { openBench, type BenchContext } from './bench/harness/context.ts'
import { figureToRatio, hasNumbers, judgeFigure, type Figure } from './bench/harness/figure.ts'
import { measureEngines } from './bench/lines/engines.ts'
import { measureFind } from './bench/lines/find.ts'
import { measureFirstSync } from './bench/lines/first-sync.ts'
import { measureFirstRows } from './bench/lines/first-rows.ts'
import { measureGrowth } from './bench/lines/growth.ts'
import { measureInventory } from './bench/lines/inventory.ts'
import { measureKilled } from './bench/lines/killed.ts'
import { measureLiveDevices } from './bench/lines/live-devices.ts'
import { measureLive } from './bench/lines/live.ts'
import { measureLongLists } from './bench/lines/long-lists.ts'
import { measureBoard, measureBulk } from './bench/lines/many-orders.ts'
import { measureOrdersView } from './bench/lines/orders-view.ts'
import { measureOverlay } from './bench/lines/overlay.ts'
import { measureOverload } from './bench/lines/overload.ts'
import { measurePending } from './bench/lines/pending.ts'
import { measurePhotos } from './bench/lines/photos.ts'
import { measurePortal } from './bench/lines/pages/linked-page.ts'
import { measurePush } from './bench/lines/push.ts'
import { measureReload } from './bench/lines/reload.ts'
import { measureSizes } from './bench/lines/pages/page-sizes.ts'
import { measureViews } from './bench/lines/views.ts'
import { measureWebhooks } from './bench/programs/measure-webhooks.ts'
import { figuresToText } from './bench/harness/table.ts'

const lines: Record<string, (bench: BenchContext) => Promise<Figure[]>> = {
  'first-sync': measureFirstSync,
  growth: measureGrowth,
  'first-rows': measureFirstRows,
  reload: measureReload,
  'orders-view': measureOrdersView,
  'long-lists': measureLongLists,
  board: measureBoard,
  bulk: measureBulk,
  live: measureLive,
  'live-devices': measureLiveDevices,
  overload: measureOverload,
  push: measurePush,
  portal: measurePortal,
  engines: measureEngines,
  photos: measurePhotos,
  overlay: measureOverlay,
  pending: measurePending,
  views: measureViews,
  inventory: measureInventory,
  find: measureFind,
  sizes: measureSizes,
  webhooks: measureWebhooks,
  killed: measureKilled,
}

const root = path.dirname(import.meta.dirname)
const usage = `Usage: npm run bench -- [--only <name>]... [--runs <n>] [--kills <n>] [--quick] [--strict]

Measures ${Object.keys(lines).join(', ')} and compares each with a baseline of the same run.
--only    just this one; may be given several times
--runs    repetitions of each measurement, 5 unless given
--kills   how often \`killed\` kills the browser, 20 unless given
--quick   each measure once on small amounts, to see that it still works; nothing about speed
--strict  exit code 1 also when a target is missed; without it only when a measure failed`

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      only: { type: 'string', multiple: true },
      runs: { type: 'string' },
      kills: { type: 'string' },
      quick: { type: 'boolean', default: false },
      strict: { type: 'boolean', default: false },
      help: { type: 'boolean' },
    },
  })
  const names = values.only ?? Object.keys(lines)
  const [runs, kills] = [values.runs, values.kills].map((text) => (text === undefined ? undefined : Number(text)))
  const areWrong = [runs, kills].some((count) => count !== undefined && !(Number.isInteger(count) && count > 0))
  if (areWrong || values.help === true || names.some((name) => lines[name] === undefined)) {
    process.stdout.write(`${usage}\n`)
    return values.help === true ? 0 : 2
  }
  if (findBrowser() === undefined) {
    process.stderr.write('The bench needs a Chromium: install one, or name it in CHROMIUM_PATH.\n')
    return 2
  }

  const startedAt = new Date()
  const [load = 0] = os.loadavg()
  const isBusy = load > os.cpus().length
  const bench = await openBench({ sharedDataDir: path.join(root, '..', 'shared', 'data'), isQuick: values.quick, runs, kills })
  const figures: Figure[] = []
  const failures: { name: string; reason: string }[] = []
  const onSignal = (): void => void bench.close().then(() => process.exit(130))
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, onSignal)
  try {
    for (const name of names) {
      bench.say(`${name} …`)
      const startMs = performance.now()
      try {
        const measured = (await lines[name]?.(bench)) ?? []
        figures.push(...measured)
        if (measured.length === 0) throw new Error('It gave no figure')
        const empty = measured.filter((figure) => !hasNumbers(figure))
        if (empty.length > 0) throw new Error(`There is no number in ${empty.map((figure) => figure.name).join(', ')}`)
      } catch (error) {
        // One failed line does not stop the others. `inspect` shows the error's cause, because `fetch failed` alone does not explain it.
        const reason = inspect(error)
        failures.push({ name, reason })
        bench.say(`  ${name} FAILED: ${reason}`)
      }
      bench.say(`  ${name} took ${Math.round((performance.now() - startMs) / 1_000)} s`)
    }
  } finally {
    await bench.close()
  }
  if (values.quick) {
    process.stdout.write(quickResultToText(names, failures))
    return failures.length === 0 ? 0 : 1
  }
  const text = [
    `Mainspring bench, ${startedAt.toISOString()}`,
    bench.records.isReal ? '' : `WARNING: ${bench.records.description}`,
    isBusy ? `WARNING: the machine was busy at the start (load ${load.toFixed(1)} on ${os.cpus().length} cores); do not trust single figures.` : '',
    '',
    figuresToText(figures),
    ...failures.map(({ name, reason }) => `${name}: FAILED: ${reason}\n`),
  ]
  process.stdout.write(text.join('\n'))
  // A partial run must not pass for the figures of the product.
  writeResults(startedAt, values.only === undefined, {
    records: bench.records.description,
    loadAtStart: load,
    machine: await describeMachine(),
    figures: figures.map(figureToJson),
    failures,
  })
  const hasMissed = figures.some((figure) => judgeFigure(figure) === 'MISSED')
  return failures.length > 0 || (values.strict && hasMissed) ? 1 : 0
}

function quickResultToText(names: readonly string[], failures: readonly { name: string; reason: string }[]): string {
  if (failures.length === 0) return `All measures that were asked for work: ${names.join(', ')}\n`
  const reasons = failures.map(({ name, reason }) => `${name}: FAILED: ${reason}\n`)
  return [...reasons, `${failures.length} of ${names.length} measures failed: ${failures.map(({ name }) => name).join(', ')}\n`].join('\n')
}

const figureToJson = (figure: Figure) => ({ ...figure, ratio: figureToRatio(figure), verdict: judgeFigure(figure) })

async function describeMachine() {
  const browser = await chromium.launch({ executablePath: findBrowser(), args: BROWSER_ARGS })
  const chromiumVersion = browser.version()
  await browser.close()
  return {
    cpu: os.cpus()[0]?.model,
    cpus: os.cpus().length,
    memoryGb: Math.round(os.totalmem() / 2 ** 30),
    node: process.version,
    chromium: chromiumVersion,
    loadAverage: os.loadavg().map((load) => Math.round(load * 100) / 100),
  }
}

function writeResults(startedAt: Date, isComplete: boolean, results: object): void {
  const folder = path.join(root, 'bench-results')
  mkdirSync(folder, { recursive: true })
  const json = `${JSON.stringify({ startedAt: startedAt.toISOString(), ...results }, null, 2)}\n`
  const name = `bench-${startedAt.toISOString().slice(0, 19).replaceAll(':', '-')}.json`
  const files = isComplete ? [name, 'latest.json'] : [name]
  for (const file of files) writeFileSync(path.join(folder, file), json)
  process.stderr.write(`Written to ${files.map((file) => `bench-results/${file}`).join(' and ')}\n`)
}

process.exitCode = await main()
