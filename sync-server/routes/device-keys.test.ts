import { createECDH } from 'node:crypto'
import { v7 } from 'uuid'
import { afterAll, expect, test } from 'vitest'
import type { DeviceKeyAnswer, DeviceKeyOpenAnswer } from '#schema/api/device-keys.ts'
import type { TestClient } from '../testing/test-server.ts'
import { openTestShop } from '../testing/test-shop.ts'

const shop = await openTestShop()
const bob = await shop.server.client().signIn('bob')
afterAll(() => shop.close())

const path = '/api/sync/device-keys'
const askKey = async (client: TestClient, deviceId: string): Promise<DeviceKeyAnswer> => (await client.post(path, { deviceId })).json as DeviceKeyAnswer
const makeOneTimeKey = () => {
  const pair = createECDH('prime256v1')
  pair.generateKeys()
  return { pair, publicKey: pair.getPublicKey('base64url') }
}

test('a device gets the same public key each time, another device of the person another, and the private half is nowhere to be read', async () => {
  const first = await askKey(shop.ann, 'tablet')
  expect(await askKey(shop.ann, 'tablet')).toEqual(first)
  expect((await askKey(shop.ann, 'phone')).publicKey).not.toBe(first.publicKey)
  expect(Object.keys(first).toSorted()).toEqual(['id', 'publicKey'])
})

test('opening answers what the device agreed upon with itself when it sealed, also after the password was set anew', async () => {
  const key = await askKey(shop.ann, 'tablet')
  const { pair, publicKey } = makeOneTimeKey()
  const sealedWith = pair.computeSecret(Buffer.from(key.publicKey, 'base64url')).toString('base64url')
  const open = async (client: TestClient): Promise<DeviceKeyOpenAnswer> =>
    (await client.post(`${path}/${key.id}/open`, { publicKey })).json as DeviceKeyOpenAnswer
  expect(await open(shop.ann)).toEqual({ shared: sealedWith })
  await shop.server.services.db.updateTable('users').set({ password_hash: 'another' }).where('id', '=', shop.userIds.ann).execute()
  expect(await open(shop.ann)).toEqual({ shared: sealedWith })
})

test('nobody opens with the key of somebody else, nor with one that the server does not have', async () => {
  const key = await askKey(shop.ann, 'shared tablet')
  const { publicKey } = makeOneTimeKey()
  expect((await askKey(bob, 'shared tablet')).id).not.toBe(key.id)
  for (const id of [key.id, v7()]) expect(await bob.post(`${path}/${id}/open`, { publicKey })).toMatchObject({ status: 404, json: { code: 'NOT_FOUND' } })
  expect((await bob.post(`${path}?user=${shop.userIds.ann}`, { deviceId: 'shared tablet' })).status).toBe(401)
})

test('what is no key is refused', async () => {
  const key = await askKey(shop.ann, 'tablet')
  const offTheCurve = `B${'A'.repeat(86)}`
  for (const publicKey of ['', 'short', offTheCurve, 7]) {
    expect(await shop.ann.post(`${path}/${key.id}/open`, { publicKey })).toMatchObject({ status: 400, json: { code: 'VALIDATION' } })
  }
  expect((await shop.ann.post(path, {})).status).toBe(400)
})

test('a person has fifty keys at most: the oldest ends', async () => {
  const keys: DeviceKeyAnswer[] = []
  for (let device = 0; device < 52; device++) {
    shop.clock.advance(1_000)
    keys.push(await askKey(bob, `device ${device}`))
  }
  const stored = await shop.server.services.reader.selectFrom('device_keys').select('id').where('user_id', '=', shop.userIds.bob).execute()
  expect(stored).toHaveLength(50)
  expect(await askKey(bob, 'device 51')).toEqual(keys[51])
  expect((await bob.post(`${path}/${keys[0]?.id}/open`, { publicKey: makeOneTimeKey().publicKey })).status).toBe(404)
})
