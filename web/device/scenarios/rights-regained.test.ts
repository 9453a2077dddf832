import { afterEach, expect, it } from 'vitest'
import { v7 } from 'uuid'
import type { Json } from '#schema/values/merge.ts'
import { OfflineError } from '../platform/server-port.ts'
import {
  closeTestDevices,
  customerInput,
  deviceState,
  faulty,
  offline,
  openTestDevice,
  orderInput,
  paymentInput,
  until,
  untilSynced,
} from '../testing/test-device.ts'
import { ModelServer } from '../testing/test-model-server.ts'
import { VirtualTime } from '../testing/test-time.ts'

afterEach(closeTestDevices)

const shopId = v7()
const otherShopId = v7()

async function world() {
  const server = new ModelServer()
  const userId = v7()
  server.addUser(userId, [shopId, otherShopId])
  const api = faulty(server.apiOf(userId))
  const customer = customerInput({ name: 'Known' })
  server.write(userId, shopId, [{ action: 'create', collection: 'customers', id: customer.id, values: customer.values }])
  const device = await openTestDevice({ userId, api })
  await until(async () => (await device.rows.list('customers', shopId)).length === 1)
  await untilSynced(device)
  const setShops = (shopIds: string[]): void => {
    const user = server.users.get(userId)
    if (user) user.shopIds = shopIds
  }
  return { server, api, device, customer, setShops, userId }
}

it('a refusal while the shop was lost for a moment leaves no gap in what the device holds of it', async () => {
  const { api, customer, device, server, setShops } = await world()
  api.always = offline
  await device.write(shopId, [{ action: 'delete', collection: 'customers', id: customer.id }])
  setShops([otherShopId])
  // The push is answered before any news of the rights, and the shop is back before the next bootstrap.
  api.always = undefined
  api.faults.bootstrap.push(offline)
  api.faults.push.push(async (send) => {
    const answer = await send()
    setShops([shopId, otherShopId])
    return answer
  })
  device.wakeUp('online')
  await until(() => device.sync.status.get().attention === 1)
  await device.sync.run()
  await untilSynced(device)
  expect((await device.rows.list('customers', shopId)).map(({ name }) => name)).toEqual(['Known'])
  expect(await deviceState(device, [shopId], ['customers'])).toEqual(new Map([...server.state()].filter(([key]) => key.startsWith('customers/'))))
})

it('what waits for a shop shows again as soon as the shop is back, before it is sent', async () => {
  const { api, device, setShops } = await world()
  api.always = offline
  const unsent = customerInput({ name: 'Unsent' })
  await device.write(shopId, [unsent])
  setShops([otherShopId])
  api.always = undefined
  for (let tries = 0; tries < 200; tries++) api.faults.push.push(offline)
  device.wakeUp('online')
  await until(() => device.sync.bootstrap.get()?.shops.length === 1)
  await until(async () => (await device.rows.list('customers', shopId)).length === 0, 'the lost shop to go')
  setShops([shopId, otherShopId])
  device.wakeUp('online')
  await until(() => device.sync.bootstrap.get()?.shops.length === 2)
  await until(async () => (await device.rows.list('customers', shopId)).some(({ name }) => name === 'Unsent'), 'what was typed to show again')
  expect(device.sync.status.get().waiting).toBe(1)
})

it('rights that change after the first bootstrap and before the stream opens are heard when it opens', async () => {
  const server = new ModelServer()
  const userId = v7()
  // No pull would report the loss of this privilege.
  server.addUser(userId, [shopId], ['view_activity', 'view_report'])
  const api = server.apiOf(userId)
  const device = await openTestDevice({
    userId,
    // Time stands still: the five-minute bootstrap does not come.
    wait: new VirtualTime().wait,
    api: {
      ...api,
      openLive: (handlers) => {
        // The announcement reaches open streams only, and this one is not open yet.
        server.users.set(userId, { privileges: ['view_activity'], shopIds: [shopId] })
        server.announceAccess(userId)
        return api.openLive(handlers)
      },
    },
  })
  await until(() => device.sync.bootstrap.get()?.privileges.length === 1, 'the lost privilege to be heard of')
  expect(device.sync.bootstrap.get()?.privileges).toEqual(['view_activity'])
})

