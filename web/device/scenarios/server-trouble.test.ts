import { afterEach, expect, it } from 'vitest'
import { v7 } from 'uuid'
import { AppError } from '#schema/errors.ts'
import { heartbeatMs } from '../tabs/leadership.ts'
import { OfflineError, UpgradeRequiredError } from '../platform/server-port.ts'
import {
  closeTestDevices,
  customerInput,
  deviceState,
  failWith,
  faulty,
  testStorage,
  openTestDevice,
  orderInput,
  statusId,
  until,
} from '../testing/test-device.ts'
import { withEchoes } from '../testing/test-echo.ts'
import { ModelServer } from '../testing/test-model-server.ts'
import { VirtualTime } from '../testing/test-time.ts'

afterEach(closeTestDevices)

/** No heartbeats: there is no other tab, and an hour has thousands of them. */
const quietTime = (): VirtualTime => new VirtualTime(heartbeatMs)

const minuteMs = 60_000

it('hazard 3: while pushes answer 5xx for an hour the device backs off, pulls, and obeys lost rights; afterwards everything lands', async () => {
  const time = quietTime()
  const server = new ModelServer()
  const [shopId, lostShopId, userId, other] = [v7(), v7(), v7(), v7()]
  for (const id of [userId, other]) server.addUser(id, [shopId, lostShopId])
  const api = faulty(withEchoes(server.apiOf(userId), time))
  const device = await openTestDevice({
    userId,
    api,
    storage: testStorage(),
    wait: time.wait,
    monotonic: () => time.nowMs,
    clock: () => new Date(Date.UTC(2026, 2, 2, 9) + time.nowMs),
  })
  const customer = customerInput()
  const order = orderInput(customer.id)
  await device.write(shopId, [customer, order])
  const foreign = customerInput({ name: 'Of the lost shop' })
  await device.write(lostShopId, [foreign])
  await until(() => device.sync.status.get().state === 'synced')

  const triesAtMs: number[] = []
  api.push = () => {
    triesAtMs.push(time.nowMs)
    return Promise.reject(new AppError('UNAVAILABLE'))
  }
  for (const status of ['Diagnosis', 'In Progress', 'Fixed'] as const)
    await device.write(shopId, [{ action: 'update', collection: 'orders', id: order.id, values: { orderStatusId: statusId[status] } }])
  await device.write(lostShopId, [{ action: 'update', collection: 'customers', id: foreign.id, values: { email: 'typed@example.org' } }])
  const startMs = time.nowMs

  let note: string | null = null
  for (let minute = 0; minute < 60; minute += 10) {
    await time.pass(10 * minuteMs)
    const next: string = [note, `minute ${minute}`].filter(Boolean).join('\n')
    server.write(other, shopId, [{ action: 'update', collection: 'orders', id: order.id, changes: { orderNotes: { from: note, to: next } } }])
    note = next
    await until(async () => {
      await time.pass(1_000)
      return (await device.rows.read('orders', order.id))?.orderNotes === note
    }, `the change of minute ${minute}`)
    expect((await device.rows.read('orders', order.id))?.orderStatusId).toBe(statusId.Fixed)
    if (minute !== 30) continue
    server.users.set(userId, { privileges: [], shopIds: [shopId] })
    server.announceAccess(userId)
    await until(async () => {
      await time.pass(1_000)
      return (await device.rows.read('customers', foreign.id)) === undefined
    }, 'the lost shop to be gone')
  }

  const passedMs = time.nowMs - startMs
  expect(passedMs).toBeGreaterThanOrEqual(60 * minuteMs)
  // About one try per 45 s, plus the first few and those that events trigger.
  expect(triesAtMs.length).toBeLessThan(passedMs / 30_000)
  expect(triesAtMs.length).toBeGreaterThan(passedMs / 90_000)
  expect(device.sync.status.get()).toMatchObject({ waiting: 4, attention: 0 })

  const refused = await device.refused.list()
  expect(refused).toEqual([])
  api.push = server.apiOf(userId).push
  await time.pass(2 * minuteMs)
  // The list of refused changes is read after the response.
  await until(() => device.sync.status.get().waiting === 0 && device.sync.status.get().attention === 1)
  expect(device.sync.status.get()).toMatchObject({ state: 'synced' })
  expect((await device.refused.list()).map(({ shopId: id, error }) => [id, error.code])).toEqual([[lostShopId, 'FORBIDDEN']])
  expect(server.refused).toHaveLength(1)
  expect(await device.rows.read('orders', order.id)).toMatchObject({ orderStatusId: statusId.Fixed, orderNotes: note })
  const onServer = [...server.state().entries()].filter(([, row]) => row.shopId === shopId)
  expect(await deviceState(device, [shopId, lostShopId])).toEqual(new Map(onServer))
})

