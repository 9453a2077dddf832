import { createHash } from 'node:crypto'
import type * as Argon2 from '@node-rs/argon2'
import { CompiledQuery } from 'kysely'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { privilegeNames } from '#schema/privileges.ts'
import { createUser } from '../commands/administration/create-user.ts'
import { engineOf } from '../db/engines/engine.ts'
import { createTestClock, seedTwoShops, startTestServer, testPassword, type TestClient } from '../testing/test-server.ts'

const verified = vi.hoisted((): string[] => [])
vi.mock('@node-rs/argon2', async (importOriginal) => {
  const argon2 = await importOriginal<typeof Argon2>()
  const verify: typeof argon2.verify = (hash, ...rest) => {
    verified.push(String(hash))
    return argon2.verify(hash, ...rest)
  }
  return { ...argon2, verify }
})

const dayMs = 86_400_000

const clock = createTestClock()

const server = await startTestServer({ clock: clock.now })
await seedTwoShops(server)
afterAll(() => server.close())

const writableStatements = {
  sqlite: (isWritable: boolean) => `pragma query_only = ${isWritable ? 'off' : 'on'}`,
  postgres: (isWritable: boolean) =>
    `alter table sessions ${isWritable ? 'drop constraint kept_from_writing' : 'add constraint kept_from_writing check (false) not valid'}`,
} as const

const sidHashOf = (cookie: string | undefined): string =>
  createHash('sha256')
    .update(cookie?.split('=')[1] ?? '')
    .digest('hex')

