import { describe, expect, it } from 'vitest'
import type { Op } from '#schema/api/sync.ts'
import type { ErrorCode } from '#schema/errors.ts'
import { changeToDeletedRow, changeToOwners } from './change-owners.ts'

const payment: Op = { action: 'create', collection: 'payments', id: 'p', values: { orderId: 'o', paymentAmount: 30 } }
const edit: Op = { action: 'update', collection: 'orders', id: 'o', changes: { orderNotes: { from: null, to: 'x' } } }
const titleByRow = { 'payments/p': '$30.00', 'orders/o': 'iPhone 12', 'customers/c': 'Ann Lee' }
const nobody = { rowName: () => undefined }

describe('a refused change', () => {
  it('names what its rows belong to, as it was when it was typed, though all of it is gone', () => {
    expect(changeToOwners({ ops: [payment], titleByRow }, nobody)).toBe("Of order 'iPhone 12', customer 'Ann Lee'")
    expect(changeToOwners({ ops: [edit], titleByRow: { 'orders/o': 'iPhone 12', 'customers/c': 'Ann Lee' } }, nobody)).toBe("Of customer 'Ann Lee'")
    expect(changeToOwners({ ops: [edit], titleByRow: {} }, nobody)).toBeUndefined()
  })

  it('goes by the present name of what is still here', () => {
    expect(changeToOwners({ ops: [edit], titleByRow }, { rowName: (collection) => (collection === 'customers' ? 'Ann Smith' : undefined) })).toBe(
      "Of customer 'Ann Smith'",
    )
  })

  const refused = (op: Op, code: ErrorCode, message: string) => ({ id: 'm', ops: [op], error: { code, message } })
  it.each([
    ['its own row was deleted', refused(edit, 'DELETED', 'Order was deleted in the meantime'), { collection: 'orders', id: 'o' }],
    ['what it belongs to was deleted', refused(payment, 'INVALID_REFERENCE', 'Order was deleted in the meantime'), { collection: 'orders', id: 'o' }],
    ['the row never was', refused(payment, 'INVALID_REFERENCE', 'Order does not exist in this shop'), undefined],
    ['the customer was erased', refused(edit, 'DELETED', 'Customer was erased in the meantime'), undefined],
    ['it was refused for a value', refused(edit, 'VALIDATION', 'Order notes must be text'), undefined],
  ])('leads to Recently deleted only where that helps: %s', (_title, change, row) => {
    expect(changeToDeletedRow(change)).toEqual(row)
  })
})
