import { Agent, request as openRequest } from 'node:http'
import { gunzipSync } from 'node:zlib'
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { collectionNames } from '#schema/collections/index.ts'
import { orderStatusIdByName } from '#schema/values/order-status.ts'
import { privilegeNames, type Privilege } from '#schema/privileges.ts'
import { privilegeRows } from '#schema/rules/merge/reference-rows.ts'
import { toDynamicDb } from '../db/database.ts'
import { engineOf } from '../db/engines/engine.ts'
import { assertContract, type ToldAnswer } from './test-contract.ts'
import { exampleByName, makeExample, type ExampleCall } from './test-examples.ts'
import { aPlan, fuzzCallers, planToRequest, type FuzzCaller, type FuzzPlan, type FuzzRequest } from './test-fuzz.ts'
import type { IdKind } from './test-fuzz-values.ts'
import { givePasswords, openRoutesWorld, type RoutesWorld, type ShopWorld } from './test-registry-world.ts'
import { startSession } from './test-sync-server.ts'

/** `FUZZ_SEED` changes the requests. */
export const seed = Number(process.env['FUZZ_SEED'] ?? 20_261_122)
export const batchSize = 100
/** Requests until a new shop replaces the used one. */
const shopLife = 1_000
export const mostAtOnce = 16

let world: RoutesWorld
let shop: ShopWorld
let userIds: Record<FuzzCaller, string>
export const headersByCaller = new Map<FuzzCaller, Record<string, string>>()
const exampleCalls = new Map<string, ExampleCall>()
const agent = new Agent({ keepAlive: true, maxSockets: mostAtOnce })

const privilegesOf: Partial<Record<FuzzCaller, readonly Privilege[]>> = {
  administrator: privilegeNames,
  administratorElsewhere: privilegeNames,
  token: privilegeNames,
}

export async function openFuzzWorld(): Promise<void> {
  world = await openRoutesWorld()
  const entries = await Promise.all(fuzzCallers.map(async (name): Promise<[FuzzCaller, string]> => [name, await world.shop.addUser()]))
  userIds = Object.fromEntries(entries) as typeof userIds
  await givePasswords(world.services)
}

export async function closeFuzzWorld(): Promise<void> {
  agent.destroy()
  await world.close()
}

/** Creates a new shop with intact data, its callers, and an example call of each route. */
export async function renew(): Promise<{ world: RoutesWorld; shop: ShopWorld; userIds: Record<FuzzCaller, string> }> {
  const { db, newId } = world.services
  shop = await world.addShop()
  for (const caller of fuzzCallers) {
    const user_id = userIds[caller]
    await db.deleteFrom('shop_users').where('user_id', '=', user_id).execute()
    await db.deleteFrom('users_privileges').where('user_id', '=', user_id).execute()
    const shopId = caller === 'administratorElsewhere' ? world.otherShop.shopId : shop.shopId
    await db.insertInto('shop_users').values({ id: newId(), shop_id: shopId, user_id, created_at: '2026-03-01T00:00:00.000Z' }).execute()
    for (const { id, privilegeName } of privilegeRows) {
      if (privilegesOf[caller]?.includes(privilegeName)) await db.insertInto('users_privileges').values({ id: newId(), user_id, privilege_id: id }).execute()
    }
    headersByCaller.set(caller, await signIn(caller))
  }
  for (const name of Object.keys(exampleByName)) exampleCalls.set(name, await makeExample(name, shop, userIds.administrator))
  return { world, shop, userIds }
}

export async function signIn(caller: FuzzCaller): Promise<Record<string, string>> {
  if (caller === 'anonymous') return {}
  if (caller === 'token') return { Authorization: `Bearer ${(await shop.addToken(userIds.token, [...privilegeNames])).token}` }
  if (caller === 'customer') return shop.signInCustomer()
  return (await startSession(world.services, userIds[caller])).headers
}

const idByKind = (): Record<IdKind, string> => ({
  ...shop.ids,
  shop: shop.shopId,
  otherShop: world.otherShop.shopId,
  entity: shop.entityId,
  user: userIds.member,
  lead: orderStatusIdByName.Lead,
  foreign: world.otherShop.ids.orders,
  nowhere: '00000000-0000-4000-8000-000000000000',
})

let sent = 0

