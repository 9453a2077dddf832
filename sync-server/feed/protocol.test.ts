import { expect, test } from 'vitest'
import { seedTwoShops, startTestServer } from '../testing/test-server.ts'

test('a device whose protocol is not served any more is told so on every call of sync, and nothing of its push is taken', async () => {
  const server = await startTestServer()
  await seedTwoShops(server)
  const ann = await server.client().signIn('ann')
  const push = { deviceId: 'd', deviceTime: new Date().toISOString(), mutations: [{ id: '018f4d2a-7c1e-7b6a-9f00-3d6c2b1a0e55' }] }
  const refused = () => server.services.reader.selectFrom('mutations').select('id').where('outcome', '=', 'rejected').execute()
  const calls = [
    ['GET', '/api/sync/bootstrap', undefined],
    ['POST', '/api/sync/pull', { collection: 'customers', limit: 10 }],
    ['POST', '/api/sync/push', push],
    ['GET', '/api/sync/live', undefined],
  ] as const
  for (const [method, path, body] of calls) {
    expect(await ann.send(method, `${path}?protocol=0`, { body })).toMatchObject({
      status: 426,
      json: { code: 'UPGRADE_REQUIRED', message: 'Update Mainspring to go on syncing.' },
    })
    if (path === '/api/sync/push') expect(await refused()).toEqual([])
    if (path !== '/api/sync/live')
      for (const known of ['', '?protocol=1', '?protocol=2']) expect((await ann.send(method, path + known, { body })).status).toBe(200)
  }
  await server.close()
})
