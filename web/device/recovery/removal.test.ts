import { afterEach, expect, it } from 'vitest'
import { v7 } from 'uuid'
import type { Json } from '#schema/values/merge.ts'
import { watchForDeath } from '../testing/test-dying-page.ts'
import { closeTestDevices, customerInput, deviceState, faulty, openTestDevice, orderInput, until, untilSynced } from '../testing/test-device.ts'
import { ModelServer } from '../testing/test-model-server.ts'

const page = watchForDeath()
afterEach(closeTestDevices)

const [shopId, otherShopId] = [v7(), v7()]

/** A device with rows of two shops, one about to be lost, and a waiting change. */
async function world() {
  const server = new ModelServer()
  const userId = v7()
  server.addUser(userId, [shopId, otherShopId])
  const api = faulty(server.apiOf(userId))
  for (const id of [shopId, otherShopId]) {
    const customer = customerInput({ name: 'Known' })
    const order = orderInput(customer.id)
    server.write(
      userId,
      id,
      [customer, order].map(({ collection, id: rowId, values }) => ({ action: 'create', collection, id: rowId, values: values as Record<string, Json> })),
    )
  }
  const device = await openTestDevice({ userId, api })
  await untilSynced(device)
  await until(async () => (await device.rows.list('orders', shopId)).length === 1)
  const setShops = (shopIds: string[]): void => server.addUser(userId, shopIds)
  return { server, userId, api, device, setShops }
}

/** Loses the shop; the page dies at its write number `writes` from then on. */
async function loseAndDie({ device, setShops }: Awaited<ReturnType<typeof world>>, writes: number): Promise<boolean> {
  setShops([otherShopId])
  page.dieAtWrite(writes)
  device.wakeUp('online')
  const hasLeft = async (): Promise<boolean> =>
    (await device.rows.list('customers', shopId)).length === 0 && device.sync.status.get().state === 'synced' && device.sync.bootstrap.get()?.shops.length === 1
  await until(async () => page.isDead || (await hasLeft().catch(() => false)))
  await device.close().catch(() => undefined)
  return page.revive()
}

async function loseAtEveryWrite(then: (made: Awaited<ReturnType<typeof world>>) => Promise<void>): Promise<number> {
  for (let write = 0; ; write++) {
    const made = await world()
    const hasDied = await loseAndDie(made, write)
    await then(made)
    await closeTestDevices()
    if (!hasDied) return write
  }
}

it('a shop that was lost, and is back after the page died at any write while its rows went, is whole again', async () => {
  const deaths = await loseAtEveryWrite(async ({ server, userId, api, setShops }) => {
    setShops([shopId, otherShopId])
    const again = await openTestDevice({ userId, api })
    await untilSynced(again)
    expect(await deviceState(again, [shopId, otherShopId])).toEqual(server.state())
  })
  expect(deaths).toBeGreaterThan(5)
}, 60_000)

it('a shop that was lost leaves nothing behind, at whichever write the page died while its rows went', async () => {
  const deaths = await loseAtEveryWrite(async ({ userId, api }) => {
    const again = await openTestDevice({ userId, api })
    await untilSynced(again)
    for (const name of ['customers', 'orders'] as const) {
      await until(async () => (await again.rows.list(name, shopId)).length === 0, `${name} of the lost shop to be gone`)
      expect(await again.rows.list(name, otherShopId)).toHaveLength(1)
    }
  })
  expect(deaths).toBeGreaterThan(5)
}, 60_000)

it('a page that was on its way while its shop went brings nothing of it back, and leaves no gap once the shop is back', async () => {
  const { server, userId, api, device, setShops } = await world()
  const ordersAnswered = Promise.withResolvers<void>()
  const isBack = Promise.withResolvers<void>()
  const send = api.pull
  api.pull = async (request, signal) => {
    if (request.collection === 'customers') {
      await ordersAnswered.promise
      setShops([otherShopId])
    }
    const answer = await send(request, signal)
    if (request.collection === 'orders') {
      ordersAnswered.resolve()
      await isBack.promise
    }
    return answer
  }
  const [known] = await device.rows.list('customers', shopId)
  const order = orderInput(known?.id ?? '')
  server.write(userId, shopId, [{ action: 'create', collection: 'orders', id: order.id, values: order.values }])
  device.wakeUp('online')
  await until(async () => (await device.rows.list('customers', shopId)).length === 0, 'the shop to go')
  api.pull = send
  setShops([shopId, otherShopId])
  isBack.resolve()
  await device.sync.run()
  await untilSynced(device)
  expect(await deviceState(device, [shopId, otherShopId])).toEqual(server.state())
})
