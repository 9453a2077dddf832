import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { CompiledQuery } from 'kysely'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import type { ApiTokenAnswer, ApiTokenCreatedAnswer } from '#schema/api/tokens.ts'
import type { Privilege } from '#schema/privileges.ts'
import { startPortalSession } from '../../portal/portal-sessions.ts'
import { testPassword, type Answer, type TestClient } from '../../testing/test-server.ts'
import { openOffice, privilegeIdOf } from '../../testing/test-office.ts'
import { carla, expectRefusal, nowhere, rowOf } from '../../testing/test-shop.ts'
import { onSqlite } from '../../testing/test-database.ts'

const office = await openOffice()
const kim = await office.addUser('kim', { shopIds: [office.shopId], privileges: ['view_activity', 'delete_customer'] })
afterAll(() => office.close())
beforeEach(() => office.clock.advance(1000))

const address = '/api/profile/tokens'
const bodyOf = (more: object = {}) => ({ name: 'Price list', privileges: [], currentPassword: testPassword, ...more })

const create = async (client: TestClient, more: object = {}): Promise<ApiTokenCreatedAnswer> =>
  rowOf(await client.post(address, bodyOf(more))) as unknown as ApiTokenCreatedAnswer
const list = async (client: TestClient): Promise<ApiTokenAnswer[]> => rowOf(await client.get(address)) as unknown as ApiTokenAnswer[]

/** Sends requests as a program: no cookies, except those a test passes. */
const ask = (
  token: string,
  method = 'GET',
  where = '/api/auth/me',
  { body, headers = {}, cookie }: { body?: unknown; headers?: Record<string, string>; cookie?: string | undefined } = {},
): Promise<Answer> => {
  const client = office.server.client()
  client.cookie = cookie
  return client.send(method, where, { body, headers: { Authorization: `Bearer ${token}`, ...headers } })
}

const expectInvalid = (answer: Answer): void => {
  expectRefusal(answer, 401, 'This API token is not valid.')
  expect(answer.headers.get('www-authenticate')).toBe('Bearer')
}

