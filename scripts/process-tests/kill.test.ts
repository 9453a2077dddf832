import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { v7 as uuidV7 } from 'uuid'
import type { Mutation, MutationResult, Op } from '#schema/api/sync.ts'
import { orderStatusIdByName } from '#schema/rules/order-status.ts'
import { createOp, livingRows, signInOverHttp, toMutation, type ApiClient } from './api-client.ts'
import { startServerProcess, type ServerProcess } from './server-process.ts'

const killCount = 12
const ordersPerPush = 40

// Every kill is followed by a start.
vi.setConfig({ testTimeout: 120_000 })

let server: ServerProcess
let shopId = ''
let client: ApiClient

beforeAll(async () => {
  server = await startServerProcess()
  const ids = await server.seed({
    shops: [{ name: 'Kill Shop', code: 'kill' }],
    users: [{ loginId: 'kim', password: 'secret-1', shops: ['kill'], privileges: ['view_activity'] }],
  })
  shopId = ids.shopIdByCode['kill'] ?? ''
  client = await signInOverHttp(server.url, 'kim', 'secret-1')
})

afterAll(() => server.dispose())

const { Fixed: fixed, 'Dropped Off': droppedOff } = orderStatusIdByName

/** Customers with an order each, half of them moved to Fixed in a mutation of their own. */
function createPush(): Mutation[] {
  return Array.from({ length: ordersPerPush }, (_, index) => {
    const customer = createOp('customers', { name: 'Kill customer' })
    const order = createOp('orders', { customerId: customer.id, orderStatusId: droppedOff, itemDetails: 'Radio', issueDescription: 'Hums' })
    const move: Op = { action: 'update', collection: 'orders', id: order.id, changes: { orderStatusId: { from: droppedOff, to: fixed } } }
    return [toMutation(shopId, [customer, order]), ...(index % 2 === 0 ? [toMutation(shopId, [move])] : [])]
  }).flat()
}

it(`loses and doubles nothing of what it acknowledged, killed ${killCount} times in the middle of pushes`, async () => {
  const acknowledged = new Map<string, MutationResult>()
  const pushes: Mutation[][] = []
  let interruptedPushes = 0

  for (let kill = 0; kill < killCount; kill += 1) {
    // Different moments: before, in and after the transaction of a push that takes some ten milliseconds.
    const killAfterMs = (kill * 7) % 41
    const killed = new Promise((resolve) => setTimeout(resolve, killAfterMs)).then(() => server.kill('SIGKILL'))
    for (let isUp = true; isUp; ) {
      const mutations = createPush()
      pushes.push(mutations)
      const answer = await client.push(mutations).catch(() => undefined)
      for (const result of answer?.body.results ?? []) acknowledged.set(result.id, result)
      if (answer === undefined) {
        isUp = false
        interruptedPushes += 1
      }
    }
    await killed
    await server.start()
    // Nobody knows what became of the last push, so it is sent again, as a device does; an older one too, for good measure.
    for (const mutations of [pushes.at(-1), pushes[Math.floor(pushes.length / 2)]]) {
      const { status, body } = await client.push(mutations ?? [])
      expect(status).toBe(200)
      for (const result of body.results) {
        expect(result).toMatchObject({ outcome: acknowledged.get(result.id)?.outcome ?? 'applied' })
        acknowledged.set(result.id, result)
      }
    }
  }

  expect(interruptedPushes).toBe(killCount)
  const sent = pushes.flat()
  expect([...acknowledged.keys()].sort()).toEqual(sent.map(({ id }) => id).sort())
  expect([...acknowledged.values()].filter(({ outcome }) => outcome !== 'applied')).toEqual([])

  const orders = livingRows(await client.pullAll('orders'))
  expect(orders).toHaveLength(pushes.length * ordersPerPush)
  expect(livingRows(await client.pullAll('customers'))).toHaveLength(pushes.length * ordersPerPush)
  expect(orders.filter(({ orderStatusId }) => orderStatusId === fixed)).toHaveLength((pushes.length * ordersPerPush) / 2)

  const moved = orders.filter(({ orderStatusId }) => orderStatusId === fixed).slice(0, 30)
  for (const { id } of moved) {
    const history = await client.read<{ orderStatusId: string }[]>(`/api/${shopId}/orders/${String(id)}/status-history`)
    expect(history.map(({ orderStatusId }) => orderStatusId).sort()).toEqual([droppedOff, fixed].sort())
  }

  // The feed numbers rows: never two with one number. A row written twice leaves its first number behind.
  const activities = await client.read<{ seq: number; auditText: string }[]>(`/api/${shopId}/activities?limit=1000`)
  const seqs = [...orders, ...(await client.pullAll('customers')), ...activities].map(({ seq }) => Number(seq))
  expect(new Set(seqs).size).toBe(seqs.length)
})

it('answers a push that was acknowledged before a kill with the stored outcome, refusals too', async () => {
  const good = toMutation(shopId, [createOp('customers', { name: 'Before the kill' })])
  const bad = toMutation(shopId, [createOp('orders', { customerId: uuidV7(), orderStatusId: droppedOff, itemDetails: 'Radio', issueDescription: 'Hums' })])
  const before = await client.push([good, bad])
  expect(before.body.results.map(({ outcome }) => outcome)).toEqual(['applied', 'rejected'])
  await server.kill('SIGKILL')
  await server.start()
  const after = await client.push([good, bad])
  expect(after.body.results).toEqual(before.body.results)
})

it('stops on SIGTERM with a live stream open, code 0, within ten seconds', async () => {
  const controller = new AbortController()
  const stream = client.events(controller.signal)[Symbol.asyncIterator]()
  await stream.next()
  const startedAt = performance.now()
  expect(await server.kill('SIGTERM')).toBe(0)
  expect(performance.now() - startedAt).toBeLessThan(10_000)
  controller.abort()
  await stream.return?.(undefined).catch(() => undefined)
  await server.start()
})
