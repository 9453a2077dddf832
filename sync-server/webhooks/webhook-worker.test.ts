import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { keptDeliveriesDays } from '#schema/rules/webhooks/retries.ts'
import { v7 } from 'uuid'
import { createShop } from '../commands/administration/create-shop.ts'
import { readWebhookKey } from '../session/server-keys.ts'
import { applyMutations } from '../store/write.ts'
import { openNodes, type TestNode, type TestNodes } from '../testing/test-nodes.ts'
import { create, mutation } from '../testing/test-world.ts'
import { isSigned, openReceiver, type TestReceiver } from '../testing/webhooks/test-receiver.ts'
import { addWebhook, changeWebhook, removeWebhook } from './manage-webhooks.ts'
import { createPoster } from './outgoing/post-outside.ts'
import { sealedText, type WebhookTools } from './tell-webhook.ts'
import { tidyWebhooks, WebhookWorker } from './webhook-worker.ts'

const dayMs = 24 * 60 * 60_000

let nodes: TestNodes
let shopId: string
let receiver: TestReceiver
const workers: WebhookWorker[] = []

beforeEach(async () => {
  nodes = await openNodes()
  ;({ id: shopId } = await createShop(nodes.nodes[0].services, { name: 'North', code: 'north' }))
  receiver = await openReceiver()
})
afterEach(async () => {
  for (const worker of workers.splice(0)) await worker.stop()
  await receiver.close()
  await nodes.close()
})

const toolsOf = ({ services }: TestNode, secret: string | null = null): WebhookTools => ({
  services,
  poster: createPoster({ isInsideAllowed: true, timeoutMs: 1_000 }),
  readKey: () => readWebhookKey(services, secret),
})

function start(tools: WebhookTools): WebhookWorker {
  const worker = new WebhookWorker(tools, { leaseMs: 3_000, lookMs: 50 })
  workers.push(worker)
  worker.start()
  return worker
}

const add = (url = receiver.url, tools = toolsOf(nodes.nodes[0])) => addWebhook(tools, null, shopId, { url, events: ['customer.created'] })

/** Customers created by one node, one push each. @returns their events' seqs */
async function makeCustomers({ services }: TestNode, count: number): Promise<number[]> {
  const caller = { userId: null, privileges: new Set<never>(), shopIds: new Set([shopId]), origin: 'import' } as const
  for (let made = 0; made < count; made += 1) {
    const mutations = [mutation(shopId, [create('customers', v7(), { name: `Customer ${made}` })])]
    await applyMutations(services, caller, { deviceId: null, clockOffsetMs: 0, receivedAt: services.clock(), mutations })
  }
  return (await services.db.selectFrom('webhook_events').select('seq').where('shop_id', '=', shopId).orderBy('seq').execute()).map(({ seq }) => seq)
}
const until = (assert: () => unknown): Promise<unknown> => vi.waitFor(assert, { timeout: 20_000, interval: 20 })

describe('two servers of one database', () => {
  test('tell what either of them stored, each event once and in order', async () => {
    await add()
    for (const node of nodes.nodes) start(toolsOf(node))
    const [, wanted] = await Promise.all(nodes.nodes.map((node) => makeCustomers(node, 15)))
    const seqs = (await makeCustomers(nodes.nodes[0], 0)).toSorted((one, other) => one - other)
    expect(seqs.length).toBeGreaterThanOrEqual(wanted?.length ?? 0)
    await until(() => expect(receiver.seqs()).toEqual(seqs))
    expect(seqs).toHaveLength(30)
  })

  test('the other goes on when one stops in the middle, and nothing but what was just being sent comes twice', async () => {
    await add()
    const [one, other] = nodes.nodes
    const first = start(toolsOf(one))
    const wanted = await makeCustomers(one, 20)
    await until(() => expect(receiver.seqs().length).toBeGreaterThan(3))
    await first.stop()
    start(toolsOf(other))
    await until(() => expect([...new Set(receiver.seqs())]).toEqual(wanted))
    expect(receiver.seqs().length - wanted.length).toBeLessThanOrEqual(1)
  })

  test('one that has lost the lease keeps nothing of what it did, and the other tells it again', async () => {
    await add()
    const [one, other] = nodes.nodes
    const told = Promise.withResolvers<void>()
    const answer = Promise.withResolvers<void>()
    receiver.answer((_, response) => {
      told.resolve()
      void answer.promise.then(() => response.end())
    })
    const late = start(toolsOf(one))
    const wanted = await makeCustomers(one, 2)
    await told.promise
    // As if it hung for longer than its lease, and another server took over.
    const { db } = one.services
    await db
      .updateTable('worker_leases')
      .set({ holder: 'another', fence: 99, until_ms: Date.now() + 600_000 })
      .execute()
    answer.resolve()
    await late.stop()
    expect(await db.selectFrom('webhook_deliveries').select('seq').execute()).toEqual([])
    expect(receiver.seqs()).toEqual(wanted.slice(0, 1))
    await db.updateTable('worker_leases').set({ until_ms: 0 }).execute()
    start(toolsOf(other))
    await until(() => expect(receiver.seqs()).toEqual([...wanted.slice(0, 1), ...wanted]))
    expect(new Set(receiver.received.map(({ body }) => body.id)).size).toBe(2)
  })
})

