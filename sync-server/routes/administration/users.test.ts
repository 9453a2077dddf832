import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { privilegeNames } from '#schema/privileges.ts'
import { privilegeRows } from '#schema/rules/merge/reference-rows.ts'
import { testPassword, type TestClient } from '../../testing/test-server.ts'
import { nextAccess, openOffice, privilegeIdOf, statusesOf } from '../../testing/test-office.ts'
import { expectRefusal, nowhere, rowOf, rowsOf } from '../../testing/test-shop.ts'

const office = await openOffice()
afterAll(() => office.close())
beforeEach(() => office.clock.advance(1000))

const denied = 'You do not have permission to do this.'
const createPath = '/api/users/create-with-optional-credentials'
const codeNeeded = 'Country code is required when phone number is provided'
const noContact = { email: null, phone: null, countryCode: null, alternatePhone: null, alternateCountryCode: null, language: null }
const patch = (client: TestClient, address: string, body: object) => client.send('PATCH', address, { body })

describe('a new user', () => {
  test('with credentials can sign in with them, and they are not answered', async () => {
    const contact = { email: 'zoe@example.com', phone: '5550001111', countryCode: '1', alternatePhone: '5550002222', alternateCountryCode: '+44' }
    const answer = await office.max.post(createPath, { name: ' Zoe ', login_id: ' zoe ', password: 'harbor-27', ...contact })
    expect(rowOf(answer)).toEqual({ id: expect.any(String), name: 'Zoe', login_id: 'zoe', ...contact, countryCode: '+1', language: null })
    expect(answer.text).not.toMatch(/harbor-27|argon2/)
    expect((await office.activitiesOf(office.shopId))[0]).toBe("User 'Zoe' created")
    const zoe = await office.server.client().signIn('zoe', 'harbor-27')
    expect(rowsOf(await zoe.get('/api/shops'))).toEqual([])
    expect(rowOf(await zoe.get('/api/auth/privileges'))).toEqual({ privileges: [] })
  })

  test('without credentials gets a login ID from the name and a password, answered this once', async () => {
    const body = { name: 'Éva  Müller-Kiss', login_id: '', password: '' }
    const first = rowOf(await office.max.post(createPath, body))
    expect(first).toEqual({
      id: expect.any(String),
      name: 'Éva  Müller-Kiss',
      login_id: 'eva.muller.kiss',
      ...noContact,
      password: expect.stringMatching(/^[a-km-np-z2-9]{5}(?:-[a-km-np-z2-9]{5}){2}$/),
    })
    await office.server.client().signIn('eva.muller.kiss', String(first['password']))
    expect(rowOf(await office.max.post(createPath, { name: body.name }))).toMatchObject({ login_id: 'eva.muller.kiss2', password: expect.any(String) })
    expect(rowOf(await office.max.post(createPath, { name: '田中', password: 'harbor-27' }))).toMatchObject({ login_id: 'user' })
    expect((await office.max.get('/api/users')).text).not.toContain('password')
  })

  test('gets a login ID of their own also when several of one name are made at once', async () => {
    const answers = await Promise.all([1, 2, 3, 4].map(() => office.max.post(createPath, { name: 'Sam Same' })))
    expect(answers.map((answer) => rowOf(answer)['login_id']).toSorted((one, other) => String(one).localeCompare(String(other)))).toEqual([
      'sam.same',
      'sam.same2',
      'sam.same3',
      'sam.same4',
    ])
  })

  test.each([
    [{}, 'Name is required', 'name'],
    [{ name: ' ' }, 'Name is required', 'name'],
    [{ name: 'X', password: '12345' }, 'Password must be at least 6 characters', 'password'],
    [{ name: 'X', password: 'Letmein' }, 'This password is too common.', 'password'],
    [{ name: 'Tom Reed', password: 'TomReed1987' }, 'This password is easy to guess: it is made of names of the person, the shop or the program.', 'password'],
    [{ name: 'X', password: 'north-mainspring' }, 'This password is easy to guess: it is made of names of the person, the shop or the program.', 'password'],
    [{ name: 'X', email: 'x' }, 'Invalid email format', 'email'],
    [{ name: 'X', phone: '5550001' }, codeNeeded, 'countryCode'],
    [{ name: 'X', alternatePhone: '5550001' }, codeNeeded, 'alternateCountryCode'],
    [{ name: 'X', countryCode: '+1', phone: '5' }, 'Phone must contain only digits, 6-15 characters', 'phone'],
    [{ name: 'X', countryCode: '+0' }, 'Country code must start with + and contain 1-4 digits (e.g., +1, +44)', 'countryCode'],
    [{ name: 'X', loginId: 'x' }, "Unknown field 'loginId'", 'loginId'],
  ])('%j is refused: %s', async (body, message, path) => {
    expectRefusal(await office.max.post(createPath, body), 400, message, [path])
  })

  test('with a login ID that is taken is refused in any case', async () => {
    const refused = await office.max.post(createPath, { name: 'X', login_id: 'ANN' })
    expectRefusal(refused, 409, 'This login ID is already taken.', ['login_id'])
    expect(refused.json).toMatchObject({ code: 'UNIQUE_CONSTRAINT_VIOLATION' })
    const answers = await Promise.all(['racer', 'Racer', 'RACER'].map((loginId) => office.max.post(createPath, { name: 'R', login_id: loginId })))
    expect(statusesOf(answers)).toEqual([200, 409, 409])
  })
})

