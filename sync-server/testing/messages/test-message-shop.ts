import { v7 } from 'uuid'
import { saveRules } from '../../commands/shop-profile/save-rules.ts'
import { create, createWorld, mutation, orderValues, statusId, update, type World } from '../test-world.ts'

const { Fixed: fixed, 'In Progress': inProgress } = statusId
const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

export type MessageShop = {
  world: World
  pass: (ms: number) => void
  /** Adds an order with a typed and an automatic message, on a new morning because nights are quiet. @returns its id */
  beginMorning: () => Promise<string>
}

/** A shop that sends Mary a text message when her repair is Fixed. */
export async function openMessageShop(): Promise<MessageShop> {
  const world = await createWorld()
  world.now = new Date('2026-03-02T10:00:00.000Z')
  const shopId = await world.addShop()
  await world.services.db
    .insertInto('shop_profiles')
    .values({ shop_id: shopId, fields: JSON.stringify({ timeZone: 'UTC' }) })
    .execute()
  const userId = await world.addUser({ shopIds: [shopId] })
  const push = (...ops: unknown[]) => world.push(userId, [mutation(shopId, ops, world.now.toISOString())])
  const mary = v7()
  await push(create('customers', mary, { name: 'Mary', countryCode: '+1', phone: '5550102000' }))
  await saveRules(world.services, userId, shopId, [{ orderStatusId: fixed, channel: 'sms', mode: 'send', subject: null, text: 'Ready, {name}' }])
  return {
    world,
    pass: (ms) => void (world.now = new Date(world.now.getTime() + ms)),
    beginMorning: async () => {
      world.now = new Date(Math.ceil(world.now.getTime() / dayMs) * dayMs + 10 * 60 * minuteMs)
      const orderId = v7()
      await push(create('orders', orderId, orderValues(mary, { orderStatusId: inProgress })), create('messages', v7(), { orderId, text: 'Written' }))
      await push(update('orders', orderId, { orderStatusId: [inProgress, fixed] }))
      return orderId
    },
  }
}
