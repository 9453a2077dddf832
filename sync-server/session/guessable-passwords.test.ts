import { expect, test } from 'vitest'
import { isMadeOfNames } from './guessable-passwords.ts'

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