it('a row that came with an answer before the feed of a gained shop was pulled goes when a restore of the server forgot it', async () => {
  const { server, api, device, setShops, userId } = await world()
  const gainedShopId = v7()
  const customer = customerInput()
  const order = orderInput(customer.id)
  setShops([shopId, otherShopId, gainedShopId])
  server.write(
    userId,
    gainedShopId,
    [customer, order].map(({ collection, id, values }) => ({ action: 'create', collection, id, values: values as Record<string, Json> })),
  )
  const send = api.pull
  api.pull = (request, signal) => (request.collection === 'payments' ? Promise.reject(new OfflineError()) : send(request, signal))
  device.wakeUp('online')
  await until(async () => (await device.rows.list('orders', gainedShopId)).length === 1)
  const [backup, seq] = [new Map(server.rows), server.seq]
  await device.write(gainedShopId, [paymentInput(order.id, 20)])
  await until(() => device.sync.status.get().waiting === 0)
  expect(await device.rows.list('payments', gainedShopId)).toHaveLength(1)

  server.rows = backup
  server.seq = seq
  server.epoch = 'epoch-2'
  api.pull = send
  device.wakeUp('online')
  await until(async () => (await device.rows.list('payments', gainedShopId)).length === 0, 'the forgotten row to go')
  await untilSynced(device)
  expect(await deviceState(device, [shopId, otherShopId, gainedShopId])).toEqual(server.state())
})

it('a row that the answer to a push brought of a shop that nobody knew to be back goes when the shop is lost again', async () => {
  const { api, device, setShops } = await world()
  const { bootstrap, pull, push } = api
  const unreachable = (): Promise<never> => Promise.reject(new OfflineError())
  api.push = unreachable
  await device.write(shopId, [customerInput({ name: 'Unsent' })])
  setShops([otherShopId])
  device.wakeUp('online')
  await until(async () => (await device.rows.list('customers', shopId)).length === 0, 'the lost shop to go')
  expect(device.sync.bootstrap.get()?.shops).toHaveLength(1)
  // The shop is back for the push alone: no bootstrap and no page reports it.
  Object.assign(api, { bootstrap: unreachable, pull: unreachable, push })
  setShops([shopId, otherShopId])
  device.wakeUp('online')
  await until(() => device.sync.status.get().waiting === 0, 'the push to be taken')
  await until(async () => (await device.rows.list('customers', shopId)).length === 1, 'the answer to be stored')
  setShops([otherShopId])
  Object.assign(api, { bootstrap, pull })
  device.wakeUp('online')
  await until(async () => (await device.rows.list('customers', shopId)).length === 0, 'the row to go')
  await untilSynced(device)
})

it('what waits for a shop whose loss a page told before any bootstrap did shows again when the shop is back', async () => {
  const { api, device, setShops } = await world()
  for (let tries = 0; tries < 500; tries++) api.faults.push.push(offline)
  await device.write(shopId, [customerInput({ name: 'Unsent' })])
  const [pull, bootstrap] = [api.pull, api.bootstrap]
  const isBack = Promise.withResolvers<void>()
  api.pull = (request, signal) => {
    setShops([otherShopId])
    // No bootstrap sees the shop missing.
    api.bootstrap = (next) => isBack.promise.then(() => bootstrap(next))
    return pull(request, signal)
  }
  device.wakeUp('online')
  await until(async () => (await device.rows.list('customers', shopId)).length === 0, 'the lost shop to go')
  api.pull = pull
  setShops([shopId, otherShopId])
  isBack.resolve()
  await until(async () => (await device.rows.list('customers', shopId)).some(({ name }) => name === 'Unsent'), 'what was typed to show again')
  expect(device.sync.status.get().waiting).toBe(1)
})