test('a server that stops waits for no receiver, and counts nothing against it', async () => {
  await add()
  const asked = Promise.withResolvers<void>()
  receiver.answer(() => asked.resolve())
  const patient = { ...toolsOf(nodes.nodes[0]), poster: createPoster({ isInsideAllowed: true, timeoutMs: 60_000 }) }
  const worker = new WebhookWorker(patient, { leaseMs: 200_000, lookMs: 50 })
  worker.start()
  const wanted = await makeCustomers(nodes.nodes[0], 1)
  await asked.promise
  await worker.stop()
  const { db } = nodes.nodes[0].services
  expect(await db.selectFrom('webhooks').select(['tries', 'failing_since']).execute()).toEqual([{ tries: 0, failing_since: null }])
  receiver.answer((_, response) => response.end())
  start(toolsOf(nodes.nodes[1]))
  await until(() => expect(receiver.seqs()).toEqual([...wanted, ...wanted]))
})

test('a webhook that is deleted while it is told leaves nothing', async () => {
  const { db } = nodes.nodes[0].services
  const { id } = await add()
  const tools = toolsOf(nodes.nodes[0])
  const answers: (() => void)[] = []
  receiver.answer((_, response) => void answers.push(() => response.end()))
  start(tools)
  await makeCustomers(nodes.nodes[0], 2)
  await until(() => expect(answers).toHaveLength(1))
  await removeWebhook(tools, null, shopId, id)
  for (const answer of answers) answer()
  await makeCustomers(nodes.nodes[0], 1)
  const other = await openReceiver()
  await add(other.url)
  await makeCustomers(nodes.nodes[0], 1)
  await until(() => expect(other.seqs()).toHaveLength(1))
  expect((await db.selectFrom('webhook_deliveries').select('webhook_id').execute()).filter((row) => row.webhook_id === id)).toEqual([])
  await other.close()
})

test('a webhook that is paused while it is told keeps what was taken, and is told no more', async () => {
  const { db } = nodes.nodes[0].services
  const { id } = await add()
  const tools = toolsOf(nodes.nodes[0])
  const asked = Promise.withResolvers<void>()
  const free = Promise.withResolvers<void>()
  receiver.answer((_, response) => {
    asked.resolve()
    void free.promise.then(() => response.end())
  })
  const wanted = await makeCustomers(nodes.nodes[0], 60)
  const worker = start(tools)
  await asked.promise
  await changeWebhook(tools, null, shopId, id, { paused: true })
  free.resolve()
  await until(async () => expect(await db.selectFrom('webhook_deliveries').select('seq').execute()).not.toEqual([]))
  await worker.stop()
  const told = receiver.seqs()
  expect(told).toEqual(wanted.slice(0, told.length))
  expect(told.length).toBeLessThan(60)
  expect(await db.selectFrom('webhook_deliveries').select('seq').execute()).toHaveLength(told.length)
  await changeWebhook(tools, null, shopId, id, { paused: false })
  // The stopped worker has closed its HTTP client.
  start(toolsOf(nodes.nodes[0]))
  await until(() => expect(receiver.seqs()).toEqual(wanted))
})

test('a secret that the operator’s key sealed signs on every server that has the key, and says what is wrong on one that has not', async () => {
  const [one, other] = nodes.nodes
  const key = 'a key of the operator, long enough'
  const { secret } = await add(receiver.url, toolsOf(one, key))
  const stored = await one.services.db.selectFrom('webhooks').select('secret').executeTakeFirstOrThrow()
  expect(stored.secret).not.toContain(secret)
  const wrong = start(toolsOf(other, `${key}!`))
  await makeCustomers(one, 1)
  await until(async () => expect(await one.services.db.selectFrom('webhooks').select('answer').executeTakeFirst()).toEqual({ answer: sealedText }))
  await wrong.stop()
  expect(receiver.received).toEqual([])
  nodes.clock.advance(60_000)
  start(toolsOf(other, key))
  await until(() => expect(receiver.received.map((received) => isSigned(secret, received))).toEqual([true]))
})

test('what was told and what became of it goes after thirty days, what waits does not', async () => {
  const { services } = nodes.nodes[0]
  const { id } = await add()
  const worker = start(toolsOf(nodes.nodes[0]))
  await makeCustomers(nodes.nodes[0], 3)
  await until(async () => expect(await services.db.selectFrom('webhook_deliveries').select('seq').execute()).toHaveLength(3))
  await worker.stop()
  const { id: pausedId } = await add()
  const [, , , waiting] = await makeCustomers(nodes.nodes[0], 1)
  const count = async () => ({
    events: (await services.db.selectFrom('webhook_events').select('seq').execute()).map(({ seq }) => seq).length,
    deliveries: (await services.db.selectFrom('webhook_deliveries').select('seq').execute()).length,
  })
  nodes.clock.advance(keptDeliveriesDays * dayMs - 1_000)
  await tidyWebhooks(services)
  expect(await count()).toEqual({ events: 4, deliveries: 3 })
  nodes.clock.advance(2_000)
  await tidyWebhooks(services)
  expect(await count()).toEqual({ events: 1, deliveries: 0 })
  expect(await services.db.selectFrom('webhook_events').select('seq').execute()).toEqual([{ seq: waiting }])
  // Events that only paused webhooks wait for are deleted too.
  await removeWebhook(toolsOf(nodes.nodes[0]), null, shopId, id)
  await changeWebhook(toolsOf(nodes.nodes[0]), null, shopId, pausedId, { paused: true })
  await tidyWebhooks(services)
  expect(await count()).toEqual({ events: 0, deliveries: 0 })
})
