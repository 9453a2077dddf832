import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { v7 } from 'uuid'
import { collectionNames } from '#schema/collections/index.ts'
import { privilegeNames } from '#schema/privileges.ts'
import { type ServerProcess, startServerProcess } from '#scripts/process-tests/server-process.ts'
import type { SyncApi } from '../../platform/server-port.ts'
import { closeTestDevices, customerInput, openTestDevice, orderInput, paymentInput, until, untilSynced } from '../../testing/test-device.ts'
import { signInToServer } from '../../testing/test-server-api.ts'

const password = 'a long enough password'
const userIdOf = new Map<string, string>()
let server: ServerProcess
let shopId = ''

beforeAll(async () => {
  server = await startServerProcess()
  const user = (loginId: string) => ({ loginId, password, shops: ['north'], privileges: [...privilegeNames] })
  const ids = await server.seed({ shops: [{ name: 'North', code: 'north' }], users: [user('lab'), user('desk')] })
  shopId = ids.shopIdByCode['north'] ?? ''
  for (const [loginId, id] of Object.entries(ids.userIdByLogin)) userIdOf.set(loginId, id)
  await fillShop()
})
afterEach(closeTestDevices)
afterAll(() => server.dispose())

const signIn = (loginId: string): Promise<SyncApi> => signInToServer(server.url, userIdOf.get(loginId) ?? '', loginId, password)

/** 50 customers with three paid orders each: 350 rows, and an activity for each. */
async function fillShop(): Promise<void> {
  const at = new Date().toISOString()
  const customers = Array.from({ length: 50 }, () => customerInput())
  const orders = customers.flatMap(({ id }) => Array.from({ length: 3 }, () => orderInput(id)))
  const payments = orders.map(({ id }) => paymentInput(id, 12.5))
  const lab = await signIn('lab')
  for (const inputs of [customers, orders, payments]) {
    const mutations = inputs.map(({ action, collection, id, values }) => ({
      id: v7(),
      shopId,
      at,
      ops: [{ action, collection, id, values }],
    }))
    await lab.push({ deviceId: 'lab', deviceTime: at, mutations }, AbortSignal.timeout(30_000))
  }
}

type Asked = { name: string; bytes: number }

/** Records each request with the bytes of its response as compact JSON. The live stream never opens, as its timing would vary. */
function noteAsked(api: SyncApi, asked: Asked[]): SyncApi {
  const note =
    <Given extends unknown[], Answer>(name: string, ask: (...given: Given) => Promise<Answer>) =>
    async (...given: Given): Promise<Answer> => {
      const answer = await ask(...given)
      asked.push({ name, bytes: Buffer.byteLength(JSON.stringify(answer)) })
      return answer
    }
  const { bootstrap, firstPage, pull, digest, notices, numbers } = api
  return {
    ...api,
    bootstrap: note('bootstrap', bootstrap),
    pull: note('pull', pull),
    firstPage: firstPage && note('firstPage', firstPage),
    digest: digest && note('digest', digest),
    ...(notices && { notices: { ...notices, read: note('notices', notices.read) } }),
    ...(numbers && { numbers: { ...numbers, lease: note('numbers', numbers.lease) } }),
    openLive: () => ({ close: () => undefined }),
  }
}

// On a slow network each request costs a round trip and each byte costs time. All ids and times have one length, so
// that the byte count is stable.
it('a first sync asks once for each feed, and brings a known number of bytes', async () => {
  const asked: Asked[] = []
  const device = await openTestDevice({
    userId: userIdOf.get('desk') ?? '',
    api: noteAsked(await signIn('desk'), asked),
    collections: [...collectionNames],
    opensAt: () => ({ view: 'orders', shopId }),
    isSignIn: true,
  })
  await until(() => asked.some(({ name }) => name === 'numbers'), 'the last request')
  await untilSynced(device)
  const requests = Object.groupBy(asked, ({ name }) => name)
  expect(Object.fromEntries(Object.entries(requests).map(([name, all = []]) => [name, all.length]))).toEqual({
    bootstrap: 1,
    firstPage: 1,
    pull: collectionNames.length,
    notices: 1,
    numbers: 1,
  })
  expect(asked.reduce((sum, { bytes }) => sum + bytes, 0)).toBe(467_271)
})
