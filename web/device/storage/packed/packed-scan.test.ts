import 'fake-indexeddb/auto'
import { expect, it } from 'vitest'
import { v7 } from 'uuid'
import { documentToRow, type Row, storedToRow } from '../../rows/rows.ts'
import { openWithInternals } from '../../testing/packed-internals.ts'
import { smallestPackedSizes } from '../../testing/packed-sizes.ts'
import { rowStorage } from '../row-database.ts'
import { PackedCompaction } from './packed-compaction.ts'

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
  const storage = rowStorage(1, { ...smallestPackedSizes, idleRows: 1e9, busyRows: 1e9, idleMs: 1e9 })
  const { database, internals } = await openWithInternals({ userId: v7(), collections: ['customers'], storage })
  const change = async (id: string): Promise<void> => {
    const previous = (await database.find('customers', [id])).get(id)
    if (previous === undefined) throw new Error(`There is no ${id}`)
    await database.write('customers', [{ previous, row: { ...storedToRow(previous), name: 'Changed' }, isDeleted: false }])
  }
  const compact = (): Promise<void> => new PackedCompaction(internals.store, () => Promise.resolve()).run(new AbortController().signal)
  return { database, change, compact }
}

it('gives each row once, though segments are replaced and rows change that it has given, before that and after', async () => {
  const { database, change, compact } = await openRows()
  // Three runs of which a compaction makes one.
  for (const first of [0, 1, 2])
    await database.insert(
      'customers',
      Array.from({ length: 16 }, (_, index) => toRow(first + 3 * index)),
    )
  const given: string[] = []
  for await (const rows of database.scan('customers', { shopId, batch: 1 })) {
    given.push(...rows.map(({ id }) => id))
    if (given.length === 2) await compact()
    if (given.length === 1 || given.length % 10 === 0) await change(given.at(-1) ?? '')
  }
  expect(given.toSorted()).toEqual(Array.from({ length: 48 }, (_, index) => toRow(index).id))
  await database.close()
})
