import 'fake-indexeddb/auto'
import { afterEach, describe, expect, it } from 'vitest'
import { v7 } from 'uuid'
import { AppError } from '#schema/errors.ts'
import type { Device } from '../device-types.ts'
import { browserLocks } from '../platform/ports.ts'
import { OfflineError, type SyncApi } from '../platform/server-port.ts'
import { openDeviceStore } from '../storage/unsent-store.ts'
import { closeTestDevices, customerInput, openTestDevice, orderInput, testStorage, until, untilSynced } from '../testing/test-device.ts'
import { ModelServer } from '../testing/test-model-server.ts'
import { TestNumbers } from '../testing/test-numbers.ts'
import { countNumbers } from '#schema/values/number-ranges.ts'
import { NumberLeases } from './number-leases.ts'

afterEach(closeTestDevices)

const shopId = v7()

async function world() {
  const server = new ModelServer()
  const userId = v7()
  server.addUser(userId, [shopId])
  const numbers = new TestNumbers()
  const online = numbers.wrap(server.apiOf(userId))
  let isOffline = false
  const guard = async <T>(send: () => Promise<T>): Promise<T> => {
    if (isOffline) throw new OfflineError()
    return send()
  }
  const api: SyncApi = {
    ...online,
    bootstrap: (signal) => guard(() => online.bootstrap(signal)),
    pull: (request, signal) => guard(() => online.pull(request, signal)),
    push: (request, signal, limitMs) => guard(() => online.push(request, signal, limitMs)),
    numbers: {
      lease: (request, signal) => guard(() => online.numbers.lease(request, signal)),
      giveBack: (request, signal) => guard(() => online.numbers.giveBack(request, signal)),
    },
  }
  const open = (tab = 'tab', deviceId = 'device', by = userId) =>
    openTestDevice({ userId: by, deviceId, api, collections: ['customers', 'orders'], storage: testStorage(tab), locks: browserLocks() })
  const countLeft = async (deviceId = 'device'): Promise<number> => {
    const store = await openDeviceStore(userId)
    const left = countNumbers(await new NumberLeases(store, deviceId).read(shopId))
    store.close()
    return left
  }
  const setOffline = (next: boolean): void => void (isOffline = next)
  const sentNumbers = (): unknown[] =>
    server.pushes.flatMap(({ mutations }) =>
      mutations.flatMap(({ ops }) => ops.flatMap((op) => (op.action === 'create' && op.collection === 'orders' ? [op.values['number']] : []))),
    )
  return { server, userId, numbers, open, countLeft, setOffline, sentNumbers }
}

async function makeCustomer(device: Device) {
  const customer = customerInput()
  await device.write(shopId, [customer])
  await untilSynced(device)
  return customer.id
}

const comeOnline = async (device: Awaited<ReturnType<typeof openTestDevice>>): Promise<void> => {
  device.wakeUp('online')
  await untilSynced(device)
}

