import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DuplicateIndex } from './find-duplicates.ts'
import { toPhoneKey } from './international-phone.ts'

type Compared = Parameters<DuplicateIndex['put']>[0]

const customer = (id: string, values: Partial<Compared> = {}): Compared => ({
  id,
  name: `Customer ${id}`,
  countryCode: '+1',
  phone: null,
  alternateCountryCode: null,
  alternatePhone: null,
  email: null,
  erasedAt: null,
  ...values,
})

function indexOf(...customers: readonly Compared[]): DuplicateIndex {
  const index = new DuplicateIndex('+1')
  for (const one of customers) index.put(one)
  return index
}

describe('likely duplicates (MERGE-01)', () => {
  it.each([
    [['+1', '4155550199'], [null, '4155550199'], true],
    [['+1', '4155550199'], ['+1', '14155550199'], true],
    [['+1', '4155550199'], [null, '0014155550199'], true],
    [['+44', '02079460000'], ['+44', '2079460000'], true],
    [['+44', '442079460000'], ['+44', '02079460000'], true],
    [['+44', '4155550199'], ['+1', '4155550199'], false],
    [['+1', '4155550199'], ['+1', '4155550198'], false],
  ] as const)('takes the numbers %j and %j for the same: %s', (one, other, isSame) => {
    expect(toPhoneKey(one[0], one[1], '+1') === toPhoneKey(other[0], other[1], '+1')).toBe(isSame)
  })

  it('share a phone, main or alternate, an e-mail address or a name, whatever their case and accents', () => {
    const index = indexOf(
      customer('a', { name: 'José  Díaz', phone: '4155550199', email: 'JOSE@example.com' }),
      customer('b', { alternateCountryCode: '+1', alternatePhone: '4155550199' }),
      customer('c', { email: 'jose@example.com' }),
      customer('d', { name: 'jose diaz' }),
      customer('e', { name: 'José Díaz', phone: '4155550199' }),
      customer('f'),
    )
    expect(index.likelyOf('a')).toEqual([
      { id: 'b', reasons: ['phone'] },
      { id: 'e', reasons: ['phone', 'name'] },
      { id: 'c', reasons: ['email'] },
      { id: 'd', reasons: ['name'] },
    ])
    expect(index.likelyOf('f')).toEqual([])
    expect(index.groups().map((group) => group.map(({ id }) => id).sort())).toEqual([['a', 'b', 'c', 'd', 'e']])
  })

  it('are not two of whom one says that the other is somebody else, each of whom may still be a third', () => {
    const strangers = [customer('a', { name: 'Ann', strangers: 'b\nz' }), customer('b', { name: 'Ann' })]
    expect(indexOf(...strangers).groups()).toEqual([])
    expect(indexOf(...strangers.toReversed()).groups()).toEqual([])
    const index = indexOf(...strangers, customer('c', { name: 'Ann' }))
    expect(index.likelyOf('a')).toEqual([{ id: 'c', reasons: ['name'] }])
    expect(index.groups()).toEqual([
      [
        { id: 'a', reasons: ['name'], of: undefined },
        { id: 'c', reasons: ['name'], of: 'a' },
        { id: 'b', reasons: ['name'], of: 'c' },
      ],
    ])
    index.put(customer('a', { name: 'Ann' }))
    expect(index.likelyOf('a').map(({ id }) => id)).toEqual(['b', 'c'])
  })

  it('are no erased customers, and no strangers of a name that many have', () => {
    const many = Array.from({ length: 6 }, (_, place) => customer(`walk-in-${place}`, { name: 'Walk-in' }))
    expect(indexOf(...many).groups()).toEqual([])
    expect(indexOf(...many.slice(1)).groups()).toHaveLength(1)
    expect(indexOf(customer('a', { name: 'Erased customer', erasedAt: '2026-01-01' }), customer('b', { name: 'Erased customer' })).groups()).toEqual([])
  })

  const known = fc.uniqueArray(
    fc.record({
      id: fc.integer({ min: 0, max: 20 }).map(String),
      name: fc.constantFrom('Ann', 'ánn', 'Bob', 'Cy'),
      countryCode: fc.constantFrom('+1', null),
      phone: fc.constantFrom('4155550199', '14155550199', '4155550198', null),
      alternateCountryCode: fc.constant(null),
      alternatePhone: fc.constantFrom('4155550198', null),
      email: fc.constantFrom('a@example.com', 'A@example.com', null),
      erasedAt: fc.constantFrom(null, null, '2026-01-01'),
      strangers: fc.constantFrom(null, null, '1', '2\n3'),
    }),
    { selector: ({ id }) => id, maxLength: 12 },
  )

  it('is said of both, by the same reasons; groups hold exactly those of whom it is said', () => {
    fc.assert(
      fc.property(known, (customers) => {
        const index = indexOf(...customers)
        for (const { id } of customers) for (const { id: other, reasons } of index.likelyOf(id)) expect(index.likelyOf(other)).toContainEqual({ id, reasons })
        const grouped = index
          .groups()
          .flat()
          .map(({ id }) => id)
        expect(new Set(grouped).size).toBe(grouped.length)
        expect([...grouped].sort()).toEqual(customers.flatMap(({ id }) => (index.likelyOf(id).length > 0 ? [id] : [])).sort())
      }),
    )
  })

  it('is the same after changes as for who comes anew', () => {
    fc.assert(
      fc.property(known, known, fc.array(fc.integer({ min: 0, max: 20 }).map(String)), (before, after, removed) => {
        const index = indexOf(...before, ...after)
        for (const id of removed) index.remove(id)
        const byId = new Map([...before, ...after].map((one) => [one.id, one]))
        for (const id of removed) byId.delete(id)
        const fresh = indexOf(...byId.values())
        for (const id of byId.keys()) expect(index.likelyOf(id)).toEqual(fresh.likelyOf(id))
      }),
    )
  })
})
