import { expect, it } from 'vitest'
import type { Op } from '#schema/api/sync.ts'
import { changeToForm, formToNeededRows } from './refused-form.ts'

const create = (collection: string, id: string, values: Record<string, string | number | boolean | null> = {}): Op => ({
  action: 'create',
  collection,
  id,
  values,
})
const formOf = (...ops: Op[]) =>
  changeToForm({
    id: 'm',
    at: '2026-03-02T14:00:00.000Z',
    ops,
    error: { code: 'VALIDATION', message: 'Not so.', issues: [{ path: 'name', message: 'Name?' }] },
  })

it('fills the add form with what was typed and keeps the id, so that what refers to it stays right', () => {
  expect(formOf(create('customers', 'c1', { name: 'Grace', email: null, alternateCountryCode: null }))).toEqual({
    kind: 'customer-add',
    source: {
      changeId: 'm',
      rowIds: ['c1'],
      draft: { values: { name: 'Grace', email: '' }, opened: {} },
      issues: [{ path: 'name', message: 'Name?' }],
      message: 'Not so.',
    },
  })
  expect(formOf(create('orders', 'o1', { customerId: 'c1', priority: true }))).toMatchObject({
    kind: 'order-add',
    source: { rowIds: ['o1'], draft: { values: { customerId: 'c1', priority: true } } },
  })
})

it('passes over what the form does not show and nobody typed', () => {
  const marks = { phoneUnconfirmed: false, alternatePhoneUnconfirmed: false }
  expect(formOf(create('customers', 'c1', { name: 'Grace', ...marks }))?.source.draft.values).toEqual({ name: 'Grace' })
  expect(formOf(create('customers', 'c1', { name: 'Grace', ...marks, phoneUnconfirmed: true }))).toBeUndefined()
  // The device assigned it; the correction keeps it.
  expect(formOf(create('orders', 'o1', { customerId: 'c1', number: 7 }))).toMatchObject({
    kind: 'order-add',
    source: { draft: { values: { customerId: 'c1' } } },
  })
})

it('fills the combined form from a mutation that made both', () => {
  expect(formOf(create('customers', 'c1', { name: 'Grace' }), create('orders', 'o1', { customerId: 'c1', itemDetails: 'Radio' }))).toMatchObject({
    kind: 'customer-order',
    source: { rowIds: ['c1', 'o1'], draft: { values: { customer: { name: 'Grace' }, order: { itemDetails: 'Radio' } } } },
  })
})

it('fills the combined form with the device that was made along, and only where all of it belongs together', () => {
  const [customer, asset] = [create('customers', 'c1', { name: 'Grace' }), create('assets', 'a1', { customerId: 'c1', kind: 'phone', brand: 'Apple' })]
  const order = create('orders', 'o1', { customerId: 'c1', assetId: 'a1', itemDetails: 'Apple' })
  expect(formOf(customer, asset, order)).toMatchObject({
    kind: 'customer-order',
    source: {
      rowIds: ['c1', 'a1', 'o1'],
      draft: { values: { customer: { name: 'Grace' }, asset: { kind: 'phone', brand: 'Apple' }, order: { assetId: 'a1', itemDetails: 'Apple' } } },
    },
  })
  expect(formOf(customer, create('assets', 'a1', { customerId: 'c2' }), order)).toBeUndefined()
  expect(formOf(customer, asset, create('orders', 'o1', { customerId: 'c2' }))).toBeUndefined()
  expect(formOf(customer, asset)).toBeUndefined()
  expect(formOf(customer, asset, order, create('orders', 'o2', { customerId: 'c1' }))).toBeUndefined()
})

it('fills the form of a new order with what it took from the price list, and only where every line is of it', () => {
  const order = create('orders', 'o1', { customerId: 'c1', itemDetails: 'iPhone', quotedCost: '99', quoteFromLines: true, number: 7 })
  const line = (id: string, values: Record<string, string | number | null>): Op => create('order_lines', id, { orderId: 'o1', kind: 'labour', ...values })
  const [screen, battery] = [line('l1', { serviceId: 's1' }), line('l2', { serviceId: 's2' })]
  const form = formOf(order, screen, battery)
  expect(form).toMatchObject({ kind: 'order-add', source: { rowIds: ['o1', 'l1', 'l2'] } })
  expect(form?.source.draft.values).toEqual({ customerId: 'c1', itemDetails: 'iPhone', quotedCost: '99', services: 's1 s2' })
  expect(formOf(order, screen, line('l2', { serviceId: null }))).toBeUndefined()
  expect(formOf(order, screen, line('l2', { serviceId: 's2', orderId: 'o2' }))).toBeUndefined()
  expect(formOf(create('orders', 'o1', { ...('values' in order ? order.values : {}), claimOf: 'o0' }), screen)).toBeUndefined()
})

