import { expect, it } from 'vitest'
import type { Op } from '#schema/api/sync.ts'
import { orderStatusIdByName } from '#schema/values/order-status.ts'
import { rebaseRow } from './rebase.ts'
import { rowKey } from './rows.ts'

const id = '0d9b77d1-7a4e-4c35-9a3e-2b5a1f0a7c13'
const values = {
  customerId: 'ann',
  assetId: 'phone',
  orderStatusId: orderStatusIdByName['Dropped Off'],
  itemDetails: 'iPhone 12',
  issueDescription: 'Screen',
  passcode: '1-4-7',
}
const create = (more: object = {}): Op => ({ action: 'create', collection: 'orders', id, values: { ...values, ...more } })
const change = (field: string, from: string | null, to: string | null): Op => ({
  action: 'update',
  collection: 'orders',
  id,
  changes: { [field]: { from, to } },
})

const rowAfter = (...ops: Op[]) =>
  rebaseRow(
    undefined,
    rowKey('orders', id),
    'orders',
    ops.map((op) => ({ shopId: 'shop', at: '2026-03-02T09:00:00.000Z', ops: [op], effects: [] })),
  ).row

it.each(['Picked up', 'Recycled', 'Cancelled'] as const)(
  'an order that becomes %s on the device loses its passcode there and takes no other (PASS-03)',
  (name) => {
    const finish = change('orderStatusId', values.orderStatusId, orderStatusIdByName[name])
    expect(rowAfter(create(), finish)).toMatchObject({ passcode: null, assetId: 'phone' })
    expect(rowAfter(create(), finish, change('passcode', null, '1234'))).toMatchObject({ passcode: null })
    expect(rowAfter(create({ orderStatusId: orderStatusIdByName[name] }))).toMatchObject({ passcode: null })
    expect(rowAfter(create(), change('orderStatusId', values.orderStatusId, orderStatusIdByName.Fixed))).toMatchObject({ passcode: '1-4-7' })
  },
)

it('a device stays with its customer when the order goes to another one (ASSET-01)', () => {
  expect(rowAfter(create(), change('customerId', 'ann', 'bob'))).toMatchObject({ customerId: 'bob', assetId: null })
})
