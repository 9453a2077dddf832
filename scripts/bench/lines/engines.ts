import { openEngines, type Engines, type EngineSide } from '../engines/open-engines.ts'
import { places, sizes, type EngineFigureName } from '../engines/figure-names.ts'
import { pushFor, type Pace } from '../engines/pushing-devices.ts'
import { measureDelay } from '../engines/delay.ts'
import { toSeries, type BenchContext } from '../harness/context.ts'
import { hotFunctionsToLines, profileToHotFunctions } from '../harness/cpu-profile.ts'
import type { Figure, Target } from '../harness/figure.ts'
import { median, roundForPeople, sum } from '../harness/stats.ts'

const deviceCount = 30

/** A figure under a name that the page of capacity knows. */
type EngineFigure = Figure & { name: EngineFigureName }

/** What one engine with so many nodes did under one load. */
type Measured = Pace & { nodeCpuMs: number; databaseCpuMs: number; trips: number }
type Case = { place: (typeof places)[number]; size: (typeof sizes)[number]; nodes: number; engine: 'sqlite' | 'postgres' }

const keyOf = ({ place, size, nodes, engine }: Case): string => `${engine} ${nodes} ${place} ${size}`
const cases: readonly Case[] = places.flatMap((place) =>
  sizes.flatMap((size) => [
    { place, size, nodes: 1, engine: 'sqlite' as const },
    ...[1, 2, 3].map((nodes) => ({ place, size, nodes, engine: 'postgres' as const })),
  ]),
)

/** Pushes on SQLite and on PostgreSQL with one, two and three nodes; what they cost; and how soon other nodes tell of a commit. */
export async function measureEngines(bench: BenchContext): Promise<Figure[]> {
  const engines = await openEngines(bench, bench.amount(deviceCount, 4))
  try {
    const durationMs = bench.amount(1_500, 300)
    const changes = bench.amount(20, 3)
    const runs = new Map(cases.map((one) => [keyOf(one), [] as Measured[]]))
    const [own, told, looked]: [number[], number[], number[]] = [[], [], []]
    // Plans and code are warm before anything counts.
    for (const one of cases) await measureCase(engines, one, durationMs / 3)
    for (let run = 1; run <= bench.runs; run += 1) {
      for (const one of cases) runs.get(keyOf(one))?.push(await measureCase(engines, one, durationMs))
      const [first, second] = engines.postgres.nodes
      const [silent, other] = engines.silent
      if (first === undefined || second === undefined || silent === undefined || other === undefined) throw new Error('A server is missing')
      const [device] = engines.postgres.spread
      if (device === undefined) throw new Error('No device pushes')
      own.push((await measureDelay(device, first, first, changes)).medianMs)
      told.push((await measureDelay(device, first, second, changes)).medianMs)
      looked.push((await measureDelay(device, silent, other, changes)).maxMs)
      bench.say(`  engines ${run}/${bench.runs}: ${[...runs].map(([key, of]) => `${key}: ${roundForPeople(of.at(-1)?.pushesPerSecond ?? 0)}`).join(', ')}`)
      bench.say(`  event at the node itself ${own.at(-1)?.toFixed(1)} ms, at another ${told.at(-1)?.toFixed(1)} ms, by looks ${looked.at(-1)?.toFixed(0)} ms`)
    }
    const figures = [...toPushFigures(runs), ...toCostFigures(runs), ...toDelayFigures({ own, told, looked })]
    const missed = figures.find((figure) => bench.hasMissed(figure))
    if (missed !== undefined) missed.profile = await profilePushes(engines.postgres, durationMs)
    return figures
  } finally {
    await engines.close()
  }
}

async function measureCase(engines: Engines, { engine, nodes, place, size }: Case, durationMs: number): Promise<Measured> {
  const side = engines[engine]
  const used = side.nodes.slice(0, nodes)
  const readUse = async () => {
    const usages = await Promise.all(used.map(({ server }) => server.readUsage({ isCollected: false })))
    return { cpuMs: sum(usages.map(({ cpuMs }) => cpuMs)), trips: sum(usages.map(({ trips }) => trips)), databaseMs: engines.readDatabaseCpuMs() }
  }
  const before = await readUse()
  const pace = await pushFor(
    side[place],
    used.map(({ client }) => client),
    size,
    durationMs,
  )
  const after = await readUse()
  return {
    ...pace,
    nodeCpuMs: (after.cpuMs - before.cpuMs) / pace.pushes,
    databaseCpuMs: engine === 'sqlite' ? 0 : (after.databaseMs - before.databaseMs) / pace.pushes,
    trips: (after.trips - before.trips) / pace.pushes,
  }
}

type Runs = ReadonlyMap<string, readonly Measured[]>
type Read = (measured: Measured) => number

