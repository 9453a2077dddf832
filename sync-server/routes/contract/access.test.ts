import { v7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createUser } from '../../commands/administration/create-user.ts'
import { testPassword, type TestClient } from '../../testing/test-server.ts'
import { openTestShop, type TestShop } from '../../testing/test-shop.ts'

/** Access rules beyond the access matrix: changed rights, spelling of ids, and device owners. */
let shop: TestShop
let orderId: string

beforeAll(async () => {
  shop = await openTestShop()
  orderId = (await shop.createOrder()).id
})
afterAll(() => shop.close())

test('a privilege or shop taken away counts from the next call on', async () => {
  const { server, shopId } = shop
  const { id: userId } = await createUser(server.services, { loginId: 'leaver', password: testPassword, shopIds: [shopId], privileges: ['view_activity'] })
  const leaver = await server.client().signIn('leaver')
  expect((await leaver.get(`/api/${shopId}/activities`)).status).toBe(200)
  await server.services.db.deleteFrom('users_privileges').where('user_id', '=', userId).execute()
  expect((await leaver.get(`/api/${shopId}/activities`)).status).toBe(403)
  await server.services.db.deleteFrom('shop_users').where('user_id', '=', userId).execute()
  expect((await leaver.get(`/api/${shopId}/activities`)).status).toBe(404)
})

describe('addresses', () => {
  test.each(['not-a-uuid', '123', 'users', '%20', "';--"])('with %s instead of an id are 404', async (id) => {
    const { shopId, ann } = shop
    for (const address of [`/api/${id}/orders`, `/api/${shopId}/orders/${id}`, `/api/shops/${id}/config`, `/api/${shopId}/orders/${id}/payments`]) {
      expect(await ann.get(address)).toMatchObject({ status: 404, json: { code: 'NOT_FOUND' } })
    }
  })

  test('take ids in upper case', async () => {
    expect((await shop.ann.get(`/api/${shop.shopId.toUpperCase()}/orders/${orderId.toUpperCase()}`)).status).toBe(200)
  })
})

describe('a device that names its user', () => {
  const push = (client: TestClient, user: string) =>
    client.post(`/api/sync/push?user=${user}`, { deviceId: 'tablet', deviceTime: new Date().toISOString(), mutations: [] })

  test('is served under its own cookie and refused under that of somebody who signed in meanwhile', async () => {
    const bob = await shop.server.client().signIn('bob')
    const { ann: annId } = shop.userIds
    expect((await push(shop.ann, annId)).status).toBe(200)
    expect((await push(bob, annId)).status).toBe(401)
    expect((await bob.get(`/api/sync/bootstrap?user=${annId}`)).status).toBe(401)
    expect((await bob.get(`/api/sync/live?user=${annId}`)).status).toBe(401)
  })
})

test('a refused change that is sent again after its shop was lost tells nothing of the shop’s rows', async () => {
  const { server, shopId } = shop
  const { id: userId } = await createUser(server.services, { loginId: 'loser', password: testPassword, shopIds: [shopId], privileges: ['view_activity'] })
  const loser = await server.client().signIn('loser')
  const mutation = {
    id: v7(),
    shopId,
    at: new Date().toISOString(),
    ops: [{ action: 'update', collection: 'orders', id: orderId, changes: { itemDetails: { from: 'What was there', to: '' } } }],
  }
  const push = async () => (await loser.post('/api/sync/push', { deviceId: 'tablet', deviceTime: mutation.at, mutations: [mutation] })).text
  expect(await push()).toContain('"outcome":"rejected"')
  await server.services.db.deleteFrom('shop_users').where('user_id', '=', userId).execute()
  const answer = await push()
  expect(JSON.parse(answer)).toMatchObject({
    results: [{ outcome: 'rejected', documents: [{ collection: 'orders', document: { id: orderId, _deleted: true } }] }],
  })
  expect(answer).not.toContain('iPhone')
  expect(answer).not.toContain('What was there')
  expect((await loser.get(`/api/${shopId}/refused-changes`)).status).toBe(404)
})
