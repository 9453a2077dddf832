import { get } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { createEntity } from '#server/commands/administration/create-entity.ts'
import { createShop } from '#server/commands/administration/create-shop.ts'
import { createUser } from '#server/commands/administration/create-user.ts'
import { fillShop } from '#server/testing/test-many-rows.ts'
import { privilegeNames } from '#schema/privileges.ts'
import { openServices } from '#scripts/tools/open-services.ts'
import { benchUser } from '../harness/browser.ts'
import { toSeries, type BenchContext } from '../harness/context.ts'
import { percentile } from '../harness/delivery.ts'
import { hotFunctionsToLines, profileToHotFunctions } from '../harness/cpu-profile.ts'
import type { Figure } from '../harness/figure.ts'
import type { BenchServer } from '../shops/workshop.ts'

const parallelLists = 50
const pauseMs = 5
const lists = ['tasks', 'orders', 'customers', 'payments', 'costs', 'products', 'suppliers', 'employees', 'category-hierarchy-inventory', 'activities']

/** How long a health check takes while fifty long lists are asked for at once ÷ on the same server when it is idle. */
export async function measureOverload(bench: BenchContext): Promise<Figure[]> {
  const count = bench.amount(30_000, 1_000)
  const { dataDir, shopId } = await fillFolder(bench, count)
  const server = await bench.workshop.startServer(dataDir)
  try {
    const cookie = await signIn(server.url)
    const idleMs: number[] = []
    const busyMs: number[] = []
    const allMs: number[] = []
    for (let run = 0; run < bench.runs; run += 1) {
      idleMs.push(percentile(await checkHealth(server.url, wait(bench.amount(3_000, 500))), 0.99))
      const startedMs = performance.now()
      busyMs.push(percentile(await checkHealth(server.url, readLists(server.url, shopId, cookie)), 0.99))
      allMs.push(performance.now() - startedMs)
      bench.say(
        `  overload ${run + 1}/${bench.runs}: p99 ${busyMs.at(-1)?.toFixed(0)} ms, idle ${idleMs.at(-1)?.toFixed(1)} ms, all lists ${Math.round(allMs.at(-1) ?? 0)} ms`,
      )
    }
    const { rssBytes } = await server.readUsage({ isCollected: false })
    const figure: Figure = {
      name: 'overload',
      what: `/healthz while ${parallelLists} lists of ${count} rows are written at once, 99th percentile`,
      unit: 'ms',
      product: toSeries(`${parallelLists} lists at once`, busyMs),
      baseline: toSeries('nothing else asked', idleMs),
      target: { of: 'value', atMost: 250 },
      notes: [
        `${count} rows of each kind; lists asked for by one person: ${lists.join(', ')}; read and thrown away as fast as they come, zipped`,
        `all lists took ${allMs.map((ms) => `${Math.round(ms)} ms`).join(', ')}; memory of the server afterwards ${Math.round(rssBytes / 2 ** 20)} MB`,
        'the ratio is for information',
      ],
      profile: [],
    }
    if (bench.hasMissed(figure)) figure.profile = await profileLists(server, shopId, cookie)
    return [figure]
  } finally {
    await server.stop()
  }
}

async function fillFolder(bench: BenchContext, count: number): Promise<{ dataDir: string; shopId: string }> {
  bench.say(`  filling a shop with ${count} rows of each kind …`)
  const dataDir = bench.workshop.makeFolder('overload')
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

/** Sends health checks one after the other, each over its own connection, until `end`. @returns milliseconds of each, ascending */
async function checkHealth(url: string, end: Promise<unknown>): Promise<Float64Array> {
  let isOver = false
  // The error of a failed list is thrown after the loop.
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
  return Float64Array.from(tookMs).sort()
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

async function profileLists(server: BenchServer, shopId: string, cookie: string): Promise<string[]> {
  await server.startProfile()
  await readLists(server.url, shopId, cookie)
  return hotFunctionsToLines(profileToHotFunctions(await server.stopProfile()))
}
