import { setTimeout as delay } from 'node:timers/promises'
import { privilegeNames } from '#schema/privileges.ts'
import { createUser } from '#server/commands/administration/create-user.ts'
import { openServices } from '#scripts/tools/open-services.ts'
import { signInOverHttp } from '#scripts/process-tests/api-client.ts'
import { benchUser } from '../harness/browser.ts'
import { toSeries, type BenchContext } from '../harness/context.ts'
import { withCrowd } from '../harness/crowd.ts'
import type { Figure } from '../harness/figure.ts'
import { changesOf, changesPerSecond, measureLoad, toPercent, type Load } from '../shops/live-load.ts'
import { median } from '../harness/stats.ts'
import type { BenchServer, ServerUsage } from '../shops/workshop.ts'

const fewDevices = 10
const staffCount = 20
const settleMs = 1_500

/** 50 changes a second in one shop with 500 live streams: from commit to event ÷ the same with 10; memory of a stream; nothing lost. */
export async function measureLiveDevices(bench: BenchContext): Promise<Figure[]> {
  const manyDevices = bench.amount(500, 50)
  const durationMs = bench.amount(20_000, 2_000)
  const shop = await signInDevices(bench, manyDevices)
  const runs: Run[] = []
  for (let run = 1; run <= bench.runs; run += 1) {
    const result = await measureRun(bench, shop, durationMs)
    runs.push(result)
    bench.say(
      `  live-devices ${run}/${bench.runs}: ${loadToText(result.many)}; with ${fewDevices} ${loadToText(result.few)}; ${result.rssKb.toFixed(1)} kB a device`,
    )
  }
  const notes = runs.flatMap(({ few, many }, index) => [
    ...loadToNotes(`run ${index + 1}, ${fewDevices} devices`, few),
    ...loadToNotes(`run ${index + 1}, ${manyDevices} devices`, many),
  ])
  const toDelayFigure = (name: string, what: string, read: (load: Load) => number): Figure => ({
    name: `live-devices/${name}`,
    what: `${what} from commit to event, ${changesPerSecond} changes a second to ${manyDevices} devices ÷ to ${fewDevices}`,
    unit: 'ms',
    product: toSeries(
      `${manyDevices} devices`,
      runs.map(({ many }) => read(many)),
    ),
    baseline: toSeries(
      `${fewDevices} devices`,
      runs.map(({ few }) => read(few)),
    ),
    target: undefined,
    notes: name === 'median' ? notes : [],
    profile: [],
  })
  return [
    toDelayFigure('median', 'Median', ({ medianMs }) => medianMs),
    toDelayFigure('p99', '99th percentile', ({ p99Ms }) => p99Ms),
    {
      name: 'live-devices/memory',
      what: `Resident memory of the server for each of ${manyDevices} connected devices`,
      unit: 'kB',
      product: toSeries(
        'after garbage collection, without load',
        runs.map(({ rssKb }) => rssKb),
      ),
      baseline: undefined,
      target: undefined,
      notes: [
        `of it JavaScript: ${median(runs.map(({ heapKb }) => heapKb)).toFixed(1)} kB`,
        `the whole process with nobody connected ${toMb(runs.map(({ idleMb }) => idleMb))} MB, with ${manyDevices} at the end of the load ${toMb(runs.map(({ many }) => many.rssMb))} MB`,
      ],
      profile: [],
    },
  ]
}

type Run = { few: Load; many: Load; rssKb: number; heapKb: number; idleMb: number }

type SignedInShop = { dataDir: string; shopId: string; cookies: string[] }

/** Measures a new server first with few devices and then with many, so that it is warm for the many. */
async function measureRun(bench: BenchContext, { dataDir, shopId, cookies }: SignedInShop, durationMs: number): Promise<Run> {
  const server = await bench.workshop.startServer(bench.workshop.copyFolder(dataDir))
  try {
    await server.takeCommits()
    const changes = await changesOf(await signInOverHttp(server.url, benchUser.loginId, benchUser.password), shopId)
    const few = await withCrowd(server.url, cookies.slice(0, fewDevices), (crowd) => measureLoad(server, changes, crowd, fewDevices, durationMs))
    const before = await readUsageAtRest(server)
    return await withCrowd(server.url, cookies, async (crowd) => {
      const after = await readUsageAtRest(server)
      const toKb = (key: 'rssBytes' | 'heapBytes'): number => (after[key] - before[key]) / cookies.length / 1_000
      const many = await measureLoad(server, changes, crowd, cookies.length, durationMs)
      return { few, many, rssKb: toKb('rssBytes'), heapKb: toKb('heapBytes'), idleMb: before.rssBytes / 1e6 }
    })
  } finally {
    await server.stop()
  }
}

async function readUsageAtRest(server: BenchServer): Promise<ServerUsage> {
  await delay(settleMs)
  return server.readUsage({ isCollected: true })
}

/** The bench's shop with staff who have every privilege, so that each event is as long as it gets, and a session for each device. */
async function signInDevices(bench: BenchContext, devices: number): Promise<SignedInShop> {
  const { dataDir: plainDir, shopId } = await bench.shopWith(bench.amount(1_000, 300))
  const dataDir = bench.workshop.copyFolder(plainDir)
  const staff = Array.from({ length: staffCount }, (_, index) => ({ loginId: `staff-${index + 1}`, password: benchUser.password }))
  const { services, close } = await openServices(dataDir)
  try {
    for (const person of staff) await createUser(services, { ...person, privileges: privilegeNames, shopIds: [shopId] })
  } finally {
    await close()
  }
  bench.say(`  signing ${devices} devices of ${staffCount} people in …`)
  const server = await bench.workshop.startServer(dataDir)
  try {
    // Each person signs in once at a time, because many tries at once would be throttled as guessing.
    const cookies = await Promise.all(
      staff.map(async ({ loginId, password }) => {
        const own: string[] = []
        while (own.length < devices / staffCount) own.push((await signInOverHttp(server.url, loginId, password)).cookie)
        return own
      }),
    )
    return { dataDir, shopId, cookies: cookies.flat() }
  } finally {
    await server.stop()
  }
}

const loadToText = ({ medianMs, p99Ms }: Load): string => `median ${medianMs.toFixed(2)} ms, p99 ${p99Ms.toFixed(2)} ms`

const loadToNotes = (label: string, load: Load): string[] => [
  `${label}: ${loadToText(load)}, longest ${load.maxMs.toFixed(1)} ms; ${load.changes} changes, ${load.events} events, 0 lost; push to answer ${load.pushMedianMs.toFixed(1)} ms; server busy ${toPercent(load.serverBusyShare)} (processor ${toPercent(load.serverCpuShare)}), readers ${toPercent(load.readersBusyShare)}`,
  ...load.warnings,
]

const toMb = (values: readonly number[]): string => values.map((value) => Math.round(value)).join(', ')