describe('numbers of orders that are made on a device (NUM-03)', () => {
  it('last for a hundred orders without the server, before the first one and after it, each with its own', async () => {
    const { numbers, open, countLeft, setOffline, sentNumbers } = await world()
    const device = await open()
    const customerId = await makeCustomer(device)
    await until(async () => (await countLeft()) === 100)
    const orders = Array.from({ length: 110 }, () => orderInput(customerId))
    for (const order of orders.slice(0, 1)) await device.write(shopId, [order])
    await untilSynced(device)
    await until(async () => (await countLeft()) === 150, 'the device is in use')
    setOffline(true)
    for (const order of orders.slice(1)) await device.write(shopId, [order])
    expect(await countLeft()).toBe(41)
    setOffline(false)
    await comeOnline(device)
    expect(sentNumbers()).toEqual(Array.from({ length: 110 }, (_, index) => index + 1))
    expect(orders.map(({ id }) => numbers.numberById.get(id))).toEqual(Array.from({ length: 110 }, (_, index) => index + 1))
    expect(await device.numbers.renumbered.list()).toEqual([])
    await until(async () => (await countLeft()) === 150, 'the lease is full again')
  })

  it('go back to the server at sign-out where no order got them, and those of orders that are kept do not', async () => {
    const { numbers, open, countLeft, setOffline } = await world()
    const device = await open()
    const customerId = await makeCustomer(device)
    await until(async () => (await countLeft()) === 100)
    setOffline(true)
    await device.write(shopId, [orderInput(customerId)])
    setOffline(false)
    await device.leaving.leave('keep', await device.leaving.count())
    expect(numbers.returned).toEqual([{ deviceId: 'device', shops: [{ shopId, ranges: [{ from: 2, to: 100 }] }] }])
    expect(await countLeft()).toBe(0)
  })

  it('stay gaps where the device signs out without the server', async () => {
    const { numbers, open, countLeft, setOffline } = await world()
    const device = await open()
    await makeCustomer(device)
    await until(async () => (await countLeft()) === 100)
    setOffline(true)
    expect(await device.leaving.leave('discard', await device.leaving.count())).toEqual({ isOver: true })
    expect([numbers.returned, await countLeft()]).toEqual([[], 0])
  })

  it('differ in tabs that write at the same time', async () => {
    const { open, countLeft, setOffline, sentNumbers } = await world()
    const tabs = [await open('first'), await open('second'), await open('third')]
    const [first] = tabs
    if (first === undefined) return expect.unreachable()
    const customerId = await makeCustomer(first)
    await until(async () => (await countLeft()) === 100)
    setOffline(true)
    await Promise.all(tabs.flatMap((tab) => Array.from({ length: 6 }, () => tab.write(shopId, [orderInput(customerId)]))))
    setOffline(false)
    for (const tab of tabs) tab.wakeUp('online')
    await untilSynced(first)
    await until(() => sentNumbers().length === 18)
    expect(sentNumbers().toSorted((a, b) => Number(a) - Number(b))).toEqual(Array.from({ length: 18 }, (_, index) => index + 1))
  })

  it('are all given to the orders of one mutation, and none to one that was refused here', async () => {
    const { open, countLeft, sentNumbers } = await world()
    const device = await open()
    const customerId = await makeCustomer(device)
    await until(async () => (await countLeft()) === 100)
    await expect(device.write(shopId, [orderInput(customerId, { itemDetails: '' })])).rejects.toMatchObject({ code: 'VALIDATION' })
    const [once, again] = [orderInput(customerId), orderInput(customerId)]
    await device.write(shopId, [once, again])
    await untilSynced(device)
    expect(sentNumbers()).toEqual([1, 2])
  })

  it('go on behind those of a page that died, after it opens again', async () => {
    const { open, countLeft, setOffline, sentNumbers } = await world()
    const device = await open()
    const customerId = await makeCustomer(device)
    await until(async () => (await countLeft()) === 100)
    setOffline(true)
    await device.write(shopId, [orderInput(customerId)])
    await device.close()
    const next = await open('again')
    await next.write(shopId, [orderInput(customerId)])
    setOffline(false)
    await comeOnline(next)
    expect(sentNumbers()).toEqual([1, 2])
  })

  it('are left to the server when the lease is used up, or belongs to another device', async () => {
    const { numbers, open, countLeft, setOffline, sentNumbers } = await world()
    numbers.fault = () => {
      throw new AppError('TOO_MANY_REQUESTS')
    }
    const device = await open()
    const customerId = await makeCustomer(device)
    const order = orderInput(customerId)
    await device.write(shopId, [order])
    await untilSynced(device)
    expect(sentNumbers()).toEqual([null])
    expect(numbers.numberById.get(order.id)).toBe(1)
    expect(await device.numbers.renumbered.list()).toEqual([])
    numbers.fault = undefined
    await device.close()
    const leasing = await open('leasing')
    await until(async () => (await countLeft()) === 100)
    await leasing.close()
    setOffline(true)
    const other = await open('other', 'another device')
    await other.write(shopId, [orderInput(customerId)])
    setOffline(false)
    await comeOnline(other)
    expect(sentNumbers()).toEqual([null, null])
  })

  it('stay with an order that the server refused and that is corrected', async () => {
    const { server, open, countLeft, sentNumbers } = await world()
    const device = await open()
    const customerId = await makeCustomer(device)
    await until(async () => (await countLeft()) === 100)
    server.users.clear()
    const order = orderInput(customerId)
    const [privileges, shopIds] = [device.sync.bootstrap.get()?.privileges ?? [], [shopId]]
    server.addUser(device.userId, shopIds, privileges)
    const customer = [...server.rows].find(([key]) => key.endsWith(customerId))
    if (customer === undefined) return expect.unreachable()
    server.rows.delete(customer[0])
    await device.write(shopId, [order])
    await until(() => device.refused.changes.get().length === 1)
    server.rows.set(...customer)
    // As the order form does: without a number.
    await device.refused.retry(device.refused.changes.get()[0]?.id ?? '', [orderInput(customerId, { itemDetails: 'iPhone 13' }, order.id)])
    await untilSynced(device)
    expect(sentNumbers()).toEqual([1, 1])
    await device.write(shopId, [orderInput(customerId)])
    await untilSynced(device)
    expect(sentNumbers()).toEqual([1, 1, 2])
  })
})

