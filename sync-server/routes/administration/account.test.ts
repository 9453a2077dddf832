import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { privilegeNames } from '#schema/privileges.ts'
import { lastHolderText, outrankedText } from '#schema/rules/access/administration.ts'
import { testPassword, type TestClient } from '../../testing/test-server.ts'
import { openOffice, privilegeIdOf, statusesOf, type Office } from '../../testing/test-office.ts'
import { putSecondFactor, showCode } from '../../testing/test-examples.ts'
import { expectRefusal, nowhere, rowOf, rowsOf } from '../../testing/test-shop.ts'

const office = await openOffice()
afterAll(() => office.close())
beforeEach(() => office.clock.advance(60_000))

const signIn = (body: Record<string, unknown>) => office.server.client().post('/api/login', body)
const eventsOf = async (userId: string) => {
  const rows = await office.services.reader
    .selectFrom('security_events')
    .select(['kind', 'subject_user_id', 'user_id'])
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.filter((row) => row.subject_user_id === userId || row.user_id === userId).map(({ kind }) => kind)
}

describe('a disabled user', () => {
  const disable = (client: TestClient, id: string, disabled = true) => client.put(`/api/users/${id}/disabled`, { disabled })

  test('is out at once: sessions, live streams and tokens end, and sign-in answers like a wrong password', async () => {
    const { id, client } = await office.addUser('leaver', { shopIds: [office.shopId] })
    const { token } = rowOf(await client.post('/api/profile/tokens', { name: 'Till', privileges: [], currentPassword: testPassword }))
    const stream = await office.openLive(client)
    const withToken = () => office.server.client().get('/api/shops', { headers: { Authorization: `Bearer ${String(token)}` } })
    expect((await withToken()).status).toBe(200)

    expect(await disable(office.max, id)).toMatchObject({ status: 200, json: {} })
    await stream.ended
    expect((await client.get('/api/auth/me')).status).toBe(401)
    expect((await client.post('/api/sync/push', { deviceId: 'tablet', deviceTime: office.clock.now().toISOString(), mutations: [] })).status).toBe(401)
    expect((await withToken()).status).toBe(401)
    const [refused, wrong] = [await signIn({ user_id: 'leaver', password: testPassword }), await signIn({ user_id: 'leaver', password: 'guess' })]
    expect({ ...(refused.json as object), requestId: '' }).toEqual({ ...(wrong.json as object), requestId: '' })
    expect(refused.status).toBe(401)
    expect((await office.activitiesOf(office.shopId))[0]).toBe("User 'leaver person': disabled")
    expect(await eventsOf(id)).toContain('user-disabled')
  })

  test('keeps the name in what they did, and is not offered where people are assigned', async () => {
    const { id } = await office.addUser('named', { shopIds: [office.shopId] })
    const idsFor = async (client: TestClient, address: string) => JSON.stringify((await client.get(address)).json).includes(id)
    await disable(office.max, id)
    expect(await idsFor(office.max, '/api/sync/bootstrap')).toBe(true)
    expect(await idsFor(office.max, '/api/users')).toBe(true)
    expect(await idsFor(office.eva.client, '/api/users')).toBe(false)
    expect(rowsOf(await office.max.get('/api/users/accounts'))).toContainEqual({
      userId: id,
      disabledAt: office.clock.now().toISOString(),
      secondFactorOn: false,
      hasShop: true,
      hasPrivilege: false,
    })
  })

  test('may do everything as before once they are enabled, but has to sign in again', async () => {
    const { id, client } = await office.addUser('returner', { shopIds: [office.shopId] })
    const { token } = rowOf(await client.post('/api/profile/tokens', { name: 'Till', privileges: [], currentPassword: testPassword }))
    for (const disabled of [true, true, false, false]) expect((await disable(office.max, id, disabled)).status).toBe(200)
    expect((await client.get('/api/auth/me')).status).toBe(401)
    expect((await office.server.client().get('/api/shops', { headers: { Authorization: `Bearer ${String(token)}` } })).status).toBe(200)
    expect(rowsOf(await (await office.server.client().signIn('returner')).get('/api/shops'))).toHaveLength(1)
    expect((await eventsOf(id)).filter((kind) => /^user-(dis|en)abled$/.test(kind))).toEqual(['user-disabled', 'user-enabled'])
  })

  test('cannot be oneself, nobody, or somebody who holds more than the caller', async () => {
    const { id: adminId, client } = await office.addUser('small-admin', { privileges: ['view_app_setting'] })
    expectRefusal(await disable(client, adminId), 409, 'You cannot disable yourself.')
    expectRefusal(await disable(client, nowhere), 404, 'User not found')
    expectRefusal(await disable(client, office.userIds.max), 403, outrankedText)
    expect((await office.max.get('/api/auth/me')).status).toBe(200)
    expectRefusal(await client.put(`/api/users/${office.userIds.ann}/disabled`, { disabled: 'yes' }), 400, 'Disabled must be true or false', ['disabled'])
    expectRefusal(await disable(office.ann, office.userIds.bob), 403, 'You do not have permission to do this.')
  })

  test('is never the last administrator, also when two disable each other at once', async () => {
    const [one, other] = [
      await office.addUser('twin-one', { privileges: [...privilegeNames] }),
      await office.addUser('twin-other', { privileges: [...privilegeNames] }),
    ]
    const rest = (await office.services.reader.selectFrom('users').select('id').execute()).map(({ id }) => id).filter((id) => id !== one.id && id !== other.id)
    await office.services.db.updateTable('users').set({ disabled_at: office.clock.now().toISOString() }).where('id', 'in', rest).execute()
    try {
      const statuses = statusesOf(await Promise.all([disable(one.client, other.id), disable(other.client, one.id)]))
      expect(statuses[0]).toBe(200)
      expect([401, 409]).toContain(statuses[1])
      const left = await office.services.reader.selectFrom('users').select('id').where('disabled_at', 'is', null).execute()
      expect(left).toHaveLength(1)
    } finally {
      await office.services.db.updateTable('users').set({ disabled_at: null }).execute()
    }
  })
})

