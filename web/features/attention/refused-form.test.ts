import { expect, it } from 'vitest'
import type { Op } from '#schema/api/sync.ts'
import { changeToForm, formToNeededRows } from './refused-form.ts'

const create = (collection: string, id: string, values: Record<string, string | number | boolean | null> = {}): Op => ({ action: 'create', collection, id, values })
const formOf = (...ops: Op[]) => changeToForm({ id: 'm', at: '2026-03-02T14:00:00.000Z', ops, error: { code: 'VALIDATION', message: 'Not so.', issues: [{ path: 'name', message: 'Name?' }] } })

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

it('fills the form of a task, and knows which order a new one belongs to', () => {
  const values = { description: 'Order a fan', assignedEmployeeId: null, dueTimestamp: null, completed: false }
  const draft = { values: { description: 'Order a fan', assignedEmployeeId: '', dueTimestamp: '', completed: false } }
  expect(formOf(create('tasks', 't1', { ...values, orderId: 'o1' }))).toMatchObject({ kind: 'task-add', orderId: 'o1', source: { rowIds: ['t1'], draft } })
  expect(formOf(create('tasks', 't1', { ...values, orderId: null }))).toMatchObject({ kind: 'task-add', orderId: undefined, source: { draft } })
  expect(formOf({ action: 'update', collection: 'tasks', id: 't1', changes: { completed: { from: false, to: true } } })).toMatchObject({
    kind: 'task-edit',
    taskId: 't1',
    source: { draft: { values: { completed: true }, opened: { completed: false } } },
  })
})

it('fills the form of a payment or cost as it was typed, with the time of the act where no date was', () => {
  expect(formOf(create('payments', 'p1', { orderId: 'o1', paymentAmount: 12.5, paymentText: null, afterTax: true }))).toMatchObject({
    kind: 'money',
    money: 'payment',
    target: { orderId: 'o1' },
    source: { rowIds: ['p1'], draft: { values: { amount: '12.50', text: '', afterTax: true, date: '2026-03-02T14:00:00.000Z' }, opened: {} } },
  })
  expect(formOf(create('costs', 'k1', { orderId: 'o1', costAmount: -3, createdAt: '2026-01-01T09:00:00.000Z' }))).toMatchObject({ money: 'cost', source: { draft: { values: { amount: '-3', date: '2026-01-01T09:00:00.000Z' } } } })
  expect(formOf({ action: 'update', collection: 'costs', id: 'k1', changes: { costAmount: { from: 30, to: 25 }, costText: { from: 'Fan', to: null } } })).toMatchObject({
    money: 'cost',
    target: { rowId: 'k1' },
    source: { draft: { values: { amount: '25', text: '' }, opened: { amount: 30, text: 'Fan' } } },
  })
})

it('needs the row that it changes, or the order that something new belongs to', () => {
  const needsOf = (op: Op) => {
    const form = formOf(op)
    return form && formToNeededRows(form).map(({ collection, id }) => `${collection}/${id}`)
  }
  const change = (collection: string, field: string): Op => ({ action: 'update', collection, id: 'x', changes: { [field]: { from: 1, to: 2 } } })
  expect(needsOf(create('customers', 'c1', { name: 'Grace' }))).toEqual([])
  expect(needsOf(create('orders', 'o1', { customerId: 'c1' }))).toEqual([])
  expect(needsOf(create('tasks', 't1', { description: 'Sweep' }))).toEqual([])
  expect(needsOf(create('tasks', 't1', { orderId: 'o1' }))).toEqual(['orders/o1'])
  expect(needsOf(create('costs', 'k1', { orderId: 'o1', costAmount: 3 }))).toEqual(['orders/o1'])
  expect(needsOf(change('customers', 'name'))).toEqual(['customers/x'])
  expect(needsOf(change('orders', 'orderNotes'))).toEqual(['orders/x'])
  expect(needsOf(change('tasks', 'description'))).toEqual(['tasks/x'])
  expect(needsOf(change('payments', 'paymentAmount'))).toEqual(['payments/x'])
})

it('offers no form that would lose a part of the change', () => {
  const none: Op[][] = [
    [{ action: 'delete', collection: 'orders', id: 'o1' }],
    [create('payments', 'p1', { paymentAmount: 3 })],
    [create('payments', 'p1', { orderId: 'o1', paymentAmount: 'three' })],
    [create('costs', 'k1', { orderId: 'o1', costAmount: 3, warranty: 'two years' })],
    [{ action: 'update', collection: 'tasks', id: 't1', changes: { orderId: { from: 'o1', to: 'o2' } } }],
    [{ action: 'delete', collection: 'costs', id: 'k1' }],
    [create('orders', 'o1', { customerId: 'c1', warranty: 'two years' })],
    [create('orders', 'o1', { customerId: 'c1' }), create('tasks', 't1', {})],
    [create('customers', 'c1'), create('orders', 'o1', { customerId: 'somebody else' })],
    [create('customers', 'c1'), create('customers', 'c2')],
    [],
  ]
  for (const ops of none) expect(formOf(...ops)).toBeUndefined()
})