describe('creating', () => {
  test('answers the token once; the list has its name, privileges and times, the newest first', async () => {
    const { id, client } = await office.addUser('maker', { shopIds: [office.shopId], privileges: ['view_report', 'delete_order'] })
    expect(await list(client)).toEqual([])
    const createdAt = office.clock.now().toISOString()
    const first = await create(client, { name: ' Price list ', privileges: ['view_report', 'delete_order', 'view_report'] })
    expect(first).toEqual({
      id: expect.any(String),
      name: 'Price list',
      privileges: ['delete_order', 'view_report'],
      readOnly: false,
      shopIds: null,
      expiresAt: null,
      createdAt,
      lastUsedAt: null,
      token: expect.stringMatching(/^mst_[\w-]{43}$/),
    })
    const { token: _, ...listed } = first
    office.clock.advance(1000)
    const second = await create(client, { name: 'Label printer' })
    expect(second.token).not.toBe(first.token)
    const answer = await client.get(address)
    expect(answer.json).toEqual([expect.objectContaining({ name: 'Label printer', privileges: [] }), listed])
    expect(answer.text).not.toContain('mst_')
    expect((await office.activitiesOf(office.shopId)).slice(0, 2)).toEqual([
      "User 'maker person': API token 'Label printer' created",
      "User 'maker person': API token 'Price list' created",
    ])
    expect(rowOf(await ask(first.token))).toMatchObject({ user: { id, login_id: 'maker' } })
  })

  onSqlite(() => {
    test('stores a hash and nothing else, and no log line has the text', async () => {
      const { token, id } = await create(kim.client)
      await ask(token)
      await ask(token, 'DELETE', `/api/${office.shopId}/customers/${nowhere}`)
      await office.services.db.executeQuery(CompiledQuery.raw('pragma wal_checkpoint(full)'))
      for (const name of (await readdir(office.server.dataDir)).filter((file) => file.startsWith('mainspring.db'))) {
        const bytes = await readFile(path.join(office.server.dataDir, name))
        for (const text of [token, token.slice('mst_'.length)]) expect(bytes.includes(text)).toBe(false)
      }
      const stored = await office.services.reader.selectFrom('api_tokens').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
      expect(stored.token_hash).toMatch(/^[0-9a-f]{64}$/)
      expect(office.server.logLines.join('')).not.toContain(token)
    })
  })

  test.each([
    [{ name: '  ' }, 400, 'Name is required', ['name']],
    [{ name: undefined }, 400, 'Name is required', ['name']],
    [{ name: 'x'.repeat(101) }, 400, 'Name must be at most 100 characters', ['name']],
    [{ privileges: undefined }, 400, 'Privileges must be a list of names', ['privileges']],
    [{ privileges: ['everything'] }, 400, 'There is no such privilege', ['privileges.0']],
    [{ currentPassword: '' }, 400, 'Current password is required', ['currentPassword']],
    [{ currentPassword: 'wrong' }, 400, 'Current password is incorrect', ['currentPassword']],
    [{ readOnly: 'yes' }, 400, 'Read only must be true or false', ['readOnly']],
    [{ shopIds: [] }, 400, 'Please choose at least one shop.', ['shopIds']],
    [{ shopIds: ['x'] }, 400, 'Shop is not valid', ['shopIds.0']],
    [{ shopIds: [nowhere] }, 400, 'You can only choose shops that you belong to.', ['shopIds']],
    [{ expiresAt: 'soon' }, 400, 'Ends is not a valid date', ['expiresAt']],
    [{ expiresAt: '2026-03-01T00:00:00.000Z' }, 400, 'The end must lie in the future.', ['expiresAt']],
    [{ id: nowhere }, 400, "Unknown field 'id'", ['id']],
    [{ privileges: ['view_activity', 'view_app_setting'] }, 403, 'You can only give a token privileges that you hold yourself.', undefined],
  ])('%j is refused', async (body, status, message, paths) => {
    const before = await list(kim.client)
    expectRefusal(await kim.client.post(address, bodyOf(body)), status, message, paths)
    expect(await list(kim.client)).toEqual(before)
  })

  test('guesses at the password no faster than sign-in does', async () => {
    const { client } = await office.addUser('guessed')
    const statuses: number[] = []
    for (let tries = 0; tries < 6; tries++) statuses.push((await client.post(address, bodyOf({ currentPassword: `guess ${tries}` }))).status)
    expect(statuses).toEqual([400, 400, 400, 400, 400, 429])
  })

  test('ends at twenty a person', async () => {
    const { id, client } = await office.addUser('collector')
    const { id: madeId } = await create(client)
    const made = await office.services.reader.selectFrom('api_tokens').selectAll().where('id', '=', madeId).executeTakeFirstOrThrow()
    for (let number = 2; number <= 20; number++)
      await office.services.db
        .insertInto('api_tokens')
        .values({ ...made, id: office.services.newId(), user_id: id, token_hash: `${number}` })
        .execute()
    const refused = await client.post(address, bodyOf())
    expectRefusal(refused, 409, 'You have 20 API tokens, which is the most. Revoke one that is not needed any more.')
    expect(refused.json).toMatchObject({ code: 'CONFLICT' })
    await client.delete(`${address}/${madeId}`)
    await create(client)
  })
})

