import { mkdirSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { inspect, parseArgs } from 'node:util'
import { findBrowser } from './tools/find-browser.ts'
import { openBench, type Bench } from './bench/harness/bench-context.ts'
import { figureToRatio, hasNumbers, judgeFigure, type Figure } from './bench/harness/figure.ts'
import { figuresToText } from './bench/harness/figures-table.ts'
import { measureFirstRows } from './bench/measures/first-rows.ts'
import { measureFirstSync } from './bench/measures/first-sync.ts'
import { measureHands } from './bench/measures/hands.ts'
import { measureLive } from './bench/measures/live.ts'
import { measureOpenOrder } from './bench/measures/open-order.ts'
import { measureOrdersList } from './bench/measures/orders-list.ts'
import { measureOverload } from './bench/measures/overload.ts'
import { measurePush } from './bench/measures/push.ts'
import { measureReload } from './bench/measures/reload.ts'

const measures: Record<string, (bench: Bench) => Promise<Figure[]>> = {
  'first-sync': measureFirstSync,
  'first-rows': measureFirstRows,
  push: measurePush,
  live: measureLive,
  'orders-list': measureOrdersList,
  'open-order': measureOpenOrder,
  hands: measureHands,
  reload: measureReload,
  overload: measureOverload,
}

const root = path.dirname(import.meta.dirname)
const usage = `Usage: npm run bench -- [--only <name>]... [--runs <n>] [--quick]

Measures ${Object.keys(measures).join(', ')} and compares each with a baseline of the same run.
--only    just this one; may be given several times
--runs    repetitions of each measurement, 5 unless given
--quick   each measure once on small amounts, to see that it still works; nothing about speed
`

/** @returns the exit code: 1 if a measure failed; a missed target is not a failure */
async function main(): Promise<number> {
  const { values } = parseArgs({
    options: { only: { type: 'string', multiple: true }, runs: { type: 'string' }, quick: { type: 'boolean', default: false }, help: { type: 'boolean' } },
  })
  const names = values.only ?? Object.keys(measures)
  const runs = values.runs === undefined ? undefined : Number(values.runs)
  const isWrong = (runs !== undefined && !(Number.isInteger(runs) && runs > 0)) || names.some((name) => !Object.hasOwn(measures, name))
  if (isWrong || values.help === true) {
    process.stdout.write(usage)
    return isWrong ? 2 : 0
  }
  if (findBrowser() === undefined) {
    process.stderr.write('The bench needs a Chromium: install one, or name it in CHROMIUM_PATH.\n')
    return 2
  }
  const startedAt = new Date()
  const [load = 0] = os.loadavg()
  const bench = await openBench({ sharedDataDir: path.join(root, '..', 'shared', 'data'), isQuick: values.quick, runs })
  process.once('exit', () => bench.close())
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))
  const { figures, failures } = await measureAll(bench, names)
  const failed = failures.map(({ name, reason }) => `${name}: FAILED: ${reason}\n`)
  if (values.quick) {
    process.stdout.write(`${failed.join('\n')}${names.length - failures.length} of ${names.length} measures work: ${names.join(', ')}\n`)
    return failures.length === 0 ? 0 : 1
  }
  const text = [
    `Mainspring bench, ${startedAt.toISOString()}`,
    bench.records.isReal ? '' : `WARNING: ${bench.records.description}`,
    load > os.cpus().length
      ? `WARNING: the machine was busy at the start (load ${load.toFixed(1)} on ${os.cpus().length} cores); do not trust single figures.`
      : '',
    figuresToText(figures),
    ...failed,
  ]
  process.stdout.write(text.join('\n'))
  writeResults(startedAt, {
    records: bench.records.description,
    loadAtStart: load,
    cpu: os.cpus()[0]?.model,
    cpus: os.cpus().length,
    node: process.version,
    figures: figures.map((figure) => ({ ...figure, ratio: figureToRatio(figure), verdict: judgeFigure(figure) })),
    failures,
  })
  return failures.length === 0 ? 0 : 1
}

async function measureAll(bench: Bench, names: readonly string[]) {
  const figures: Figure[] = []
  const failures: { name: string; reason: string }[] = []
  for (const name of names) {
    bench.say(`${name} …`)
    const startMs = performance.now()
    try {
      const measured = (await measures[name]?.(bench)) ?? []
      figures.push(...measured)
      const empty = measured.filter((figure) => !hasNumbers(figure))
      if (empty.length > 0) throw new Error(`There is no number in ${empty.map((figure) => figure.name).join(', ')}`)
    } catch (error) {
      // `inspect` includes the cause, since `fetch failed` alone explains nothing.
      const reason = inspect(error)
      failures.push({ name, reason })
      bench.say(`  ${name} FAILED: ${reason}`)
    }
    bench.say(`  ${name} took ${Math.round((performance.now() - startMs) / 1_000)} s`)
  }
  return { figures, failures }
}

function writeResults(startedAt: Date, results: object): void {
  const folder = path.join(root, 'bench-results')
  mkdirSync(folder, { recursive: true })
  const name = `bench-${startedAt.toISOString().slice(0, 19).replaceAll(':', '-')}.json`
  writeFileSync(path.join(folder, name), `${JSON.stringify({ startedAt: startedAt.toISOString(), ...results }, null, 2)}\n`)
  process.stderr.write(`Written to bench-results/${name}\n`)
}

process.exitCode = await main()
