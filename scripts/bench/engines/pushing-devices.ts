import { Agent, request } from 'node:http'
import { v7 } from 'uuid'
import type { Mutation, PushResponse } from '#schema/api/sync.ts'
import { orderStatuses } from '#schema/values/order-status.ts'
import { createOp, toMutation } from '#scripts/process-tests/api-client.ts'

const ordersOfDevice = 20

type Order = { id: string; notes: string | null; statusId: string }
type Caller = { url: string; cookie: string }

const statusIds = orderStatuses.map(({ id }) => id)
const agent = new Agent({ keepAlive: true, maxSockets: Infinity })

/** A device that changes orders of its own in one shop: notes, statuses and payments by turns, each from what the order has. */
export class PushingDevice {
  readonly shopId: string
  readonly #deviceId = v7()
  readonly #orders: Order[] = []
  #turn = 0

  constructor(shopId: string) {
    this.shopId = shopId
  }

  /** Makes its orders. */
  async begin(caller: Caller): Promise<void> {
    const customer = createOp('customers', { name: 'Mary Bench' })
    const [statusId = ''] = statusIds
    const orders = Array.from({ length: ordersOfDevice }, () =>
      createOp('orders', { customerId: customer.id, orderStatusId: statusId, itemDetails: 'Kettle', issueDescription: 'It leaks' }),
    )
    this.#orders.push(...orders.map(({ id }) => ({ id, notes: null, statusId })))
    await this.#send(caller, [toMutation(this.shopId, [customer]), ...orders.map((op) => toMutation(this.shopId, [op]))])
  }

  /** @returns milliseconds until it was answered */
  async push(caller: Caller, count: number): Promise<number> {
    const mutations = Array.from({ length: count }, () => this.#nextMutation())
    const startedMs = performance.now()
    await this.#send(caller, mutations)
    return performance.now() - startedMs
  }

  #nextMutation(): Mutation {
    const turn = this.#turn
    this.#turn += 1
    const order = this.#orders[turn % ordersOfDevice]
    if (order === undefined) throw new Error('The device has not begun')
    const { id } = order
    // Each order meets each kind.
    const kind = (turn + Math.floor(turn / ordersOfDevice)) % 3
    if (kind === 0) return toMutation(this.shopId, [createOp('payments', { orderId: id, paymentAmount: 5 })])
    const [field, from, to] =
      kind === 1
        ? (['orderNotes', order.notes, `Bench note ${turn}`] as const)
        : (['orderStatusId', order.statusId, statusIds[(statusIds.indexOf(order.statusId) + 1) % statusIds.length] ?? ''] as const)
    if (kind === 1) order.notes = to
    else order.statusId = to
    return toMutation(this.shopId, [{ action: 'update', collection: 'orders', id, changes: { [field]: { from, to } } }])
  }

  async #send({ url, cookie }: Caller, mutations: Mutation[]): Promise<void> {
    const body = JSON.stringify({ deviceId: this.#deviceId, deviceTime: new Date().toISOString(), mutations })
    const { status, text } = await post(`${url}/api/sync/push`, { cookie, 'content-type': 'application/json' }, body)
    const results = status === 200 ? (JSON.parse(text) as PushResponse).results : []
    if (results.length !== mutations.length || results.some(({ outcome }) => outcome !== 'applied'))
      throw new Error(`A push was answered with ${status}: ${text}`)
  }
}

export type Pace = { pushesPerSecond: number; p50Ms: number; p99Ms: number; pushes: number }

/** All devices push until the time is over, each its next when the one before is answered, in turn at each of the servers. */
export async function pushFor(devices: readonly PushingDevice[], callers: readonly Caller[], size: number, durationMs: number): Promise<Pace> {
  const startedMs = performance.now()
  const tookMs: number[] = []
  await Promise.all(
    devices.map(async (device, index) => {
      const caller = callers[index % callers.length]
      if (caller === undefined) throw new Error('No server was given')
      while (performance.now() - startedMs < durationMs) tookMs.push(await device.push(caller, size))
    }),
  )
  const seconds = (performance.now() - startedMs) / 1_000
  const ascending = tookMs.toSorted((one, other) => one - other)
  const at = (share: number): number => ascending[Math.max(0, Math.ceil(ascending.length * share) - 1)] ?? Number.NaN
  return { pushesPerSecond: tookMs.length / seconds, p50Ms: at(0.5), p99Ms: at(0.99), pushes: tookMs.length }
}

function post(address: string, headers: Record<string, string>, body: string): Promise<{ status: number | undefined; text: string }> {
  return new Promise((resolve, reject) => {
    const sent = request(address, { method: 'POST', agent, headers: { ...headers, 'content-length': Buffer.byteLength(body) } }, (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (chunk: string) => (text += chunk))
      response.on('end', () => resolve({ status: response.statusCode, text }))
      response.on('error', reject)
    })
    sent.on('error', reject)
    sent.end(body)
  })
}
