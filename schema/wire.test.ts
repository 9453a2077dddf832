import { describe, expect, test } from 'vitest'
import { bodyToCustomerFields, bodyToDatedFields, bodyToOrderFields } from './wire.ts'

describe('return', () => {
  test.each([
    [{ return: true }, { repeat: true }],
    [{ return: false }, { repeat: false }],
    [{ repeat: true }, { repeat: true }],
    [{ return: true, repeat: false }, { repeat: false }],
    [{ return: true, repeat: null }, { repeat: null }],
    [{}, {}],
  ])('%o means %o', (body, fields) => {
    expect(bodyToOrderFields(body)).toEqual(fields)
  })
})

describe('createdAt', () => {
  test.each([
    ['2026-03-01', '2026-03-01T00:00:00.000Z'],
    ['2026-03-01T09:30:00+01:00', '2026-03-01T08:30:00.000Z'],
    ['2026-03-01T09:30:00Z', '2026-03-01T09:30:00.000Z'],
  ])('%s is kept as %s', (createdAt, stored) => {
    expect(bodyToDatedFields({ createdAt, costText: 'x' })).toEqual({ createdAt: stored, costText: 'x' })
  })

  test.each(['', 'yesterday', '2026-99-01', '3/1/2026', '12', 5, null, {}, undefined])('%j is dropped', (createdAt) => {
    expect(bodyToDatedFields({ createdAt, costText: 'x' })).toEqual({ costText: 'x' })
  })
})

describe('customerAccessCode', () => {
  test.each(['', '   ', '••••', '****', '● ● ●', undefined])('%j means unchanged', (customerAccessCode) => {
    expect(bodyToCustomerFields({ customerAccessCode, name: 'C' })).toEqual({ name: 'C' })
  })

  test.each(['open42', '*42*', null])('%j is passed on', (customerAccessCode) => {
    expect(bodyToCustomerFields({ customerAccessCode })).toEqual({ customerAccessCode })
  })
})
