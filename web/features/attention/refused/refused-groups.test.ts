import { expect, it } from 'vitest'
import type { MutationError, Op } from '#schema/api/sync.ts'
import { changeToMissingRow, groupRefused, type Refused } from './refused-groups.ts'

const fault = (path: string): MutationError => ({ code: 'INVALID_REFERENCE', message: 'x', issues: [{ path, message: 'x' }] })
const refused = (id: string, ops: Op[], error: MutationError): Refused => ({ id, ops, error })
const create = (collection: string, id: string, values = {}): Op => ({ action: 'create', collection, id, values })
const invalid: MutationError = { code: 'VALIDATION', message: 'x' }

const customer = refused('a', [create('customers', 'grace')], invalid)
const order = refused('b', [create('orders', 'radio', { customerId: 'grace' })], fault('customerId'))
const payment = refused('c', [create('payments', 'p1', { orderId: 'radio', paymentAmount: 30 })], fault('orderId'))
const note = refused('d', [{ action: 'update', collection: 'orders', id: 'radio', changes: { orderNotes: { from: null, to: 'x' } } }], {
  code: 'NOT_FOUND',
  message: 'x',
})
const other = refused('e', [{ action: 'delete', collection: 'orders', id: 'tv' }], { code: 'FORBIDDEN', message: 'x' })

const shape = (changes: Refused[]) => groupRefused(changes).map((group) => [group.cause?.id, group.changes.map(({ id }) => id).join('')])

it('hazard 5: puts a refused create and everything that builds on it under the first cause', () => {
  expect(shape([customer, order, other, payment, note])).toEqual([
    ['a', 'abcd'],
    ['e', 'e'],
  ])
})

it('sends the cause first, whatever the order of the list', () => {
  expect(shape([payment, note, order, customer])).toEqual([['a', 'abcd']])
})

it('keeps together what waited for the same row when the cause has left the list', () => {
  const second = refused('f', [create('orders', 'tv', { customerId: 'grace' })], fault('customerId'))
  expect(shape([order, payment, second])).toEqual([[undefined, 'bcf']])
  expect(shape([order, payment])).toEqual([['b', 'bc']])
})

it('reads from the answer which row was missing, also in a mutation of several ops', () => {
  expect(changeToMissingRow(order)).toEqual({ collection: 'customers', id: 'grace' })
  expect(changeToMissingRow(note)).toEqual({ collection: 'orders', id: 'radio' })
  const both = refused('g', [create('customers', 'c'), create('orders', 'o', { customerId: 'c', assignedEmployeeId: 'tom' })], fault('1.assignedEmployeeId'))
  expect(changeToMissingRow(both)).toEqual({ collection: 'employees', id: 'tom' })
  expect(changeToMissingRow(customer)).toBeUndefined()
})

it('does not loop over rows that name each other', () => {
  const one = refused('x', [create('categories', 'one', { parentId: 'two' })], invalid)
  const two = refused('y', [create('categories', 'two', { parentId: 'one' })], invalid)
  expect(
    groupRefused([one, two])
      .flatMap(({ changes }) => changes.map(({ id }) => id))
      .toSorted(),
  ).toEqual(['x', 'y'])
})
