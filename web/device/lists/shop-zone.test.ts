import { v7 } from 'uuid'
import { afterEach, expect, test } from 'vitest'
import { shopToProfile } from '#schema/rules/shop/profile.ts'
import type { SyncApi } from '../platform/server-port.ts'
import { closeTestDevices, customerInput, openTestDevice, orderInput, until, untilSynced } from '../testing/test-device.ts'
import { ModelServer } from '../testing/test-model-server.ts'

afterEach(closeTestDevices)

test('the days of a list are those of the zone that its shop has set (SHOP-03)', async () => {
  const server = new ModelServer()
  const [userId, other, east, west] = [v7(), v7(), v7(), v7()]
  server.addUser(userId, [east, west])
  server.addUser(other, [east, west])
  const zoneByShop = new Map([
    [east, 'Pacific/Kiritimati'],
    [west, 'Pacific/Pago_Pago'],
  ])
  // 00:30 of the 11th in one shop, 23:30 of the 9th in the other.
  const at = '2026-02-10T10:30:00.000Z'
  for (const shopId of [east, west]) {
    const customer = customerInput()
    const order = orderInput(customer.id)
    for (const { action, collection, id, values } of [customer, order]) server.write(other, shopId, [{ action, collection, id, values }], at)
  }
  const api: SyncApi = {
    ...server.apiOf(userId),
    async bootstrap(signal) {
      const answer = await server.apiOf(userId).bootstrap(signal)
      const withZone = (shop: (typeof answer.shops)[number]) => ({ ...shop, profile: { ...shopToProfile(shop), timeZone: zoneByShop.get(shop.id) ?? null } })
      return { ...answer, shops: answer.shops.map(withZone) }
    },
  }
  const device = await openTestDevice({ userId, api })
  await untilSynced(device)
  const countOn = async (shopId: string, day: string): Promise<number> => {
    const query = { shopId, search: '', from: day, to: day, status: 'all', assignee: 'all', page: 1, pageSize: 10 } as const
    const list = device.lists.openOrders(query)
    await until(() => list.get().state === 'ready')
    return list.get().rows.length
  }
  const days = ['2026-02-09', '2026-02-10', '2026-02-11']
  expect(await Promise.all(days.map((day) => countOn(east, day)))).toEqual([0, 0, 1])
  expect(await Promise.all(days.map((day) => countOn(west, day)))).toEqual([1, 0, 0])
})