it('hazard 48: one change of 240 kB passes a network of 2 kB a second, because each try that was too short is followed by a longer one', async () => {
  const time = quietTime()
  const server = new ModelServer()
  const [shopId, userId] = [v7(), v7()]
  server.addUser(userId, [shopId])
  const real = server.apiOf(userId)
  const tries: { bytes: number; limitMs: number }[] = []
  const device = await openTestDevice({
    userId,
    storage: testStorage(),
    wait: time.wait,
    monotonic: () => time.nowMs,
    api: {
      ...real,
      async push(request, signal, limitMs = 30_000) {
        const bytes = JSON.stringify(request).length
        tries.push({ bytes, limitMs })
        const neededMs = (bytes / 2_000) * 1_000
        await time.wait(Math.min(neededMs, limitMs), signal)
        if (neededMs > limitMs) throw new OfflineError()
        return real.push(request, signal)
      },
    },
  })
  await until(() => device.sync.status.get().state === 'synced')
  const large = Array.from({ length: 12 }, () => customerInput({ customerNotes: 'x'.repeat(20_000) }))
  await device.write(shopId, large)
  for (let index = 0; index < 5; index++) await device.write(shopId, [customerInput()])
  await time.pass(15 * minuteMs)
  await until(() => device.sync.status.get().waiting === 0)
  expect(device.sync.status.get()).toMatchObject({ state: 'synced', attention: 0 })
  expect(server.state().size).toBe(large.length + 5)
  const limits = tries.filter(({ bytes }) => bytes > 240_000).map(({ limitMs }) => limitMs)
  expect(limits.at(-1)).toBeGreaterThan(120_000)
  expect(limits.length).toBeLessThan(8)
})

it('a version that the server serves no more rests: nothing is sent or lost, and the updated one goes on where it stood', async () => {
  const time = quietTime()
  const server = new ModelServer()
  const [shopId, userId] = [v7(), v7()]
  server.addUser(userId, [shopId])
  const api = faulty(server.apiOf(userId))
  let calls = 0
  const device = await openTestDevice({ userId, api, storage: testStorage(), wait: time.wait, monotonic: () => time.nowMs })
  await until(() => device.sync.status.get().state === 'synced')

  api.always = () => {
    calls += 1
    return Promise.reject(new UpgradeRequiredError())
  }
  const customers = Array.from({ length: 3 }, () => customerInput())
  for (const customer of customers) await device.write(shopId, [customer])
  await until(() => device.sync.status.get().state === 'outdated')
  const before = calls
  await time.pass(60 * minuteMs)
  expect(device.sync.status.get()).toMatchObject({ state: 'outdated', waiting: 3, attention: 0 })
  // Only the five-minute round asks, and one that was running.
  expect(calls - before).toBeLessThan(20)
  for (const { id } of customers) expect(await device.rows.read('customers', id)).toMatchObject({ name: 'Ada Lovelace' })
  expect(server.state().size).toBe(0)

  api.always = undefined
  device.wakeUp('visible')
  await until(() => device.sync.status.get().state === 'synced' && device.sync.status.get().waiting === 0)
  expect(server.state().size).toBe(3)
  expect(await device.refused.list()).toEqual([])
})

it('a server without room is left alone for as long as it asks, and refuses nothing', async () => {
  const time = quietTime()
  const server = new ModelServer()
  const [shopId, userId] = [v7(), v7()]
  server.addUser(userId, [shopId])
  const api = faulty(server.apiOf(userId))
  const device = await openTestDevice({ userId, api, storage: testStorage(), wait: time.wait, monotonic: () => time.nowMs })
  await until(() => device.sync.status.get().state === 'synced')
  const triesAtMs: number[] = []
  api.push = () => {
    triesAtMs.push(time.nowMs)
    return failWith(new OfflineError(undefined, { cause: new AppError('STORAGE_FULL', undefined, { retryAfterSeconds: 60 }) }))(() =>
      Promise.resolve(),
    ) as never
  }
  await device.write(shopId, [customerInput()])
  await time.pass(30 * minuteMs)
  expect(triesAtMs.length).toBeGreaterThan(3)
  const pauses = triesAtMs.slice(1).map((at, index) => at - (triesAtMs[index] ?? 0))
  expect(Math.min(...pauses)).toBeGreaterThanOrEqual(60_000)
  expect(device.sync.status.get()).toMatchObject({ waiting: 1, attention: 0 })
  api.push = server.apiOf(userId).push
  await time.pass(3 * minuteMs)
  await until(() => device.sync.status.get().waiting === 0)
  expect(await device.refused.list()).toEqual([])
})

it.each(['push', 'pull', 'bootstrap'] as const)(
  'waits as long as it is told when a %s comes too soon, then goes on, with nothing refused and nobody signed out',
  async (call) => {
    const time = quietTime()
    const server = new ModelServer()
    const [shopId, userId] = [v7(), v7()]
    server.addUser(userId, [shopId])
    const api = faulty(server.apiOf(userId))
    const device = await openTestDevice({ userId, api, storage: testStorage(), wait: time.wait, monotonic: () => time.nowMs })
    await until(() => device.sync.status.get().state === 'synced')

    const real = api[call].bind(api) as (...input: unknown[]) => Promise<never>
    const triesAtMs: number[] = []
    let isBusy = true
    const busy = (...input: unknown[]): Promise<never> => {
      triesAtMs.push(time.nowMs)
      return isBusy ? Promise.reject(new AppError('TOO_MANY_REQUESTS', 'Wait', { retryAfterSeconds: 300 })) : real(...input)
    }
    Object.assign(api, { [call]: busy })
    const customer = customerInput()
    await device.write(shopId, [customer])
    void device.sync.run()
    await until(() => triesAtMs.length > 0)
    await device.write(shopId, [customerInput()])
    void device.sync.run()
    await time.pass(299_000)
    // One pull asks for several collections at once, none of them twice.
    expect(new Set(triesAtMs).size).toBe(1)
    expect(device.sync.status.get()).toMatchObject({ attention: 0 })
    expect(device.sync.status.get().state).not.toBe('signed-out')
    isBusy = false
    await time.pass(61_000)
    await until(() => device.sync.status.get().state === 'synced')
    expect(device.sync.status.get()).toMatchObject({ waiting: 0, attention: 0 })
    expect(await device.refused.list()).toEqual([])
    expect(server.state().size).toBe(2)
  },
)