describe('changing a user', () => {
  test('keeps what is left out; colleagues see the new name at once, and the entry tells no contact data', async () => {
    const address = `/api/users/${office.userIds.ann}`
    const stream = await office.openLive(office.eva.client)
    const changed = rowOf(await office.max.put(address, { login_id: 'anna', name: 'Anna', phone: '5550003333', countryCode: '+1' }))
    await nextAccess(stream)
    expect(changed).toEqual({
      id: office.userIds.ann,
      name: 'Anna',
      login_id: 'anna',
      ...noContact,
      email: 'ann@example.com',
      phone: '5550003333',
      countryCode: '+1',
    })
    expect((await office.activitiesOf(office.shopId))[0]).toBe(
      "User 'ann person': Login ID changed from 'ann' to 'anna', Name changed from 'ann person' to 'Anna', Phone changed, Country code changed",
    )
    expectRefusal(await office.max.put(address, { countryCode: '' }), 400, codeNeeded, ['countryCode'])
    expectRefusal(await office.max.put(address, { alternatePhone: '5550003333' }), 400, codeNeeded, ['alternateCountryCode'])
    expect(rowOf(await office.max.put(address, { login_id: 'ann', name: 'ann person', phone: null, countryCode: null, email: '' }))).toMatchObject({
      login_id: 'ann',
      ...noContact,
    })
    expectRefusal(await office.max.put(`/api/users/${nowhere}`, { name: 'X' }), 404, 'User not found')
  })

  test.each([
    [{ login_id: '' }, 'Login ID is required', 'login_id'],
    [{ login_id: null }, 'Login ID is required', 'login_id'],
    [{ email: 'x@' }, 'Invalid email format', 'email'],
    [{ phone: 'abc' }, 'Phone must contain only digits, 6-15 characters', 'phone'],
    [{ password: 'harbor-27' }, "Unknown field 'password'", 'password'],
  ])('%j is refused: %s', async (body, message, path) => {
    expectRefusal(await office.max.put(`/api/users/${office.userIds.ann}`, body), 400, message, [path])
  })

  test('to a login ID that is taken is refused in any case, also when two want it at once', async () => {
    expectRefusal(await office.max.put(`/api/users/${office.userIds.bob}`, { login_id: 'MAX' }), 409, 'This login ID is already taken.', ['login_id'])
    const { id: otherId } = await office.addUser('other')
    const answers = await Promise.all([office.userIds.bob, otherId].map((id) => office.max.put(`/api/users/${id}`, { login_id: 'wanted' })))
    expect(statusesOf(answers)).toEqual([200, 409])
    rowOf(await office.max.put(`/api/users/${office.userIds.bob}`, { login_id: 'bob' }))
  })
})