describe('a token', () => {
  test('is its owner, in the shops of now: what it writes is theirs', async () => {
    const { token } = await create(kim.client)
    expect(rowOf(await ask(token, 'POST', `/api/${office.shopId}/customers`, { body: { ...carla, name: 'By program' } })).id).toEqual(expect.any(String))
    const written = await office.services.reader
      .selectFrom('activities')
      .select('user_id')
      .where('shop_id', '=', office.shopId)
      .orderBy('seq', 'desc')
      .executeTakeFirst()
    expect(written?.user_id).toBe(kim.id)
    expect((await ask(token, 'GET', `/api/${office.otherShopId}/orders`)).status).toBe(404)
    await office.services.db
      .insertInto('shop_users')
      .values({ id: office.services.newId(), shop_id: office.otherShopId, user_id: kim.id, created_at: office.clock.now().toISOString() })
      .execute()
    expect((await ask(token, 'GET', `/api/${office.otherShopId}/orders`)).status).toBe(200)
    await office.services.db.deleteFrom('shop_users').where('user_id', '=', kim.id).where('shop_id', '=', office.otherShopId).execute()
    expect((await ask(token, 'GET', `/api/${office.otherShopId}/orders`)).status).toBe(404)
  })

  test('has of the chosen privileges those that its owner still holds, and no other', async () => {
    const grant = async (name: Privilege) => rowOf(await office.max.post(`/api/users/${kim.id}/privileges`, { privilegeId: privilegeIdOf(name) }))
    const take = async (name: Privilege) => rowOf(await office.max.delete(`/api/users/${kim.id}/privileges/${privilegeIdOf(name)}`))
    const plain = await create(kim.client)
    const chosen = await create(kim.client, { privileges: ['view_activity'] })
    const heldBy = async (token: string) => rowOf(await ask(token, 'GET', '/api/auth/privileges'))['privileges']
    const statusOf = async (token: string) => (await ask(token, 'GET', `/api/${office.shopId}/activities`)).status
    expect([await heldBy(plain.token), await heldBy(chosen.token)]).toEqual([[], ['view_activity']])
    expect([await statusOf(plain.token), await statusOf(chosen.token)]).toEqual([403, 200])
    expect((await ask(chosen.token, 'DELETE', `/api/${office.shopId}/customers/${nowhere}`)).status).toBe(403)
    await grant('view_report')
    await take('view_activity')
    expect([await heldBy(chosen.token), await statusOf(chosen.token)]).toEqual([[], 403])
    await grant('view_activity')
    await take('view_report')
    expect(await heldBy(chosen.token)).toEqual(['view_activity'])
  })

  test('is no session: devices, profile, passwords and tokens are out of its reach', async () => {
    const { token, id } = await create(office.max, { privileges: ['view_app_setting'] })
    expect((await ask(token, 'GET', '/api/privileges')).status).toBe(200)
    for (const [method, where] of [
      ['GET', '/api/sync/bootstrap'],
      ['GET', '/api/sync/live'],
      ['POST', '/api/sync/pull'],
      ['POST', '/api/sync/push'],
      ['PUT', '/api/profile'],
      ['PUT', '/api/profile/password'],
      ['PATCH', `/api/users/${kim.id}/password`],
      ['GET', address],
      ['POST', address],
      ['DELETE', `${address}/${id}`],
    ] as const) {
      expectRefusal(await ask(token, method, where, { cookie: office.max.cookie }), 403, 'This needs a person who is signed in; an API token is not enough.')
    }
  })

  test('is no customer of the portal either', async () => {
    const { token } = await create(kim.client)
    rowOf(await office.max.put(`/api/shops/${office.shopId}/config`, { customerPortal: true }))
    const number = { countryCode: '+1', phone: '5550109000' }
    const { id: customerId } = await office.createCustomer(number)
    const { sessionId } = await startPortalSession(office.services, { shopId: office.shopId, number, customerIds: [customerId], oldSessionId: undefined })
    const [cookie, orders] = [`mainspring_portal=${sessionId}`, `/api/public/${office.shopId}/orders?customerId=${customerId}`]
    expect((await office.server.client().get(orders, { headers: { Cookie: cookie } })).status).toBe(200)
    expectRefusal(await ask(token, 'GET', orders, { cookie }), 401, 'Please verify your identity again.')
  })

  test('decides alone, whatever cookie comes along', async () => {
    const { token } = await create(kim.client)
    const cookie = office.max.cookie
    expect(rowOf(await ask(token, 'GET', '/api/auth/me', { cookie }))).toMatchObject({ user: { id: kim.id } })
    expectInvalid(await ask(`mst_${'A'.repeat(43)}`, 'GET', '/api/auth/me', { cookie }))
    await ask(token, 'POST', '/api/logout', { cookie })
    expect((await office.max.get('/api/auth/me')).status).toBe(200)
  })

  test('counts in its header only, whose scheme may be spelled in any case; other schemes are somebody else’s', async () => {
    const { token } = await create(kim.client)
    const meWith = (headers: Record<string, string>, where = '/api/auth/me') => office.server.client().get(where, { headers })
    for (const scheme of ['bearer', 'BEARER']) expect((await meWith({ Authorization: `${scheme}  ${token}` })).status).toBe(200)
    for (const cookie of ['mainspring_session', '__Host-mainspring_session', 'Authorization', 'token'])
      expect((await meWith({ Cookie: `${cookie}=${token}` })).status).toBe(401)
    for (const name of ['token', 'access_token', 'Authorization']) expect((await meWith({}, `/api/auth/me?${name}=${token}`)).status).toBe(401)
    const basic = `Basic ${Buffer.from('proxy:secret').toString('base64')}`
    for (const other of [basic, token, `Token ${token}`]) expectRefusal(await meWith({ Authorization: other }), 401, 'Please sign in.')
    expect((await meWith({ Authorization: basic, Cookie: kim.client.cookie ?? '' })).status).toBe(200)
  })

  test.each(['', ' ', 'mst_', 'x', `mst_${'A'.repeat(43)}`, `mst_${'A'.repeat(44)}`, "mst_' or 1=1 --"])(
    'that is none (%j) is 401, also where nobody need sign in',
    async (token) => {
      for (const where of ['/api/auth/me', '/api/order-statuses']) expectInvalid(await ask(token, 'GET', where, { cookie: kim.client.cookie }))
      expectInvalid(await ask(token, 'GET', '/healthz'))
    },
  )

  test('is worth nothing in a page of a browser', async () => {
    const { token } = await create(kim.client)
    const pages: Record<string, string>[] = [
      { 'Sec-Fetch-Site': 'same-origin' },
      { 'Sec-Fetch-Site': 'cross-site' },
      { 'Sec-Fetch-Site': 'none' },
      { Origin: office.server.url },
      { Origin: 'https://evil.example' },
    ]
    for (const headers of pages)
      expectRefusal(
        await ask(token, 'GET', '/api/auth/me', { headers, cookie: kim.client.cookie }),
        403,
        'API tokens are for programs, not for pages in a browser.',
      )
    expect((await kim.client.get('/api/auth/me', { headers: { 'Sec-Fetch-Site': 'same-origin' } })).status).toBe(200)
  })

  onSqlite(() => {
    test('tells when it was used last, to the minute, and reads also where that cannot be stored', async () => {
      const { id, token } = await create(kim.client)
      const lastUsedAt = async () => (await list(kim.client)).find((one) => one.id === id)?.lastUsedAt
      const first = office.clock.now().toISOString()
      await ask(token)
      office.clock.advance(59_000)
      await ask(token)
      expect(await lastUsedAt()).toBe(first)
      office.clock.advance(1000)
      const setWritable = (isWritable: boolean) => office.services.db.executeQuery(CompiledQuery.raw(`pragma query_only = ${isWritable ? 'off' : 'on'}`))
      await setWritable(false)
      expect((await ask(token)).status).toBe(200)
      await setWritable(true)
      expect(await lastUsedAt()).toBe(first)
      await ask(token)
      expect(await lastUsedAt()).toBe(office.clock.now().toISOString())
    })
  })

  test('is in the log by its id, beside its owner', async () => {
    const { id, token } = await create(kim.client)
    const { headers } = await ask(token, 'GET', '/api/order-statuses')
    const lines = office.server.logLines.map((line) => JSON.parse(line) as Record<string, unknown>)
    expect(lines.find(({ requestId }) => requestId === headers.get('x-request-id'))).toMatchObject({ tokenId: id, userId: kim.id, status: 200 })
  })

  test('may make 600 requests a minute; others of the same person have their own', async () => {
    const [busy, calm] = [await create(kim.client), await create(kim.client)]
    for (let batch = 0; batch < 12; batch++) {
      const answers = await Promise.all(Array.from({ length: 50 }, () => ask(busy.token, 'GET', '/api/auth/privileges')))
      expect(answers.every(({ status }) => status === 200)).toBe(true)
    }
    office.clock.advance(20_000)
    const refused = await ask(busy.token)
    expectRefusal(refused, 429, 'An API token may make 600 requests a minute. Please wait a moment.')
    expect(refused.headers.get('retry-after')).toBe('40')
    expect((await ask(calm.token)).status).toBe(200)
    office.clock.advance(40_000)
    expect((await ask(busy.token)).status).toBe(200)
  })
})

