import { expect, it } from 'vitest'
import type { Op } from '#schema/api/sync.ts'
import { changeToForm } from './refused-form.ts'

const create = (collection: string, id: string, values: Record<string, string | number | boolean | null> = {}): Op => ({ action: 'create', collection, id, values })
const formOf = (...ops: Op[]) => changeToForm({ id: 'm', ops, error: { code: 'VALIDATION', message: 'Not so.', issues: [{ path: 'name', message: 'Name?' }] } })

it('fills the add form with what was typed and keeps the id, so that what refers to it stays right', () => {
  expect(formOf(create('customers', 'c1', { name: 'Grace', email: null, alternateCountryCode: null }))).toEqual({
    kind: 'customer-add',
    source: { changeId: 'm', rowIds: ['c1'], draft: { values: { name: 'Grace', email: '' }, opened: {} }, issues: [{ path: 'name', message: 'Name?' }], message: 'Not so.' },
  })
  expect(formOf(create('orders', 'o1', { customerId: 'c1', priority: true }))).toMatchObject({ kind: 'order-add', source: { rowIds: ['o1'], draft: { values: { customerId: 'c1', priority: true } } } })
})

it('fills the combined form from an act that made both', () => {
  expect(formOf(create('customers', 'c1', { name: 'Grace' }), create('orders', 'o1', { customerId: 'c1', itemDetails: 'Radio' }))).toMatchObject({
    kind: 'customer-order',
    source: { rowIds: ['c1', 'o1'], draft: { values: { customer: { name: 'Grace' }, order: { itemDetails: 'Radio' } } } },
  })
})

it('puts the typed values into the edit form, with what the person saw before them', () => {
  const changes = { orderNotes: { from: 'was', to: 'is\nlong' }, assignedEmployeeId: { from: 'tom', to: null } }
  expect(formOf({ action: 'update', collection: 'orders', id: 'o1', changes })).toMatchObject({
    kind: 'order-edit',
    orderId: 'o1',
    source: { draft: { values: { orderNotes: 'is\nlong', assignedEmployeeId: '' }, opened: { orderNotes: 'was', assignedEmployeeId: 'tom' } } },
  })
})

it('offers no form that would lose a part of the change', () => {
  const none: Op[][] = [
    [{ action: 'delete', collection: 'orders', id: 'o1' }],
    [create('payments', 'p1', { paymentAmount: 3 })],
    [create('orders', 'o1', { customerId: 'c1', warranty: 'two years' })],
    [create('orders', 'o1', { customerId: 'c1' }), create('tasks', 't1', {})],
    [create('customers', 'c1'), create('orders', 'o1', { customerId: 'somebody else' })],
    [create('customers', 'c1'), create('customers', 'c2')],
    [],
  ]
  for (const ops of none) expect(formOf(...ops)).toBeUndefined()
})