describe('resetting a password', () => {
  test('ends the sessions of the user with their live streams, and the old password', async () => {
    const { id, client } = await office.addUser('forgetful', { shopIds: [office.shopId] })
    const stream = await office.openLive(client)
    expect(await patch(office.max, `/api/users/${id}/password`, { newPassword: 'brand-new' })).toMatchObject({ status: 200, json: {} })
    await stream.ended
    expect((await client.get('/api/auth/me')).status).toBe(401)
    expect((await office.server.client().post('/api/login', { user_id: 'forgetful', password: testPassword })).status).toBe(401)
    await office.server.client().signIn('forgetful', 'brand-new')
    expect((await office.activitiesOf(office.shopId))[0]).toBe("User 'forgetful person': Password reset")
  })

  test('of oneself keeps the session in use', async () => {
    const { id, client } = await office.addUser('own-reset', { privileges: ['view_app_setting'] })
    const other = await office.server.client().signIn('own-reset')
    await patch(client, `/api/users/${id}/password`, { newPassword: 'brand-new' })
    expect((await client.get('/api/auth/me')).status).toBe(200)
    expect((await other.get('/api/auth/me')).status).toBe(401)
  })

  test('refuses short ones and unknown users', async () => {
    for (const body of [{}, { newPassword: '' }, { newPassword: '12345' }]) {
      expectRefusal(await patch(office.max, `/api/users/${office.userIds.ann}/password`, body), 400, 'Password must be at least 6 characters', ['newPassword'])
    }
    expectRefusal(await patch(office.max, `/api/users/${office.userIds.ann}/password`, { newPassword: '123456' }), 400, 'This password is too common.', [
      'newPassword',
    ])
    expectRefusal(await patch(office.max, `/api/users/${nowhere}/password`, { newPassword: 'brand-new' }), 404, 'User not found')
  })
})

describe('privileges', () => {
  const address = (userId: string) => `/api/users/${userId}/privileges`

  test('are the seven, each with its id', async () => {
    expect(rowsOf(await office.max.get('/api/privileges'))).toEqual(privilegeRows)
    expect(rowsOf(await office.max.get(address(office.userIds.max))).map(({ privilegeName }) => privilegeName)).toEqual(privilegeNames)
  })

  test('are assigned and removed; the devices of the user learn it at once', async () => {
    const { id: userId, client } = await office.addUser('climber', { shopIds: [office.shopId] })
    const stream = await office.openLive(client)
    const privilegeId = privilegeIdOf('view_activity')
    expect(rowOf(await office.max.post(address(userId), { privilegeId }))).toEqual({ id: privilegeId, privilegeName: 'view_activity' })
    await nextAccess(stream)
    expect(rowOf(await client.get('/api/auth/privileges'))).toEqual({ privileges: ['view_activity'] })
    expect((await client.get(`${office.api}/activities`)).status).toBe(200)
    expect((await office.activitiesOf(office.shopId))[0]).toBe("User 'climber person': privilege 'view_activity' assigned")
    expect(await office.max.delete(`${address(userId)}/${privilegeId}`)).toMatchObject({ status: 200, json: {} })
    await nextAccess(stream)
    expect((await client.get(`${office.api}/activities`)).status).toBe(403)
    expect((await office.activitiesOf(office.shopId))[0]).toBe("User 'climber person': privilege 'view_activity' removed")
  })

  test('are refused when they are missing, unknown or there already, also when two assign at once', async () => {
    const { id: userId } = await office.addUser('refused-climber')
    for (const body of [{}, { privilegeId: '' }]) expectRefusal(await office.max.post(address(userId), body), 400, 'Privilege ID is required', ['privilegeId'])
    expectRefusal(await office.max.post(address(userId), { privilegeId: nowhere }), 400, 'Privilege does not exist', ['privilegeId'])
    expectRefusal(await office.max.post(address(nowhere), { privilegeId: privilegeIdOf('view_report') }), 404, 'User not found')
    expectRefusal(await office.max.delete(`${address(userId)}/${privilegeIdOf('view_report')}`), 404, 'Privilege not found')
    for (const list of ['privileges', 'shops', 'entities']) expectRefusal(await office.max.get(`/api/users/${nowhere}/${list}`), 404, 'User not found')
    const answers = await Promise.all([1, 2, 3].map(() => office.max.post(address(userId), { privilegeId: privilegeIdOf('view_report') })))
    expect(statusesOf(answers)).toEqual([200, 409, 409])
    // The user has no shop, so the change is logged in the administrator's shop.
    expect((await office.activitiesOf(office.shopId))[0]).toBe("User 'refused-climber person': privilege 'view_report' assigned")
    const refused = await office.max.post(address(userId), { privilegeId: privilegeIdOf('view_report') })
    expectRefusal(refused, 409, 'This user already has this privilege.')
    expect(refused.json).toMatchObject({ code: 'UNIQUE_CONSTRAINT_VIOLATION' })
  })

  test('can be given by every administrator, also those that they lack, so that none is lost for good', async () => {
    const { id, client: chief } = await office.addUser('narrow-chief', { privileges: ['view_app_setting'] })
    for (const userId of [office.userIds.ann, id]) {
      rowOf(await chief.post(address(userId), { privilegeId: privilegeIdOf('delete_order') }))
      expect((await office.securityLog())[0]).toMatchObject({ kind: 'privilege-granted', user_id: id, subject_user_id: userId, detail: 'delete_order' })
      rowOf(await office.max.delete(`${address(userId)}/${privilegeIdOf('delete_order')}`))
    }
  })
})

