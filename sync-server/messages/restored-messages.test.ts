import { afterAll, expect, it } from 'vitest'
import { messageTexts } from '#schema/values/messages/message-texts.ts'
import { becomeAnother } from '../operations/become-another.ts'
import { openMessageShop } from '../testing/messages/test-message-shop.ts'
import { MessageWorker } from './message-worker.ts'
import type { Outgoing, Sender } from './senders/sender.ts'

const shop = await openMessageShop()
afterAll(() => shop.world.close())

const minuteMs = 60_000

/** `outcome`: what the carrier knows of a message that waits in a restored backup. */
it.each([
  { outcome: 'unknown', state: 'failed', error: messageTexts.unknownOutcome, times: 0 },
  { outcome: 'taken', state: 'sent', error: null, times: 0 },
  { outcome: 'not taken', state: 'sent', error: null, times: 1 },
  { outcome: undefined, state: 'sent', error: null, times: 1 },
] as const)('what waits in a restored database is handed over $times times where the carrier says $outcome', async ({ outcome, state, error, times }) => {
  const { services } = shop.world
  const orderId = await shop.beginMorning()
  const taken: Outgoing[] = []
  const sender: Sender = { send: async (one) => (taken.push(one), { outcome: 'taken' }), findOutcome: async () => outcome }
  const worker = new MessageWorker({ services, senders: { sms: sender, email: sender }, makeLink: async () => '' })
  await becomeAnother(services.db, undefined, { now: services.clock(), newId: services.newId })
  await worker.run()
  shop.pass(minuteMs)
  await worker.run()
  await worker.stop()
  const [written, ...more] = await services.db
    .selectFrom('messages')
    .select(['id', 'state', 'error'])
    .where('order_id', '=', orderId)
    .where('cause', '=', 'person')
    .execute()
  expect(more).toEqual([])
  expect(written).toMatchObject({ state, error })
  expect(taken.filter(({ id }) => id === written?.id)).toHaveLength(times)
  expect(
    taken.filter(({ id }) => id !== written?.id),
    'what its status made afterwards',
  ).toHaveLength(1)
})
