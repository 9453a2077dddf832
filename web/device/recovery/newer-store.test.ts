import 'fake-indexeddb/auto'
import { expect, it } from 'vitest'
import { v7 } from 'uuid'
import type { OpInput } from '../rows/op-input.ts'
import { toCreateOp } from '../rows/ops.ts'
import { applyOp } from '../rows/rebase.ts'
import { documentToRow, rowKey } from '../rows/rows.ts'
import { openLocalDatabase } from '../storage/row-database.ts'
import { openDeviceStore } from '../storage/unsent-store.ts'
import { testStorage } from '../testing/test-device.ts'
import { sayTheSame } from './newer.ts'
import { openNewerStore } from './newer-store.ts'

it('sends an issued invoice that a restored server lacks as it was issued (INV-01)', async () => {
  const [shopId, id, at] = [v7(), v7(), '2026-03-02T09:00:00.000Z']
  const sums = { quantity: 1, unitPrice: 5, net: 5, tax: 0, total: 5 }
  const line = { id: '1', lineId: null, kind: 'quote', description: 'Repair', ...sums, taxName: '', percent: 0, category: 'none' }
  const content = { number: '2026-0007', seller: { name: 'North' }, lines: [line], taxes: [], net: 5, tax: 0, total: 5, state: 'issued', issuedAt: at }
  const row = documentToRow('invoices', { id, shopId, createdAt: at, updatedAt: at, seq: 9, kind: 'invoice', orderId: v7(), note: null, ...content })
  const draft = documentToRow('invoices', { id, shopId, createdAt: at, updatedAt: at, seq: 8, kind: 'invoice', orderId: row['orderId'], note: null })
  expect(sayTheSame('invoices', row, { ...row, lines: '[]' })).toBe(false)
  expect(sayTheSame('invoices', { ...draft, lines: row['lines'] ?? null }, row), 'its draft').toBe(false)

  const store = await openDeviceStore(v7())
  const database = await openLocalDatabase({ userId: v7(), storage: testStorage(), collections: ['invoices'] })
  await store.newer.bulkPut([{ key: rowKey('invoices', id), row, foundAt: at }])
  const sent: OpInput[] = []
  const newer = await openNewerStore({ store, database, onChange: () => {} })
  expect(await newer.send(async (_shopId, ops) => (sent.push(...ops), { ids: [] }) as never)).toBe(0)
  const [input] = sent
  if (input?.action !== 'create') return expect.unreachable()
  const op = toCreateOp(input, v7)
  expect(op.values).toMatchObject({ ...content, seller: '{"name":"North"}', lines: row['lines'], taxes: '[]' })
  expect(applyOp({ row: undefined, isDeleted: false }, op, 'invoices', { shopId, at }).row).toEqual({ ...row, seq: 0 })
  await database.close()
  store.close()
})
