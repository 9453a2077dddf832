import { expect, test } from 'vitest'
import { AppError } from '#schema/errors.ts'
import { seedTwoShops, startTestServer } from '../testing/test-server.ts'
import { refuseOldProtocol } from './protocol.ts'

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

test('a device of before the question gets an answer that it takes for a server in trouble, once its protocol is too old', async () => {
  expect(refuseOldProtocol(undefined, 1)).toBeUndefined()
  const answer = refuseOldProtocol(undefined, 2)
  expect(answer?.status).toBe(426)
  expect(await answer?.json()).toEqual({ code: 'UNAVAILABLE', message: 'Update Mainspring to go on syncing.' })
  expect(() => refuseOldProtocol(1, 2)).toThrow(AppError)
  expect(refuseOldProtocol(2, 2)).toBeUndefined()
})
