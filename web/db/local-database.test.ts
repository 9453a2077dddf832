import 'fake-indexeddb/auto'
import { checkSchema } from 'rxdb/plugins/dev-mode'
import { describe, expect, it } from 'vitest'
import { v7 } from 'uuid'
import { collectionToLocalSchema } from '#schema/collection.ts'
import { collectionByName, collectionNames } from '#schema/collections/index.ts'
import { localDatabaseName, openLocalDatabase } from './local-database.ts'
import { dexieStorage } from './test-device.ts'
import { documentToRow, storedToRow } from './rows.ts'

const document = (id: string, shopId: string, seq: number) => ({ id, shopId, seq, createdAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026-01-01T00:00:00.000Z', name: `Name ${id}`, countryCode: null, phone: null, alternateCountryCode: null, alternatePhone: null, email: null, customerNotes: null, hasAccessCode: false })

describe('the local database', () => {
  it('has a schema that RxDB accepts for every collection', () => {
    for (const name of collectionNames) expect(() => checkSchema(collectionToLocalSchema(collectionByName[name]) as never)).not.toThrow()
  })

  it('opens all collections within RxDB’s limit of thirteen a page', async () => {
    const database = await openLocalDatabase({ userId: v7(), storage: dexieStorage(), collections: collectionNames })
    expect(database.collections).toHaveLength(12)
    await database.close()
  })

  it('keeps the checkpoint in the database of the rows it speaks of', async () => {
    const userId = v7()
    const database = await openLocalDatabase({ userId, storage: dexieStorage(), collections: ['customers'] })
    await database.saveCheckpoint('customers', { shop: { epoch: 'e', seq: 7 } })
    expect(await database.readCheckpoint('customers')).toEqual({ shop: { epoch: 'e', seq: 7 } })
    await database.close()
    const raw = indexedDB.open(`rxdb-dexie-${localDatabaseName(userId)}--0--customers`)
    const stores = await new Promise((resolve) => {
      raw.onsuccess = () => resolve([...raw.result.objectStoreNames])
    })
    expect(stores).toContain('checkpoints')
    raw.result.close()
  })

  it('reads a shop in list order, in batches of any size, and leaves deleted rows out', async () => {
    const shopId = v7()
    const database = await openLocalDatabase({ userId: v7(), storage: dexieStorage(), collections: ['customers'] })
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
    await database.purge('customers')
    expect((await database.find('customers', [rows[3]?.id ?? ''])).size).toBe(0)
    await database.close()
  })
})
