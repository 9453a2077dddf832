import { afterEach, describe, expect, it } from 'vitest'
import { v7 } from 'uuid'
import { AppError } from '#schema/errors.ts'
import type { DeviceOptions } from '../device.ts'
import type { RefusedChange } from '../outbox/refused.ts'
import {
  answerWith,
  closeTestDevices,
  customerInput,
  deviceState,
  failWith,
  fastWait,
  faulty,
  loseAnswer,
  offline,
  openTestDevice,
  orderInput,
  pausePoint,
  paymentInput,
  statusId,
  until,
  untilSynced,
} from '../testing/test-device.ts'
import { ModelServer } from '../testing/test-model-server.ts'
import { heartbeatMs } from '../tabs/leadership.ts'
import { timerWait } from '../platform/ports.ts'
import { OfflineError, SignedOutError } from '../platform/server-port.ts'

afterEach(closeTestDevices)

const shopId = v7()

async function world(more: Partial<DeviceOptions> = {}) {
  const server = new ModelServer()
  const userId = v7()
  const other = v7()
  server.addUser(userId, [shopId])
  server.addUser(other, [shopId])
  const api = faulty(server.apiOf(userId))
  const device = await openTestDevice({ userId, api, ...more })
  const refused: RefusedChange[] = []
  device.refused.onRefused((change) => refused.push(change))
  const customer = customerInput()
  const order = orderInput(customer.id)
  await device.write(shopId, [customer, order])
  await untilSynced(device)
  // Wait until the live stream is open and the pull that it triggers is done.
  await device.sync.run()
  const change = (from: string | null, to: string, field = 'orderNotes') =>
    server.write(other, shopId, [{ action: 'update', collection: 'orders', id: order.id, changes: { [field]: { from, to } } }])
  const edit = (values: Record<string, string | boolean | null>) => device.write(shopId, [{ action: 'update', collection: 'orders', id: order.id, values }])
  return { server, userId, other, api, device, customer, order, refused, change, edit }
}

/** Counts pauses that run to their end, heartbeats excluded. */
function countPauses() {
  const pauses = {
    ended: 0,
    wait: async (durationMs: number, signal: AbortSignal): Promise<void> => {
      await fastWait(durationMs, signal)
      if (!signal.aborted && durationMs !== heartbeatMs) pauses.ended++
    },
  }
  return pauses
}

const expectConverged = async ({ device, server }: Pick<Awaited<ReturnType<typeof world>>, 'device' | 'server'>): Promise<void> => {
  await untilSynced(device)
  await device.sync.run()
  expect(await deviceState(device, [shopId])).toEqual(server.state())
}

