import { expect, test } from 'vitest'
import { startTestServer } from '../testing/test-server.ts'
import { isCommonPassword, isMadeOfNames } from './common-passwords.ts'

test.each(['123456', 'password', 'PassWord1', 'letmein', 'qwerty123'])('%s is one of the commonest', (password) => {
  expect(isCommonPassword(password)).toBe(true)
})

test.each(['correct horse battery', 'harbor-27', 'mainspring', '__proto__'])('%s is not', (password) => {
  expect(isCommonPassword(password)).toBe(false)
})

test('a common ADMIN_PASSWORD starts the server and is warned of, without being told', async () => {
  const server = await startTestServer({ env: { ADMIN_PASSWORD: 'letmein', LOG_LEVEL: 'warn' } })
  try {
    await server.client().signIn('admin', 'letmein')
    const warnings = server.logLines.filter((line) => line.includes('ADMIN_PASSWORD'))
    expect(warnings).toHaveLength(1)
    expect(server.logLines.join()).not.toContain('letmein')
  } finally {
    await server.close()
  }
})

const names = ['Éva Müller', 'eva.m', 'Harbor Repairs', 'harbor', null]

test.each([
  'mainspring',
  'Mainspring2026!',
  'M4in$pring1',
  'evamuller',
  'Eva-Müller-1987',
  'mullereva',
  'HarborRepairs#1',
  'repairs123',
  'harborharbor',
  'mainspring-eva',
])('%s is made of names', (password) => {
  expect(isMadeOfNames(password, names)).toBe(true)
})

test.each(['correct horse battery', 'harbor in the fog', '12345678', 'evamullerx', 'spring rain 7'])('%s is not', (password) => {
  expect(isMadeOfNames(password, names)).toBe(false)
})
