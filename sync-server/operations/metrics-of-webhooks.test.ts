import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openTestShop, rowOf, type TestShop } from '../testing/test-shop.ts'
import { openReceiver, refuse, type TestReceiver } from '../testing/webhooks/test-receiver.ts'

const token = 'a token of the operator'

let shop: TestShop
let receiver: TestReceiver

beforeEach(async () => {
  shop = await openTestShop({ WEBHOOK_ALLOW_PRIVATE: 'true', METRICS_TOKEN: token })
  receiver = await openReceiver()
})
afterEach(async () => {
  await shop.close()
  await receiver.close()
})

/** Webhook metrics, without the shop's id. */
async function readFigures(): Promise<string[]> {
  const { text } = await shop.server.client().get('/metrics', { headers: { Authorization: `Bearer ${token}` } })
  expect(text).not.toContain(receiver.url)
  return [...text.matchAll(/^mainspring_webhook(.*)$/gm)].map(([, figure = '']) => figure.replace(`shop="${shop.shopId}"`, ''))
}
const until = (assert: () => unknown): Promise<unknown> => vi.waitFor(assert, { timeout: 15_000, interval: 10 })

test('a shop without webhooks has no figures of them', async () => expect(await readFigures()).toEqual([]))

test('the operator sees that a webhook fails and how old the oldest event is that waits; a paused one is behind nothing', async () => {
  receiver.answer(refuse(500))
  const { id } = rowOf(await shop.max.post(`${shop.api}/webhooks`, { url: receiver.url, events: ['customer.created'] }))
  await shop.createCustomer()
  await until(async () => expect(await readFigures()).toContain('s{,state="failing"} 1'))
  shop.clock.advance(3_600_000)
  expect(await readFigures()).toContain('_delay_seconds{} 3600')
  rowOf(await shop.max.put(`${shop.api}/webhooks/${id}`, { paused: true }))
  expect(await readFigures()).toEqual(['s{,state="idle"} 0', 's{,state="waiting"} 0', 's{,state="failing"} 0', 's{,state="paused"} 1', '_delay_seconds{} 0'])
  receiver.answer((_, response) => response.end())
  rowOf(await shop.max.put(`${shop.api}/webhooks/${id}`, { paused: false }))
  await until(async () => expect(await readFigures()).toContain('s{,state="idle"} 1'))
  expect(await readFigures()).toContain('_delay_seconds{} 0')
})
