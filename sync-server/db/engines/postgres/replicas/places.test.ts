import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ReadElsewhereError } from '../../error-kind.ts'
import { NeededPlaces, PlaceReader, type Place, type PlaceRow, type ReplicaRow } from './places.ts'

const place: Place = { serverId: 's', epoch: 'e', seq: 7, mark: 'm7' }
const row: ReplicaRow = { shopId: 'a', isReplica: true, ...place }

const isReached = (rows: readonly ReplicaRow[], places: ReadonlyMap<string, Place> = new Map([['a', place]]), shopIds = ['a']): boolean => {
  try {
    new NeededPlaces(shopIds, places).assertReached(rows)
    return true
  } catch (error) {
    if (!(error instanceof ReadElsewhereError)) throw error
    return false
  }
}

describe('a snapshot of a replica', () => {
  it('is read where it holds the place, or is beyond it', () => {
    expect(isReached([row])).toBe(true)
    expect(isReached([{ ...row, seq: 9 }])).toBe(true)
  })

  it.each([
    ['is behind', { seq: 6 }],
    ['has the number by another mark', { mark: 'other' }],
    ['has no mark there', { mark: null }],
    ['is of another epoch', { epoch: 'before' }],
    ['is of another database', { serverId: 'other' }],
    ['is of a server that takes writes', { isReplica: false }],
    ['does not know the shop', { epoch: null, seq: null }],
  ] satisfies [string, Partial<ReplicaRow>][])('is not read where it %s', (_, change) => {
    expect(isReached([{ ...row, ...change }])).toBe(false)
  })

  it('is not read where it has no answer for a shop, as that of a replica without tables', () => {
    expect(isReached([])).toBe(false)
    expect(isReached([row], new Map([['a', place]]), ['a', 'b'])).toBe(false)
  })

  it('of a shop that neither knows is read', () => {
    expect(isReached([{ ...row, epoch: null, seq: null, mark: null }], new Map())).toBe(true)
    expect(isReached([row], new Map())).toBe(false)
  })

  it('is read only where all shops are there', () => {
    const seqs = fc.array(fc.record({ needed: fc.nat(20), found: fc.nat(20) }), { minLength: 1, maxLength: 6 })
    fc.assert(
      fc.property(seqs, (shops) => {
        const places = new Map(shops.map(({ needed }, index) => [String(index), { ...place, seq: needed }]))
        const rows = shops.map(({ found }, index) => ({ ...row, shopId: String(index), seq: found }))
        expect(isReached(rows, places, [...places.keys()])).toBe(shops.every(({ needed, found }) => found >= needed))
      }),
    )
  })

  it('that is older than one that was read before is not read, though it holds the place', () => {
    const needed = new NeededPlaces(['a'], new Map([['a', place]]))
    needed.assertReached([{ ...row, seq: 9 }])
    expect(() => needed.assertReached([{ ...row, seq: 8 }])).toThrow(ReadElsewhereError)
    needed.assertReached([{ ...row, seq: 9 }])
  })
})

describe('the places of the database', () => {
  const toRows = (shopIds: readonly string[]): PlaceRow[] => shopIds.map((shopId) => ({ shopId, ...place }))

  it('are read by one statement for all who ask while another is on its way, and never by one that had left before', async () => {
    const asked: (readonly string[])[] = []
    const gates: (() => void)[] = []
    const reader = new PlaceReader(async (shopIds) => {
      asked.push(shopIds)
      await new Promise<void>((resolve) => gates.push(resolve))
      return toRows(shopIds)
    })
    const open = async (): Promise<void> => {
      await expect.poll(() => gates.length).toBeGreaterThan(0)
      gates.shift()?.()
    }
    const first = reader.read(['a'])
    await expect.poll(() => asked).toEqual([['a']])
    const others = [reader.read(['b']), reader.read(['a', 'c'])]
    await open()
    expect([...(await first).keys()]).toEqual(['a'])
    await open()
    expect((await Promise.all(others)).map((places) => [...places.keys()])).toEqual([
      ['b', 'a', 'c'],
      ['b', 'a', 'c'],
    ])
    expect(asked).toEqual([['a'], ['b', 'a', 'c']])
  })

  it('that cannot be read fail those who asked, and nobody who asks later', async () => {
    let isBroken = true
    const reader = new PlaceReader(async (shopIds) => {
      if (isBroken) throw new Error('away')
      return toRows(shopIds)
    })
    await expect(reader.read(['a'])).rejects.toThrow('away')
    isBroken = false
    expect([...(await reader.read(['a'])).keys()]).toEqual(['a'])
  })
})