describe('a token that may only read', () => {
  test('reads what others read, and writes nothing', async () => {
    const { token } = await create(kim.client, { readOnly: true, privileges: ['view_activity', 'delete_customer'] })
    const { id } = await office.createCustomer()
    for (const where of ['/api/auth/me', `/api/${office.shopId}/customers/${id}`, `/api/${office.shopId}/activities`])
      expect((await ask(token, 'GET', where)).status).toBe(200)
    expect((await ask(token, 'HEAD', '/api/auth/me')).status).toBe(200)
    for (const [method, where] of [
      ['POST', `/api/${office.shopId}/customers`],
      ['PUT', `/api/${office.shopId}/customers/${id}`],
      ['PATCH', `/api/${office.shopId}/categories/${id}`],
      ['DELETE', `/api/${office.shopId}/customers/${id}`],
      ['POST', `/api/${office.shopId}/customers/${id}/restore`],
    ] as const) {
      expectRefusal(await ask(token, method, where, { ...(method !== 'DELETE' && { body: carla }) }), 403, 'This API token may only read.')
    }
    expect((await kim.client.get(`/api/${office.shopId}/customers/${id}`)).status).toBe(200)
    expect((await list(kim.client))[0]).toMatchObject({ readOnly: true })
  })
})

describe('a token for chosen shops', () => {
  test('knows no other shop, also in lists, and no entity', async () => {
    const { id, client } = await office.addUser('two-shops', {
      shopIds: [office.shopId, office.otherShopId],
      privileges: ['view_activity', 'view_entity_setting', 'view_app_setting'],
    })
    await office.services.db
      .insertInto('entity_users')
      .values({ id: office.services.newId(), entity_id: office.entityId, user_id: id, created_at: office.clock.now().toISOString() })
      .execute()
    const { token } = await create(client, { shopIds: [office.otherShopId], privileges: ['view_activity'] })
    const read = async (where: string) => ask(token, 'GET', where)
    expect((await read('/api/shops')).json).toEqual([expect.objectContaining({ id: office.otherShopId })])
    expect((await read(`/api/${office.otherShopId}/activities`)).status).toBe(200)
    expect((await read(`/api/${office.shopId}/activities`)).status).toBe(404)
    expect((await ask(token, 'POST', `/api/${office.shopId}/customers`, { body: carla })).status).toBe(404)
    expect((await read(`/api/shops/${office.shopId}/config`)).json).toEqual({ customerPortal: expect.any(Boolean) })
    expect((await read('/api/my/entities')).json).toEqual([])
    for (const part of ['shops', 'employees']) expect((await read(`/api/entities/${office.entityId}/${part}`)).status).toBe(403)
    const names = ((await read('/api/users')).json as { login_id: string }[]).map(({ login_id }) => login_id)
    expect(names).toEqual(expect.arrayContaining(['bob', 'two-shops']))
    expect(names).not.toContain('ann')
    expect((await list(client))[0]).toMatchObject({ shopIds: [office.otherShopId] })
  })

  test('cannot carry what reaches beyond them', async () => {
    const { client } = await office.addUser('wide', { shopIds: [office.shopId], privileges: ['view_entity_setting', 'view_app_setting'] })
    for (const name of ['view_entity_setting', 'view_app_setting'] as const) {
      expectRefusal(
        await client.post(address, bodyOf({ shopIds: [office.shopId], privileges: [name] })),
        400,
        `${name} reaches beyond the chosen shops. Leave it out, or choose all shops.`,
        ['privileges'],
      )
    }
  })

  test('loses a shop with its owner', async () => {
    const { id, client } = await office.addUser('mover', { shopIds: [office.shopId] })
    const { token } = await create(client, { shopIds: [office.shopId] })
    expect((await ask(token, 'GET', `/api/${office.shopId}/orders`)).status).toBe(200)
    await office.services.db.deleteFrom('shop_users').where('user_id', '=', id).execute()
    expect((await ask(token, 'GET', `/api/${office.shopId}/orders`)).status).toBe(404)
    expect((await ask(token, 'GET', '/api/shops')).json).toEqual([])
  })
})

