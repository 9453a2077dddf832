import { describe, expect, it } from 'vitest'
import type { Op } from '#schema/api/sync.ts'
import { collectionNames } from '#schema/collections/index.ts'
import { orderStatusById, orderStatusIdByName } from '#schema/values/order-status.ts'
import { changeToFailureTitle } from './failure-title.ts'
import { changeToParts, type ChangeWords, opToHeading, partsToText, refusedToHeading } from './change-words.ts'

const id = '018f0000-0000-7000-8000-000000000001'
const tom = '018f0000-0000-7000-8000-000000000002'
const create = (collection: string, values = {}): Op => ({ action: 'create', collection, id, values })
const update = (collection: string, changes: Record<string, { from: string | number | null; to: string | number | boolean | null }>): Op => ({
  action: 'update',
  collection,
  id,
  changes,
})

const names: Record<string, string> = { [`employees/${tom}`]: 'Tom', [`orders/${id}`]: 'iPhone 12', [`payments/${id}`]: '$30.00' }

const words: ChangeWords = {
  rowName: (collection, rowId) => names[`${collection}/${rowId}`],
  lookUpName: (table, rowId) => (table === 'order_statuses' ? orderStatusById.get(rowId)?.statusName : undefined),
  dateTime: (instant) => `on ${instant.slice(0, 10)}`,
}

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
    [[create('categories'), create('categories')], 'Paste Failed'],
  ]
  for (const [ops, title] of titles) expect(changeToFailureTitle(ops)).toBe(title)
})

it('heads a refused change by what was wanted, never as if it had happened, as long as its row has a name here', () => {
  const deletion: Op[] = [{ action: 'delete', collection: 'orders', id }]
  expect(refusedToHeading({ ops: deletion, summary: "Order 'iPhone 12' deleted" }, words)).toBe("Deletion of order 'iPhone 12'")
  const ofRowThatIsGone: Op[] = [{ action: 'update', collection: 'orders', id: tom, changes: {} }]
  expect(refusedToHeading({ ops: ofRowThatIsGone, summary: "Order 'Radio': Notes changed" }, words)).toBe("Order 'Radio': Notes changed")
})

describe('what was typed', () => {
  it('of an estimate reads as its lines', () => {
    const lines = [
      { kind: 'part', description: 'Screen', quantity: 1, unitPrice: 89 },
      { kind: 'labour', description: 'Work', quantity: 0.5, unitPrice: 60 },
    ]
    const [part] = changeToParts([create('estimates', { lines })], words)
    expect(part?.values).toEqual([{ label: 'Lines', value: '1 × Screen, $89.00 each\n0.5 × Work, $60.00 each' }])
  })

  const valuesOf = (op: Op): string[] => (changeToParts([op], words)[0]?.values ?? []).map(({ label, value }) => `${label}: ${value}`)

  it('reads in human words: statuses, people, money, dates, yes and no', () => {
    expect(
      valuesOf(
        update('orders', {
          orderStatusId: { from: null, to: orderStatusIdByName.Fixed },
          assignedEmployeeId: { from: null, to: tom },
          dueTimestamp: { from: null, to: '2026-03-04T15:00:00.000Z' },
          quotedCost: { from: null, to: '90' },
          priority: { from: null, to: false },
          orderNotes: { from: 'x', to: 'line 1\nline 2' },
        }),
      ),
    ).toEqual(['Status: Fixed', 'Assigned to: Tom', 'Due date: on 2026-03-04', 'Quoted cost: $90.00', 'High priority: No', 'Order notes: line 1\nline 2'])
    expect(
      valuesOf(create('payments', { orderId: id, paymentAmount: 12.5, afterTax: true, paymentText: null, createdAt: '2026-03-04T15:00:00.000Z' })),
    ).toEqual(['Order: iPhone 12', 'Amount: $12.50', 'After tax: Yes', 'Date: on 2026-03-04'])
  })

  it('says what was emptied, and a stock count with what it was counted from', () => {
    expect(valuesOf(update('orders', { orderNotes: { from: 'x', to: null }, assignedEmployeeId: { from: tom, to: null } }))).toEqual([
      'Order notes: (emptied)',
      'Assigned to: (nobody or nothing)',
    ])
    expect(valuesOf(update('products', { inventoryCount: { from: 8, to: 5 } }))).toEqual(['Inventory count: 5 (was 8)'])
    expect(valuesOf(update('products', { inventoryCount: { from: null, to: 5 } }))).toEqual(['Inventory count: 5'])
  })

  it('shows no id where nobody here knows the row', () => {
    expect(valuesOf(update('orders', { assignedEmployeeId: { from: null, to: id } }))).toEqual(['Assigned to: an employee that is not on this device'])
  })

  it('passes over nothing that this version does not know', () => {
    expect(valuesOf(create('orders', { warranty: 'two years' }))).toEqual(['warranty: two years'])
    expect(valuesOf(create('shelves', { height: 3, tags: ['a'] }))).toEqual(['height: 3', 'tags: ["a"]'])
  })

  it.each([...collectionNames, 'shelves'])('of %s has a heading for every mutation', (collection) => {
    for (const op of [
      create(collection),
      update(collection, {}),
      { action: 'delete', collection, id } as const,
      { action: 'restore', collection, id } as const,
    ]) {
      expect(opToHeading(op, words)).toMatch(/^(New|Change of|Deletion of|Return of) \w/)
    }
  })

  it('is copied whole, with labels, each op of one mutation under its heading', () => {
    const parts = changeToParts(
      [
        create('customers', { name: 'Grace', phone: '5550100' }),
        create('orders', { itemDetails: 'Radio', issueDescription: 'hums\nloudly' }),
        { action: 'delete', collection: 'payments', id },
      ],
      words,
    )
    expect(partsToText('Failed to create customer and order', ['Refused today'], parts)).toBe(
      [
        'Failed to create customer and order',
        'Refused today',
        '',
        "New customer 'Grace'",
        'Name: Grace',
        'Phone: 5550100',
        '',
        "New order 'Radio'",
        'Device details: Radio',
        'Issue description: hums\nloudly',
        '',
        'Deletion of payment of $30.00',
      ].join('\n'),
    )
  })
})
