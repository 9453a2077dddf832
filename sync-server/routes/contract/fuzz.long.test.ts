import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { triesOf } from '../../testing/test-database.ts'
import { fillShop } from '../../testing/test-many-rows.ts'
import { exampleByName, nameToRoute } from '../../testing/test-examples.ts'
import { aPlan, type FuzzPlan } from '../../testing/test-fuzz.ts'
import {
  batchSize,
  closeFuzzWorld,
  findFault,
  headersByCaller,
  mostAtOnce,
  openFuzzWorld,
  renew,
  seed,
  send,
  sendRandomRequests,
  signIn,
  toRequest,
} from '../../testing/test-fuzz-world.ts'

/**
 * Needs its own process to measure memory and delays. `FUZZ_RUNS`: 10,000 take about 15 s of CPU time. `FUZZ_ROWS`:
 * size of the large shop.
 */
const runs = Number(process.env['FUZZ_RUNS'] ?? triesOf(10_000))

beforeAll(openFuzzWorld)
afterAll(closeFuzzWorld)

const collectGarbage = (() => {
  setFlagsFromString('--expose-gc')
  return runInNewContext('gc') as () => void
})()

async function readHeapMb(): Promise<number> {
  await new Promise((resolve) => setTimeout(resolve, 50))
  collectGarbage()
  collectGarbage()
  return process.memoryUsage().heapUsed / 2 ** 20
}

test(`${runs} random requests, many at once: no 5xx, nothing of its inside told, memory flat (seed ${seed})`, { timeout: 900_000 }, async () => {
  const startedAt = { ms: performance.now(), cpu: process.cpuUsage() }
  const warmAt = Math.max(1, Math.floor(runs / 5 / batchSize)) * batchSize
  let warmMb = 0
  const countByStatus = await sendRandomRequests(runs, mostAtOnce, async (sent) => {
    if (sent === warmAt) warmMb = await readHeapMb()
  })
  const cpu = process.cpuUsage(startedAt.cpu)
  const seconds = (performance.now() - startedAt.ms) / 1000
  const endMb = await readHeapMb()
  const round = (value: number): number => Math.round(value * 100) / 100
  const figures = {
    seed,
    runs,
    seconds: round(seconds),
    cpuMsPerRequest: round((cpu.user + cpu.system) / 1000 / runs),
    countByStatus,
    warmMb: round(warmMb),
    endMb: round(endMb),
  }
  process.stdout.write(`${JSON.stringify(figures)}\n`)
  // Detects a leak of half a kilobyte per request. Limits keep about 100 bytes per address or phone; caches add up to 6
  // MB after warm-up.
  expect(endMb - warmMb).toBeLessThan((8 * runs) / 20_000 + 8)
})

const largeCount = Number(process.env['FUZZ_ROWS'] ?? triesOf(10_000))
const largeRuns = 60
/** Generous for a busy machine; a step usually takes milliseconds. */
const longestDelayMs = 2_000

test(`${largeRuns} random requests and every list of a shop of ${largeCount} rows of each kind hold nobody up`, { timeout: 300_000 }, async () => {
  const { world, shop, userIds } = await renew()
  const { db } = world.services
  await fillShop(db, { shopId: shop.shopId, entityId: shop.entityId, userId: userIds.administrator, count: largeCount, shopNumber: 900 })
  const lists = Object.keys(exampleByName).filter((name) => nameToRoute(name).list !== undefined)
  const calls = lists.map((name): FuzzPlan => ({
    name,
    caller: nameToRoute(name).access.who === 'customer' ? 'customer' : 'administrator',
    method: null,
    path: { kind: 'example' },
    query: null,
    body: { kind: 'example' },
    headers: {},
    isChunked: false,
  }))
  const plans = [...calls, ...fc.sample(aPlan, { seed, numRuns: largeRuns })]
  const delay = monitorEventLoopDelay({ resolution: 5 })
  const slow: string[] = []
  for (const plan of plans) {
    world.clock.advance(50)
    const request = await toRequest(plan)
    delay.reset()
    delay.enable()
    const cpu = process.cpuUsage()
    const answer = await send(request)
    delay.disable()
    const { user, system } = process.cpuUsage(cpu)
    // CPU time caps the delay, so that a suspended process does not count as slow.
    const delayMs = Math.round(Math.min(delay.max / 1e6, (user + system) / 1_000))
    if (delayMs > longestDelayMs) slow.push(`${request.method} ${request.path}: ${delayMs} ms`)
    // Large answers are not parsed: that would dominate the run, and smaller runs cover them.
    if (answer.text.length < 1_000_000) expect(findFault(request, answer), request.path).toBeUndefined()
    if (answer.status === 401 && plan.caller !== 'anonymous') headersByCaller.set(plan.caller, await signIn(plan.caller))
  }
  expect(slow).toEqual([])
})
