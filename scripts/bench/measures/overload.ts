import { get } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { createEntity } from '#server/commands/administration/create-entity.ts'
import { createShop } from '#server/commands/administration/create-shop.ts'
import { createUser } from '#server/commands/administration/create-user.ts'
import { fillShop } from '#server/testing/test-many-rows.ts'
import { privilegeNames } from '#schema/privileges.ts'
import { openServices } from '#scripts/tools/open-services.ts'
import type { Bench } from '../harness/bench-context.ts'
import { benchUser } from '../harness/browser.ts'
import { type Figure, toSeries } from '../harness/figure.ts'

const parallelLists = 50
const pauseMs = 5
const lists = ['tasks', 'orders', 'customers', 'payments', 'costs', 'products', 'suppliers', 'employees', 'category-hierarchy-inventory', 'activities']

/** Health check latency during fifty concurrent long lists ÷ on the idle server. */
export async function measureOverload(bench: Bench): Promise<Figure[]> {
  const count = bench.amount(30_000, 1_000)
  const { dataDir, shopId } = await fillFolder(bench, count)
  const idleMs: number[] = []
  const busyMs: number[] = []
  await bench.withServer(dataDir, async (url) => {
    const cookie = await signIn(url)
    for (let run = 0; run < bench.runs; run += 1) {
      idleMs.push(await checkHealth(url, wait(bench.amount(3_000, 500))))
      busyMs.push(await checkHealth(url, readLists(url, shopId, cookie)))
      bench.say(`  overload ${run + 1}/${bench.runs}: p99 ${busyMs.at(-1)?.toFixed(0)} ms, idle ${idleMs.at(-1)?.toFixed(1)} ms`)
    }
  })
  return [
    {
      name: 'overload',
      what: `/healthz while ${parallelLists} lists of ${count} rows are written at once, 99th percentile`,
      unit: 'ms',
      product: toSeries(`${parallelLists} lists at once`, busyMs),
      baseline: toSeries('nothing else asked', idleMs),
      target: { of: 'value', atMost: 250 },
      notes: [`lists asked for by one person: ${lists.join(', ')}; read and thrown away as fast as they come, zipped`],
    },
  ]
}

async function fillFolder(bench: Bench, count: number): Promise<{ dataDir: string; shopId: string }> {
  bench.say(`  filling a shop with ${count} rows of each kind …`)
  const dataDir = bench.makeFolder('overload')
  const { services, close } = await openServices(dataDir)
  try {
    const { id: shopId } = await createShop(services, { name: 'Busy Street Repairs', code: 'busy' })
    const { id: userId } = await createUser(services, { ...benchUser, name: 'Bench', privileges: privilegeNames, shopIds: [shopId] })
    const { id: entityId } = await createEntity(services, { entityName: 'Busy Ltd', contactName: 'Bea', shopIds: [shopId] })
    await fillShop(services.db, { shopId, entityId, userId, count })
    return { dataDir, shopId }
  } finally {
    await close()
  }
}

async function signIn(url: string): Promise<string> {
  const answer = await fetch(`${url}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ user_id: benchUser.loginId, password: benchUser.password }),
  })
  if (!answer.ok) throw new Error(`Signing in answered ${answer.status}`)
  return answer.headers.getSetCookie()[0]?.split(';', 1)[0] ?? ''
}

async function readLists(url: string, shopId: string, cookie: string): Promise<void> {
  await Promise.all(
    Array.from({ length: parallelLists }, (_, index) => drain(`${url}/api/${shopId}/${lists[index % lists.length]}`, { cookie, 'accept-encoding': 'gzip' })),
  )
}

/** Sequential health checks, one connection each, until `end`. @returns the 99th percentile in milliseconds */
async function checkHealth(url: string, end: Promise<unknown>): Promise<number> {
  let isOver = false
  const ended = end.then(
    () => undefined,
    (error: unknown) => ({ error }),
  )
  void ended.then(() => {
    isOver = true
  })
  const tookMs: number[] = []
  while (!isOver) {
    const startedMs = performance.now()
    await drain(`${url}/healthz`, {})
    tookMs.push(performance.now() - startedMs)
    await wait(pauseMs)
  }
  const failed = await ended
  if (failed) throw failed.error
  return tookMs.toSorted((one, other) => one - other)[Math.ceil(tookMs.length * 0.99) - 1] ?? Number.NaN
}

function drain(address: string, headers: Record<string, string>): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = get(address, { agent: false, headers }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${address} answered ${response.statusCode}`))
      response.on('data', () => {})
      response.on('end', resolve)
      response.on('error', reject)
    })
    request.on('error', reject)
  })
}