export async function toRequest(plan: FuzzPlan): Promise<FuzzRequest> {
  const { endsSession } = exampleByName[plan.name] ?? {}
  const own = endsSession ? await signIn(plan.caller) : (headersByCaller.get(plan.caller) ?? {})
  // Many different addresses, to avoid rate limits.
  const from = `10.${sent % 5}.${Math.floor(sent / 250) % 250}.${sent % 250}`
  return planToRequest(plan, exampleCalls.get(plan.name) ?? { address: '/' }, { 'X-Forwarded-For': from, ...own }, idByKind())
}

export const send = (request: FuzzRequest): Promise<ToldAnswer> =>
  new Promise((resolve, reject) => {
    const { method, path, headers, body, isChunked } = request
    const { port } = new URL(world.server.url)
    const length = body && (isChunked ? { 'transfer-encoding': 'chunked' } : { 'content-length': body.length })
    const sending = openRequest({ agent, host: '127.0.0.1', port, method, path, headers: { ...length, ...headers }, timeout: 20_000 }, (incoming) => {
      const chunks: Buffer[] = []
      const finish = () => {
        const { 'content-encoding': encoding, 'content-type': contentType = null } = incoming.headers
        const bytes = Buffer.concat(chunks)
        resolve({ status: incoming.statusCode ?? 0, contentType, text: (encoding === 'gzip' && bytes.length > 0 ? gunzipSync(bytes) : bytes).toString() })
      }
      if (incoming.headers['content-type']?.startsWith('text/event-stream')) {
        finish()
        incoming.destroy()
        return
      }
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
      incoming.on('end', finish)
      incoming.on('error', reject)
    })
    sending.on('error', (error: NodeJS.ErrnoException) => {
      // An oversized body or head may reset the connection and lose the answer.
      const isCut = ['ECONNRESET', 'EPIPE'].includes(error.code ?? '')
      if (isCut && (body?.length ?? 0) > 2 ** 20) resolve({ status: 413, contentType: null, text: '' })
      else if (isCut && path.length + JSON.stringify(headers).length > 12_000) resolve({ status: 431, contentType: null, text: '' })
      // The server closed a kept-alive connection just before the request.
      else if (isCut && sending.reusedSocket) resolve(send(request))
      else reject(error)
    })
    sending.on('timeout', () => sending.destroy(new Error('no answer within 20 s')))
    sending.end(body)
  })

const leak = /at Object\.|at async |node_modules|\.ts:\d|sqlite|constraint failed|violates |postgres|pg_|sync-server\/|\n {4}at /i

/** Node's own answers without a body: unsupported Expect, headers over 16 kB, an incomplete body. */
const isOfNode = ({ path }: FuzzRequest, { status, text }: ToldAnswer): boolean =>
  text === '' && ([413, 417, 431].includes(status) || (status === 408 && path.length > 12_000))

/** Resolved as by the server, so that `..` leads to the actual route. */
const toPathname = (path: string): string => {
  const address = path.startsWith('http') ? path : `http://localhost${path}`
  return URL.canParse(address) ? new URL(address).pathname : path
}

/** Returns what is wrong with the answer: not allowed for its route, or leaking internals. */
export function findFault(request: FuzzRequest, answer: ToldAnswer): string | undefined {
  const { method, path } = request
  const pathname = toPathname(path)
  if (answer.status >= 500) return `status ${answer.status}`
  // A single mutation of a push may fail this way.
  if (answer.text.includes('"code":"INTERNAL"')) return 'a failure that nobody expected'
  // Random letters of links, tokens and secrets may match by chance, and so may the bytes of an archive.
  const told = answer.text.replaceAll(/(?<![\w-])(?:mst_|whs_)?[\w-]{43}(?![\w-])/g, '…')
  const isText = answer.contentType !== 'application/zip'
  // A backup is the database itself.
  if (isText && !['/api/openapi.json', '/api/docs', '/api/backups/download'].includes(pathname) && leak.test(told))
    return `tells of its inside: ${leak.exec(told)?.[0]}`
  // Only the head of an endless answer was read.
  if (isOfNode(request, answer) || answer.contentType?.startsWith('text/event-stream')) return undefined
  try {
    assertContract(method, pathname, answer)
    return undefined
  } catch (error) {
    return String(error)
  }
}

const shorten = (text: string): string => (text.length > 1_500 ? `${text.slice(0, 1_500)}… (${text.length})` : text)

const isErrorLine = (line: string): boolean => /"level":"(error|fatal)"/.test(line)

const failures: string[] = []

