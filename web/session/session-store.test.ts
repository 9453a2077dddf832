/// <reference types="node" />
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import type { SessionUser } from '#schema/api/sync.ts'
import { NetworkError } from '#web/api/errors.ts'
import { createHttp } from '#web/api/http.ts'
import { testServerId, testServerMark, toServerMark } from '#web/device/testing/test-server-mark.ts'
import { createOfflineEntry, type PersonalStore } from './browser-offline-entry.ts'
import { createSession } from './session-store.ts'
import type { SessionChange, StoredIdentity } from './session-types.ts'

function createPersonalStore(): PersonalStore {
  const entries = new Map<string, unknown>()
  return async (kind, userId, change) => {
    const key = `${kind}:${userId}`
    const next = change(structuredClone(entries.get(key)) as never)
    if (next === undefined) entries.delete(key)
    else entries.set(key, structuredClone(next))
    return next
  }
}

const user = (id: string): SessionUser => ({
  id,
  name: 'Ana',
  login_id: 'ana',
  email: null,
  phone: null,
  countryCode: null,
  alternatePhone: null,
  alternateCountryCode: null,
  language: null,
})
const ana = user('u-ana')

const thirtyDays = { days: 30, asksPin: false }
const dayMs = 86_400_000

/** State that outlives a page: the clocks and the device's storage. */
type TestMemory = ReturnType<typeof createMemory>
const createMemory = () => ({ clock: { nowMs: Date.UTC(2026, 2, 1), openMs: 0 }, personal: createPersonalStore() })

type Answer = { status: number; body: unknown; type?: string; delayMs?: number; headers?: Record<string, string> }
type Answers = Record<string, Answer>

const json = (body: unknown, status = 200): Answer => ({ status, body })
const refused = json({ code: 'UNAUTHENTICATED', message: 'Please sign in.' }, 401)
const hotelPage: Answer = { status: 403, body: '<html>Pay for wifi</html>', type: 'text/html' }

const signedIn: Answers = {
  'GET /api/auth/me': json({ user: ana }),
  'GET /api/auth/privileges': json({ privileges: ['view_report', 'fly'] }),
  'POST /api/login': json({ user: ana }),
  'POST /api/logout': json({}),
}

const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
})

