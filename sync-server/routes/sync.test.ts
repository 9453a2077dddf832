import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { v7 } from 'uuid'
import { privilegeNames } from '#schema/privileges.ts'
import { orderStatusNames } from '#schema/values/order-status.ts'
import { contentOf, create, mutation, orderValues, update } from '../testing/test-world.ts'
import { startSyncServer, type Client, type SyncServer } from '../testing/test-sync-server.ts'
import type { MutationResult } from '#schema/api/sync.ts'

describe('/api/sync over HTTP', () => {
  let server: SyncServer
  let shopId: string
  let ada: Client
  const customerId = v7()
  const orderId = v7()

  beforeAll(async () => {
    server = await startSyncServer()
    shopId = await server.addShop('Main street')
    ada = await server.signIn(await server.addUser({ shopIds: [shopId], name: 'Ada' }))
    await push(ada, [mutation(shopId, [create('customers', customerId, { name: 'Mary' }), create('orders', orderId, orderValues(customerId))])])
  })
  afterAll(() => server.stop())

  const push = (client: Client, mutations: readonly unknown[]) =>
    client.post('/api/sync/push', { deviceId: 'tablet', deviceTime: server.now.toISOString(), mutations })
  const resultsOf = (answer: { body: Record<string, unknown> }) => answer.body['results'] as MutationResult[]

  describe('bootstrap', () => {
    it('answers the person, their rights and shops, the look-ups in order, and the times', async () => {
      const { status, body, headers } = await ada.get('/api/sync/bootstrap')
      expect(status).toBe(200)
      expect(headers.get('Cache-Control')).toBe('no-store')
      expect(body).toMatchObject({
        user: { id: ada.userId },
        privileges: privilegeNames,
        shops: [
          {
            id: shopId,
            name: 'Main street',
            color: null,
            description: null,
            alias: null,
            config: { orderConfig: { statusColors: { greenEnd: 2, yellowEnd: 5 } }, customerPortal: false },
          },
        ],
        productConditions: [{ conditionName: 'new' }, { conditionName: 'used' }, { conditionName: 'refurbished' }, { conditionName: 'pulled' }],
        address: null,
        sendingChannels: [],
        serverTime: '2026-03-02T09:00:00.000Z',
        sessionExpiresAt: '2027-01-01T00:00:00.000Z',
        protocol: 1,
      })
      expect((body['orderStatuses'] as { statusName: string }[]).map(({ statusName }) => statusName)).toEqual(orderStatusNames)
      expect(Object.keys(body).sort()).toEqual(
        [
          'user',
          'privileges',
          'shops',
          'orderStatuses',
          'productConditions',
          'productTypes',
          'productColors',
          'users',
          'address',
          'hasPublicUrl',
          'sendingChannels',
          'serverTime',
          'sessionExpiresAt',
          'protocol',
        ].sort(),
      )
    })

    it('names the users of shared shops only, by id, name and login id', async () => {
      const other = await server.addShop('Elsewhere')
      const colleague = await server.addUser({ shopIds: [shopId, other], name: 'Ben' })
      const stranger = await server.addUser({ shopIds: [other], name: 'Zed' })
      const { body } = await ada.get('/api/sync/bootstrap')
      const users = body['users'] as { id: string }[]
      expect(users.map(({ id }) => id).sort()).toEqual([ada.userId, colleague].sort())
      expect(JSON.stringify(body)).not.toContain(stranger)
      expect(JSON.stringify(body)).not.toContain(other)
      expect(users.every((user) => Object.keys(user).sort().join() === 'id,login_id,name')).toBe(true)
    })

    it('answers empty lists to a person without shops', async () => {
      const client = await server.signIn(await server.addUser({ shopIds: [], privileges: [] }))
      expect((await client.get('/api/sync/bootstrap')).body).toMatchObject({ privileges: [], shops: [], users: [{ id: client.userId }] })
    })
  })

  describe('push', () => {
    it('answers the server time and corrects the device time by it', async () => {
      const taskId = v7()
      const deviceTime = new Date(server.now.getTime() + 86_400_000).toISOString()
      const at = new Date(server.now.getTime() + 86_400_000 - 60_000).toISOString()
      const { body } = await ada.post('/api/sync/push', {
        deviceId: 'fast tablet',
        deviceTime,
        mutations: [mutation(shopId, [create('tasks', taskId, { description: 'x' })], at)],
      })
      expect(body['serverTime']).toBe('2026-03-02T09:00:00.000Z')
      expect(contentOf((body['results'] as MutationResult[])[0], taskId)).toMatchObject({ createdAt: '2026-03-02T08:59:00.000Z' })
    })

    it('answers an empty push', async () => {
      expect((await push(ada, [])).body).toEqual({ serverTime: '2026-03-02T09:00:00.000Z', results: [] })
    })

    it('takes 500 mutations, refuses 501 and a body above 1 MiB', async () => {
      const many = Array.from({ length: 501 }, () => mutation(shopId, [update('orders', orderId, {})]))
      expect((await push(ada, many.slice(0, 500))).status).toBe(200)
      expect(await push(ada, many)).toMatchObject({ status: 413, body: { code: 'PAYLOAD_TOO_LARGE' } })
      const large = Array.from({ length: 60 }, () => mutation(shopId, [create('customers', v7(), { name: 'x', customerNotes: 'n'.repeat(19_000) })]))
      expect(await push(ada, large)).toMatchObject({ status: 413, body: { code: 'PAYLOAD_TOO_LARGE' } })
      expect((await push(ada, large.slice(0, 50))).status).toBe(200)
    })

    it.each([
      ['no JSON', '{'],
      ['null', 'null'],
      ['no device', JSON.stringify({ deviceTime: '2026-03-02T09:00:00.000Z', mutations: [] })],
      ['no device time', JSON.stringify({ deviceId: 'a', mutations: [] })],
      ['no list of mutations', JSON.stringify({ deviceId: 'a', deviceTime: '2026-03-02T09:00:00.000Z', mutations: {} })],
    ])('refuses a broken envelope as a whole: %s', async (_title, body) => {
      expect(await ada.post('/api/sync/push', body)).toMatchObject({ status: 400, body: { code: 'VALIDATION' } })
    })

    it('answers 200 with a result for each of many broken mutations', async () => {
      const answer = await push(ada, [1, 'x', { id: 5 }, mutation(shopId, [update('orders', orderId, { quotedCost: ['90', '91'] })])])
      expect(answer.status).toBe(200)
      expect(resultsOf(answer).map(({ outcome }) => outcome)).toEqual(['rejected', 'rejected', 'rejected', 'applied'])
    })
  })

  describe('pull', () => {
    it('answers a page, and the errors of the contract', async () => {
      const { status, body } = await ada.post('/api/sync/pull', { collection: 'orders', limit: 5_000, checkpoint: {} })
      expect(status).toBe(200)
      expect(body).toMatchObject({
        documents: [{ id: orderId, itemDetails: 'iPhone 12' }],
        checkpoint: { [shopId]: { seq: expect.any(Number) } },
        reset: [],
        gone: [],
      })
      expect((await ada.post('/api/sync/pull', { collection: 'nothing', limit: 1 })).status).toBe(404)
      expect((await ada.post('/api/sync/pull', { collection: 'orders', limit: 5_001 })).status).toBe(400)
      expect((await ada.post('/api/sync/pull', 'no json')).status).toBe(400)
      const clerk = await server.signIn(await server.addUser({ shopIds: [shopId], privileges: [] }))
      expect((await clerk.post('/api/sync/pull', { collection: 'activities', limit: 1 })).status).toBe(403)
    })

    it('reads membership anew on every call', async () => {
      const client = await server.signIn(await server.addUser({ shopIds: [shopId] }))
      const { body } = await client.post('/api/sync/pull', { collection: 'orders', limit: 10 })
      await server.services.db.deleteFrom('shop_users').where('user_id', '=', client.userId).execute()
      const after = await client.post('/api/sync/pull', { collection: 'orders', limit: 10, checkpoint: body['checkpoint'] })
      expect(after.body).toEqual({ documents: [], checkpoint: {}, reset: [], gone: [shopId] })
      const refused = await push(client, [mutation(shopId, [update('orders', orderId, { quotedCost: ['90', '1'] })])])
      expect(resultsOf(refused)[0]).toMatchObject({
        outcome: 'rejected',
        error: { code: 'FORBIDDEN' },
        documents: [{ document: { id: orderId, _deleted: true } }],
      })
    })
  })
})
