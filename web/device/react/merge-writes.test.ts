import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Customer } from '#schema/collections/work/customers.ts'
import { type MergeChoices, mergeFields, planMerge, toMergeChoices } from '#schema/rules/customers/plan-merge.ts'
import { toMergeOps, toUndoOps } from './merge-writes.ts'

const anyCustomer = (id: string): fc.Arbitrary<Customer> =>
  fc.record({
    id: fc.constant(id),
    shopId: fc.constant('shop'),
    createdAt: fc.constant('2026-01-01T00:00:00.000Z'),
    updatedAt: fc.constant('2026-01-01T00:00:00.000Z'),
    seq: fc.constant(1),
    name: fc.constantFrom('Bob', 'Bob Lee'),
    countryCode: fc.constantFrom('+1', '+44', null),
    phone: fc.constantFrom('4155550101', '4155550102', null),
    phoneUnconfirmed: fc.boolean(),
    alternateCountryCode: fc.constantFrom('+1', null),
    alternatePhone: fc.constantFrom('4155550101', '4155550103', null),
    alternatePhoneUnconfirmed: fc.boolean(),
    emailUnconfirmed: fc.boolean(),
    email: fc.constantFrom('a@example.com', null),
    company: fc.constantFrom('Quay', null),
    street: fc.constantFrom('1 Dock Road', null),
    postalCode: fc.constantFrom('04001', null),
    city: fc.constantFrom('Harbor', 'Berlin', null),
    region: fc.constantFrom('ME', null),
    country: fc.constantFrom('US', 'DE', null),
    taxId: fc.constantFrom('X 1', 'X 2', null),
    language: fc.constantFrom('de', null),
    customerNotes: fc.constantFrom('Deaf', 'Pays cash', null),
    noMessages: fc.boolean(),
    taxExempt: fc.boolean(),
    taxExemptReason: fc.constantFrom(null, 'Charity'),
    noPhone: fc.boolean(),
    hasAccessCode: fc.constant(false),
    erasedAt: fc.constant(null),
    strangers: fc.constantFrom(null, 'one', 'one\ntwo'),
  })

const anySide = fc.constantFrom('stays' as const, 'goes' as const)
const anyChoices: fc.Arbitrary<MergeChoices> = fc
  .array(anySide, { minLength: mergeFields.length, maxLength: mergeFields.length })
  .map((sides) => toMergeChoices((field) => sides[mergeFields.indexOf(field)] ?? 'stays'))

/** The row as the server stores it: a number that staff type counts as confirmed (see `confirmTypedPhones`). */
function applied(row: Customer, ops: ReturnType<typeof toMergeOps>): Customer {
  let now: Record<string, unknown> = { ...row }
  for (const op of ops) {
    if (op.action !== 'update') continue
    const values: Record<string, unknown> = op.values
    for (const [field, seen] of Object.entries(op.seen ?? {})) expect(now[field]).toEqual(seen)
    const isMain = 'phone' in values || 'countryCode' in values
    const isAlternate = 'alternatePhone' in values || 'alternateCountryCode' in values
    now = {
      ...now,
      ...values,
      ...(isMain && { phoneUnconfirmed: false }),
      ...(isAlternate && { alternatePhoneUnconfirmed: false }),
      ...('email' in values && { emailUnconfirmed: false }),
    }
  }
  return now as Customer
}

describe('the ops of a merge (MERGE-01)', () => {
  it('make what was planned, and those of its undo make what was there, unconfirmed numbers too', () => {
    fc.assert(
      fc.property(anyCustomer('stays'), anyCustomer('goes'), anyChoices, (stays, goes, choices) => {
        const merge = { stays, goes, choices, ownCode: '+1' }
        const merged = applied(stays, toMergeOps(merge))
        expect(merged).toMatchObject(planMerge({ stays, goes }, choices, '+1'))
        expect(applied(merged, toUndoOps(merge, 'deletion'))).toEqual(stays)
      }),
    )
  })

  it('end with the deletion that gives all to who stays, and begin the way back with its restore', () => {
    const [stays, goes] = [fc.sample(anyCustomer('stays'), 1)[0], fc.sample(anyCustomer('goes'), 1)[0]]
    if (stays === undefined || goes === undefined) throw new Error('no sample')
    const merge = { stays, goes, choices: toMergeChoices(() => 'stays'), ownCode: '+1' }
    expect(toMergeOps(merge).at(-1)).toEqual({ action: 'delete', collection: 'customers', id: 'goes', into: 'stays' })
    expect(toUndoOps(merge, 'deletion')[0]).toMatchObject({ action: 'restore', id: 'goes', deletion: 'deletion' })
  })
})
