import 'fake-indexeddb/auto'
import { expect, it } from 'vitest'
import { v7 } from 'uuid'
import type { PullResponse } from '#schema/api/sync.ts'
import { settle } from '../../outbox/local-state.ts'
import { Outbox } from '../../outbox/outbox.ts'
import { documentToRow, rowKey } from '../../rows/rows.ts'
import { openLocalDatabase } from '../../storage/row-database.ts'
import { openDeviceStore } from '../../storage/unsent-store.ts'
import { testStorage } from '../../testing/test-device.ts'
import { findOrphans, removeOrphans } from './pull-orphans.ts'

it('a row that its database has lost goes with the refusal of what made it, where its feed was never pulled before', async () => {
  const [userId, shopId, id] = [v7(), v7(), v7()]
  const store = await openDeviceStore(userId)
  const database = await openLocalDatabase({ userId, storage: testStorage(), collections: ['customers'] })
  const localState = { database, outbox: new Outbox(store) }
  const { outbox } = localState
  await outbox.refresh()
  const row = (seq: number) => documentToRow('customers', { id, shopId, createdAt: '', updatedAt: '', seq, name: 'Mary' })
  await database.insert('customers', [row(56)])
  // A sent mutation waits again, because the server's answer is in doubt.
  const mutation = {
    id: v7(),
    shopId,
    at: '2026-03-02T09:00:00.000Z',
    ops: [{ action: 'create' as const, collection: 'customers' as const, id, values: { name: 'Mary' } }],
  }
  const key = rowKey('customers', id)
  await outbox.append({ mutation, effects: [], keys: [key], bytes: 200, summary: '' }, [{ key, row: row(0) }])
  const page: PullResponse = { documents: [], checkpoint: { [shopId]: { epoch: 'now', seq: 3 } }, reset: [], gone: [] }
  await removeOrphans(localState, 'customers', await findOrphans(localState, [shopId], 'customers', {}), page)
  const error = { code: 'INVALID_REFERENCE' as const, message: '' }
  await settle(localState, [{ id: mutation.id, outcome: 'rejected', error, documents: [] }], (entry) => ({ ...entry, id: mutation.id, error, refusedAt: '' }))
  expect([...(await database.find('customers', [id])).values()].map(({ _deleted }) => _deleted)).toEqual([true])
  await database.close()
  store.close()
})
