import { v5, v7 } from 'uuid'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { listNotices } from '../../queries/notices.ts'
import { create, createWorld, mutation, orderValues, remove, type World } from '../../testing/test-world.ts'
import { createRow } from '../write-rows.ts'

let world: World
let shopId: string
const [customerId, orderId] = [v7(), v7()]

beforeEach(async () => {
  world = await createWorld()
  shopId = await world.addShop()
})
afterEach(() => world.close())

describe('a tick that was taken away and set again', () => {
  it('is the work of who set it last: who had set it first is not told when that goes with its order', async () => {
    const addUser = (name: string) => world.addUser({ shopIds: [shopId], name })
    const [ada, ben, cleo] = [await addUser('Ada'), await addUser('Ben'), await addUser('Cleo')]
    const administration = { ...(await world.caller(ada)), origin: 'administration' as const }
    const { id: itemId } = await createRow(world.services, administration, shopId, 'checklist_items', { name: 'Charger' })
    const tickId = v5(itemId, orderId)
    const tick = create('checklist_selections', tickId, { orderId, dropoffChecklistId: itemId })
    const push = (userId: string, ...ops: unknown[]) => world.push(userId, [mutation(shopId, ops)], { deviceId: userId })
    await push(ada, create('customers', customerId, { name: 'Mary' }), create('orders', orderId, orderValues(customerId)))
    await push(ben, tick)
    await push(cleo, remove('checklist_selections', tickId))
    await push(cleo, tick)
    expect(await push(ada, { ...remove('orders', orderId), seen: 1_000, anyway: {} })).toMatchObject([{ outcome: 'applied' }])
    const told = async (userId: string) => (await listNotices(world.services.reader, { ...(await world.caller(userId)), userId })).map(({ kind }) => kind)
    expect({ ben: await told(ben), cleo: await told(cleo) }).toEqual({ ben: [], cleo: ['deletedAnyway'] })
  })
})