describe('sending', () => {
  it('sends again when the answer was lost, with one effect, and leaves a newer change of somebody else alone', async () => {
    const { server, api, device, order, change, edit } = await world()
    api.faults.push.push(async (send) => {
      await send()
      change('typed here', 'changed there', 'quotedCost')
      throw new Error('connection reset')
    })
    await edit({ quotedCost: 'typed here' })
    await until(() => server.pushes.length >= 3)
    await expectConverged({ device, server })
    expect((await device.rows.read('orders', order.id))?.quotedCost).toBe('changed there')
    expect(server.applied).toHaveLength(3)
  })

  it('keeps the order of the mutations, in batches of at most two hundred', async () => {
    const { server, api, device } = await world()
    api.always = offline
    const ids: (string | null)[] = []
    for (let index = 0; index < 430; index++) ids.push((await device.write(shopId, [customerInput({ name: `Customer ${index}` })])).mutationId)
    const sentBefore = server.pushes.length
    api.always = undefined
    await device.sync.run()
    await expectConverged({ device, server })
    expect(server.applied.slice(1)).toEqual(ids)
    expect(server.pushes.slice(sentBefore).map(({ mutations }) => mutations.length)).toEqual([200, 200, 30])
  })

  it('hazard 10: keeps two quick edits of one row in order, without a false conflict', async () => {
    const { server, device, order, edit } = await world()
    await Promise.all([edit({ orderStatusId: statusId['In Progress'] }), edit({ orderStatusId: statusId.Fixed }), edit({ orderNotes: 'done' })])
    await expectConverged({ device, server })
    expect(await device.rows.read('orders', order.id)).toMatchObject({ orderStatusId: statusId.Fixed, orderNotes: 'done' })
  })

  it('lands one of a batch that is refused beside the others, and lists it with what was typed', async () => {
    const { server, api, device, refused } = await world()
    api.always = offline
    const poison = orderInput(v7(), { itemDetails: 'of nobody' })
    const good = [customerInput(), customerInput()]
    await device.write(shopId, [good[0] as never])
    await device.write(shopId, [poison])
    await device.write(shopId, [good[1] as never])
    api.always = undefined
    await device.sync.run()
    await expectConverged({ device, server })
    expect(server.state().has(`customers/${good[0]?.id ?? ''}`) && server.state().has(`customers/${good[1]?.id ?? ''}`)).toBe(true)
    expect(await device.rows.read('orders', poison.id)).toBeUndefined()
    expect(refused).toHaveLength(1)
    expect(refused[0]).toMatchObject({
      error: { code: 'INVALID_REFERENCE' },
      summary: "Order 'of nobody' created",
      ops: [{ action: 'create', values: { itemDetails: 'of nobody' } }],
    })
    expect(device.sync.status.get().attention).toBe(1)
  })

  it('lists a refused create and everything that hung on it, and sends it again once it is corrected', async () => {
    const { server, api, device, refused, userId } = await world()
    api.always = offline
    const customer = customerInput({ name: 'Grace' })
    const order = orderInput(customer.id)
    const payment = paymentInput(order.id, 30)
    await device.write(shopId, [customer])
    await device.write(shopId, [order])
    await device.write(shopId, [payment])
    server.users.get(userId)?.shopIds.pop()
    api.always = undefined
    api.faults.bootstrap.push(
      answerWith(
        await server
          .apiOf(userId)
          .bootstrap(new AbortController().signal)
          .then((now) => ({ ...now, shops: [] })),
      ),
    )
    await device.sync.run()
    await until(() => refused.length === 3, 'three refusals')
    expect(await device.outbox.count()).toBe(0)
    expect((await device.refused.list()).map(({ summary }) => summary)).toEqual([
      "Customer 'Grace' created",
      "Order 'iPhone 12' created",
      "Payment '$30.00' created",
    ])
    server.users.get(userId)?.shopIds.push(shopId)
    await device.sync.run()
    for (const change of await device.refused.list()) await device.refused.retry(change.id)
    await expectConverged({ device, server })
    expect(device.sync.status.get().attention).toBe(0)
    expect(await device.rows.read('payments', payment.id)).toMatchObject({ paymentAmount: 30 })
  })

  it('sends a refused change again once, however often that is asked for', async () => {
    const { server, device, order, refused } = await world()
    await device.write(shopId, [paymentInput(v7(), 5)])
    await until(() => refused.length === 1)
    const id = refused[0]?.id ?? ''
    const tries = await Promise.allSettled([device.refused.retry(id, [paymentInput(order.id, 5)]), device.refused.retry(id, [paymentInput(order.id, 5)])])
    expect(tries.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    await expectConverged({ device, server })
    expect((await device.rows.list('payments', shopId)).map(({ paymentAmount }) => paymentAmount)).toEqual([5])
    expect(device.sync.status.get().attention).toBe(0)
  })

  it('halves a batch that is too large, and refuses here the one change that the server cannot take', async () => {
    const { server, api, device, refused } = await world()
    api.always = offline
    const customers = [customerInput({ name: 'a' }), customerInput({ name: 'huge' }), customerInput({ name: 'c' })]
    for (const customer of customers) await device.write(shopId, [customer])
    api.always = undefined
    const real = api.push
    api.push = (request, signal) => (JSON.stringify(request).includes('huge') ? Promise.reject(new AppError('PAYLOAD_TOO_LARGE')) : real(request, signal))
    await device.sync.run()
    await expectConverged({ device, server })
    expect(refused.map(({ error }) => error.code)).toEqual(['PAYLOAD_TOO_LARGE'])
    expect((await device.rows.list('customers', shopId)).map(({ name }) => name).toSorted()).toEqual(['Ada Lovelace', 'a', 'c'])
  })

  it('waits longer after each failure, and not at all once the network is back', async () => {
    const { api, device, server, edit } = await world()
    const pauses: number[] = []
    let tries = 0
    const slow = await openTestDevice({
      userId: 'slow',
      api: { ...server.apiOf('slow'), openLive: () => ({ close: () => undefined }), bootstrap: () => (tries++, Promise.reject(new Error('no network'))) },
      wait: (durationMs, signal) => {
        if (durationMs >= 500 && durationMs < 61_000 && durationMs !== 1_000) pauses.push(durationMs)
        return new Promise((resolve) => {
          signal.addEventListener('abort', () => resolve())
          if (pauses.length < 9 && durationMs < 61_000) setTimeout(resolve, 1)
        })
      },
      random: () => 1,
    })
    await until(() => pauses.length >= 9, 'nine pauses')
    expect(pauses.filter((pause) => pause >= 2_000).slice(0, 7)).toEqual([2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000])
    const before = tries
    slow.wakeUp('online')
    await until(() => tries > before, 'a try at once')
    api.always = undefined
    await edit({ orderNotes: 'x' })
    await untilSynced(device)
  })

  it('rests after a 401 while work goes on, and lands everything once the same user is back', async () => {
    const { server, api, device, edit, order } = await world()
    api.always = failWith(new SignedOutError())
    await edit({ orderNotes: 'written while signed out' })
    await until(() => device.sync.status.get().state === 'signed-out')
    await edit({ quotedCost: '80' })
    expect(device.sync.status.get()).toMatchObject({ state: 'signed-out', waiting: 2 })
    expect(await device.rows.read('orders', order.id)).toMatchObject({ orderNotes: 'written while signed out', quotedCost: '80' })
    api.always = undefined
    device.sync.resume()
    await expectConverged({ device, server })
  })

  it('stays signed out although a late answer from before still arrives', async () => {
    const { server, api, device, edit } = await world()
    const pause = pausePoint()
    api.faults.pull.push(pause.fault)
    device.wakeUp('visible')
    await pause.reached
    api.faults.push.push(failWith(new SignedOutError()))
    await edit({ orderNotes: 'waits' })
    await until(() => device.sync.status.get().state === 'signed-out')
    const pullsBefore = server.pulls.length
    pause.go()
    await until(() => server.pulls.length > pullsBefore)
    await new Promise((resolve) => setTimeout(resolve, 40))
    expect(device.sync.status.get().state).toBe('signed-out')
    device.sync.resume()
    await expectConverged({ device, server })
  })

  it('is offline when the browser says so, although late answers from before still arrive and the stream seems to live', async () => {
    const { server, api, device } = await world()
    // One per collection: all are requested at once.
    const pauses = [pausePoint(), pausePoint(), pausePoint()]
    api.faults.pull.push(...pauses.map(({ fault }) => fault))
    device.wakeUp('visible')
    for (const { reached } of pauses) await reached
    device.wakeUp('offline')
    await until(() => device.sync.status.get().state === 'offline')
    api.bootstrap = () => Promise.reject(new OfflineError())
    const pullsBefore = server.pulls.length
    for (const { go } of pauses) go()
    await until(() => server.pulls.length >= pullsBefore + 3)
    await new Promise((resolve) => setTimeout(resolve, 40))
    expect(device.sync.status.get().state).toBe('offline')
    api.bootstrap = server.apiOf(device.userId).bootstrap
    device.wakeUp('online')
    await expectConverged({ device, server })
    expect(server.streams).toBe(1)
  })

  it('finds out by itself that the browser was wrong to call it offline', async () => {
    const { api, device, server } = await world()
    const pause = pausePoint()
    api.faults.bootstrap.push(pause.fault)
    device.wakeUp('offline')
    await until(() => device.sync.status.get().state === 'offline')
    await pause.reached
    pause.go()
    await untilSynced(device)
    expect(server.streams).toBe(1)
  })

  it('sends nothing under the session of another user', async () => {
    const { server, api, device, other, edit } = await world()
    const sent = server.pushes.length
    api.always = failWith(new SignedOutError())
    await edit({ orderNotes: 'mine' })
    await until(() => device.sync.status.get().state === 'signed-out')
    api.always = undefined
    api.faults.bootstrap.push(answerWith(await server.apiOf(other).bootstrap(new AbortController().signal)))
    device.sync.resume()
    await until(() => api.faults.bootstrap.length === 0)
    await until(() => device.sync.status.get().state === 'signed-out')
    expect(server.pushes.length).toBe(sent)
    device.sync.resume()
    await expectConverged({ device, server })
  })
})

describe('what is not our server', () => {
  const page = '<html>Please accept the terms of this hotel</html>'
  for (const [name, answer] of [
    ['a page of HTML', page],
    ['an empty object', {}],
    ['an answer to something else', { results: [], documents: 'no', checkpoint: null }],
  ] as const) {
    it(`counts as offline: ${name}`, async () => {
      const { server, api, device, edit } = await world()
      const before = await deviceState(device, [shopId])
      api.always = answerWith(answer)
      await edit({ orderNotes: 'kept' })
      await until(() => device.sync.status.get().state === 'offline')
      expect(device.sync.status.get().offlineSince).not.toBeNull()
      expect((await deviceState(device, [shopId])).size).toBe(before.size)
      expect(await device.outbox.count()).toBe(1)
      api.always = undefined
      device.wakeUp('online')
      await expectConverged({ device, server })
    })
  }

  it('pulls and hears of lost rights while pushes fail for long, without a hot loop', async () => {
    const pauses = countPauses()
    const { server, api, device, change, edit, order } = await world({ wait: pauses.wait })
    let tries = 0
    api.push = () => {
      tries++
      return Promise.reject(new AppError('UNAVAILABLE'))
    }
    const before = pauses.ended
    await edit({ quotedCost: '10' })
    change(null, 'pulled meanwhile')
    await until(async () => (await device.rows.read('orders', order.id))?.orderNotes === 'pulled meanwhile')
    expect(await device.rows.read('orders', order.id)).toMatchObject({ quotedCost: '10' })
    await until(() => pauses.ended >= before + 4, 'four pauses')
    expect(tries).toBeLessThanOrEqual(pauses.ended - before + 2)
    api.push = server.apiOf(device.userId).push
    device.wakeUp('online')
    await expectConverged({ device, server })
  })
})

describe('pulling', () => {
  it('hazard 9: never takes away what was just typed', async () => {
    const { server, api, device, order, change, edit } = await world()
    api.faults.push.push(offline, offline)
    await edit({ orderNotes: 'line of this device', quotedCost: '50' })
    change(null, 'line of the other', 'orderNotes')
    change('iPhone 12', 'iPhone 12 mini', 'itemDetails')
    const seen: unknown[] = []
    const stop = device.rows.watch('orders', order.id, (row) => seen.push(row?.quotedCost))
    await until(async () => (await device.rows.read('orders', order.id))?.itemDetails === 'iPhone 12 mini')
    await expectConverged({ device, server })
    expect(seen.every((quote) => quote === '50')).toBe(true)
    expect((await device.rows.read('orders', order.id))?.orderNotes?.split('\n').toSorted()).toEqual(['line of the other', 'line of this device'])
    stop()
  })

  it('skips a page that a newer state has overtaken', async () => {
    const { server, api, device, order, change, edit } = await world()
    const pause = pausePoint()
    change(null, 'old news')
    await until(async () => (await device.rows.read('orders', order.id))?.orderNotes === 'old news')
    let stale: unknown
    api.faults.pull.push(async (send) => {
      stale = await send()
      return pause.fault(async () => stale)
    })
    change('old news', 'newer news')
    await pause.reached
    await edit({ quotedCost: '70' })
    await until(async () => (await device.rows.read('orders', order.id))?.seq === server.state().get(`orders/${order.id}`)?.seq)
    const after = await device.rows.read('orders', order.id)
    pause.go()
    await expectConverged({ device, server })
    expect(await device.rows.read('orders', order.id)).toEqual(after)
  })

  it('waits with a pulled row for the answer to what is in flight, so that a count is not taken twice', async () => {
    const server = new ModelServer()
    const userId = v7()
    server.addUser(userId, [shopId])
    const api = faulty(server.apiOf(userId))
    const device = await openTestDevice({ userId, api, collections: ['products'] })
    const product = { action: 'create', collection: 'products', id: v7(), values: { name: 'Battery', categoryHierarchyId: v7(), inventoryCount: 5 } } as const
    await device.write(shopId, [product])
    await untilSynced(device)
    const counts: unknown[] = []
    const stop = device.rows.watch('products', product.id, (row) => counts.push(row?.inventoryCount))
    api.faults.push.push(async (send) => {
      const answer = await send()
      // The feed announces the change before the response arrives.
      await new Promise((resolve) => setTimeout(resolve, 60))
      return answer
    })
    await device.write(shopId, [{ action: 'update', collection: 'products', id: product.id, values: { inventoryCount: 4 } }])
    await untilSynced(device)
    await device.sync.run()
    expect(counts.every((count) => count === 5 || count === 4)).toBe(true)
    expect((await device.rows.read('products', product.id))?.inventoryCount).toBe(4)
    stop()
  })

  it('leaves a row whose count may hold what was sent without an answer, for as long as that lasts, and goes on with all others', async () => {
    const server = new ModelServer()
    const [userId, other] = [v7(), v7()]
    for (const id of [userId, other]) server.addUser(id, [shopId])
    const api = faulty(server.apiOf(userId))
    const device = await openTestDevice({ userId, api, collections: ['products', 'customers'] })
    const product = { action: 'create', collection: 'products', id: v7(), values: { name: 'Battery', categoryHierarchyId: v7(), inventoryCount: 5 } } as const
    const customer = customerInput()
    await device.write(shopId, [product, customer])
    await untilSynced(device)
    const counts: unknown[] = []
    const stop = device.rows.watch('products', product.id, (row) => counts.push(row?.inventoryCount))
    const push = api.push
    let tries = 0
    api.push = async (request, signal) => {
      if (tries++ === 0) await push(request, signal)
      throw new OfflineError()
    }
    await device.write(shopId, [{ action: 'update', collection: 'products', id: product.id, values: { inventoryCount: 4 } }])
    await until(() => tries > 1)
    const change = (collection: 'products' | 'customers', id: string, field: string, from: string | number | null, to: string | number) =>
      server.write(other, shopId, [{ action: 'update', collection, id, changes: { [field]: { from, to } } }])
    change('products', product.id, 'inventoryCount', 4, 7)
    change('customers', customer.id, 'email', null, 'new@example.com')
    await until(async () => (await device.rows.read('customers', customer.id))?.email === 'new@example.com', 'the other row')
    await device.write(shopId, [{ action: 'update', collection: 'customers', id: customer.id, values: { customerNotes: 'typed' } }])
    await until(() => server.pulls.length > 6)
    expect(new Set(counts)).toEqual(new Set([5, 4]))
    api.push = push
    device.wakeUp('online')
    await untilSynced(device)
    await device.sync.run()
    expect(await deviceState(device, [shopId], ['products', 'customers'])).toEqual(server.state())
    expect(counts.at(-1)).toBe(7)
    expect(new Set(counts)).toEqual(new Set([5, 4, 7]))
    stop()
  })

  it('asks for such a row again when the answer does not bring it', async () => {
    const server = new ModelServer()
    const [userId, other] = [v7(), v7()]
    for (const id of [userId, other]) server.addUser(id, [shopId])
    const api = faulty(server.apiOf(userId))
    const device = await openTestDevice({ userId, api, collections: ['products', 'customers'] })
    const id = v7()
    const customer = customerInput()
    await device.write(shopId, [
      { action: 'create', collection: 'products', id, values: { name: 'Battery', categoryHierarchyId: v7(), inventoryCount: 5 } },
      customer,
    ])
    await untilSynced(device)
    const push = api.push
    api.push = () => Promise.reject(new OfflineError())
    await device.write(shopId, [{ action: 'update', collection: 'products', id, values: { inventoryCount: 4 } }])
    server.write(other, shopId, [{ action: 'update', collection: 'products', id, changes: { inventoryCount: { from: 5, to: 9 } } }])
    const pullsBefore = server.pulls.length
    device.wakeUp('online')
    await until(
      () => server.pulls.slice(pullsBefore).some(({ collection, checkpoint }) => collection === 'products' && checkpoint[shopId]?.seq === server.seq),
      'the page to be left out',
    )
    expect((await device.rows.read('products', id))?.inventoryCount).toBe(4)
    api.push = (request) =>
      Promise.resolve({
        serverTime: request.deviceTime,
        results: request.mutations.map((mutation) => ({
          id: mutation.id,
          outcome: 'rejected' as const,
          error: { code: 'FORBIDDEN' as const, message: 'Not now' },
          documents: [{ collection: 'products', document: { id, _deleted: true as const } }],
        })),
      })
    device.wakeUp('online')
    await until(async () => (await device.rows.read('products', id))?.inventoryCount === 9, 'the row as the server has it')
    api.push = push
    await untilSynced(device)
    expect(device.sync.status.get().attention).toBe(1)
    expect(await deviceState(device, [shopId], ['products', 'customers'])).toEqual(server.state())
  })

  it('goes on from the feed where a long answer leaves rows out, of applied and of refused changes', async () => {
    const { server, api, device, order, other } = await world()
    const customer = customerInput()
    await device.write(shopId, [customer])
    await untilSynced(device)
    const push = api.push
    let left = 0
    api.push = async (request, ...rest) => {
      const answer = await push(request, ...rest)
      left += answer.results.flatMap(({ documents }) => documents).length
      return { ...answer, results: answer.results.map((result) => ({ ...result, documents: [] })) }
    }
    server.write(other, shopId, [{ action: 'update', collection: 'orders', id: order.id, changes: { quotedCost: { from: null, to: '90' } } }])
    await device.write(shopId, [{ action: 'update', collection: 'orders', id: order.id, values: { orderNotes: 'Rings twice' } }])
    await device.write(shopId, [{ action: 'update', collection: 'customers', id: customer.id, values: { name: 'Marie' } }])
    await device.write(shopId, [paymentInput(order.id, 10)])
    await expectConverged({ device, server })
    expect(left).toBeGreaterThan(2)
    expect(await device.rows.read('orders', order.id)).toMatchObject({ orderNotes: 'Rings twice', quotedCost: '90' })
    api.push = (request) =>
      Promise.resolve({
        serverTime: request.deviceTime,
        results: request.mutations.map(({ id }) => ({
          id,
          outcome: 'rejected' as const,
          error: { code: 'FORBIDDEN' as const, message: 'Not now' },
          documents: [],
        })),
      })
    await device.write(shopId, [{ action: 'update', collection: 'orders', id: order.id, values: { orderNotes: 'Refused' } }])
    await until(async () => (await device.rows.read('orders', order.id))?.orderNotes === 'Rings twice', 'the order as it was')
    await expectConverged({ device, server })
    expect(device.sync.status.get().attention).toBe(1)
  })

  it('waits too for an answer that brings back rows with the one it names, so that an older state never wins', async () => {
    const { server, api, device, order, other } = await world()
    // Changes come by pages only.
    server.sendsRows = false
    const payment = paymentInput(order.id, 10)
    await device.write(shopId, [payment])
    await untilSynced(device)
    server.write(other, shopId, [{ action: 'delete', collection: 'orders', id: order.id }])
    await until(async () => (await device.rows.read('payments', payment.id)) === undefined)
    await until(async () => (await device.rows.read('orders', order.id)) === undefined)
    await untilSynced(device)
    const pullsBefore = server.pulls.length
    api.faults.push.push(async (send) => {
      const answer = await send()
      server.write(other, shopId, [{ action: 'update', collection: 'payments', id: payment.id, changes: { paymentAmount: { from: 10, to: 25 } } }])
      await until(() => server.pulls.length >= pullsBefore + 2)
      await new Promise((resolve) => setTimeout(resolve, 30))
      return answer
    })
    await device.write(shopId, [{ action: 'restore', collection: 'orders', id: order.id }])
    await expectConverged({ device, server })
    expect((await device.rows.read('payments', payment.id))?.paymentAmount).toBe(25)
  })

  it('asks again only for what a failed round left over', async () => {
    const { server, api, device } = await world()
    const pullsBefore = server.pulls.length
    api.faults.pull.push(
      (send) => send(),
      (send) => send(),
      offline,
    )
    device.wakeUp('online')
    await until(() => server.pulls.length >= pullsBefore + 3)
    await new Promise((resolve) => setTimeout(resolve, 60))
    expect(
      server.pulls
        .slice(pullsBefore)
        .map(({ collection }) => collection)
        .toSorted(),
    ).toEqual(['customers', 'orders', 'payments'])
  })

  it('rests between failing tries even while heads move many times a second', async () => {
    const pauses = countPauses()
    const { server, api, device, change } = await world({ wait: pauses.wait })
    let tries = 0
    const realPull = api.pull
    api.pull = () => {
      tries++
      return Promise.reject(new OfflineError())
    }
    const before = pauses.ended
    server.sendsRows = false
    for (let index = 0; pauses.ended < before + 4; index++) {
      change(index === 0 ? null : `note ${index - 1}`, `note ${index}`)
      await new Promise((resolve) => setTimeout(resolve, 1))
    }
    // Three collections per round.
    expect(tries).toBeLessThanOrEqual(3 * (pauses.ended - before + 2))
    api.pull = realPull
    device.wakeUp('online')
    await expectConverged({ device, server })
  })

  it('asks again for rights that changed while their answer was on its way', async () => {
    // Exclude requests made because minutes have passed.
    const { server, api, device, userId } = await world({ wait: (durationMs, signal) => timerWait(durationMs < 60_000 ? durationMs / 100 : 600_000, signal) })
    const gained = v7()
    api.faults.bootstrap.push(async (send) => {
      const answer = await send()
      server.users.get(userId)?.shopIds.push(gained)
      server.announceAccess(userId)
      return answer
    })
    device.wakeUp('online')
    await expect.poll(() => device.sync.bootstrap.get()?.shops.length).toBe(2)
  })

  it('rebuilds from a feed that began anew, keeps what waits, and leaves no zombie', async () => {
    const { server, api, device, order, edit, other } = await world()
    const zombie = customerInput({ name: 'Zombie' })
    await device.write(shopId, [zombie])
    await untilSynced(device)
    api.always = offline
    await edit({ orderNotes: 'typed meanwhile' })
    const fresh = customerInput({ name: 'Fresh' })
    await device.write(shopId, [fresh])
    server.epoch = 'epoch-2'
    server.rows.delete(`customers/${zombie.id}`)
    server.seq = 2
    server.write(other, shopId, [{ action: 'update', collection: 'orders', id: order.id, changes: { quotedCost: { from: null, to: '12' } } }])
    api.always = undefined
    device.wakeUp('online')
    await expectConverged({ device, server })
    expect(await device.rows.read('customers', zombie.id)).toBeUndefined()
    expect(await device.rows.read('customers', fresh.id)).toMatchObject({ name: 'Fresh' })
    expect(await device.rows.read('orders', order.id)).toMatchObject({ orderNotes: 'typed meanwhile', quotedCost: '12' })
  })

  it('removes a lost shop, offering what waits to the server first; another shop stays', async () => {
    const { server, userId, api, device, refused } = await world()
    const secondShop = v7()
    server.users.get(userId)?.shopIds.push(secondShop)
    server.announceAccess(userId)
    await until(() => device.sync.bootstrap.get()?.shops.length === 2)
    const kept = customerInput({ name: 'Kept' })
    await device.write(secondShop, [kept])
    await untilSynced(device)
    api.always = offline
    const unsent = customerInput({ name: 'Unsent' })
    await device.write(shopId, [unsent])
    const user = server.users.get(userId)
    if (user) user.shopIds = [secondShop]
    api.always = undefined
    device.wakeUp('online')
    await until(async () => (await deviceState(device, [shopId])).size === 0 && device.sync.status.get().waiting === 0)
    expect((await device.rows.list('customers', secondShop)).map(({ name }) => name)).toEqual(['Kept'])
    expect(refused).toMatchObject([{ error: { code: 'FORBIDDEN' }, ops: [{ values: { name: 'Unsent' } }] }])
    expect(server.refused.map(({ ops }) => ops[0])).toMatchObject([{ values: { name: 'Unsent' } }])
  })

  it('fetches the whole history of a shop that was gained', async () => {
    const { server, userId, other, device } = await world()
    const gained = v7()
    server.users.get(other)?.shopIds.push(gained)
    server.write(other, gained, [{ action: 'create', collection: 'customers', id: v7(), values: { name: 'Old', countryCode: null, phone: null } }])
    server.users.get(userId)?.shopIds.push(gained)
    server.announceAccess(userId)
    await until(async () => (await device.rows.list('customers', gained)).length === 1)
    expect((await device.rows.list('customers', gained))[0]?.name).toBe('Old')
  })

  it('removes the activities when the right to see them ends', async () => {
    const server = new ModelServer()
    const userId = v7()
    server.addUser(userId, [shopId], ['view_activity'])
    const id = v7()
    server.rows.set(`activities/${id}`, {
      collection: 'activities',
      id,
      shopId,
      seq: ++server.seq,
      isDeleted: false,
      deletedWith: undefined,
      row: { id, shopId, createdAt: '2026-03-01T00:00:00.000Z', updatedAt: '2026-03-01T00:00:00.000Z', seq: 1, userId: null, auditText: 'secret' },
    })
    const device = await openTestDevice({ userId, api: server.apiOf(userId), collections: ['activities', 'customers'] })
    await until(async () => (await device.rows.list('activities', shopId)).length === 1)
    server.addUser(userId, [shopId], [])
    server.announceAccess(userId)
    await until(async () => (await device.rows.list('activities', shopId)).length === 0)
    server.addUser(userId, [shopId], ['view_activity'])
    server.announceAccess(userId)
    await until(async () => (await device.rows.list('activities', shopId)).length === 1)
    expect((await device.rows.read('activities', id))?.auditText).toBe('secret')
  })

  it('hazard 7: closes the gap that a broken stream left', async () => {
    const { server, device, order, change } = await world()
    server.breakStreams()
    change(null, 'unheard')
    await until(async () => (await device.rows.read('orders', order.id))?.orderNotes === 'unheard')
    expect(server.streams).toBe(1)
  })

  it('takes a new stream for one that died without a word', async () => {
    const server = new ModelServer()
    const [userId, other] = [v7(), v7()]
    for (const id of [userId, other]) server.addUser(id, [shopId])
    let asleepMs = 0
    const device = await openTestDevice({ userId, api: server.apiOf(userId), monotonic: () => performance.now() + asleepMs })
    await untilSynced(device)
    await until(() => server.streams === 1)
    device.wakeUp('visible')
    await device.sync.run()
    server.forgetStreams()
    asleepMs = 61_000
    device.wakeUp('visible')
    await until(() => server.streams === 1, 'a new stream')
    const customer = customerInput()
    server.write(other, shopId, [{ action: 'create', collection: 'customers', id: customer.id, values: { name: 'Heard', countryCode: null, phone: null } }])
    await until(async () => (await device.rows.read('customers', customer.id)) !== undefined)
    expect(server.streams).toBe(1)
  })

  it('shows a delete by somebody else over an edit made here, and keeps the text', async () => {
    const { server, api, device, order, edit, other, refused } = await world()
    api.faults.push.push(loseAnswer)
    await untilSynced(device)
    api.faults.push.length = 0
    api.always = offline
    await edit({ orderNotes: 'too late' })
    server.write(other, shopId, [{ action: 'delete', collection: 'orders', id: order.id }])
    api.always = undefined
    await expectConverged({ device, server })
    expect(await device.rows.read('orders', order.id)).toBeUndefined()
    await until(() => refused.length > 0, 'the refusal to be told')
    expect(refused).toMatchObject([{ error: { code: 'DELETED' }, ops: [{ changes: { orderNotes: { to: 'too late' } } }] }])
  })
})
