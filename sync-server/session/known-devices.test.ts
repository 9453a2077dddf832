import { afterAll, describe, expect, test } from 'vitest'
import { createUser } from '../commands/administration/create-user.ts'
import { startTestServer, testPassword } from '../testing/test-server.ts'
import { findKnownDevice, noteKnownDevice } from './known-devices.ts'
import { hashTurns } from './passwords.ts'

let number = 0

const server = await startTestServer({ env: { TRUST_PROXY: '1' } })
afterAll(() => server.close())

const addUser = async (): Promise<string> => {
  const loginId = `owner${++number}`
  await createUser(server.services, { loginId, password: testPassword })
  return loginId
}

/** A browser that sends its origin and keeps cookies. */
function openBrowser(address = '203.0.113.5') {
  const cookies = new Map<string, string>()
  return {
    cookies,
    signIn: async (loginId: string, password = testPassword) => {
      const response = await fetch(`${server.url}/api/login`, {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          Origin: server.url,
          'X-Forwarded-For': address,
          Cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        },
        body: JSON.stringify({ user_id: loginId, password }),
      })
      for (const text of response.headers.getSetCookie()) {
        const [name = '', value = ''] = text.split(';', 1)[0]?.split('=') ?? []
        cookies.set(name, value)
      }
      return response
    },
  }
}

const guess = (loginId: string, address: string) =>
  server.client().post('/api/login', { user_id: loginId, password: 'guess' }, { headers: { 'X-Forwarded-For': address } })

describe('a device that signed in before', () => {
  test('signs in while others guess from ever new addresses, and so does a new device elsewhere', async () => {
    const loginId = await addUser()
    const tablet = openBrowser('2001:db8:5:5::5')
    expect((await tablet.signIn(loginId)).status).toBe(200)
    tablet.cookies.delete('mainspring_session')
    for (let round = 0; round < 8; round++) {
      await Promise.all(Array.from({ length: 25 }, (_, index) => guess(loginId, `2001:db8:5:${(round * 25 + index).toString(16)}::1`)))
      expect((await tablet.signIn(loginId)).status).toBe(200)
      tablet.cookies.delete('mainspring_session')
    }
    // Even while its own network has to wait.
    for (let tries = 0; tries < 6; tries++) await guess(loginId, '2001:db8:5:5::5')
    expect((await guess(loginId, '2001:db8:5:5::5')).status).toBe(429)
    expect((await tablet.signIn(loginId)).status).toBe(200)
    expect((await openBrowser('198.51.100.9').signIn(loginId)).status).toBe(200)
  })

  test('is known by a cookie that scripts cannot read, that names nobody, and that no program gets', async () => {
    const loginId = await addUser()
    const response = await openBrowser().signIn(loginId)
    const [session, device] = response.headers.getSetCookie()
    expect(session).toMatch(/^mainspring_session=/)
    expect(device).toMatch(/^mainspring_device=[\w-]{22}\.[\w-]{22}; Max-Age=34560000; Path=\/; HttpOnly; SameSite=Lax$/)
    expect((await server.client().post('/api/login', { user_id: loginId, password: testPassword })).headers.getSetCookie()).toHaveLength(1)
  })

  test('is known for those who signed in there, and for nobody else', async () => {
    const [one, other] = [await addUser(), await addUser()]
    const address = '203.0.113.77'
    const tablet = openBrowser(address)
    await tablet.signIn(one)
    for (let tries = 0; tries < 6; tries++) for (const loginId of [one, other]) await guess(loginId, address)
    expect((await tablet.signIn(other)).status).toBe(429)
    expect((await tablet.signIn(one)).status).toBe(200)
    const forged = openBrowser(address)
    const [id] = (tablet.cookies.get('mainspring_device') ?? '').split('.')
    for (const text of [`${id}.${'A'.repeat(22)}`, 'rubbish', `${'A'.repeat(22)}.${'B'.repeat(22)}`, `${id}${'.x'.repeat(1_000)}`]) {
      forged.cookies.set('mainspring_device', text)
      expect((await forged.signIn(other)).status).toBe(429)
    }
  })

  test('a tablet that a shop shares knows eight people', async () => {
    const tablet = openBrowser()
    for (let person = 0; person < 10; person++) await tablet.signIn(await addUser())
    expect(tablet.cookies.get('mainspring_device')?.split('.')).toHaveLength(9)
  })

  test('is known after a restart', async () => {
    const loginId = await addUser()
    const deviceText = await noteKnownDevice(server.services, undefined, loginId)
    // The same database after a server restart.
    const restarted = { ...server.services }
    expect(await findKnownDevice(restarted, { loginId: ` ${loginId.toUpperCase()}`, deviceText, sessionId: undefined })).toBe(deviceText.split('.')[0])
    expect(await findKnownDevice(restarted, { loginId: 'somebody', deviceText, sessionId: undefined })).toBeUndefined()
  })
})

test('an address behind a proxy that adds ports is one address', async () => {
  const loginId = await addUser()
  const statuses: number[] = []
  for (let tries = 0; tries < 6; tries++) statuses.push((await guess(loginId, `198.51.100.77:${50_000 + tries}`)).status)
  expect(statuses).toEqual([401, 401, 401, 401, 401, 429])
})

test('a program that still sends its session is a known device, too', async () => {
  const loginId = await addUser()
  const client = await server.client().signIn(loginId)
  for (let tries = 0; tries < 6; tries++) await guess(loginId, '127.0.0.1')
  const signIn = (signedIn: typeof client) =>
    signedIn.post('/api/login', { user_id: loginId, password: testPassword }, { headers: { 'X-Forwarded-For': '127.0.0.1' } })
  expect((await signIn(server.client())).status).toBe(429)
  expect((await signIn(client)).status).toBe(200)
})

test('hundreds of wrong sign-ins at once neither hold up ordinary answers nor a known device; too many are told to come back', async () => {
  const loginId = await addUser()
  const tablet = openBrowser()
  await tablet.signIn(loginId)
  const client = await server.client().signIn('admin')
  let answered = 0
  const flood = Array.from({ length: 400 }, async (_, index) => {
    const answer = await guess(`nobody${index}`, `2001:db8:${index.toString(16)}::1`)
    answered += 1
    return answer
  })
  // At most this many wait, so the flood has arrived by now and the next request is behind it.
  const mostWaiting = 200
  while (answered < flood.length - mostWaiting) await new Promise((resolve) => setTimeout(resolve, 10))
  const before = hashTurns.finished
  // Large enough to be compressed, which uses the same threads as hashing.
  const [description, signedIn] = [await client.get('/api/openapi.json'), await tablet.signIn(loginId)]
  const hashedMeanwhile = hashTurns.finished - before
  const answers = await Promise.all(flood)
  expect([description.status, signedIn.status]).toEqual([200, 200])
  expect(hashedMeanwhile).toBeLessThan(60)
  const refused = answers.filter(({ status }) => status === 503)
  expect(refused.length).toBeGreaterThan(100)
  expect(answers.every(({ status }) => status === 401 || status === 503)).toBe(true)
  expect(refused[0]?.headers.get('Retry-After')).toBe('5')
  expect(refused[0]?.json).toMatchObject({ code: 'UNAVAILABLE', message: 'The server is busy right now. Please try again in a few seconds.' })
}, 60_000)