async function run(plan: FuzzPlan, place: string): Promise<number> {
  sent++
  world.clock.advance(50)
  const request = await toRequest(plan)
  const answer = await send(request).catch((error: unknown) => ({ status: 599, contentType: null, text: String(error) }))
  const fault = findFault(request, answer)
  if (fault !== undefined) {
    const logged = world.server.logLines.filter((line) => isErrorLine(line)).slice(-2)
    failures.push(
      shorten(
        `${place}: ${fault}\n${plan.caller} ${request.method} ${request.path} ${JSON.stringify(request.headers)}\n${shorten(String(request.body ?? ''))}\n→ ${answer.status} ${shorten(answer.text)}\n${logged.join('\n')}`,
      ),
    )
  }
  if (answer.status === 401 && plan.caller !== 'anonymous') headersByCaller.set(plan.caller, await signIn(plan.caller))
  return answer.status
}

/** Lets fast-check shrink one request after the other; prints the whole batch if none fails alone. */
async function shrink(batchSeed: number): Promise<string> {
  const result = await fc.check(
    fc.asyncProperty(aPlan, async (plan) => {
      const before = failures.length
      await run(plan, 'shrinking')
      return failures.length === before
    }),
    { seed: batchSeed, numRuns: batchSize, interruptAfterTimeLimit: 20_000 },
  )
  return result.counterexample ? JSON.stringify(result.counterexample) : 'nothing simpler found'
}

const countSockets = (): number => process.getActiveResourcesInfo().filter((kind) => kind === 'TCPSocketWrap').length

/**
 * Sends `runs` random requests, `atOnce` at a time, and checks each answer.
 * @param afterBatch gets the number of requests sent so far
 */
export async function sendRandomRequests(
  runs: number,
  atOnce: number,
  afterBatch: (sent: number) => Promise<void> = async () => {},
): Promise<Record<number, number>> {
  const countByStatus: Record<number, number> = {}
  const socketsBefore = countSockets()
  const { logLines } = world.server
  for (let batch = 0; batch * batchSize < runs; batch++) {
    if ((batch * batchSize) % shopLife === 0) await renew()
    const plans = fc.sample(aPlan, { seed: seed + batch, numRuns: batchSize })
    let next = 0
    const work = async (): Promise<void> => {
      for (let place = next++; place < plans.length; place = next++) {
        const status = await run(plans[place] as FuzzPlan, `FUZZ_SEED=${seed}, batch ${batch}, place ${place}`)
        countByStatus[status] = (countByStatus[status] ?? 0) + 1
      }
    }
    await Promise.all(Array.from({ length: atOnce }, work))
    const errors = logLines.filter(isErrorLine)
    if (failures.length > 0 || errors.length > 0) {
      const told = [...failures.slice(0, 5), ...errors.slice(0, 5)].join('\n\n')
      expect.fail(`${told}\n\nSimplest: ${await shrink(seed + batch)}`)
    }
    logLines.length = 0
    await afterBatch((batch + 1) * batchSize)
  }
  expect((await send({ method: 'GET', path: '/healthz', headers: {}, body: undefined, isChunked: false })).status).toBe(200)
  await expectWholeDatabase()
  agent.destroy()
  // Two more for the examples' own client.
  await expect.poll(countSockets).toBeLessThanOrEqual(socketsBefore + 2)
  await expect.poll(() => world.services.bus.listenerCount).toBe(0)
  return countByStatus
}

async function expectWholeDatabase(): Promise<void> {
  const { reader } = world.services
  if (engineOf(reader).name === 'sqlite') {
    expect((await sql`PRAGMA integrity_check`.execute(reader)).rows).toEqual([{ integrity_check: 'ok' }])
    expect((await sql`PRAGMA foreign_key_check`.execute(reader)).rows).toEqual([])
  }
  for (const { shop_id: shopId, seq: head } of await reader.selectFrom('shop_feed').select(['shop_id', 'seq']).execute()) {
    const lists = await Promise.all(
      collectionNames.map((name) =>
        toDynamicDb(reader)
          .selectFrom(name as string)
          .select('seq')
          .where('shop_id', '=', shopId)
          .execute(),
      ),
    )
    const seqs = lists.flat().map((row) => Number(row['seq']))
    // Seqs are unique, and the newest is the head.
    expect(new Set(seqs).size).toBe(seqs.length)
    expect(Math.max(0, ...seqs)).toBe(head)
  }
}
