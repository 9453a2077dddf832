import { expect, it } from 'vitest'
import { v7 } from 'uuid'
import { orderInput } from '../../testing/test-device.ts'
import { documentToRow, type StoredRow, storedToRow } from '../../rows/rows.ts'
import type { PackedLayout } from '../packed/packed-layout.ts'
import { documentAt, documentsOf, packedRowsOf, packRow, packSegment } from '../packed/packed-segment.ts'
import type { PackedDocument } from '../packed/packed-tables.ts'
import { groupOfCollection, rowLayouts, rowToDocument } from './row-layout.ts'

const group = groupOfCollection('orders')
const layout = rowLayouts.layoutOf(group)
const place = { no: 1, group, part: 'shop', run: 1 }

function toOrder(repeat: boolean): PackedDocument {
  const { id, values } = orderInput(v7())
  const wire = { ...values, id, shopId: 'shop', createdAt: '2026-03-02T09:00:00.000Z', updatedAt: '2026-03-02T09:00:00.000Z', seq: 7, repeat }
  return rowToDocument('orders', documentToRow('orders', wire), false)
}

/** Another app version has a field `shelf` and no field `repeat`. */
const other: PackedLayout = { ...layout, fields: ['shelf', ...layout.fields.filter((field) => field !== 'repeat')] }

it('a segment of another version is read, and packed again, with the fields of this one; what it lacks may come again', () => {
  const order = toOrder(true)
  const { head, body } = packSegment(other, place, [packRow(other, { ...order, shelf: 'left' })])
  const fitted = { ...order, repeat: false, seq: 0 }
  expect(documentAt(layout, head, body, 0)).toEqual(fitted)
  const plain = storedToRow(fitted as unknown as StoredRow)
  expect(documentsOf(layout, head, body, true)).toEqual([plain])
  const again = packSegment(layout, { ...place, no: 2 }, packedRowsOf(layout, head, body))
  expect(again.body.fields).toEqual(layout.fields)
  expect(documentsOf(layout, again.head, again.body)).toEqual([fitted])
})

it('a row beside the segments that another version wrote gets the fields of this one', () => {
  const { repeat: _repeat, ...lacking } = toOrder(true)
  expect(rowLayouts.fit?.(group, lacking as PackedDocument)).toMatchObject({ repeat: false, seq: 0 })
  const whole = toOrder(true)
  expect(rowLayouts.fit?.(group, whole)).toBe(whole)
})