describe('an order that the server gave another number (NUM-04)', () => {
  it('is told until somebody has read it, also after a restart, and the device leases anew', async () => {
    const { numbers, open, countLeft, setOffline } = await world()
    const device = await open()
    const customerId = await makeCustomer(device)
    await until(async () => (await countLeft()) === 100)
    // A copy of the browser profile used the number first.
    numbers.numberById.set('an order of the copy', 1)
    setOffline(true)
    const order = orderInput(customerId)
    await device.write(shopId, [order])
    setOffline(false)
    await comeOnline(device)
    await until(async () => (await device.numbers.renumbered.list()).length > 0)
    const number = numbers.numberById.get(order.id) ?? 0
    expect(number).toBeGreaterThan(100)
    const expected = { orderId: order.id, shopId, printed: 1, number, title: 'iPhone 12' }
    expect(await device.numbers.renumbered.list()).toMatchObject([expected])
    await until(() => numbers.leases.some(({ from }) => from > number) && countLeft().then((left) => left >= 100), 'another lease')
    await device.close()
    const again = await open('again')
    expect(await again.numbers.renumbered.list()).toMatchObject([expected])
    await again.write(shopId, [orderInput(customerId)])
    await untilSynced(again)
    expect(await again.numbers.renumbered.list()).toHaveLength(1)
    await again.numbers.renumbered.dismiss([order.id])
    expect(await again.numbers.renumbered.list()).toEqual([])
    await again.close()
    expect(await (await open('last')).numbers.renumbered.list()).toEqual([])
  })

  it('stays told when the browser empties the storage, though a screen reads it before the page notices', async () => {
    const { userId, numbers, open, countLeft, setOffline } = await world()
    const device = await open()
    const customerId = await makeCustomer(device)
    await until(async () => (await countLeft()) === 100)
    numbers.numberById.set('an order of the copy', 1)
    const order = orderInput(customerId)
    await device.write(shopId, [order])
    await until(async () => (await device.numbers.renumbered.list()).length === 1)
    await untilSynced(device)
    setOffline(true)
    const store = await openDeviceStore(userId)
    await store.transaction('rw', store.tables, () => Promise.all(store.tables.map((table) => table.clear())))
    store.close()
    expect(await device.numbers.renumbered.list()).toMatchObject([{ orderId: order.id }])
    await device.write(shopId, [customerInput()])
    await device.close()
    expect(await (await open('again')).numbers.renumbered.list()).toMatchObject([{ orderId: order.id }])
  })

  it('is told in every tab, and read in every tab', async () => {
    const { numbers, open, countLeft } = await world()
    const first = await open('first')
    const second = await open('second')
    const customerId = await makeCustomer(first)
    await until(async () => (await countLeft()) === 100)
    numbers.numberById.set('an order of the copy', 1)
    const order = orderInput(customerId)
    await second.write(shopId, [order])
    await until(async () => (await first.numbers.renumbered.list()).length === 1 && (await second.numbers.renumbered.list()).length === 1)
    await first.numbers.renumbered.dismiss([order.id])
    await until(async () => (await second.numbers.renumbered.list()).length === 0)
    expect(await first.numbers.renumbered.list()).toEqual([])
  })

  it('is forgotten with its shop', async () => {
    const { server, userId, numbers, open, countLeft } = await world()
    const device = await open()
    const customerId = await makeCustomer(device)
    await until(async () => (await countLeft()) === 100)
    numbers.numberById.set('an order of the copy', 1)
    await device.write(shopId, [orderInput(customerId)])
    await until(async () => (await device.numbers.renumbered.list()).length === 1)
    server.addUser(userId, [])
    device.wakeUp('visible')
    await until(async () => (await device.numbers.renumbered.list()).length === 0)
    await until(async () => (await countLeft()) === 0)
    expect(await device.numbers.renumbered.list()).toEqual([])
  })
})