describe('sign-in', () => {
  test('answers the UI user and a cookie that scripts cannot read', async () => {
    const client = server.client()
    const { status, json, headers } = await client.post('/api/login', { user_id: 'ann', password: testPassword })
    expect(status).toBe(200)
    expect(json).toEqual({
      user: {
        id: expect.any(String),
        name: 'ann person',
        login_id: 'ann',
        email: 'ann@example.com',
        phone: null,
        countryCode: null,
        alternatePhone: null,
        alternateCountryCode: null,
        language: null,
      },
    })
    expect(headers.get('set-cookie')).toMatch(/^mainspring_session=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/)
    expect((await client.get('/api/auth/me')).json).toEqual(json)
  })

  test('takes the login id in any case and with blanks around it', async () => {
    expect((await server.client().post('/api/login', { user_id: ' ANN ', password: testPassword })).status).toBe(200)
  })

  test('refuses an unknown user and a wrong password with the same words, and after one hash of the same cost', async () => {
    const client = server.client()
    for (const user_id of ['max', 'nobody']) {
      verified.length = 0
      const answer = await client.post('/api/login', { user_id, password: 'wrong' })
      expect(answer.status).toBe(401)
      expect(answer.json).toEqual({ code: 'UNAUTHENTICATED', message: 'Invalid username or password', requestId: answer.headers.get('x-request-id') })
      expect(answer.headers.get('set-cookie')).toBeNull()
      // Hashing takes nearly all of the response time.
      expect(verified).toEqual([expect.stringMatching(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)])
    }
  })

  test.each([
    [{}, 'Username is required', ['user_id', 'password']],
    [{ user_id: '  ', password: 'x' }, 'Username is required', ['user_id']],
    [{ user_id: 'ann', password: '' }, 'Password is required', ['password']],
    [{ user_id: 'ann' }, 'Password is required', ['password']],
    [{ user_id: 7, password: 'x' }, 'Username is required', ['user_id']],
  ])('%o is answered with %s', async (body, message, paths) => {
    const { status, json } = await server.client().post('/api/login', body)
    expect(status).toBe(400)
    expect(json).toMatchObject({ code: 'VALIDATION', message, issues: paths.map((path) => expect.objectContaining({ path })) })
  })

  test('stores a hash of the session id only, and argon2id hashes of passwords', async () => {
    const client = await server.client().signIn('ann')
    const session = await server.services.reader.selectFrom('sessions').selectAll().where('sid_hash', '=', sidHashOf(client.cookie)).executeTakeFirstOrThrow()
    expect(JSON.stringify(session)).not.toContain(client.cookie?.split('=')[1])
    const users = await server.services.reader.selectFrom('users').select('password_hash').execute()
    for (const { password_hash } of users) expect(password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  })

  test('makes a new session id each time and ends the one that came along', async () => {
    const client = await server.client().signIn('ann')
    const first = client.cookie
    await client.signIn('ann')
    expect(client.cookie).not.toBe(first)
    const stale = server.client()
    stale.cookie = first
    expect((await stale.get('/api/auth/me')).status).toBe(401)
  })

  test('does not accept a session id that the visitor made up', async () => {
    const client = server.client()
    for (const cookie of ['mainspring_session=', 'mainspring_session=abc', `mainspring_session=${'A'.repeat(43)}`]) {
      client.cookie = cookie
      expect((await client.get('/api/auth/me')).status).toBe(401)
    }
  })
})

describe('session', () => {
  test('privileges come in the documented order and are read anew each time', async () => {
    const client = await server.client().signIn('max')
    expect((await client.get('/api/auth/privileges')).json).toEqual({ privileges: [...privilegeNames] })
    const ann = await server.client().signIn('ann')
    expect((await ann.get('/api/auth/privileges')).json).toEqual({ privileges: [] })
  })

  test('without one, me and privileges are 401', async () => {
    for (const address of ['/api/auth/me', '/api/auth/privileges']) {
      const { status, json } = await server.client().get(address)
      expect(status).toBe(401)
      expect(json).toMatchObject({ code: 'UNAUTHENTICATED', message: 'Please sign in.' })
    }
  })

  test('lasts 7 days after its last use and 30 days after sign-in at the latest', async () => {
    const client = await server.client().signIn('ann')
    for (let days = 6; days <= 24; days += 6) {
      clock.advance(6 * dayMs)
      expect((await client.get('/api/auth/me')).status).toBe(200)
    }
    clock.advance(6 * dayMs - 1000)
    expect((await client.get('/api/auth/me')).status).toBe(200)
    clock.advance(1000)
    expect((await client.get('/api/auth/me')).status).toBe(401)

    const idle = await server.client().signIn('ann')
    clock.advance(7 * dayMs)
    expect((await idle.get('/api/auth/me')).status).toBe(401)
  })

  test('serves reads while its use cannot be stored, and stores the next one', async () => {
    const client = await server.client().signIn('ann')
    const { db } = server.services
    const setWritable = (isWritable: boolean) => db.executeQuery(CompiledQuery.raw(writableStatements[engineOf(db).name](isWritable)))
    clock.advance(6 * dayMs)
    await setWritable(false)
    expect((await client.get('/api/auth/me')).status).toBe(200)
    await setWritable(true)
    expect((await client.get('/api/auth/me')).status).toBe(200)
    clock.advance(6 * dayMs)
    expect((await client.get('/api/auth/me')).status).toBe(200)
  })

  test('survives a clock that jumps forward and back, whatever others do meanwhile', async () => {
    const client = await server.client().signIn('ann')
    clock.advance(10_000 * dayMs)
    expect((await client.get('/api/auth/me')).status).toBe(401)
    expect((await server.client().signIn('ann')).cookie).toBeDefined()
    expect((await server.client().signIn('max')).cookie).toBeDefined()
    clock.advance(-10_000 * dayMs)
    expect((await client.get('/api/auth/me')).status).toBe(200)
    clock.advance(-10_000 * dayMs)
    expect((await client.get('/api/auth/me')).status).toBe(200)
    clock.advance(10_000 * dayMs)
    expect((await client.get('/api/auth/me')).status).toBe(200)
  })

  test('is one of twenty of a person at most: the one left alone the longest ends, with its live stream', async () => {
    await createUser(server.services, { loginId: 'many', password: testPassword })
    const busy = await server.client().signIn('many')
    const idle = await server.client().signIn('many')
    const stream = await fetch(`${server.url}/api/sync/live`, { headers: { Cookie: idle.cookie ?? '' } })
    const others: TestClient[] = []
    for (let device = 3; device <= 21; device++) {
      expect((await busy.get('/api/auth/me')).status).toBe(200)
      others.push(await server.client().signIn('many'))
    }
    expect((await idle.get('/api/auth/me')).status).toBe(401)
    expect(await stream.text()).toContain('event: heads')
    for (const client of [busy, ...others]) expect((await client.get('/api/auth/me')).status).toBe(200)
    for (let device = 0; device < 10; device++) await server.client().signIn('many')
    const { id } = await server.services.reader.selectFrom('users').select('id').where('login_id', '=', 'many').executeTakeFirstOrThrow()
    expect(await server.services.reader.selectFrom('sessions').select('id').where('user_id', '=', id).execute()).toHaveLength(20)
  })

  test('that another server of the database saw in use does not count as left alone', async () => {
    const { id: userId } = await createUser(server.services, { loginId: 'roams', password: testPassword })
    const elsewhere = await server.client().signIn('roams')
    const idle = await server.client().signIn('roams')
    for (let device = 3; device <= 20; device++) await server.client().signIn('roams')
    clock.advance(2 * 3_600_000)
    // As another server records it: this process saw the idle session later.
    const now = clock.now().toISOString()
    await server.services.db.updateTable('sessions').set({ last_seen_at: now }).where('sid_hash', '=', sidHashOf(elsewhere.cookie)).execute()
    await server.client().signIn('roams')
    expect((await elsewhere.get('/api/auth/me')).status).toBe(200)
    expect((await idle.get('/api/auth/me')).status).toBe(401)
    expect(await server.services.reader.selectFrom('sessions').select('id').where('user_id', '=', userId).execute()).toHaveLength(20)
  })
})

describe('sign-out', () => {
  test('ends the session on the server and clears the cookie', async () => {
    const client = await server.client().signIn('ann')
    const kept = client.cookie
    const { status, json, headers } = await client.post('/api/logout')
    expect([status, json]).toEqual([200, {}])
    expect(headers.get('set-cookie')).toMatch(/^mainspring_session=; Max-Age=0; Path=\/; HttpOnly; SameSite=Lax$/)
    client.cookie = kept
    expect((await client.get('/api/auth/me')).status).toBe(401)
  })

  test('is fine without a session and a second time', async () => {
    const client = server.client()
    for (let time = 0; time < 2; time++) expect(await client.post('/api/logout')).toMatchObject({ status: 200, json: {} })
  })

  test('of one device leaves the others signed in', async () => {
    const [tablet, desk] = [await server.client().signIn('ann'), await server.client().signIn('ann')]
    await tablet.post('/api/logout')
    expect((await desk.get('/api/auth/me')).status).toBe(200)
  })

  test('closes the live stream of that session', async () => {
    const client = await server.client().signIn('ann')
    const response = await fetch(`${server.url}/api/sync/live`, { headers: { Cookie: client.cookie ?? '' } })
    expect(response.status).toBe(200)
    let told = ''
    const ended = (async () => {
      for await (const piece of response.body?.pipeThrough(new TextDecoderStream()) ?? []) told += piece
    })()
    await expect.poll(() => told).toContain('event: heads')
    await client.post('/api/logout')
    await ended
  })
})

describe('guessing', () => {
  test('is slowed down with 429 and Retry-After, for the right password too, until the wait is over', async () => {
    await createUser(server.services, { loginId: 'victim', password: testPassword })
    const client = server.client()
    for (let tries = 0; tries < 5; tries++) expect((await client.post('/api/login', { user_id: 'victim', password: 'guess' })).status).toBe(401)
    const refused = await client.post('/api/login', { user_id: 'Victim', password: testPassword })
    expect(refused.status).toBe(429)
    expect(refused.headers.get('retry-after')).toBe('1')
    expect(refused.json).toMatchObject({ code: 'TOO_MANY_REQUESTS', message: 'Too many tries. Please wait a moment.' })

    clock.advance(1000)
    expect((await client.post('/api/login', { user_id: 'victim', password: 'guess' })).status).toBe(401)
    expect((await client.post('/api/login', { user_id: 'victim', password: 'guess' })).headers.get('retry-after')).toBe('2')
    expect((await client.post('/api/login', { user_id: 'ann', password: testPassword })).status).toBe(200)

    clock.advance(2000)
    expect((await client.post('/api/login', { user_id: 'victim', password: testPassword })).status).toBe(200)
    expect((await client.post('/api/login', { user_id: 'victim', password: 'guess' })).status).toBe(401)
  })

  test('of an unknown account is slowed down alike', async () => {
    const client = server.client()
    const statuses: number[] = []
    for (let tries = 0; tries < 6; tries++) statuses.push((await client.post('/api/login', { user_id: 'ghost', password: 'x' })).status)
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429])
  })
})
