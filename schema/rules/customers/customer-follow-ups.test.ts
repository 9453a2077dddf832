import { expect, test } from 'vitest'
import { findCustomerFollowUps } from './customer-follow-ups.ts'

const reached = { noPhone: false, phone: '5550102000' }
const unreached = { noPhone: true, phone: null }

test.each([
  ['who is marked as without a phone loses the number', reached, { ...reached, noPhone: true }, { phone: null, countryCode: null, phoneUnconfirmed: false }],
  ['who gets a number is no longer marked', unreached, { ...unreached, phone: '5550102000' }, { noPhone: false }],
  ['who gets another number while being marked keeps that number', reached, { noPhone: true, phone: '5550103000' }, { noPhone: false }],
  ['who comes with mark and number keeps the number', undefined, { noPhone: true, phone: '5550102000' }, { noPhone: false }],
  ['who comes without a number stays marked', undefined, unreached, {}],
  ['who has a number and no mark is left alone', reached, { ...reached, phone: '5550103000' }, {}],
])('a customer %s', (_, before, after, expected) => {
  expect(findCustomerFollowUps(before, after)).toEqual(expected)
})
