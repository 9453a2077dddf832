import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toPhoneKey } from './international-phone.ts'
import { findLeftOut, type MergeChoices, mergeFields, type MergePair, planMerge, preselectMerge, toMergeChoices } from './plan-merge.ts'

type Side = MergePair['stays']

const side = (values: Partial<Side> = {}): Side => ({
  name: 'Bob',
  countryCode: '+1',
  phone: '4155550101',
  phoneUnconfirmed: false,
  alternateCountryCode: null,
  alternatePhone: null,
  alternatePhoneUnconfirmed: false,
  emailUnconfirmed: false,
  email: null,
  customerNotes: null,
  strangers: null,
  noMessages: false,
  noPhone: false,
  company: null,
  street: null,
  postalCode: null,
  city: null,
  region: null,
  country: null,
  taxId: null,
  language: null,
  taxExempt: false,
  taxExemptReason: null,
  updatedAt: '2026-01-01T00:00:00.000Z',
  ...values,
})

const ofStays = toMergeChoices(() => 'stays')

describe('the plan of a merge (MERGE-01)', () => {
  it('preselects what is filled, and of two values the newer', () => {
    const stays = side({ email: 'old@example.com', alternateCountryCode: '+1', alternatePhone: '4155550102' })
    const goes = side({ name: 'Bob Lee', email: 'new@example.com', updatedAt: '2026-02-01T00:00:00.000Z' })
    expect(preselectMerge({ stays, goes })).toEqual({ ...ofStays, name: 'goes', phone: 'goes', email: 'goes' })
    expect(preselectMerge({ stays: goes, goes: stays })).toEqual({ ...ofStays, alternatePhone: 'goes' })
  })

  it('keeps the other phone as the alternate one', () => {
    const plan = planMerge({ stays: side(), goes: side({ phone: '4155550102' }) }, ofStays, '+1')
    expect(plan).toMatchObject({ phone: '4155550101', alternateCountryCode: '+1', alternatePhone: '4155550102', customerNotes: null })
  })

  it('keeps phones and an e-mail address that find no place as lines of the notes', () => {
    const stays = side({ alternateCountryCode: '+1', alternatePhone: '4155550102', email: 'bob@example.com', customerNotes: 'Deaf' })
    const goes = side({ phone: '4155550103', alternateCountryCode: null, alternatePhone: '4155550104', email: 'lee@example.com', customerNotes: 'Pays cash' })
    expect(planMerge({ stays, goes }, { ...ofStays, phone: 'goes' }, '+1')).toMatchObject({
      phone: '4155550103',
      alternatePhone: '4155550102',
      email: 'bob@example.com',
      customerNotes: 'Deaf\nPays cash\nOther phone: +1 415-555-0101\nOther phone: 415-555-0104\nOther email: lee@example.com',
    })
  })

  it('takes an address whole, fills what is empty, and keeps a different company, address, tax ID and language as lines of the notes', () => {
    const stays = side({ company: 'Quay', street: '1 Dock Road', city: 'Harbor', taxId: 'X 1' })
    const goes = side({ company: 'QUAY', street: '9 Elm Street', postalCode: '10115', city: 'Berlin', country: 'DE', taxId: 'X 2', language: 'de' })
    expect(planMerge({ stays, goes }, ofStays, '+1')).toMatchObject({
      company: 'Quay',
      street: '1 Dock Road',
      postalCode: null,
      country: null,
      taxId: 'X 1',
      language: 'de',
      customerNotes: 'Other address: 9 Elm Street, 10115 Berlin, DE\nOther tax ID: X 2',
    })
    expect(planMerge({ stays, goes }, { ...ofStays, address: 'goes' }, '+1')).toMatchObject({ street: '9 Elm Street', postalCode: '10115', city: 'Berlin' })
    expect(preselectMerge({ stays, goes: { ...goes, updatedAt: '2026-02-01T00:00:00.000Z' } })).toMatchObject({ address: 'goes', company: 'goes' })
    expect(findLeftOut({ stays: side({ language: 'en' }), goes }, '+1')).toEqual([
      'Other company: QUAY',
      'Other address: 9 Elm Street, 10115 Berlin, DE',
      'Other tax ID: X 2',
      'Other language: de',
    ])
  })

  it('says nothing twice', () => {
    const goes = side({ countryCode: null, phone: '14155550101', customerNotes: 'Deaf', email: 'Bob@example.com' })
    const plan = planMerge({ stays: side({ customerNotes: 'Deaf\nPays cash', email: 'bob@example.com' }), goes }, ofStays, '+1')
    expect(plan).toMatchObject({ phone: '4155550101', alternatePhone: null, customerNotes: 'Deaf\nPays cash', email: 'bob@example.com' })
  })

  it('exempts from tax whom either one exempted, with the reason of that one', () => {
    const exempt = side({ taxExempt: true, taxExemptReason: 'Charity' })
    const planned = { taxExempt: true, taxExemptReason: 'Charity' }
    expect(planMerge({ stays: side({ taxExemptReason: 'Former charity' }), goes: exempt }, ofStays, '+1')).toMatchObject(planned)
    expect(planMerge({ stays: exempt, goes: side() }, ofStays, '+1')).toMatchObject(planned)
    expect(planMerge({ stays: side(), goes: side() }, ofStays, '+1')).toMatchObject({ taxExempt: false, taxExemptReason: null })
  })

  it('keeps a number unconfirmed that nobody confirmed, and confirmed where one of the two had it so', () => {
    const unconfirmed = { phone: '4155550102', phoneUnconfirmed: true }
    expect(planMerge({ stays: side(), goes: side(unconfirmed) }, ofStays, '+1')).toMatchObject({ phoneUnconfirmed: false, alternatePhoneUnconfirmed: true })
    const confirmed = side({ phone: '4155550102' })
    expect(planMerge({ stays: confirmed, goes: side(unconfirmed) }, { ...ofStays, phone: 'goes' }, '+1')).toMatchObject({ phoneUnconfirmed: false })
  })

  const phone = fc.option(fc.stringMatching(/^[2-9][0-9]{5,9}$/))
  const text = fc.option(fc.stringMatching(/^[a-z]{1,6}( [a-z]{1,6}){0,3}(\n[a-z]{1,6}){0,2}$/))
  const word = fc.constantFrom('Quay', 'QUAY', 'Dock\nRoad', null)
  const anySide: fc.Arbitrary<Side> = fc.record({
    name: fc.constantFrom('Bob', 'Bob Lee'),
    countryCode: fc.constantFrom('+1', '+44', null),
    phone,
    phoneUnconfirmed: fc.boolean(),
    alternateCountryCode: fc.constantFrom('+1', null),
    alternatePhone: phone,
    alternatePhoneUnconfirmed: fc.boolean(),
    emailUnconfirmed: fc.boolean(),
    email: fc.constantFrom('a@example.com', 'b@example.com', null),
    customerNotes: text,
    strangers: fc.constantFrom(null, 'one', 'one\ntwo'),
    noMessages: fc.boolean(),
    noPhone: fc.boolean(),
    company: word,
    street: word,
    postalCode: word,
    city: word,
    region: word,
    country: fc.constantFrom('US', 'DE', null),
    taxId: word,
    language: fc.constantFrom('en', 'de', null),
    taxExempt: fc.boolean(),
    taxExemptReason: fc.constantFrom(null, 'Charity'),
    updatedAt: fc.constantFrom('2026-01-01T00:00:00.000Z', '2026-02-01T00:00:00.000Z'),
  })
  const anyChoices: fc.Arbitrary<MergeChoices> = fc
    .array(fc.constantFrom('stays' as const, 'goes' as const), { minLength: mergeFields.length, maxLength: mergeFields.length })
    .map((sides) => toMergeChoices((field) => sides[mergeFields.indexOf(field)] ?? 'stays'))

  it('never loses a phone, an e-mail address or a line of the notes, whatever is chosen', () => {
    fc.assert(
      fc.property(anySide, anySide, anyChoices, (stays, goes, choices) => {
        const plan = planMerge({ stays, goes }, choices, '+1')
        const notes = plan.customerNotes ?? ''
        expect(plan.noPhone).toBe(plan.phone === null && (stays.noPhone || goes.noPhone))
        expect(plan.noMessages).toBe(stays.noMessages || goes.noMessages)
        const kept = new Set([toPhoneKey(plan.countryCode, plan.phone, '+1'), toPhoneKey(plan.alternateCountryCode, plan.alternatePhone, '+1')])
        const inNotes = notes.split('\n').flatMap((line) => {
          const found = /^Other phone: (?:(\+\d+) )?([\d-]+)$/.exec(line)
          return found === null ? [] : [toPhoneKey(found[1] ?? null, found[2] ?? null, '+1')]
        })
        for (const one of [stays, goes]) {
          for (const key of [toPhoneKey(one.countryCode, one.phone, '+1'), toPhoneKey(one.alternateCountryCode, one.alternatePhone, '+1')])
            if (key !== undefined) expect([...kept, ...inNotes]).toContain(key)
          for (const line of one.customerNotes?.split('\n') ?? []) expect(notes.split('\n')).toContain(line)
          if (one.email !== null) expect([plan.email, ...notes.split('\n')].some((place) => place?.includes(one.email ?? '') === true)).toBe(true)
        }
      }),
    )
  })

  it('leaves nothing out, and what came while somebody merged becomes lines of the notes', () => {
    fc.assert(
      fc.property(anySide, anySide, anyChoices, (stays, goes, choices) => {
        expect(findLeftOut({ stays: planMerge({ stays, goes }, choices, '+1'), goes }, '+1')).toEqual([])
      }),
    )
    const late = side({
      phone: '4155550199',
      alternateCountryCode: '+44',
      alternatePhone: '2071838750',
      email: 'late@example.com',
      customerNotes: 'Deaf\n\nRings',
    })
    expect(findLeftOut({ stays: side({ customerNotes: 'Rings' }), goes: late }, '+1')).toEqual([
      'Deaf',
      'Other phone: +1 415-555-0199',
      'Other phone: +44 2071838750',
      'Other email: late@example.com',
    ])
  })

  it('takes each field from where it was chosen, if there is anything', () => {
    fc.assert(
      fc.property(anySide, anySide, anyChoices, (stays, goes, choices) => {
        const plan = planMerge({ stays, goes }, choices, '+1')
        for (const field of mergeFields) {
          if (field === 'alternatePhone' || field === 'address') continue
          const chosen = { stays, goes }[choices[field]][field]
          if (chosen !== null) expect(plan[field]).toBe(chosen)
        }
      }),
    )
  })
})