const seriesOf = (runs: Runs, label: string, one: Case, read: Read) => toSeries(label, (runs.get(keyOf(one)) ?? []).map(read))
const medianOf = (runs: Runs, one: Case, read: Read): string => String(roundForPeople(median((runs.get(keyOf(one)) ?? []).map(read))))

const placeTexts = { spread: `${deviceCount} devices in as many shops`, hot: `${deviceCount} devices in one shop` } as const
const rate: Read = ({ pushesPerSecond }) => pushesPerSecond

/** The pushes of a case, with its times and those of other numbers of nodes in the notes. */
function toPushFigures(runs: Runs): EngineFigure[] {
  const target: Target = { of: 'ratio', atLeast: 0.7 }
  return places.flatMap((place) =>
    sizes.map((size): EngineFigure => {
      const [file, one, ...more] = cases.filter((other) => other.place === place && other.size === size)
      if (file === undefined || one === undefined) throw new Error('There is no such case')
      const timesOf = (of: Case): string => `p50 ${medianOf(runs, of, ({ p50Ms }) => p50Ms)} ms, p99 ${medianOf(runs, of, ({ p99Ms }) => p99Ms)} ms`
      return {
        name: `engines/${place}-${size}`,
        what: `Pushes of ${size} by ${placeTexts[place]}: PostgreSQL with one node ÷ SQLite`,
        unit: 'per s',
        product: seriesOf(runs, 'PostgreSQL, one node', one, rate),
        baseline: seriesOf(runs, 'SQLite', file, rate),
        target: size === 20 ? target : undefined,
        notes: [
          `SQLite: ${timesOf(file)}; PostgreSQL, one node: ${timesOf(one)}`,
          ...more.map((of) => `${of.nodes} nodes: ${medianOf(runs, of, rate)} pushes per s, ${timesOf(of)}`),
          'servers, database and devices share the machine and its processors',
        ],
        profile: [],
      }
    }),
  )
}

/** What a push takes of the processors, and how often it waits for the database. */
function toCostFigures(runs: Runs): EngineFigure[] {
  return sizes.flatMap((size): EngineFigure[] => {
    const file: Case = { engine: 'sqlite', nodes: 1, place: 'spread', size }
    const one: Case = { ...file, engine: 'postgres' }
    const base = { target: undefined, profile: [] }
    return [
      {
        ...base,
        name: `engines/node-cpu-${size}`,
        what: `Processor time of the node for a push of ${size}`,
        unit: 'ms',
        product: seriesOf(runs, 'PostgreSQL', one, ({ nodeCpuMs }) => nodeCpuMs),
        baseline: seriesOf(runs, 'SQLite, the database included', file, ({ nodeCpuMs }) => nodeCpuMs),
        notes: [],
      },
      {
        ...base,
        name: `engines/database-cpu-${size}`,
        what: `Processor time of the database for a push of ${size}`,
        unit: 'ms',
        product: seriesOf(runs, 'PostgreSQL', one, ({ databaseCpuMs }) => databaseCpuMs),
        baseline: undefined,
        notes: ['all of its processes, also what they write later'],
      },
      {
        ...base,
        name: `engines/trips-${size}`,
        what: `Round trips to the database for a push of ${size}, all of the request`,
        unit: 'trips',
        product: seriesOf(runs, 'PostgreSQL', one, ({ trips }) => trips),
        baseline: undefined,
        target: { of: 'value', atMost: 8 },
        notes: ['three tell who asks; the limit of each kind of push is held by sync-server/store/batch/database-cost.test.ts'],
      },
    ]
  })
}

function toDelayFigures({ own, told, looked }: { own: number[]; told: number[]; looked: number[] }): EngineFigure[] {
  return [
    {
      name: 'engines/other-node',
      what: 'From a commit at one node to the event on a stream at another ÷ at the same node, median',
      unit: 'ms',
      product: toSeries('another node, by notifications', told),
      baseline: toSeries('the same node', own),
      target: { of: 'ratio', atMost: 1.5 },
      notes: [],
      profile: [],
    },
    {
      name: 'engines/by-looks',
      what: 'The same between nodes that do not tell each other (DATABASE_NOTIFY=off), the longest',
      unit: 'ms',
      product: toSeries('another node, by looks alone', looked),
      baseline: undefined,
      target: { of: 'value', atMost: 300 },
      notes: [],
      profile: [],
    },
  ]
}

async function profilePushes({ nodes, spread }: EngineSide, durationMs: number): Promise<string[]> {
  const [first] = nodes
  if (first === undefined) return []
  await first.server.startProfile()
  await pushFor(spread, [first.client], 20, durationMs)
  return hotFunctionsToLines(profileToHotFunctions(await first.server.stopProfile()))
}
