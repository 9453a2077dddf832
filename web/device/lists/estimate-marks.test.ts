import 'fake-indexeddb/auto'
import { afterEach, expect, it } from 'vitest'
import { v7 } from 'uuid'
import type { Estimate } from '#schema/collections/work/estimates.ts'
import { orderStatusIdByName } from '#schema/values/order-status.ts'
import { closeTestDevices, customerInput, openTestDevice, orderInput, until, untilSynced } from '../testing/test-device.ts'
import { ModelServer } from '../testing/test-model-server.ts'

afterEach(closeTestDevices)

const shopId = v7()
const lines = [{ kind: 'other', description: 'Screen', quantity: 1, unitPrice: 80 }]

it('shows in the list what came of an estimate, and tells other devices of the shop what it was before (EST-03)', async () => {
  const server = new ModelServer()
  const open = () => {
    const userId = v7()
    server.addUser(userId, [shopId])
    return openTestDevice({ userId, api: server.apiOf(userId), collections: ['orders', 'customers', 'estimates', 'employees'] })
  }
  const [bench, desk] = [await open(), await open()]
  const customer = customerInput()
  const order = orderInput(customer.id)
  const estimateId = v7()
  await bench.write(shopId, [customer, order, { action: 'create', collection: 'estimates', id: estimateId, values: { orderId: order.id, lines } }])
  await untilSynced(bench)
  await desk.sync.run()
  const list = desk.lists.openOrders({ shopId, search: '', from: null, to: null, status: 'all', assignee: 'all', page: 1, pageSize: 10 })
  const mark = () => list.get().rows.find((row) => row.order.id === order.id)?.estimate
  await until(() => mark() === null, 'the order without a mark')
  const told: [string, string | undefined][] = []
  const stop = desk.rows.watchChanges('estimates', (changes) =>
    told.push(...changes.map(({ row, previous }): [string, string | undefined] => [row.state, previous?.state])),
  )
  const values: Partial<Estimate> = { state: 'declined', decidedName: 'Mary Smith' }
  await bench.write(shopId, [{ action: 'update', collection: 'estimates', id: estimateId, values }])
  await untilSynced(bench)
  await desk.sync.run()
  await until(() => mark() === 'declined', 'the mark')
  expect(told).toContainEqual(['declined', 'draft'])
  stop()
  await desk.write(shopId, [{ action: 'update', collection: 'orders', id: order.id, values: { orderStatusId: orderStatusIdByName['Picked up'] } }])
  await until(() => mark() === null, 'the finished order without a mark')
  list.close()
})