test('a privilege whose other holders are all disabled is not taken from the last who can use it', async () => {
  const only = await office.addUser('only-reporter', { privileges: ['view_report'] })
  const holders = await office.services.reader
    .selectFrom('users_privileges')
    .select('user_id')
    .where('privilege_id', '=', privilegeIdOf('view_report'))
    .where('user_id', '!=', only.id)
    .execute()
  const ids = holders.map(({ user_id }) => user_id).filter((id) => id !== office.userIds.max)
  await office.services.db.updateTable('users').set({ disabled_at: office.clock.now().toISOString() }).where('id', 'in', ids).execute()
  await office.max.put(`/api/users/${only.id}/disabled`, { disabled: true })
  const refused = await office.max.delete(`/api/users/${office.userIds.max}/privileges/${privilegeIdOf('view_report')}`)
  await office.services.db.updateTable('users').set({ disabled_at: null }).execute()
  expectRefusal(refused, 409, lastHolderText('view_report'))
})

describe('the own sessions', () => {
  const path = '/api/profile/sessions'
  const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0'

  test('are listed with device, address and times, this one first', async () => {
    const { client } = await office.addUser('traveller')
    const first = office.clock.now().toISOString()
    office.clock.advance(60_000)
    const other = office.server.client()
    await other.post('/api/login', { user_id: 'traveller', password: testPassword }, { headers: { 'User-Agent': firefox } })
    const here = { id: expect.any(String), device: expect.anything(), address: '127.0.0.1', signedInAt: first, lastUsedAt: first, isCurrent: true }
    const there = {
      ...here,
      device: 'Firefox on Linux',
      signedInAt: office.clock.now().toISOString(),
      lastUsedAt: office.clock.now().toISOString(),
      isCurrent: false,
    }
    expect((await client.get(path)).json).toEqual([here, there])
    expect((await other.get(path)).json).toEqual([
      { ...there, isCurrent: true },
      { ...here, isCurrent: false },
    ])
  })

  test('end one by one with their live streams, and never those of somebody else', async () => {
    const { id, client } = await office.addUser('two-places')
    const other = await office.server.client().signIn('two-places')
    const stream = await office.openLive(other)
    const sessions = rowsOf(await client.get(path))
    const theirs = String(sessions.find(({ isCurrent }) => !isCurrent)?.['id'])
    expectRefusal(await office.max.delete(`${path}/${theirs}`), 404, 'Session not found')
    expect(await client.delete(`${path}/${theirs}`)).toMatchObject({ status: 200, json: {} })
    await stream.ended
    expect((await other.get('/api/auth/me')).status).toBe(401)
    expect(rowsOf(await client.get(path))).toHaveLength(1)
    expect(await eventsOf(id)).toContain('session-ended')
  })

  test('end all but this one', async () => {
    const { client } = await office.addUser('many-places')
    const others = await Promise.all([1, 2, 3].map(() => office.server.client().signIn('many-places')))
    expect((await client.delete(path)).status).toBe(200)
    for (const other of others) expect((await other.get('/api/auth/me')).status).toBe(401)
    expect(rowsOf(await client.get(path))).toHaveLength(1)
    expect((await client.delete(path)).status).toBe(200)
  })
})

