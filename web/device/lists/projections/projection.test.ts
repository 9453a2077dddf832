import fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Row, StoredRow } from '../../rows/rows.ts'
import { ColumnSheet, type ColumnsRule, textAt } from '../../storage/packed/columns/column-sheet.ts'
import { BuildTurns } from './build-turns.ts'
import { Projection, type ProjectionSource } from './projection.ts'
import { packColumns } from '../../storage/packed/columns/column-maker.ts'

afterEach(() => void vi.restoreAllMocks())

type Entry = { id: string; sortKey: string; isOpen: boolean }

const rowOf = (id: string, sortKey: string, isOpen = true): Row => ({ id, shopId: 'shop', createdAt: '', updatedAt: '', seq: 1, sortKey, isOpen })
const sourceOf = (scan: ProjectionSource<Entry>['scan']): ProjectionSource<Entry> => ({
  scan,
  holds: ({ shopId }) => shopId === 'shop',
  toEntry: (row) => ({ id: row.id, sortKey: String(row['sortKey']), isOpen: row['isOpen'] === true }),
  countKey: ({ isOpen }) => String(isOpen),
})
const rule: ColumnsRule = {
  revision: 1,
  kinds: { sortKey: 'text', isOpen: 'number' },
  toValues: (row) => [String(row['sortKey']), Number(row['isOpen'])],
}

/** Spreads the rows over sheets of columns. */
function toSheets(rows: readonly Row[], sheetRows: number): ColumnSheet[] {
  const sorted = rows.toSorted((a, b) => (String(a['sortKey']) < String(b['sortKey']) ? -1 : 1))
  const keyed = sorted.map((row) => ({ primary: row.id, row }))
  return packColumns(rule, { no: 1, count: rows.length }, keyed, sheetRows).map((stored) => new ColumnSheet(stored))
}

const fromSheet = (sheet: ColumnSheet): Entry[] =>
  sheet.places().map((place) => ({
    id: sheet.primaryAt(place),
    sortKey: textAt(sheet.texts('sortKey'), place),
    isOpen: sheet.numbers('isOpen')[place] === 1,
  }))

const untilIdle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0))

describe('a projection', () => {
  const id = fc.nat({ max: 60 }).map((number) => `id-${number}`)
  const written = fc.record({ id, sortKey: fc.constantFrom('a', 'b', 'c', 'd'), isOpen: fc.boolean() })
  const change = fc.oneof(written, fc.record({ gone: id }))

  it('is a sort of all rows, in columns or not, after any changes, also those that come while it is being built, out of order or after a failed read', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(written, { maxLength: 30 }),
        fc.array(fc.array(change, { maxLength: 4 }), { maxLength: 12 }),
        fc.array(fc.array(change, { maxLength: 70, size: 'max' }), { maxLength: 6 }),
        fc.integer({ min: 1, max: 7 }),
        fc.boolean(),
        // Fail rarely: each retry waits for a pause.
        fc.nat({ max: 9 }).map((number) => number === 0),
        fc.option(fc.nat({ max: 30 }), { nil: undefined }),
        async (stored, during, after, batch, isSorted, failsOnce, inColumns) => {
          const rows = new Map(stored.map((one) => [one.id, rowOf(one.id, `${one.sortKey}${one.id}`, one.isOpen)]))
          let failures = failsOnce ? 1 : 0
          const projection: Projection<Entry> = new Projection({
            ...sourceOf(async function* (takeSheets) {
              // A read may return data older than changes made meanwhile.
              const all = [...rows.values()]
              takeSheets?.(toSheets(all.splice(0, inColumns), batch))
              if (isSorted) all.sort((a, b) => (String(a['sortKey']) < String(b['sortKey']) ? -1 : 1))
              for (let start = 0; start < all.length; start += batch) {
                for (const one of during.shift() ?? []) applyOne([one])
                yield all.slice(start, start + batch)
                if (failures-- > 0) throw new Error('busy')
              }
            }),
            ...(inColumns !== undefined && { fromSheet }),
          })
          const applyOne = (changes: readonly ({ gone: string } | { id: string; sortKey: string; isOpen: boolean })[]): void => {
            const made = changes.map((one) => {
              if ('gone' in one) {
                rows.delete(one.gone)
                return { id: one.gone, row: undefined, previous: undefined }
              }
              const row = rowOf(one.id, `${one.sortKey}${one.id}`, one.isOpen)
              rows.set(one.id, row)
              return { id: one.id, row: row as StoredRow, previous: undefined }
            })
            projection.apply(made)
          }
          const expectAll = (): void => {
            const wanted = [...rows.values()].toSorted((a, b) => (String(a['sortKey']) < String(b['sortKey']) ? -1 : 1))
            expect(projection.sorted().map((entry) => entry.id)).toEqual(wanted.map((row) => row.id))
            expect(projection.size).toBe(rows.size)
            expect(projection.countOf((key) => key === 'true')).toBe(wanted.filter((row) => row['isOpen'] === true).length)
          }
          await projection.demand()
          expectAll()
          const changedAfter: { version: number; ids: string[] }[] = []
          for (const changes of after) {
            for (const known of [...changedAfter, { version: projection.version, ids: [] }]) {
              if (!changedAfter.includes(known)) changedAfter.push(known)
              known.ids.push(...changes.map((one) => ('gone' in one ? one.gone : one.id)))
            }
            const held = new Set(projection.sorted().map((entry) => entry.id))
            applyOne(changes)
            for (const { version, ids } of changedAfter) {
              const told = projection.changedSince(version)
              // A row that neither was nor is present may be missing from the report.
              if (told !== undefined) for (const changed of ids) if (held.has(changed) || rows.has(changed)) expect(told).toContain(changed)
            }
            if (changes.length % 2 === 0) expectAll()
          }
          expectAll()
        },
      ),
      { numRuns: 30 },
    )
  })

  it('is built in short steps, between which others have their turn', async () => {
    let nowMs = 0
    vi.spyOn(performance, 'now').mockImplementation(() => nowMs)
    let turns = 0
    let isBuilt = false
    const count = async (): Promise<void> => {
      while (!isBuilt) {
        turns++
        await new Promise((resolve) => setImmediate(resolve))
      }
    }
    const counting = count()
    const projection = new Projection<Entry>({
      ...sourceOf(async function* () {
        yield Array.from({ length: 640 }, (_, index) => rowOf(`id-${index}`, String(index)))
      }),
      toEntry: (row) => {
        nowMs += 0.2
        return { id: row.id, sortKey: String(row['sortKey']), isOpen: true }
      },
    })
    await projection.demand()
    isBuilt = true
    await counting
    expect(turns).toBeGreaterThan(4)
  })

  it('stands still while one that was demanded after it is being built', async () => {
    const turns = new BuildTurns()
    const read: string[] = []
    const make = (name: string): Projection<Entry> =>
      new Projection(
        sourceOf(async function* () {
          for (let index = 0; index < 3; index++) {
            read.push(name)
            await untilIdle()
            yield [rowOf(`${name}${index}`, String(index))]
          }
        }),
        turns,
      )
    const first = make('first')
    const second = make('second')
    const undemanded = make('undemanded')
    const building = first.demand()
    await untilIdle()
    await second.demand()
    expect(read.filter((name) => name === 'first').length).toBeLessThan(3)
    expect(undemanded.isReady).toBe(false)
    await building
    await undemanded.ready
    expect(read.filter((name) => name === 'undemanded')).toHaveLength(3)
    expect(first.sorted()).toHaveLength(3)
  })
})
