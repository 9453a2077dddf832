import { v7 } from 'uuid'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { portalDailyMessagesDefault } from '#schema/rules/customers/portal.ts'
import { messageTexts } from '#schema/values/messages/message-texts.ts'
import { create, createWorld, mutation, orderValues, update, type World } from '../testing/test-world.ts'
import { MessageWorker } from './message-worker.ts'
import type { Sender } from './senders/sender.ts'

const hourMs = 3_600_000

let world: World
let shopId: string
let userId: string
let worker: MessageWorker
let sent: string[]
const [mary, orderId] = [v7(), v7()]

beforeEach(async () => {
  world = await createWorld()
  world.now = new Date('2026-03-02T12:00:00.000Z')
  shopId = await world.addShop()
  userId = await world.addUser({ shopIds: [shopId] })
  await push(
    create('customers', mary, {
      name: 'Mary',
      countryCode: '+882',
      phone: '1600012345',
      alternateCountryCode: '+44',
      alternatePhone: '07700900123',
      email: 'm@example.com',
    }),
    create('customers', v7(), { name: 'Neighbour', countryCode: '+49', phone: '3012345678' }),
    create('customers', v7(), { name: 'Neighbour', countryCode: '+49', phone: '3012345679' }),
    create('orders', orderId, orderValues(mary)),
  )
  sent = []
  const carrier: Sender = {
    send: async ({ to }) => {
      sent.push(to)
      return { outcome: 'taken' }
    },
    findOutcome: async () => 'unknown',
  }
  worker = new MessageWorker({ services: world.services, senders: { sms: carrier, email: carrier }, makeLink: async () => '' })
})
afterEach(async () => {
  await worker.stop()
  await world.close()
})

const push = (...ops: unknown[]) => world.push(userId, [mutation(shopId, ops, world.now.toISOString())])
const write = async (values: object): Promise<string> => {
  const id = v7()
  await push(create('messages', id, { orderId, text: 'Hello', ...values }))
  return id
}
const read = (id: string) => world.services.reader.selectFrom('messages').select(['state', 'error']).where('id', '=', id).executeTakeFirstOrThrow()
const spend = (texts: number) =>
  world.services.db
    .insertInto('portal_message_days')
    .values({ id: v7(), shop_id: shopId, day: world.now.toISOString().slice(0, 10), sent: 0, texts })
    .execute()

test('texts beyond the budget of the day wait with the reason for the next day, hurried ones too, while e-mails go', async () => {
  await spend(portalDailyMessagesDefault - 1)
  const [first, second, hurried] = [await write({ text: 'One' }), await write({ text: 'Two' }), await write({ text: 'Three', anyHour: true })]
  await write({ channel: 'email', subject: 'Hello' })
  for (let round = 0; round < 3; round++) await worker.run()
  expect(sent).toEqual(['+8821600012345', 'm@example.com'])
  expect(await read(first)).toEqual({ state: 'sent', error: null })
  for (const id of [second, hurried]) expect(await read(id)).toEqual({ state: 'waiting', error: messageTexts.usedUp })
  world.now = new Date(world.now.getTime() + 24 * hourMs)
  await worker.run()
  for (const id of [second, hurried]) expect(await read(id)).toEqual({ state: 'sent', error: null })
})

test('texts go to both numbers of the customer, with a trunk zero too, and to others only in the countries of the shop', async () => {
  const [alternate, inCountry, foreign, former] = [
    await write({ to: '+447700900123' }),
    await write({ to: '+493012345670' }),
    await write({ to: '+8821600054321' }),
    await write({}),
  ]
  await push(update('customers', mary, { phone: ['1600012345', '1600012346'] }))
  await worker.run()
  for (const id of [alternate, inCountry]) expect(await read(id)).toMatchObject({ state: 'sent' })
  for (const id of [foreign, former]) expect(await read(id)).toEqual({ state: 'failed', error: messageTexts.foreignNumber })
  expect(sent.toSorted()).toEqual(['+447700900123', '+493012345670'])
})
