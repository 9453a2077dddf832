import 'fake-indexeddb/auto'
import { expect, it } from 'vitest'
import { v7 } from 'uuid'
import type { Bootstrap } from '#schema/api/sync.ts'
import { Outbox } from '../../outbox/outbox.ts'
import { removeShop } from '../../recovery/removal.ts'
import { documentToRow, rowKey } from '../../rows/rows.ts'
import { openLocalDatabase } from '../../storage/row-database.ts'
import { openDeviceStore } from '../../storage/unsent-store.ts'
import { testStorage } from '../../testing/test-device.ts'
import { findLostShops } from './rights.ts'

const ownShopId = v7()
const now = { shops: [{ id: ownShopId }] } as Bootstrap

async function openState() {
  const userId = v7()
  const store = await openDeviceStore(userId)
  const outbox = new Outbox(store)
  await outbox.refresh()
  const database = await openLocalDatabase({ userId, storage: testStorage(), collections: ['customers', 'employees'] })
  return {
    database,
    outbox,
    async close() {
      await database.close()
      store.close()
    },
  }
}

const rowOf = (shopId: string) => documentToRow('customers', { id: v7(), shopId, createdAt: '', updatedAt: '', seq: 1 })

it('a shop is lost of which rows are here, though it has no checkpoint and no bootstrap named it, until they are gone', async () => {
  const state = await openState()
  const shopId = v7()
  await state.database.insert('customers', [rowOf(ownShopId), rowOf(shopId)])
  expect(await findLostShops(state, now, now)).toEqual([shopId])
  await removeShop(state, shopId)
  expect(await findLostShops(state, now, now)).toEqual([])
  expect(await state.database.count('customers', ownShopId)).toBe(1)
  await state.close()
})

it('a shop is lost for which a change waits, because its answer may bring rows', async () => {
  const state = await openState()
  const append = async (shopId: string): Promise<void> => {
    const id = v7()
    const op = { action: 'create', collection: 'customers', id, values: { name: 'Unsent' } } as const
    const mutation = { id: v7(), shopId, at: '2026-03-02T09:00:00.000Z', ops: [op] }
    await state.outbox.append({ mutation, effects: [], keys: [rowKey('customers', id)], bytes: 200, summary: '' }, [])
  }
  const shopId = v7()
  await append(ownShopId)
  await append(shopId)
  expect(await findLostShops(state, now, now)).toEqual([shopId])
  await state.close()
})
