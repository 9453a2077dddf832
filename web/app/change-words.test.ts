import { expect, it } from 'vitest'
import type { Op } from '#schema/api/sync.ts'
import { orderStatusIdByName } from '#schema/rules/order-status.ts'
import { changeToFailureTitle, changeToForm, changeToTypedValues, typedValuesToText } from './change-words.ts'

const id = '018f0000-0000-7000-8000-000000000001'
const create = (collection: string, values = {}): Op => ({ action: 'create', collection, id, values })
const update = (collection: string, changes: Record<string, { from: null; to: string }>): Op => ({ action: 'update', collection, id, changes })

it('names a refused change by the documented failure title', () => {
  const titles: [Op[], string][] = [
    [[create('orders')], 'Failed to create order'],
    [[update('orders', {})], 'Failed to update order'],
    [[{ action: 'delete', collection: 'orders', id }], 'Failed to delete order'],
    [[create('customers')], 'Failed to create customer'],
    [[update('customers', {})], 'Failed to update customer'],
    [[{ action: 'delete', collection: 'customers', id }], 'Delete failed'],
    [[create('customers'), create('orders')], 'Failed to create customer and order'],
    [[create('payments')], 'Failed to add payment'],
    [[{ action: 'delete', collection: 'costs', id }], 'Failed to delete cost'],
    [[update('tasks', { assignedEmployeeId: { from: null, to: id } })], 'Failed to update task assignment'],
    [[update('tasks', { description: { from: null, to: 'x' } })], 'Failed to update task'],
    [[create('checklist_selections')], 'Failed to save checklist selections'],
    [[create('categories')], 'Error adding child category'],
  ]
  for (const [ops, title] of titles) expect(changeToFailureTitle(ops)).toBe(title)
})

it('keeps what was typed, in words and as text to copy', () => {
  const values = changeToTypedValues([
    update('orders', { orderStatusId: { from: null, to: orderStatusIdByName.Fixed }, assignedEmployeeId: { from: null, to: id }, orderNotes: { from: null, to: 'line 1\nline 2' } }),
    create('payments', { paymentAmount: 12.5, afterTax: true, paymentText: null }),
  ])
  expect(values.map(({ value }) => value)).toEqual(['Fixed', 'line 1\nline 2', '12.5', 'Yes'])
  expect(typedValuesToText('Order "iPhone"', values.slice(0, 1))).toBe('Order "iPhone"\nStatus: Fixed')
})

it('opens the form of a row that is still there', () => {
  expect(changeToForm([update('orders', {})])).toEqual({ kind: 'order-edit', orderId: id })
  expect(changeToForm([create('orders')])).toBeUndefined()
})