/** A session with a real server whose responses the test may change; `null` means no server. */
async function setUp(
  options: { answers?: Answers | null; stored?: StoredIdentity; pendingLogout?: boolean; isOnline?: boolean; serverId?: string; device?: TestMemory } = {},
) {
  const { answers = signedIn, stored, pendingLogout = false, isOnline = true } = options
  const { clock, personal } = options.device ?? createMemory()
  const calls: string[] = []
  let present = answers
  let { serverId } = options
  const server = createServer((request, response) => {
    const call = `${request.method} ${request.url}`
    calls.push(call)
    const answer = present?.[call]
    if (answer === undefined) return void request.socket.destroy()
    setTimeout(() => {
      response.writeHead(answer.status, { 'content-type': answer.type ?? 'application/json', ...(answer.headers ?? testServerMark) })
      response.end(answer.type ? String(answer.body) : JSON.stringify(answer.body))
    }, answer.delayMs ?? 0)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  stops.push(() => {
    server.closeAllConnections()
    server.close()
  })
  const device = { identity: stored, pendingLogout, left: [] as string[], announced: [] as SessionChange[] }
  const session = createSession({
    http: createHttp({
      baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      knownServer: { read: () => serverId, remember: (next) => void (serverId = next) },
    }),
    identities: {
      read: () => Promise.resolve(device.identity),
      save: (identity) => Promise.resolve(void (device.identity = { ...identity, rule: device.identity?.rule ?? thirtyDays })),
      clear: () => Promise.resolve(void (device.identity = undefined)),
    },
    pendingLogout: { get: () => device.pendingLogout, set: (isPending) => void (device.pendingLogout = isPending) },
    offlineEntry: createOfflineEntry(personal, { now: () => new Date(clock.nowMs), monotonic: () => clock.openMs }),
    leaveTo: (path) => void device.left.push(path),
    announce: (change) => void device.announced.push(change),
    isOnline: () => isOnline,
  })
  return { session, device, calls, state: () => session.store.getState(), change: (next: Answers | null) => (present = next) }
}

const storedAna: StoredIdentity = { user: ana, privileges: ['delete_order'], rule: thirtyDays }

describe('the check on start', () => {
  it('is loading first, then knows the user and the privileges that exist (AUTH-07..09)', async () => {
    const { session, state, device } = await setUp()
    expect(state()).toMatchObject({ status: 'loading', privilegesLoaded: false })
    expect(session.hasPrivilege('view_report')).toBe(false)
    await session.check()
    expect(state()).toMatchObject({ status: 'signed-in', user: ana, privileges: ['view_report'], privilegesLoaded: true, isOffline: false })
    expect(session.hasPrivilege('view_report')).toBe(true)
    expect(device.identity?.user.id).toBe(ana.id)
  })

  it('clears everything when the server says no (AUTH-10)', async () => {
    const { session, state, device } = await setUp({ answers: { 'GET /api/auth/me': refused }, stored: storedAna })
    await session.check()
    expect(state()).toMatchObject({ status: 'signed-out', user: null, privileges: [], privilegesLoaded: true })
    expect(device.identity).toBeUndefined()
  })

  it('opens the stored identity when nobody answers (AMB-01)', async () => {
    for (const answers of [
      null,
      { 'GET /api/auth/me': hotelPage },
      { 'GET /api/auth/me': json({ message: 'down' }, 503) },
      { 'GET /api/auth/me': { status: 200, body: '<html>', type: 'text/html' } },
    ]) {
      const { session, state, device } = await setUp({ answers, stored: storedAna })
      await session.check()
      expect(state()).toMatchObject({ status: 'signed-in', user: ana, privileges: ['delete_order'], privilegesLoaded: true, isOffline: true })
      expect(device.identity).toBeDefined()
    }
  })

  it('confirms the identity when the network is back, and asks to sign in again when the session has ended meanwhile', async () => {
    const back = await setUp({ answers: null, stored: storedAna })
    await back.session.check()
    back.change(signedIn)
    await back.session.onOnline()
    expect(back.state()).toMatchObject({ isOffline: false, privileges: ['view_report'] })

    const ended = await setUp({ answers: null, stored: storedAna })
    await ended.session.check()
    ended.change({ 'GET /api/auth/me': refused })
    await ended.session.onOnline()
    expect(ended.state()).toMatchObject({ status: 'signed-in', needsSignIn: true })
  })
})

describe("an answer without our server's mark", () => {
  const imitated = [400, 401, 403, 404, 413, 426, 507, 200].map((status): Answer => ({
    status,
    body: status === 200 ? { user: user('u-else') } : { code: 'UNAUTHENTICATED', message: 'No such page' },
    headers: {},
  }))

  it('erases no identity and ends no session: the device opens as without a network', async () => {
    for (const answer of imitated) {
      const { session, state, device } = await setUp({ answers: { 'GET /api/auth/me': answer }, stored: storedAna })
      await session.check()
      expect(state(), String(answer.status)).toMatchObject({ status: 'signed-in', user: ana, isOffline: true, needsSignIn: false })
      expect(device.identity).toEqual(storedAna)
      await session.onOnline()
      expect(state()).toMatchObject({ status: 'signed-in', isOffline: true, needsSignIn: false })
    }
  })

  it('neither signs anybody in nor rejects a password, and a sign-out is sent again', async () => {
    for (const answer of imitated) {
      const { session, device } = await setUp({ answers: { 'POST /api/login': answer, 'POST /api/logout': answer }, stored: storedAna })
      await expect(session.login('ana', 'right'), String(answer.status)).rejects.toBeInstanceOf(Error)
      await session.logout()
      expect(device.pendingLogout, String(answer.status)).toBe(true)
    }
  })

  it('says nothing about privileges', async () => {
    const { session, state } = await setUp({
      answers: { ...signedIn, 'GET /api/auth/privileges': { ...json({ privileges: [] }), headers: {} } },
      stored: storedAna,
    })
    await session.check()
    expect(state().privileges).toEqual(['delete_order'])
  })
})

it('another Mainspring server at the address says nothing about the session, until somebody signs in there', async () => {
  const elsewhere = toServerMark('5e12fe12-0000-4000-8000-000000000002')
  const { session, state, device, change } = await setUp({
    answers: { 'GET /api/auth/me': { ...refused, headers: elsewhere } },
    stored: storedAna,
    serverId: testServerId,
  })
  await session.check()
  expect(state()).toMatchObject({ status: 'signed-in', isOffline: true, needsSignIn: false })
  expect(device.identity).toEqual(storedAna)
  change(Object.fromEntries(Object.entries(signedIn).map(([call, answer]) => [call, { ...answer, headers: elsewhere }])))
  expect(await session.signInAgain('ana', 'right')).toBe(true)
  expect(state()).toMatchObject({ status: 'signed-in', isOffline: false })
  expect(device.left).toEqual([])
})

describe('signing in', () => {
  it('is false on a wrong pair, and throws when the server gives no usable response (AMB-02)', async () => {
    const { session, change, state } = await setUp({ answers: { 'GET /api/auth/me': refused, 'POST /api/login': refused } })
    await session.check()
    expect(await session.login('ana', 'wrong')).toBe(false)
    change({ 'POST /api/login': json({ code: 'TOO_MANY_REQUESTS', message: 'Wait' }, 429) })
    await expect(session.login('ana', 'x')).rejects.toMatchObject({ status: 429, message: 'Wait' })
    change(null)
    await expect(session.login('ana', 'x')).rejects.toBeInstanceOf(NetworkError)
    expect(state().status).toBe('signed-out')
  })

  it('has no privileges when they cannot be read (AUTH-13)', async () => {
    const { session, state } = await setUp({ answers: { ...signedIn, 'GET /api/auth/privileges': json({ message: 'no' }, 500) } })
    expect(await session.login('ana', 'right')).toBe(true)
    expect(state()).toMatchObject({ status: 'signed-in', privileges: [], privilegesLoaded: true })
  })

  it('is not undone by a late answer to a check or a sign-out that came before it', async () => {
    const { session, state, change, calls } = await setUp({
      answers: { ...signedIn, 'GET /api/auth/me': { ...refused, delayMs: 150 }, 'POST /api/logout': { ...json({}), delayMs: 100 } },
    })
    const checked = session.check()
    expect(await session.login('ana', 'right')).toBe(true)
    await checked
    expect(state()).toMatchObject({ status: 'signed-in', needsSignIn: false })
    const left = session.logout()
    await expect.poll(() => calls.at(-1)).toBe('POST /api/logout')
    change(signedIn)
    await session.login('ana', 'right')
    await left
    expect(calls.slice(-3)).toEqual(['POST /api/logout', 'POST /api/login', 'GET /api/auth/privileges'])
  })

  it('again keeps the page for the same user and starts over for another', async () => {
    const { session, state, device, change } = await setUp()
    await session.check()
    session.reportSignedOut()
    expect(state()).toMatchObject({ needsSignIn: true, privilegesLoaded: true })
    expect(await session.signInAgain('ana', 'right')).toBe(true)
    expect(state()).toMatchObject({ needsSignIn: false })
    expect(device.left).toEqual([])
    change({ ...signedIn, 'POST /api/login': json({ user: user('u-bo') }) })
    await session.signInAgain('bo', 'right')
    expect(device.left).toEqual(['/'])
  })
})

describe('signing out', () => {
  it('clears the session, tells the server and leads to the sign-in page (AUTH-15, AUTH-16)', async () => {
    const { session, state, device, calls } = await setUp()
    await session.check()
    await session.logout()
    expect(state()).toMatchObject({ user: null, privileges: [] })
    expect(state().status).not.toBe('signed-in')
    expect(device).toMatchObject({ identity: undefined, pendingLogout: false, left: ['/login'], announced: [{ type: 'signed-out' }] })
    expect(calls).toContain('POST /api/logout')
  })

  it('without a network takes effect on this device and is sent again later (AMB-04)', async () => {
    const { session, state, device, change, calls } = await setUp()
    await session.check()
    change(null)
    await session.logout()
    expect(device).toMatchObject({ pendingLogout: true, left: ['/login'], identity: undefined })

    const reopened = await setUp({ pendingLogout: true, stored: storedAna })
    await reopened.session.check()
    expect(reopened.state().status).toBe('signed-out')
    expect(reopened.calls).toEqual(['POST /api/logout'])
    expect(reopened.device.pendingLogout).toBe(false)

    change(signedIn)
    await session.onOnline()
    expect(state().user).toBeNull()
    expect(device.pendingLogout).toBe(false)
    expect(calls.filter((call) => call === 'POST /api/logout')).toHaveLength(2)
  })
})

it('follows the other tabs: a sign-out ends it here, another user starts over', async () => {
  const { session, state, device } = await setUp()
  await session.check()
  session.onOtherTab({ type: 'signed-in', userId: ana.id })
  expect(device.left).toEqual([])
  session.onOtherTab({ type: 'signed-in', userId: 'u-bo' })
  expect(device.left).toEqual(['/'])
  session.onOtherTab({ type: 'signed-out' })
  expect(device.left).toEqual(['/', '/login'])
  expect(state().user).toBeNull()
})

describe('opening without the server', () => {
  const opens = async (device: TestMemory, stored = storedAna, answers: Answers | null = null) => {
    const opened = await setUp({ answers, stored, device })
    await opened.session.check()
    return opened
  }

  it('does not end with the session, nor with a clock that is 10 or 400 days ahead', async () => {
    for (const days of [10, 400]) {
      const device = createMemory()
      await opens(device)
      device.clock.nowMs += days * dayMs
      expect((await opens(device)).state()).toMatchObject({ status: 'signed-in', user: ana, isOffline: true, lock: null })
    }
  })

  it('ends after the days of the shop, says so, and opens again by a sign-in', async () => {
    const device = createMemory()
    await opens(device)
    for (let day = 1; day < 30; day++) {
      device.clock.nowMs += dayMs
      expect((await opens(device)).state(), `day ${day}`).toMatchObject({ status: 'signed-in' })
    }
    device.clock.nowMs += dayMs
    const { session, state, change, device: kept } = await opens(device)
    expect(state()).toMatchObject({ status: 'locked', user: null, privileges: [], lock: { reason: 'limit', user: ana, days: 30 } })
    // Neither a 401 nor a gateway's error page erases the identity, which unsent changes belong to.
    change({ 'GET /api/auth/me': refused })
    await session.onOnline()
    expect(state()).toMatchObject({ status: 'locked' })
    expect(kept.identity).toBeDefined()
    change(signedIn)
    expect(await session.login('ana', 'right')).toBe(true)
    expect(state()).toMatchObject({ status: 'signed-in', user: ana, isOffline: false, lock: null })
    device.clock.nowMs += dayMs
    expect((await opens(device)).state()).toMatchObject({ status: 'signed-in', isOffline: true })
  })

  it('opens by itself when the limit is over and the session still lives', async () => {
    const device = createMemory()
    const never = { ...storedAna, rule: { days: 1, asksPin: false } }
    await opens(device, never)
    for (let day = 1; day <= 3; day++) {
      device.clock.nowMs += dayMs
      await opens(device, never)
    }
    const { session, state, change } = await opens(device, never)
    expect(state().status).toBe('locked')
    change(signedIn)
    await session.onOnline()
    expect(state()).toMatchObject({ status: 'signed-in', isOffline: false })
  })

  it('counts no time of a page that stays open and connected to its server', async () => {
    const device = createMemory()
    const { session } = await opens(device)
    for (let hour = 1; hour <= 40 * 24; hour++) {
      device.clock.openMs += dayMs / 24
      device.clock.nowMs += dayMs / 24
      session.reportConnection()
      await session.countOfflineTime()
    }
    device.clock.nowMs += 29 * dayMs
    expect((await opens(device)).state().status).toBe('signed-in')
  })

  it('counts a page that stays open by its own clock, once for several tabs, and from the last connection on', async () => {
    const device = createMemory()
    const [first, second] = [await opens(device), await opens(device)]
    for (let hour = 1; hour <= 31 * 24; hour++) {
      device.clock.openMs += dayMs / 24
      device.clock.nowMs -= dayMs
      await first.session.countOfflineTime()
      await second.session.countOfflineTime()
    }
    expect((await opens(device)).state().status).toBe('locked')
    const honest = createMemory()
    const tabs = [await opens(honest), await opens(honest)]
    for (let hour = 1; hour <= 29 * 24; hour++) {
      honest.clock.openMs += dayMs / 24
      honest.clock.nowMs += dayMs / 24
      for (const { session } of tabs) await session.countOfflineTime()
    }
    expect((await opens(honest)).state().status).toBe('signed-in')
    tabs[0]?.session.applyFresh({ user: ana, privileges: [] })
    await new Promise((resolve) => setTimeout(resolve))
    honest.clock.nowMs += 20 * dayMs
    honest.clock.openMs += 20 * dayMs
    await tabs[0]?.session.countOfflineTime()
    expect((await opens(honest)).state().status).toBe('signed-in')
  })

  it('asks for the PIN where the shop wants one and the person has set one, and never while the server responds', async () => {
    const device = createMemory()
    const wanting = { ...storedAna, rule: { days: 30, asksPin: true } }
    expect((await opens(device, wanting)).state().status).toBe('signed-in')
    await createOfflineEntry(device.personal, { now: () => new Date(device.clock.nowMs), monotonic: () => 0 }).pins.set(ana.id, '2468')
    const { session, state } = await opens(device, wanting)
    expect(state()).toMatchObject({ status: 'locked', user: null, lock: { reason: 'pin', user: ana } })
    expect(await session.unlock('1111')).toEqual({ isRight: false, waitMs: 0 })
    expect(state().status).toBe('locked')
    expect(await session.unlock('2468')).toEqual({ isRight: true, waitMs: 0 })
    expect(state()).toMatchObject({ status: 'signed-in', user: ana, privileges: ['delete_order'], isOffline: true, lock: null })
    expect((await opens(device, wanting, signedIn)).state()).toMatchObject({ status: 'signed-in', isOffline: false })
    expect((await opens(device)).state().status).toBe('signed-in')
  }, 30_000)

  it('waits after five wrong PINs, also over a reload; signing in helps whoever forgot it', async () => {
    const device = createMemory()
    const wanting = { ...storedAna, rule: { days: 30, asksPin: true } }
    await createOfflineEntry(device.personal, { now: () => new Date(device.clock.nowMs), monotonic: () => 0 }).pins.set(ana.id, '2468')
    const { session } = await opens(device, wanting)
    for (let tries = 1; tries < 5; tries++) expect((await session.unlock('0000')).waitMs).toBe(0)
    expect(await session.unlock('0000')).toEqual({ isRight: false, waitMs: 30_000 })
    const reloaded = await opens(device, wanting)
    expect(await reloaded.session.unlock('2468')).toEqual({ isRight: false, waitMs: 30_000 })
    reloaded.change(signedIn)
    expect(await reloaded.session.login('ana', 'right')).toBe(true)
    expect(reloaded.state()).toMatchObject({ status: 'signed-in', lock: null })
    device.clock.nowMs += 30_000
    const later = await opens(device, wanting)
    expect(await later.session.unlock('2468')).toMatchObject({ isRight: true })
  }, 30_000)
})
