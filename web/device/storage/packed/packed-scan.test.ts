import 'fake-indexeddb/auto'
import { expect, it } from 'vitest'
import { v7 } from 'uuid'
import { documentToRow, keyToRef, type Row, type RowKey, storedToRow } from '../../rows/rows.ts'
import { stillPackedSizes } from '../../testing/packed-sizes.ts'
import { rowStorage } from '../row-database.ts'
import { ColumnMaker } from './columns/column-maker.ts'
import { PackedCompaction } from './packed-compaction.ts'
import type { TakeSheets } from './packed-scan.ts'
import { openWithInternals } from '../../testing/packed-model.ts'

const shopId = v7()

const toRow = (index: number): Row =>
  documentToRow('customers', {
    id: `id-${String(index).padStart(3, '0')}`,
    shopId,
    seq: index,
    createdAt: '2026-01-01T00:00:00.000Z',
    updatedAt: '2026-01-01T00:00:00.000Z',
    name: `Name ${index}`,
    hasAccessCode: false,
  })

async function openRows() {
  const storage = rowStorage(1, stillPackedSizes)
  const { database, internals } = await openWithInternals({ userId: v7(), collections: ['customers'], storage })
  const change = async (id: string): Promise<void> => {
    const previous = (await database.find('customers', [id])).get(id)
    if (previous === undefined) throw new Error(`There is no ${id}`)
    await database.write('customers', [{ previous, row: { ...storedToRow(previous), name: 'Changed' }, isDeleted: false }])
  }
  const compact = (): Promise<void> => new PackedCompaction(internals.store, () => Promise.resolve()).run(new AbortController().signal)
  const makeColumns = (): Promise<void> => new ColumnMaker(internals.store, () => Promise.resolve()).run(new AbortController().signal)
  return { database, change, compact, makeColumns }
}

it.each([
  { isInColumns: false, isCompacted: true },
  { isInColumns: true, isCompacted: true },
  { isInColumns: true, isCompacted: false },
])('gives each row once, though rows change that it has given and segments are replaced: %o', async ({ isInColumns, isCompacted }) => {
  const { database, change, compact, makeColumns } = await openRows()
  for (const first of [0, 1, 2]) {
    await database.insert(
      'customers',
      Array.from({ length: 16 }, (_, index) => toRow(first + 3 * index)),
    )
    // The last run has no columns yet.
    if (isInColumns && first === 1) await makeColumns()
  }
  const given: string[] = []
  const takeSheets: TakeSheets = (sheets) => void given.push(...sheets.flatMap((sheet) => sheet.primaries()).map((key) => keyToRef(key as RowKey).id))
  let reads = 0
  for await (const rows of database.scan('customers', { shopId, batch: 1, ...(isInColumns && { takeSheets }) })) {
    if (reads === 0) expect(given).toHaveLength(isInColumns ? 32 : 0)
    given.push(...rows.map(({ id }) => id))
    reads++
    if (reads === 1) for (const id of [given[0], given.at(-1)]) await change(id ?? '')
    if (reads === 2 && isCompacted) await compact()
    if (reads % 10 === 0) await change(given.at(-1) ?? '')
  }
  expect(given.toSorted()).toEqual(Array.from({ length: 48 }, (_, index) => toRow(index).id))
  await database.close()
})

it('names the shops of rows, none that a row has left for another, and one of deleted rows until these are purged', async () => {
  const { database, compact } = await openRows()
  const otherShopId = v7()
  await database.insert(
    'customers',
    Array.from({ length: 16 }, (_, index) => toRow(index)),
  )
  await compact()
  expect([...(await database.listShops())]).toEqual([shopId])
  const ids = Array.from({ length: 16 }, (_, index) => toRow(index).id)
  const writeAll = async (toWrite: (row: Row) => { row: Row; isDeleted: boolean }): Promise<void> => {
    const stored = [...(await database.find('customers', ids)).values()]
    await database.write(
      'customers',
      stored.map((previous) => ({ previous, ...toWrite(storedToRow(previous)) })),
    )
  }
  await writeAll((row) => ({ row: { ...row, shopId: otherShopId }, isDeleted: false }))
  expect([...(await database.listShops())]).toEqual([otherShopId])
  await writeAll((row) => ({ row, isDeleted: true }))
  expect([...(await database.listShops())]).toEqual([otherShopId])
  await database.purge('customers')
  expect([...(await database.listShops())]).toEqual([])
  await database.close()
})