describe('the end of a token', () => {
  test('is at the instant that was chosen, told as such; it stays in the list', async () => {
    const { client } = await office.addUser('season', { shopIds: [office.shopId] })
    const expiresAt = new Date(office.clock.now().getTime() + 60_000).toISOString()
    const { token } = await create(client, { expiresAt })
    expect((await ask(token)).status).toBe(200)
    office.clock.advance(59_999)
    expect((await ask(token)).status).toBe(200)
    office.clock.advance(1)
    const ended = await ask(token)
    expectRefusal(ended, 401, 'This API token has ended.')
    expect(ended.headers.get('www-authenticate')).toBe('Bearer')
    expect((await list(client))[0]).toMatchObject({ expiresAt })
  })

  test('is when it is revoked, at once and with an entry in the activities', async () => {
    const [kept, { id, token }] = [await create(kim.client), await create(kim.client, { name: 'Lost' })]
    expect((await ask(token)).status).toBe(200)
    expect(await kim.client.delete(`${address}/${id}`)).toMatchObject({ status: 200, json: {} })
    expectInvalid(await ask(token))
    expect((await ask(kept.token)).status).toBe(200)
    expect((await list(kim.client)).map((one) => one.id)).not.toContain(id)
    expect((await office.activitiesOf(office.shopId))[0]).toBe("User 'kim person': API token 'Lost' revoked")
    expectRefusal(await kim.client.delete(`${address}/${id}`), 404, 'API token not found')
  })

  test('is its owner’s alone: others neither see nor revoke it', async () => {
    const { id, token } = await create(kim.client)
    expect((await list(office.max)).map((one) => one.id)).not.toContain(id)
    expectRefusal(await office.max.delete(`${address}/${id}`), 404, 'API token not found')
    expect((await ask(token)).status).toBe(200)
    for (const method of ['GET', 'POST'] as const) expect((await office.server.client().send(method, address)).status).toBe(401)
  })

  test('is when its owner changes the password and asks for it', async () => {
    const { client } = await office.addUser('careful', { shopIds: [office.shopId] })
    const { token } = await create(client)
    rowOf(await client.put('/api/profile/password', { currentPassword: testPassword, newPassword: 'brand-new', endTokens: true }))
    expectInvalid(await ask(token))
    expect((await office.activitiesOf(office.shopId))[0]).toBe("User 'careful person': Password changed, API tokens revoked")
  })

  test('is when an administrator resets the password, not when the owner changes it', async () => {
    const { id, client } = await office.addUser('reset', { shopIds: [office.shopId] })
    const { token } = await create(client)
    rowOf(await client.put('/api/profile/password', { currentPassword: testPassword, newPassword: 'brand-new' }))
    expect((await ask(token)).status).toBe(200)
    rowOf(await office.max.send('PATCH', `/api/users/${id}/password`, { body: { newPassword: 'newer-still' } }))
    expectInvalid(await ask(token))
    expect((await office.activitiesOf(office.shopId))[0]).toBe("User 'reset person': Password reset, API tokens revoked")
  })
})
