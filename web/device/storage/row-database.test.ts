import 'fake-indexeddb/auto'
import { OPEN_COLLECTIONS } from 'rxdb/plugins/core'
import { checkSchema } from 'rxdb/plugins/dev-mode'
import { describe, expect, it, vi } from 'vitest'
import { v7 } from 'uuid'
import { type Collection, collectionToLocalSchema } from '#schema/collection.ts'
import { collectionByName, type CollectionName, collectionNames } from '#schema/collections/index.ts'
import { openLocalDatabase, rowsDatabaseName } from './row-database.ts'
import { testStorage } from '../testing/test-device.ts'
import { documentToRow, type Row, storedToRow } from '../rows/rows.ts'

const document = (id: string, shopId: string, seq: number) => ({
  id,
  shopId,
  seq,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  name: `Name ${id}`,
  countryCode: null,
  phone: null,
  alternateCountryCode: null,
  alternatePhone: null,
  email: null,
  customerNotes: null,
  hasAccessCode: false,
})

describe('the local database', () => {
  it('has a schema that RxDB accepts for every collection', () => {
    for (const name of collectionNames) expect(() => checkSchema(collectionToLocalSchema(collectionByName[name]) as never)).not.toThrow()
  })

  it('has room for sixty entities: in one database, and in one collection of RxDB, which allows thirteen a page', async () => {
    vi.resetModules()
    const registry = (await import('#schema/collections/index.ts')).collectionByName as Record<string, Collection>
    const declared = Array.from({ length: 60 }, (_, index) => `entity_${index}` as CollectionName)
    for (const name of declared) registry[name] = { ...collectionByName.customers, name }
    const [rowDatabase, rows] = await Promise.all([import('./row-database.ts'), import('../rows/rows.ts')])
    const [userId, shopId, id] = [v7(), v7(), v7()]
    const open = () => rowDatabase.openLocalDatabase({ userId, storage: rowDatabase.rowStorage(), collections: declared })
    const before = OPEN_COLLECTIONS.size
    const first = await open()
    expect(OPEN_COLLECTIONS.size - before).toBe(1)
    for (const [index, name] of declared.entries()) {
      const others = Array.from({ length: index % 2 === 0 ? 3 : 250 }, (_, place) => document(v7(), shopId, place))
      const added = [{ ...document(id, shopId, index), name: `Of entity ${index}` }, ...others]
      expect(
        await first.insert(
          name,
          added.map((one) => rows.documentToRow(name, one)),
        ),
      ).toEqual([])
      await first.saveCheckpoint(name, { [shopId]: { epoch: 'e', seq: index } })
    }
    await first.close()
    const made = (await indexedDB.databases()).map(({ name = '' }) => name).filter((name) => name.includes(userId) && !name.startsWith('pubkey.'))
    expect(made).toEqual([rowsDatabaseName(userId)])
    const again = await open()
    for (const [index, name] of declared.entries()) {
      expect((await again.find(name, [id])).get(id)).toMatchObject({ name: `Of entity ${index}` })
      expect(await again.count(name, shopId)).toBe(index % 2 === 0 ? 4 : 251)
      expect(await again.readCheckpoint(name)).toEqual({ [shopId]: { epoch: 'e', seq: index } })
    }
    await again.close()
  })

  it('keeps the checkpoint in the database of the rows it speaks of', async () => {
    const userId = v7()
    const database = await openLocalDatabase({ userId, storage: testStorage(), collections: ['customers'] })
    await database.saveCheckpoint('customers', { shop: { epoch: 'e', seq: 7 } })
    expect(await database.readCheckpoint('customers')).toEqual({ shop: { epoch: 'e', seq: 7 } })
    await database.close()
    const raw = indexedDB.open(rowsDatabaseName(userId))
    const stores = await new Promise((resolve) => {
      raw.onsuccess = () => resolve([...raw.result.objectStoreNames])
    })
    expect(stores).toContain('checkpoints')
    raw.result.close()
  })

  it('reads a shop in list order, in batches of any size, and leaves deleted rows out', async () => {
    const shopId = v7()
    const database = await openLocalDatabase({ userId: v7(), storage: testStorage(), collections: ['customers'] })
    const rows = Array.from({ length: 25 }, (_, index) => documentToRow('customers', document(v7(), index < 20 ? shopId : v7(), index)))
    expect(await database.insert('customers', rows)).toEqual([])
    const stored = (await database.find('customers', [rows[3]?.id ?? ''])).values().next().value
    if (stored === undefined) throw new Error('not stored')
    await database.write('customers', [{ previous: stored, row: storedToRow(stored), isDeleted: true }])
    const found: string[] = []
    for await (const batch of database.scan('customers', { shopId, batch: 7 })) found.push(...batch.map((row) => String(row['sortKey'])))
    expect(found).toHaveLength(19)
    expect(found).toEqual(found.toSorted())
    expect(await database.count('customers', shopId)).toBe(19)
    expect(await database.insert('customers', rows.slice(0, 2))).toHaveLength(2)
    await database.purge('customers', new Date(Date.now() - 60_000))
    expect((await database.find('customers', [rows[3]?.id ?? ''])).size).toBe(1)
    await database.purge('customers')
    expect((await database.find('customers', [rows[3]?.id ?? ''])).size).toBe(0)
    await database.close()
  })

  it('stores how far a page reaches with its rows, and only the part where one of them was known', async () => {
    const [userId, shopId] = [v7(), v7()]
    const database = await openLocalDatabase({ userId, storage: testStorage(), collections: ['customers'] })
    const rows = [1, 2, 3].map((seq) => documentToRow('customers', document(`c-${seq}`, shopId, seq)))
    const [first, second, third] = rows as [Row, Row, Row]
    const reach = (seq: number) => ({ [shopId]: { epoch: 'e', seq } })
    const reached = async () => (await database.readCheckpoint('customers'))[shopId]?.seq
    await database.insert('customers', [first], { whole: reach(1), part: reach(100) })
    expect(await reached()).toBe(1)
    expect(await database.insert('customers', [first, second], { whole: reach(2), part: reach(102) })).toHaveLength(1)
    expect(await reached()).toBe(102)
    const stored = await database.find('customers', ['c-2'])
    await database.write('customers', [{ previous: stored.get('c-2'), row: second, isDeleted: true }], reach(3))
    expect(await reached()).toBe(3)
    // Deleted rows count as known: whether one is restored depends on which state is newer.
    const [deleted] = await database.insert('customers', [{ ...second }, third], { whole: reach(4), part: reach(104) })
    expect(deleted).toMatchObject({ id: 'c-2', _deleted: true })
    expect(await reached()).toBe(104)
    // RxDB stores a restored row after the others.
    await database.write('customers', [{ previous: deleted, row: second, isDeleted: false }], reach(4))
    expect(await reached()).toBe(4)
    expect(await database.count('customers', shopId)).toBe(3)
    await database.write('customers', [], reach(5))
    expect(await reached()).toBe(5)
    await database.close()
  })

  it('reads what a shop took in a range of time: its first instant is in, its end is not', async () => {
    const shopId = v7()
    const database = await openLocalDatabase({ userId: v7(), storage: testStorage(), collections: ['payments'] })
    const payment = (hour: number, inShop = shopId) =>
      documentToRow('payments', {
        ...document(v7(), inShop, hour),
        createdAt: `2026-03-01T${String(hour).padStart(2, '0')}:00:00.000Z`,
        orderId: v7(),
        paymentAmount: hour,
        afterTax: false,
      })
    const rows = Array.from({ length: 12 }, (_, hour) => payment(hour))
    await database.insert('payments', [...rows.toReversed(), payment(5, v7())])
    const stored = (await database.find('payments', [rows[4]?.id ?? ''])).values().next().value
    if (stored === undefined) throw new Error('not stored')
    await database.write('payments', [{ previous: stored, row: storedToRow(stored), isDeleted: true }])
    const amountsOf = async (from: string | null, to: string | null) => {
      const amounts: unknown[] = []
      for await (const batch of database.scanCreated('payments', shopId, { fromInstant: from, toInstantExclusive: to }))
        amounts.push(...batch.map((row) => row['paymentAmount']))
      return amounts
    }
    expect(await amountsOf('2026-03-01T03:00:00.000Z', '2026-03-01T07:00:00.000Z')).toEqual([3, 5, 6])
    expect(await amountsOf(null, '2026-03-01T02:00:00.000Z')).toEqual([0, 1])
    expect(await amountsOf('2026-03-01T10:30:00.000Z', null)).toEqual([11])
    expect(await amountsOf(null, null)).toHaveLength(11)
    await database.close()
  })

  it('finds the tasks of an order by the key that stands for it', async () => {
    const [shopId, orderId] = [v7(), v7()]
    const database = await openLocalDatabase({ userId: v7(), storage: testStorage(), collections: ['tasks'] })
    const task = (description: string, of: string | null) => documentToRow('tasks', { ...document(v7(), shopId, 1), description, orderId: of })
    const [first, second, ...others] = [task('one', orderId), task('two', orderId), task('other', v7()), task('shop', null)] as const
    await database.insert('tasks', [first, second, ...others])
    expect((await database.findBy('tasks', 'orderId', orderId)).map(({ id }) => id)).toEqual([first.id, second.id])
    expect(await database.findBy('tasks', 'orderId', '')).toEqual([])
    const stored = (await database.find('tasks', [first.id])).get(first.id)
    if (stored === undefined) throw new Error('not stored')
    const moved = documentToRow('tasks', { ...storedToRow(stored), orderId: null })
    await database.write('tasks', [{ previous: stored, row: moved, isDeleted: false }])
    expect(await database.findBy('tasks', 'orderId', orderId)).toMatchObject([{ id: second.id, description: 'two' }])
    await database.close()
  })
})
