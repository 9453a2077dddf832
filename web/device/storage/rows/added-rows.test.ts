import { v7 } from 'uuid'
import { describe, expect, it, vi } from 'vitest'
import type { CollectionName } from '#schema/collections/index.ts'
import type { ChannelPort } from '../../platform/ports.ts'
import { documentToRow, rowKey, type StoredRow } from '../../rows/rows.ts'
import { testStorage } from '../../testing/test-device.ts'
import { openLocalDatabase, type RowChange } from '../row-database.ts'
import { AddedRows } from './added-rows.ts'
import { rowToNewDocument } from './row-layout.ts'

const shopId = v7()

function toCustomer(name: string, seq: number) {
  const at = '2026-01-01T00:00:00.000Z'
  return documentToRow('customers', { id: v7(), shopId, createdAt: at, updatedAt: at, seq, name })
}

const toStored = (name: string, seq: number): StoredRow => rowToNewDocument('customers', toCustomer(name, seq), '1-a')

describe('rows that a page of the feed adds', () => {
  it('are told in this tab, and in the others as they are stored', async () => {
    const userId = v7()
    const open = (tab: string) => openLocalDatabase({ userId, storage: testStorage(tab), collections: ['customers'] })
    const [here, there] = [await open('here'), await open('there')]
    const heard: Record<'here' | 'there', RowChange[]> = { here: [], there: [] }
    here.watch((_, changes) => heard.here.push(...changes))
    there.watch((_, changes) => heard.there.push(...changes))
    const rows = Array.from({ length: 300 }, (_, seq) => toCustomer(`Customer ${seq}`, seq))
    const ids = rows.map(({ id }) => id)
    expect(await here.insert('customers', rows)).toEqual([])
    expect(heard.here.map(({ id }) => id)).toEqual(ids)
    await vi.waitFor(() => expect(heard.there.map(({ id }) => id)).toEqual(ids))
    expect(heard.there[7]?.row).toMatchObject({ name: 'Customer 7', seq: 7, _deleted: false })
    // Rows already known are not announced.
    expect(await here.insert('customers', [{ ...toCustomer('Other', 7), id: ids[7] ?? '' }])).toHaveLength(1)
    expect(heard.here).toHaveLength(300)
    await here.close()
    await there.close()
  })

  it('are not told as they were read where RxDB tells of them meanwhile', async () => {
    const [kept, changed, deleted] = [toStored('Kept', 1), toStored('Changed', 2), Object.assign(toStored('Deleted', 3), { _deleted: true })]
    const rows = [kept, changed, deleted]
    let hear: (message: unknown) => void = () => undefined
    const channel: ChannelPort = { post: () => undefined, listen: (listener) => (hear = listener), close: () => undefined }
    const reading = Promise.withResolvers<Map<string, StoredRow>>()
    const told: [CollectionName, RowChange[]][] = []
    const added = new AddedRows({ channel, find: () => reading.promise, tell: (name, changes) => told.push([name, changes]) })
    hear({ collection: 'customers', ids: rows.map(({ id }) => id).join() })
    added.note([rowKey('customers', changed.id)])
    reading.resolve(new Map(rows.map((row) => [row.id, row])))
    await vi.waitFor(() => expect(told).toHaveLength(1))
    expect(told).toEqual([['customers', [{ id: kept.id, row: kept, previous: undefined }]]])
    added.close()
    hear({ collection: 'customers', ids: kept.id })
    await Promise.resolve()
    expect(told).toHaveLength(1)
  })
})
