import { afterAll, beforeAll, expect, it } from 'vitest'
import { v7 as uuidV7 } from 'uuid'
import { orderStatusIdByName } from '#schema/values/order-status.ts'
import { createOp, toMutation, type ApiClient } from './api-client.ts'
import { startShopServer, type ShopServer } from './start-shop-server.ts'

let shops: ShopServer
let client: ApiClient
let shopId = ''

beforeAll(async () => {
  shops = await startShopServer(['kill'], { cat: {} })
  ;[shopId = ''] = shops.shopIds
  client = await shops.signIn('cat')
})

afterAll(() => shops.server.dispose())

it('answers a push that was acknowledged before a kill with the stored outcome, refusals too', async () => {
  const good = toMutation(shopId, [createOp('customers', { name: 'Before the kill' })])
  const bad = toMutation(shopId, [
    createOp('orders', { customerId: uuidV7(), orderStatusId: orderStatusIdByName.Lead, itemDetails: 'Radio', issueDescription: 'Hums' }),
  ])
  const before = await client.push([good, bad])
  expect(before.body.results.map(({ outcome }) => outcome)).toEqual(['applied', 'rejected'])
  await shops.server.kill('SIGKILL')
  await shops.server.start()
  const after = await client.push([good, bad])
  expect(after.body.results).toEqual(before.body.results)
})

it('stops on SIGTERM with a live stream open, which ends, with code 0', async () => {
  const controller = new AbortController()
  const stream = client.events(controller.signal)[Symbol.asyncIterator]()
  await stream.next()
  expect(await shops.server.kill('SIGTERM')).toBe(0)
  controller.abort()
  await stream.return?.(undefined).catch(() => undefined)
  await shops.server.start()
})
