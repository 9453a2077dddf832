import { describe, expect, it } from 'vitest'
import { privilegeNames } from '#schema/privileges.ts'
import { customerInput, testStorage, fewCollections, openTestDevice, until, untilSynced } from '../testing/test-device.ts'
import { type Answerer, signInToServer } from '../testing/test-server-api.ts'
import { password, serveNorth } from '../testing/test-shop-server.ts'
import { toServerMark } from '../testing/test-server-mark.ts'

const north = serveNorth({ lab: privilegeNames })

/** A device on a connection whose responses the test can replace. */
async function openBehind(name: string) {
  const line: { answer: Answerer; known: string | undefined } = { answer: () => undefined, known: undefined }
  const knownServer = { read: () => line.known, remember: (serverId: string) => void (line.known = serverId) }
  const userId = north.userIdOf('lab')
  const api = await signInToServer(north.server.url, userId, 'lab', password, { answer: (path) => line.answer(path), knownServer })
  const device = await openTestDevice({ userId, api, storage: testStorage(name), deviceId: name })
  await untilSynced(device)
  return { line, device }
}

const codeByStatus: Record<number, string> = {
  400: 'VALIDATION',
  401: 'UNAUTHENTICATED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  413: 'PAYLOAD_TOO_LARGE',
  426: 'UPGRADE_REQUIRED',
  429: 'TOO_MANY_REQUESTS',
  507: 'STORAGE_FULL',
}

/** The best imitation that a gateway can make without knowing the server. */
function imitate(status: number, headers: Record<string, string> = {}): Answerer {
  const bodyByPath: Record<string, object> = {
    '/api/sync/bootstrap': { user: { id: north.userIdOf('lab') }, privileges: [], shops: [] },
    '/api/sync/pull': { documents: [], checkpoint: {}, reset: [north.shopId], gone: [north.shopId] },
    '/api/sync/push': { serverTime: '2026-03-02T09:00:00.000Z', results: [] },
  }
  const init = { status, headers: { 'content-type': 'application/json', 'retry-after': '86400', ...headers } }
  return (path) => new Response(JSON.stringify(status === 200 ? bodyByPath[path] : { code: codeByStatus[status], message: 'No such page' }), init)
}

describe("answers without our server's mark", () => {
  it.each([200, 400, 401, 403, 404, 413, 426, 429, 507])(
    'of %i are no contact: nothing is refused, removed or signed out, and what waits lands afterwards',
    async (status) => {
      const { line, device } = await openBehind(`imitated-${status}`)
      const before = customerInput({ name: `Before ${status}` })
      await device.write(north.shopId, [before])
      await untilSynced(device)

      const asked = new Set<string>()
      const imitation = imitate(status)
      line.answer = (path) => {
        asked.add(path)
        return imitation(path)
      }
      const typed = [customerInput({ name: `Typed ${status}` }), customerInput({ name: `Typed too ${status}` })]
      for (const input of typed) await device.write(north.shopId, [input])
      await device.sync.run()
      await until(() => asked.has('/api/sync/push') && asked.has('/api/sync/bootstrap'), 'every call to be answered by the gateway')
      expect(device.sync.status.get()).toMatchObject({ state: 'offline', waiting: 2, attention: 0, problem: null })
      expect(device.sync.status.get().isForeignServer).toBeUndefined()
      expect(await device.refused.list()).toEqual([])
      for (const { id } of [before, ...typed]) expect(await device.rows.read('customers', id)).toBeDefined()
      expect(device.sync.bootstrap.get()?.shops.map(({ id }) => id)).toEqual([north.shopId])

      line.answer = () => undefined
      device.wakeUp('online')
      await untilSynced(device)
      expect(await device.refused.list()).toEqual([])
      const names = (await device.rows.list('customers', north.shopId)).map(({ name }) => name)
      for (const { values } of typed) expect(names.filter((name) => name === values['name'])).toHaveLength(1)
    },
  )

  it('never end a pull early, whichever collection they answer', async () => {
    const { line, device } = await openBehind('pull')
    line.answer = (path) => (path === '/api/sync/pull' ? imitate(403)(path) : undefined)
    device.wakeUp('online')
    await until(() => device.sync.status.get().state === 'offline', 'being offline')
    expect(device.sync.bootstrap.get()?.privileges).toEqual(expect.arrayContaining([...privilegeNames]))
    line.answer = () => undefined
    device.wakeUp('online')
    await untilSynced(device)
    expect(fewCollections.length).toBeGreaterThan(1)
  })
})

it('a size limit on the way makes pushes smaller and refuses nothing', async () => {
  const { line, device } = await openBehind('narrow')
  line.answer = (path) => (path === '/api/sync/push' ? new Response('too large', { status: 413 }) : undefined)
  const inputs = Array.from({ length: 9 }, (_, index) => customerInput({ name: `Narrow ${index}` }))
  for (const input of inputs) await device.write(north.shopId, [input])
  await device.sync.run()
  await until(() => device.sync.status.get().state === 'offline' || device.sync.status.get().waiting === 9)
  expect(await device.refused.list()).toEqual([])
  line.answer = () => undefined
  device.wakeUp('online')
  await untilSynced(device)
})

describe('another Mainspring server at the address', () => {
  it('is no contact and is said in words, until somebody signs in there; what waits stays and is sent then', async () => {
    const { line, device } = await openBehind('moved')
    const own = line.known
    expect(own).toMatch(/^[0-9a-f-]{36}$/)
    const elsewhere = toServerMark('5e12fe12-0000-4000-8000-000000000002')
    for (const status of [200, 400, 401, 403, 404, 413, 426]) {
      line.answer = imitate(status, elsewhere)
      if (status === 200) await device.write(north.shopId, [customerInput({ name: 'Typed before the move' })])
      device.wakeUp('online')
      await device.sync.run()
      await until(() => device.sync.status.get().isForeignServer === true, `the word of another server, ${status}`)
      expect(device.sync.status.get()).toMatchObject({ state: 'offline', waiting: 1, attention: 0 })
      expect(line.known).toBe(own)
    }
    // The same server under another id, as after a new setup with the same users.
    line.known = '5e12fe12-0000-4000-8000-000000000003'
    line.answer = () => undefined
    await device.sync.run()
    await until(() => device.sync.status.get().isForeignServer === true)
    line.known = own
    device.wakeUp('online')
    await untilSynced(device)
    expect(device.sync.status.get().isForeignServer).toBeUndefined()
    expect((await device.rows.list('customers', north.shopId)).filter(({ name }) => name === 'Typed before the move')).toHaveLength(1)
  })
})
