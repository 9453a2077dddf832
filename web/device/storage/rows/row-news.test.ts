import { v7 } from 'uuid'
import { describe, expect, it } from 'vitest'
import type { CollectionName } from '#schema/collections/index.ts'
import type { ChannelPort } from '../../platform/ports.ts'
import { documentToRow, type StoredRow } from '../../rows/rows.ts'
import { testStorage } from '../../testing/test-device.ts'
import { openLocalDatabase } from '../row-database.ts'
import { rowToNewDocument } from './row-layout.ts'
import { RowNews, type RowChange } from './row-news.ts'

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
    await expect.poll(() => heard.there.map(({ id }) => id)).toEqual(ids)
    expect(heard.there[7]?.row).toMatchObject({ name: 'Customer 7', seq: 7, _deleted: false })
    // Rows already known are not announced.
    expect(await here.insert('customers', [{ ...toCustomer('Other', 7), id: ids[7] ?? '' }])).toHaveLength(1)
    expect(heard.here).toHaveLength(300)
    await here.close()
    await there.close()
  })

  it('are not told as they were read where a change of them was told meanwhile', async () => {
    const [kept, changed, deleted] = [toStored('Kept', 1), toStored('Changed', 2), Object.assign(toStored('Deleted', 3), { _deleted: true })]
    const rows = [kept, changed, deleted]
    let hear: (message: unknown) => void = () => undefined
    const channel: ChannelPort = { post: () => undefined, listen: (listener) => (hear = listener), close: () => undefined }
    const reading = Promise.withResolvers<Map<string, StoredRow>>()
    const told: [CollectionName, RowChange[]][] = []
    let heard = 0
    const news = new RowNews({ channel, find: () => reading.promise, tell: (name, changes) => told.push([name, changes]), onHeard: () => (heard += 1) })
    hear({ collection: 'customers', addedIds: rows.map(({ id }) => id).join() })
    const change: RowChange = { id: changed.id, row: toStored('Changed twice', 4), previous: changed }
    hear({ collection: 'customers', changes: [change] })
    reading.resolve(new Map(rows.map((row) => [row.id, row])))
    await expect.poll(() => told).toHaveLength(2)
    expect(told).toEqual([
      ['customers', [change]],
      ['customers', [{ id: kept.id, row: kept, previous: undefined }]],
    ])
    news.close()
    hear({ collection: 'customers', addedIds: kept.id })
    await Promise.resolve()
    expect([told.length, heard]).toEqual([2, 2])
  })
})

it('changes of rows are told here and in the other tabs with what the rows were before', async () => {
  const userId = v7()
  const open = (tab: string) => openLocalDatabase({ userId, storage: testStorage(tab), collections: ['customers'] })
  const [here, there] = [await open('here'), await open('there')]
  const heard: Record<'here' | 'there', RowChange[]> = { here: [], there: [] }
  here.watch((_, changes) => heard.here.push(...changes))
  there.watch((_, changes) => heard.there.push(...changes))
  const row = toCustomer('Ann', 1)
  await here.write('customers', [{ previous: undefined, row, isDeleted: false }])
  for (const [name, isDeleted] of [
    ['Anna', false],
    ['Anna', true],
    ['Ann again', false],
  ] as const) {
    const previous = (await here.find('customers', [row.id])).get(row.id)
    await here.write('customers', [{ previous, row: { ...row, name }, isDeleted }])
  }
  const seen = [
    { row: { name: 'Ann' }, previous: undefined },
    { row: { name: 'Anna' }, previous: { name: 'Ann' } },
    { row: undefined, previous: { name: 'Anna' } },
    { row: { name: 'Ann again' }, previous: undefined },
  ]
  expect(heard.here).toMatchObject(seen)
  await expect.poll(() => heard.there).toMatchObject(seen)
  await here.close()
  await there.close()
})