test('everything of user administration is for administrators only', async () => {
  const address = `/api/users/${office.userIds.ann}`
  const { client: clerk } = await office.addUser('clerk', {
    shopIds: [office.shopId],
    privileges: privilegeNames.filter((name) => name !== 'view_app_setting'),
  })
  for (const client of [office.ann, office.ned.client, office.eva.client, clerk]) {
    const answers = [
      await client.get('/api/privileges'),
      await client.get(`${address}/privileges`),
      await client.get(`${address}/shops`),
      await client.get(`${address}/entities`),
      await client.post(`${address}/privileges`, { privilegeId: privilegeIdOf('view_report') }),
      await client.delete(`${address}/privileges/${privilegeIdOf('view_report')}`),
      await client.put(address, { name: 'X' }),
      await patch(client, `${address}/password`, { newPassword: '123456' }),
      await client.post(createPath, { name: 'X' }),
    ]
    for (const answer of answers) expectRefusal(answer, 403, denied)
  }
})

describe('the last administrator', () => {
  test('stays one, also when two take it from each other at once', async () => {
    const admin = await office.server.client().signIn('admin')
    const holders = await office.services.reader
      .selectFrom('users_privileges')
      .innerJoin('users', 'users.id', 'users_privileges.user_id')
      .select(['users.id', 'users.login_id'])
      .where('privilege_id', '=', privilegeIdOf('view_app_setting'))
      .execute()
    const idOf = (loginId: string) => holders.find(({ login_id }) => login_id === loginId)?.id ?? ''
    const take = (client: TestClient, userId: string) => client.delete(`/api/users/${userId}/privileges/${privilegeIdOf('view_app_setting')}`)
    for (const { id, login_id } of holders) if (!['admin', 'max'].includes(login_id)) rowOf(await take(admin, id))
    const answers = await Promise.all([take(admin, idOf('max')), take(office.max, idOf('admin'))])
    // The other request fails as the last administrator or, if later, for lack of the right.
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const left = answers[0]?.status === 200 ? { client: admin, id: idOf('admin') } : { client: office.max, id: idOf('max') }
    const refused = await take(left.client, left.id)
    expectRefusal(refused, 409, 'This is the last user with view_app_setting. Assign it to somebody else first.')
    expect(refused.json).toMatchObject({ code: 'CONFLICT' })
  })
})
