import { afterAll, beforeEach, expect, test } from 'vitest'
import { testPassword } from '../testing/test-server.ts'
import { openOffice, statusesOf } from '../testing/test-office.ts'
import { expectRefusal } from '../testing/test-shop.ts'

const invisible = 'Login ID must not contain invisible characters'
const taken = 'This login ID is already taken.'

const office = await openOffice()
afterAll(() => office.close())
beforeEach(() => office.clock.advance(3_600_000))

const signIn = (loginId: string, password = testPassword) => office.server.client().post('/api/login', { user_id: loginId, password })

test('a person signs in by any spelling of their login ID', async () => {
  for (const spelling of ['ann', ' ANN ', 'a\u200Bnn', 'ａｎｎ', 'an\u00ADn\u0007'])
    expect((await signIn(spelling)).json).toMatchObject({ user: { id: office.userIds.ann, login_id: 'ann' } })
  expect((await signIn('anna')).status).toBe(401)
})

test('wrong passwords count for the account whatever the spelling', async () => {
  const answers = []
  for (const spelling of ['bob', 'B\u200Bob', 'ｂob', 'bob\u2060', ' BOB', 'bo\u00ADb', 'bob\uFE0F']) answers.push(await signIn(spelling, 'guess'))
  expect(statusesOf(answers)).toEqual([401, 401, 401, 401, 401, 429, 429])
})

test('no login ID is taken twice in another spelling, and none has characters that nobody sees', async () => {
  const add = (loginId: string) => office.max.post('/api/users/create-with-optional-credentials', { name: 'Other', login_id: loginId, password: testPassword })
  for (const spelling of ['Ann', 'ａｎｎ', ' ann ']) expectRefusal(await add(spelling), 409, taken, ['login_id'])
  for (const spelling of ['a\u200Bnn', 'new\u202E', 'ne\u00ADw', 'new\u0007x']) expectRefusal(await add(spelling), 400, invisible, ['login_id'])
  const rename = (loginId: string) => office.bob.put('/api/profile', { loginId })
  expectRefusal(await rename('ＡＮＮ'), 409, taken, ['loginId'])
  expectRefusal(await rename('bob\u200B'), 400, invisible, ['loginId'])
  expect((await rename('Bob')).status).toBe(200)
})
