import 'fake-indexeddb/auto'
import { expect, it } from 'vitest'
import { v7 } from 'uuid'
import { recordsToRows, removeOverlayRows, toOverlayRecords } from './overlay-records.ts'
import { declarePackedTables, type OverlayRow } from './packed-tables.ts'

const rowOf = (primary: string, change: number): OverlayRow => ({
  id: `rows/${primary}`,
  group: 'rows',
  part: 'part',
  primary,
  change,
  masks: null,
  document: { _deleted: false, _rev: `1-${change}`, _meta: { lwt: change }, _attachments: {}, content: `content ${primary} ${change}` },
})

it('rows of one change lie in one record, and the newest state of each counts, in whichever record it lies', async () => {
  const tables = declarePackedTables(v7(), 1)
  await tables.open()
  const write = (change: number, primaries: readonly string[]) =>
    tables.overlay.bulkPut(
      toOverlayRecords(
        primaries.map((primary) => rowOf(primary, change)),
        change,
        3,
      ),
    )
  const newest = async () => new Map(recordsToRows(await tables.overlay.toArray()).map(({ primary, change }) => [primary, change]))
  await write(1, ['a'])
  await write(2, ['a', 'b', 'c', 'd'])
  await write(10, ['b'])
  await write(11, ['c', 'd', 'e'])
  expect(await tables.overlay.count()).toBe(4)
  expect(await newest()).toEqual(new Map(Object.entries({ a: 2, b: 10, c: 11, d: 11, e: 11 })))
  // A compaction rewrites the row with the same change number.
  await tables.overlay.put({ ...rowOf('e', 11), masks: 'part' })
  expect(recordsToRows(await tables.overlay.toArray()).findLast(({ primary }) => primary === 'e')?.masks).toBe('part')
  tables.close()
})

it('a row that is removed leaves no older state behind, and takes no other row along', async () => {
  const tables = declarePackedTables(v7(), 1)
  await tables.open()
  for (const [change, primaries] of [['a'], ['a', 'b', 'c'], ['a', 'c', 'd'], ['a', 'b']].entries()) {
    const rows = primaries.map((primary) => rowOf(primary, change))
    await tables.overlay.bulkPut(toOverlayRecords(rows, change, 3))
  }
  await removeOverlayRows(tables, [rowOf('a', 3), rowOf('c', 2)])
  const left = recordsToRows(await tables.overlay.toArray())
  expect(left.map(({ primary, change }) => `${primary} ${change}`)).toEqual(['b 1', 'd 2', 'b 3'])
  expect(JSON.stringify(await tables.overlay.toArray())).not.toMatch(/content [ac]/)
  await removeOverlayRows(tables, [rowOf('b', 3), rowOf('d', 2)])
  expect(await tables.overlay.count()).toBe(0)
  tables.close()
})
