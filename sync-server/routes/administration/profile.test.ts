import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { testPassword } from '../../testing/test-server.ts'
import { nextAccess, openOffice } from '../../testing/test-office.ts'
import { expectRefusal, rowOf } from '../../testing/test-shop.ts'

const office = await openOffice()
afterAll(() => office.close())
beforeEach(() => office.clock.advance(1000))

const codeNeeded = 'Country code is required when phone number is provided'

describe('the own profile', () => {
  test('is changed by its owner without a privilege, the login ID too, and colleagues see it at once', async () => {
    const stream = await office.openLive(office.max)
    const sent = {
      loginId: 'annie',
      name: 'Annie',
      email: 'annie@example.com',
      phone: '5550001111',
      countryCode: '1',
      alternatePhone: '5550002222',
      alternateCountryCode: '44',
      language: 'de',
    }
    const profile = rowOf(await office.ann.put('/api/profile', sent))
    await nextAccess(stream)
    const { loginId, ...rest } = sent
    expect(profile).toEqual({ id: office.userIds.ann, login_id: loginId, ...rest, countryCode: '+1', alternateCountryCode: '+44' })
    expect((await office.ann.get('/api/auth/me')).json).toEqual({ user: profile })
    expect((await office.activitiesOf(office.shopId))[0]).toMatch(
      /^User 'ann person': Login ID changed from 'ann' to 'annie', Name changed from 'ann person' to 'Annie', Email changed/,
    )
    expect(rowOf(await office.ann.put('/api/profile', { loginId: 'ann', name: '' }))).toMatchObject({ login_id: 'ann', name: null, phone: '5550001111' })
    await office.server.client().signIn('ann')
  })

  test('says what the app speaks to its owner, which the sign-in answers, until it is as the shop again', async () => {
    const { client } = await office.addUser('speaker', { shopIds: [office.shopId] })
    const signInAnswer = async () => rowOf(await office.server.client().post('/api/login', { user_id: 'speaker', password: testPassword }))
    expect(await signInAnswer()).toMatchObject({ user: { language: null } })
    await client.put('/api/profile', { language: 'pt-BR' })
    expect(await signInAnswer()).toMatchObject({ user: { language: 'pt-BR' } })
    expect(rowOf(await client.put('/api/profile', { name: 'Speaker' }))).toMatchObject({ language: 'pt-BR' })
    expect(rowOf(await client.put('/api/profile', { language: null }))).toMatchObject({ language: null })
  })

  test.each([
    [{ loginId: '' }, 'Login ID is required', 'loginId'],
    [{ email: 'annie' }, 'Invalid email format', 'email'],
    [{ phone: '12345' }, 'Phone must contain only digits, 6-15 characters', 'phone'],
    [{ countryCode: '' }, codeNeeded, 'countryCode'],
    [{ alternateCountryCode: null }, codeNeeded, 'alternateCountryCode'],
    [{ language: 'sv' }, 'Language must be one of en, de, es, fr, it, nl, pt-BR', 'language'],
    [{ login_id: 'x' }, "Unknown field 'login_id'", 'login_id'],
  ])('%j is refused: %s', async (body, message, path) => {
    expectRefusal(await office.ann.put('/api/profile', body), 400, message, [path])
  })

  test('cannot take the login ID of somebody else, in any case', async () => {
    const refused = await office.ann.put('/api/profile', { loginId: 'MAX' })
    expectRefusal(refused, 409, 'This login ID is already taken.', ['loginId'])
    expect(refused.json).toMatchObject({ code: 'UNIQUE_CONSTRAINT_VIOLATION' })
  })

  test('needs a session', async () => {
    expect((await office.server.client().put('/api/profile', { name: 'X' })).status).toBe(401)
    expect((await office.server.client().put('/api/profile/password', { currentPassword: 'x', newPassword: '123456' })).status).toBe(401)
  })
})

describe('the own password', () => {
  const address = '/api/profile/password'

  test('is changed with the current one; the other sessions end, this one stays', async () => {
    const { client } = await office.addUser('changer', { shopIds: [office.shopId] })
    const other = await office.server.client().signIn('changer')
    const stream = await office.openLive(other)
    expect(await client.put(address, { currentPassword: testPassword, newPassword: 'brand-new' })).toMatchObject({ status: 200, json: {} })
    await stream.ended
    expect((await client.get('/api/auth/me')).status).toBe(200)
    expect((await other.get('/api/auth/me')).status).toBe(401)
    await office.server.client().signIn('changer', 'brand-new')
    expect((await office.activitiesOf(office.shopId))[0]).toBe("User 'changer person': Password changed")
  })

  test('is refused without the right current one, or when the new one is too short', async () => {
    const { client } = await office.addUser('unsure')
    expectRefusal(await client.put(address, { newPassword: 'brand-new' }), 400, 'Current password is required', ['currentPassword'])
    expectRefusal(await client.put(address, { currentPassword: testPassword, newPassword: '12345' }), 400, 'Password must be at least 6 characters', [
      'newPassword',
    ])
    expectRefusal(await client.put(address, { currentPassword: testPassword, newPassword: 'PASSWORD1' }), 400, 'This password is too common.', ['newPassword'])
    expectRefusal(
      await client.put(address, { currentPassword: testPassword, newPassword: 'M4inSpring!2026' }),
      400,
      'This password is easy to guess: it is made of names of the person, the shop or the program.',
      ['newPassword'],
    )
    expectRefusal(await client.put(address, { currentPassword: 'wrong', newPassword: 'brand-new' }), 400, 'Current password is incorrect', ['currentPassword'])
    expectRefusal(
      await client.put(address, { currentPassword: testPassword, newPassword: 'brand-new', confirm: 'brand-new' }),
      400,
      "Unknown field 'confirm'",
      ['confirm'],
    )
    expect((await client.get('/api/auth/me')).status).toBe(200)
    await office.server.client().signIn('unsure')
  })

  test('cannot be guessed faster than at sign-in', async () => {
    const { client } = await office.addUser('guessed')
    const statuses: number[] = []
    for (let tries = 0; tries < 8; tries++) statuses.push((await client.put(address, { currentPassword: `guess ${tries}`, newPassword: 'brand-new' })).status)
    expect(statuses).toContain(429)
    expect(statuses.slice(0, 5)).toEqual([400, 400, 400, 400, 400])
    expect((await client.get('/api/auth/me')).status).toBe(200)
  })
})