it('fills Sell with a refused sale, but not with what Sell cannot show', () => {
  const sale = create('orders', 'o1', { kind: 'sale', customerId: null })
  const cable = { orderId: 'o1', kind: 'part', productId: 'p1', quantity: 2, unitPrice: 9.5 }
  const discount = create('order_lines', 'l2', { orderId: 'o1', kind: 'discount', quantity: 1, unitPrice: 0, percent: 10 })
  const paid = create('payments', 'y1', { orderId: 'o1', paymentAmount: 17.1 })
  const ofSale = (...more: Op[]) => formOf(sale, create('order_lines', 'l1', cable), ...more)
  expect(ofSale(discount, paid)).toMatchObject({ kind: 'sale', sold: { lines: [cable, { percent: 10 }] }, source: { rowIds: ['o1', 'l1', 'l2', 'y1'] } })
  for (const other of [
    create('order_lines', 'l3', { ...cable, quantity: -1 }),
    create('order_lines', 'l3', { ...cable, returnOf: 'l0' }),
    create('order_lines', 'l3', { ...cable, orderId: 'o2' }),
    create('payments', 'y2', { orderId: 'o1', paymentAmount: 1, kind: 'refund' }),
    create('tasks', 't1', { orderId: 'o1' }),
  ])
    expect(ofSale(other)).toBeUndefined()
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

it('fills the form of a payment or cost as it was typed, with the time of the mutation where no date was', () => {
  expect(formOf(create('payments', 'p1', { orderId: 'o1', paymentAmount: 12.5, paymentText: null, afterTax: true }))).toMatchObject({
    kind: 'money',
    money: 'payment',
    target: { orderId: 'o1' },
    source: { rowIds: ['p1'], draft: { values: { amount: '12.50', text: '', afterTax: true, date: '2026-03-02T14:00:00.000Z' }, opened: {} } },
  })
  expect(formOf(create('costs', 'k1', { orderId: 'o1', costAmount: -3, createdAt: '2026-01-01T09:00:00.000Z' }))).toMatchObject({
    money: 'cost',
    source: { draft: { values: { amount: '-3', date: '2026-01-01T09:00:00.000Z' } } },
  })
  expect(
    formOf({ action: 'update', collection: 'costs', id: 'k1', changes: { costAmount: { from: 30, to: 25 }, costText: { from: 'Fan', to: null } } }),
  ).toMatchObject({
    money: 'cost',
    target: { rowId: 'k1' },
    source: { draft: { values: { amount: '25', text: '' }, opened: { amount: 30, text: 'Fan' } } },
  })
})

it('fills the form of a product with its numbers as texts, and keeps what the person saw, so that a count still goes as a difference', () => {
  const values = {
    categoryHierarchyId: 'g1',
    name: 'Glue',
    supplierId: null,
    inventoryCount: 0,
    reorderPoint: 2,
    costPrice: null,
    salePrice: 39.9,
    description: null,
  }
  expect(formOf(create('products', 'p1', values))).toMatchObject({
    kind: 'product-add',
    categoryId: 'g1',
    source: {
      rowIds: ['p1'],
      draft: {
        values: { name: 'Glue', supplierId: '', inventoryCount: '0', reorderPoint: '2', costPrice: '', salePrice: '39.90', description: '' },
        opened: {},
      },
    },
  })
  expect(
    formOf({ action: 'update', collection: 'products', id: 'p1', changes: { inventoryCount: { from: 7, to: 5 }, salePrice: { from: 3, to: null } } }),
  ).toMatchObject({
    kind: 'product-edit',
    productId: 'p1',
    source: { draft: { values: { inventoryCount: '5', salePrice: '' }, opened: { inventoryCount: 7, salePrice: 3 } } },
  })
  // The category is missing or was never set: the form offers a choice.
  expect(
    formOf({
      action: 'update',
      collection: 'products',
      id: 'p1',
      changes: { categoryHierarchyId: { from: 'g1', to: 'g2' }, archived: { from: true, to: false } },
    }),
  ).toMatchObject({
    kind: 'product-edit',
    source: { draft: { values: { categoryHierarchyId: 'g2', archived: false }, opened: { categoryHierarchyId: 'g1', archived: true } } },
  })
  expect(formOf(create('products', 'p1', { name: 'Glue' }))).toMatchObject({ kind: 'product-add', categoryId: '' })
})

it('fills the form of a supplier, whose missing number leaves the country code that the form offers', () => {
  expect(formOf(create('suppliers', 's1', { supplierName: 'Pixels', email: 'nobody', countryCode: null, phone: null }))).toMatchObject({
    kind: 'supplier-add',
    source: { rowIds: ['s1'], draft: { values: { supplierName: 'Pixels', email: 'nobody', phone: '' }, opened: {} } },
  })
  expect(formOf({ action: 'update', collection: 'suppliers', id: 's1', changes: { phone: { from: null, to: '12' } } })).toMatchObject({
    kind: 'supplier-edit',
    supplierId: 's1',
    source: { draft: { values: { phone: '12' }, opened: { phone: null } } },
  })
})

it('needs the row that it changes, or the order or category that something new belongs to', () => {
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
  expect(needsOf(create('products', 'p1', { name: 'Glue', categoryHierarchyId: 'g1' }))).toEqual([])
  expect(needsOf(create('suppliers', 's1', { supplierName: 'Pixels' }))).toEqual([])
  expect(needsOf(change('products', 'inventoryCount'))).toEqual(['products/x'])
  expect(needsOf(change('suppliers', 'supplierName'))).toEqual(['suppliers/x'])
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
    [create('products', 'p1', { name: 'Glue', categoryHierarchyId: 'g1', inventoryCount: 'three' })],
    [create('categories', 'g1', { name: 'Phones' })],
    [],
  ]
  for (const ops of none) expect(formOf(...ops)).toBeUndefined()
})