describe('sign-in codes from an app', () => {
  const path = '/api/profile/second-factor'

  async function setUp(loginId: string, options: Parameters<Office['addUser']>[1] = {}) {
    const { id, client } = await office.addUser(loginId, options)
    const { secret, uri } = rowOf(await client.post(path, { currentPassword: testPassword }))
    expect(uri).toBe(`otpauth://totp/Mainspring:${loginId}?issuer=Mainspring&secret=${String(secret)}&algorithm=SHA1&digits=6&period=30`)
    const show = () => showCode(office.clock.now(), String(secret))
    const { recoveryCodes } = rowOf(await client.put(path, { currentPassword: testPassword, code: show() }))
    office.clock.advance(60_000)
    return { id, client, show, recoveryCodes: recoveryCodes as string[], password: { user_id: loginId, password: testPassword } }
  }

  test('are asked for at sign-in once a right code has confirmed them, and of nobody else', async () => {
    const { id, client } = await office.addUser('beginner', { shopIds: [office.shopId] })
    expect((await client.get(path)).json).toEqual({ onSince: null, recoveryCodesLeft: 0 })
    expectRefusal(await client.post(path, { currentPassword: 'guess' }), 400, 'Current password is incorrect', ['currentPassword'])
    const { secret } = rowOf(await client.post(path, { currentPassword: testPassword }))
    expect((await signIn({ user_id: 'beginner', password: testPassword })).status).toBe(200)
    expect((await client.put(path, { currentPassword: testPassword, code: '000000' })).json).toMatchObject({ code: 'VALIDATION', issues: [{ path: 'code' }] })
    const code = showCode(office.clock.now(), String(secret))
    const { recoveryCodes } = rowOf(await client.put(path, { currentPassword: testPassword, code }))
    expect(recoveryCodes).toHaveLength(10)
    expect(new Set(recoveryCodes as string[]).size).toBe(10)
    expect((await client.get(path)).json).toEqual({ onSince: office.clock.now().toISOString(), recoveryCodesLeft: 10 })
    expect((await signIn({ user_id: 'beginner', password: testPassword })).json).toMatchObject({
      code: 'SIGN_IN_CODE_REQUIRED',
      message: 'Enter the code from your app.',
    })
    expect((await signIn({ user_id: 'beginner', password: 'guess', code })).json).toMatchObject({
      code: 'UNAUTHENTICATED',
      message: 'Invalid username or password',
    })
    expect((await signIn({ user_id: 'ann', password: testPassword, code: 'anything' })).status).toBe(200)
    expect((await office.activitiesOf(office.shopId))[0]).toBe("User 'beginner person': sign-in codes turned on")
    expect(await eventsOf(id)).toContain('second-factor-on')
    expectRefusal(await client.post(path, { currentPassword: testPassword }), 409, 'Sign-in codes are on already.')
  })

  test('nothing of them is stored that the recovery codes could be read from, and no answer tells the secret again', async () => {
    const { client, recoveryCodes, id } = await setUp('secretive')
    const stored = JSON.stringify(await office.services.reader.selectFrom('recovery_codes').selectAll().where('user_id', '=', id).execute())
    for (const code of recoveryCodes) expect(stored).not.toContain(code.replaceAll('-', ''))
    const { secret } = await office.services.reader.selectFrom('second_factors').select('secret').where('user_id', '=', id).executeTakeFirstOrThrow()
    for (const address of [path, '/api/auth/me', '/api/sync/bootstrap', '/api/profile/sessions']) expect((await client.get(address)).text).not.toContain(secret)
  })

  test('are good once each, also when two requests bring one at the same time, with a drift of one step', async () => {
    const { show, password } = await setUp('punctual')
    const code = show()
    expect(statusesOf(await Promise.all([signIn({ ...password, code }), signIn({ ...password, code })]))).toEqual([200, 401])
    expect((await signIn({ ...password, code })).json).toMatchObject({ code: 'SIGN_IN_CODE_REQUIRED', issues: [{ path: 'code' }] })
    office.clock.advance(60_000)
    const slow = show()
    office.clock.advance(30_000)
    expect((await signIn({ ...password, code: `${slow.slice(0, 3)} ${slow.slice(3)}` })).status).toBe(200)
    office.clock.advance(60_000)
    const tooSlow = show()
    office.clock.advance(60_000)
    expect((await signIn({ ...password, code: tooSlow })).status).toBe(401)
  })

  test('go on to be taken after the clock of the server jumped forward and back', async () => {
    const { show, password } = await setUp('jumper')
    office.clock.advance(86_400_000)
    expect((await signIn({ ...password, code: show() })).status).toBe(200)
    office.clock.advance(-86_400_000)
    const code = show()
    expect((await signIn({ ...password, code })).status).toBe(200)
    expect((await signIn({ ...password, code })).status).toBe(401)
  })

  test('are throttled like passwords, and the right password alone gives no free guesses', async () => {
    const { password, id } = await setUp('guessed')
    const statuses: number[] = []
    for (let guess = 0; guess < 8; guess++) {
      statuses.push((await signIn(password)).status, (await signIn({ ...password, code: String(100_000 + guess) })).status)
    }
    expect(statuses).toContain(429)
    expect(await eventsOf(id)).toContain('second-factor-failed')
  })

  test('may be replaced by a recovery code, each once, however it is typed', async () => {
    const { client, recoveryCodes, password, id } = await setUp('loser')
    const [first = '', second = ''] = recoveryCodes
    expect((await signIn({ ...password, code: ` ${first.toLowerCase().replaceAll('-', ' ')}` })).status).toBe(200)
    expect((await signIn({ ...password, code: first })).status).toBe(401)
    expect((await client.get(path)).json).toMatchObject({ recoveryCodesLeft: 9 })
    const fresh = rowOf(await client.post(`${path}/recovery-codes`, { currentPassword: testPassword, code: second }))['recoveryCodes'] as string[]
    expect((await client.get(path)).json).toMatchObject({ recoveryCodesLeft: 10 })
    expect((await signIn({ ...password, code: recoveryCodes[2] })).status).toBe(401)
    expect((await signIn({ ...password, code: fresh[0] })).status).toBe(200)
    expect(await eventsOf(id)).toContain('recovery-code-used')
  })

  test('are turned off with the password and a code, not with one of the two', async () => {
    const { client, show, recoveryCodes, password, id } = await setUp('quitter')
    expectRefusal(await client.post(`${path}/off`, { currentPassword: 'guess', code: show() }), 400, 'Current password is incorrect', ['currentPassword'])
    expect((await client.post(`${path}/off`, { currentPassword: testPassword, code: '123456' })).status).toBe(400)
    expectRefusal(await client.post(`${path}/off`, { currentPassword: testPassword }), 400, 'Code is required', ['code'])
    expect((await client.post(`${path}/off`, { currentPassword: testPassword, code: recoveryCodes[3] })).status).toBe(200)
    expect((await signIn(password)).status).toBe(200)
    expect((await client.get(path)).json).toEqual({ onSince: null, recoveryCodesLeft: 0 })
    expect(await eventsOf(id)).toContain('second-factor-off')
  })

  test('of somebody who is locked out are turned off by an administrator who holds all that they hold', async () => {
    const { id, password } = await setUp('locked-out', { shopIds: [office.shopId], privileges: ['view_report'] })
    const { client } = await office.addUser('helper', { privileges: ['view_app_setting'] })
    expectRefusal(await client.delete(`/api/users/${id}/second-factor`), 403, outrankedText)
    expect(await office.max.delete(`/api/users/${id}/second-factor`)).toMatchObject({ status: 200, json: {} })
    expect((await signIn(password)).status).toBe(200)
    expect(await eventsOf(id)).toContain('second-factor-off')
    expectRefusal(await office.max.delete(`/api/users/${office.userIds.max}/second-factor`), 409, 'Turn off your own sign-in codes in your profile.')
  })

  test('are asked again for administration after 15 minutes, and never for the work of the shop', async () => {
    const { show, password, client } = await setUp('boss', { shopIds: [office.shopId], privileges: [...privilegeNames] })
    const { id: otherId } = await office.addUser('subject')
    const rename = (asking: TestClient) => asking.put(`/api/users/${otherId}`, { name: 'Renamed' })
    expect((await rename(client)).status).toBe(200)
    office.clock.advance(15 * 60_000)
    const stale = await rename(client)
    expect(stale).toMatchObject({ status: 403, json: { code: 'FRESH_CODE_REQUIRED', message: 'Enter a code from your app to go on.' } })
    const writes: [string, string, object?][] = [
      ['POST', '/api/shops', { name: 'East', code: 'east-9' }],
      ['POST', '/api/entities', { entity_name: 'West Ltd', contact_name: 'Wim' }],
      ['POST', `/api/users/${otherId}/privileges`, { privilegeId: privilegeIdOf('view_report') }],
      ['PUT', `/api/users/${otherId}/disabled`, { disabled: true }],
      ['PATCH', `/api/users/${otherId}/password`, { newPassword: 'another horse' }],
      ['POST', `/api/entities/${office.entityId}/employees`, { entityId: office.entityId, shopId: office.shopId, name: 'Emil' }],
      ['POST', '/api/profile/tokens', { name: 'Till', privileges: [], currentPassword: testPassword }],
    ]
    for (const [method, address, body] of writes) expect((await client.send(method, address, { body })).json).toMatchObject({ code: 'FRESH_CODE_REQUIRED' })
    expect((await client.get('/api/users')).status).toBe(200)
    expect((await client.post(`/api/${office.shopId}/suppliers`, { supplierName: 'Glass & Co' })).status).toBe(200)

    const other = office.server.client()
    await other.post('/api/login', { ...password, code: show() })
    expect((await rename(other)).status).toBe(200)
    expect((await rename(client)).status).toBe(403)
    office.clock.advance(60_000)
    expect((await client.post(`${path}/code`, { code: '000000' })).json).toMatchObject({ code: 'VALIDATION', issues: [{ path: 'code' }] })
    expect((await client.post(`${path}/code`, { code: show() })).status).toBe(200)
    expect((await rename(client)).status).toBe(200)
  })

  test('that were begun and not confirmed ask nothing of anybody', async () => {
    const { id, client } = await office.addUser('undecided', { privileges: ['view_app_setting'] })
    await putSecondFactor(office.services, id, 'begun')
    expect((await client.post('/api/users/create-with-optional-credentials', { name: 'Nina' })).status).toBe(200)
    expect((await signIn({ user_id: 'undecided', password: testPassword })).status).toBe(200)
  })
})
