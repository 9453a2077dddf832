import { afterEach, beforeEach, expect, it } from 'vitest'
import { v7 } from 'uuid'
import { create, createWorld, mutation, type World } from '../testing/test-world.ts'
import { readPortalSession, startPortalSession } from '../portal/portal-sessions.ts'
import { createSteadyClock, tidy } from './tidy.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

let world: World
let monotonicMs = 0
beforeEach(async () => {
  world = await createWorld()
})
afterEach(() => world.close())

const pass = (ms: number): void => {
  monotonicMs += ms
  world.now = new Date(world.now.getTime() + ms)
}
const jump = (ms: number): void => void (world.now = new Date(world.now.getTime() + ms))
const countKept = async (): Promise<number> =>
  (await world.services.reader.selectFrom('mutations').select('id').where('kept_bytes', 'is not', null).execute()).length
const refuseSome = async (count: number): Promise<void> => {
  const userId = await world.addUser({ shopIds: [] })
  await world.push(
    userId,
    Array.from({ length: count }, () => mutation(v7(), [create('customers', v7(), { name: 'typed' })])),
  )
}

it('ends all that is older than 90 days, and nothing else', async () => {
  const steady = createSteadyClock(world.services.clock, () => monotonicMs)
  await refuseSome(450)
  pass(50 * dayMs)
  await refuseSome(3)
  pass(41 * dayMs)
  await tidy(world.services, steady)
  expect(await countKept()).toBe(3)
})

it('ends nothing by a clock that jumps forward and back', async () => {
  const steady = createSteadyClock(world.services.clock, () => monotonicMs)
  await refuseSome(2)
  pass(2 * hourMs)
  jump(3_650 * dayMs)
  await tidy(world.services, steady)
  pass(hourMs / 2)
  await tidy(world.services, steady)
  jump(-3_650 * dayMs)
  pass(2 * hourMs)
  await tidy(world.services, steady)
  expect(await countKept()).toBe(2)
})

it('ends portal sessions a day after they ran out, and none by a clock that jumped', async () => {
  const steady = createSteadyClock(world.services.clock, () => monotonicMs)
  const shopId = await world.addShop()
  const customerId = v7()
  await world.push(await world.addUser({ shopIds: [shopId] }), [
    mutation(shopId, [create('customers', customerId, { name: 'Carla', countryCode: '+1', phone: '4155550142' })]),
  ])
  const start = () =>
    startPortalSession(world.services, { shopId, number: { countryCode: '+1', phone: '4155550142' }, customerIds: [customerId], oldSessionId: undefined })
  const { sessionId } = await start()
  const isLiving = async (): Promise<boolean> => (await readPortalSession(world.services, shopId, sessionId)) !== undefined
  jump(3_650 * dayMs)
  await start()
  await tidy(world.services, steady)
  expect(await isLiving()).toBe(false)
  jump(-3_650 * dayMs)
  expect(await isLiving()).toBe(true)
  pass(2 * dayMs)
  await tidy(world.services, steady)
  pass(2 * hourMs)
  await tidy(world.services, steady)
  expect(await world.services.reader.selectFrom('portal_sessions').select('id').execute()).toHaveLength(1)
})
