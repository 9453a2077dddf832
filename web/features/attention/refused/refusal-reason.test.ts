import { estimateTexts } from '#schema/rules/estimates/estimate-states.ts'
import { messageTexts } from '#schema/values/messages/message-texts.ts'
import { describe, expect, it } from 'vitest'
import { toMergedIssue } from '#schema/rules/customers/merged-away.ts'
import type { MutationError, Op } from '#schema/api/sync.ts'
import { type ErrorCode, errorTable } from '#schema/errors.ts'
import type { ChangeWords } from '../change-words.ts'
import { refusalToReason, type ReasonContext } from './refusal-reason.ts'

const names: Record<string, string> = {
  'orders/o1': 'iPhone 12',
  'customers/c1': 'Grace',
  'employees/e1': 'Tom',
  'categories/k1': 'Screens',
  'payments/p1': '$30.00',
  'products/p1': 'Belt',
}
const words: ChangeWords = { rowName: (collection, id) => names[`${collection}/${id}`], lookUpName: () => undefined, dateTime: (instant) => instant }
const context: ReasonContext = { words, isMember: true, canEdit: false, hasRow: () => false, isRefused: () => false }

const create = (collection: string, values: Record<string, string | number> = {}, id = 'new'): Op => ({ action: 'create', collection, id, values })
const update = (collection: string, id: string, changes: Record<string, string> = {}): Op => ({
  action: 'update',
  collection,
  id,
  changes: Object.fromEntries(Object.entries(changes).map(([name, to]) => [name, { from: null, to }])),
})
const remove = (collection: string, id: string): Op => ({ action: 'delete', collection, id })
const error = (code: ErrorCode, message: string = errorTable[code].title, path?: string): MutationError => ({
  code,
  message,
  ...(path === undefined ? {} : { issues: [{ path, message }] }),
})

const payment = create('payments', { orderId: 'o1', paymentAmount: 30 })
const order = create('orders', { customerId: 'c1', itemDetails: 'Radio' })

type Case = [title: string, ops: Op[], error: MutationError, context: Partial<ReasonContext>, what: string, help: string]

const table: Case[] = [
  [
    'hazard 24: the privilege to delete is missing',
    [remove('orders', 'o1')],
    error('FORBIDDEN'),
    {},
    "You do not have the privilege delete_order, so the order 'iPhone 12' was not deleted and is back where it was.",
    'Ask your administrator for it, then retry.',
  ],
  [
    'hazard 25: the privilege to bring back is missing',
    [{ action: 'restore', collection: 'customers', id: 'c1' }],
    error('FORBIDDEN'),
    {},
    "You do not have the privilege delete_customer, which bringing back the customer 'Grace' needs.",
    'Ask your administrator for it, then retry.',
  ],
  [
    'hazard 27: the membership ended',
    [order],
    error('FORBIDDEN'),
    { isMember: false },
    'You no longer belong to this shop, so nothing of yours was taken there any more.',
    'Copy what was typed for somebody who works there, or ask your administrator to add you again, then retry.',
  ],
  ['the membership came back meanwhile', [order], error('FORBIDDEN'), {}, 'You did not belong to this shop when this arrived.', 'Retry.'],
  [
    'what only administrators change',
    [update('employees', 'e1', { name: 'Tim' })],
    error('FORBIDDEN'),
    {},
    "The employee 'Tom' is changed by administrators only.",
    'Ask your administrator to change it, then discard this.',
  ],
  ['what nobody may', [remove('products', 'x')], error('FORBIDDEN'), {}, 'The product cannot be changed in this way.', 'Discard this.'],
  [
    'hazard 17: a row deleted meanwhile',
    [update('orders', 'o1', { orderNotes: 'x' })],
    error('DELETED', 'Order was deleted in the meantime'),
    {},
    "The order 'iPhone 12' was deleted in the meantime.",
    'Bring the order back from “Recently deleted” and retry. Otherwise copy what was typed.',
  ],
  [
    'a customer who was merged meanwhile',
    [update('customers', 'c1', { email: 'grace@example.com' })],
    {
      code: 'DELETED',
      message: "Customer was merged into 'Grace H.' in the meantime",
      issues: [toMergedIssue({ id: '01890a5d-ac96-774b-bcce-b302099a8057', name: 'Grace H.' })],
    },
    {},
    "The customer 'Grace' was merged into 'Grace H.' in the meantime.",
    "Apply this to 'Grace H.', who has the orders and devices now, or discard it.",
  ],
  [
    'hazard 19: a payment whose order was deleted, with its amount',
    [payment],
    error('INVALID_REFERENCE', 'Order was deleted in the meantime', 'orderId'),
    {},
    "The order 'iPhone 12' was deleted in the meantime, so this payment of $30.00 could not be stored.",
    'Bring the order back from “Recently deleted” and retry. Otherwise copy what was typed.',
  ],
  [
    'hazard 18: an order whose customer was deleted',
    [order],
    error('INVALID_REFERENCE', 'Customer was deleted in the meantime', 'customerId'),
    { canEdit: true },
    "The customer 'Grace' was deleted in the meantime, so this order 'Radio' could not be stored.",
    'Edit it, choose another customer and save, or bring the customer back from “Recently deleted” and retry. Otherwise copy what was typed.',
  ],
  [
    'somebody who left',
    [update('orders', 'o1', { assignedEmployeeId: 'e1' })],
    error('INVALID_REFERENCE', 'Assigned to was deleted in the meantime', 'assignedEmployeeId'),
    { canEdit: true },
    "The employee 'Tom' was deleted in the meantime, so the order 'iPhone 12' could not be stored.",
    'Edit it, choose another employee and save. Otherwise copy what was typed.',
  ],
  [
    'hazard 5: what it belongs to was refused too',
    [order],
    error('INVALID_REFERENCE', 'Customer does not exist in this shop', 'customerId'),
    { isRefused: () => true },
    "The customer 'Grace' was refused too, and this order 'Radio' belongs to it.",
    'Correct that one first, then retry this.',
  ],
  [
    'hazard 5: a change of a row that was refused',
    [update('orders', 'o1')],
    error('NOT_FOUND'),
    { isRefused: () => true },
    "The order 'iPhone 12' was refused too, and this changes it.",
    'Correct that one first, then retry this.',
  ],
  [
    'hazard 5: what it belongs to is there by now',
    [order],
    error('INVALID_REFERENCE', 'Customer does not exist in this shop', 'customerId'),
    { hasRow: () => true },
    "When this order 'Radio' arrived, the server did not know the customer 'Grace'. It is here now.",
    'Retry.',
  ],
  [
    'hazard 29: a row that is none of this shop',
    [create('orders', { customerId: 'c9', itemDetails: 'Radio' })],
    error('INVALID_REFERENCE', 'Customer does not exist in this shop', 'customerId'),
    { canEdit: true },
    "The server does not know the customer that this order 'Radio' names.",
    'Edit it, choose another customer and save.',
  ],
  [
    'a product that was brought back while its category went',
    [update('products', 'p1', { archived: 'no' })],
    error('INVALID_REFERENCE', 'Category was deleted in the meantime', 'categoryHierarchyId'),
    { canEdit: true },
    "The category of the product 'Belt' was deleted in the meantime.",
    'Edit it, choose another one and save.',
  ],
  [
    'a row that is not there',
    [update('orders', 'o9')],
    error('NOT_FOUND'),
    {},
    'The server does not have the order.',
    'Copy what was typed and enter it again where it belongs.',
  ],
  [
    'hazard 23: a name that is taken',
    [create('employees', { name: 'Eve' })],
    error('UNIQUE_CONSTRAINT_VIOLATION', 'An employee with this name already exists in this entity', 'name'),
    {},
    "The name of this employee 'Eve' is taken: there is another one with the same.",
    'Copy what was typed and enter it again with another one.',
  ],
  [
    'a row that is still in use',
    [remove('customers', 'c1')],
    error('FOREIGN_KEY_VIOLATION', 'Cannot delete customer with existing orders.'),
    {},
    "The customer 'Grace' is still in use, so it was not deleted and is back where it was.",
    'Remove or change what uses it first, then retry.',
  ],
  [
    'a value that is not valid, named by its label',
    [create('customers', { name: 'Grace', phone: '12' })],
    error('VALIDATION', 'must have 6-15 digits', 'phone'),
    { canEdit: true },
    "The server did not accept a value of this customer 'Grace'. Phone: must have 6-15 digits.",
    'Edit it, correct that and save.',
  ],
  [
    'pieces of a purchase that another device received too',
    [update('purchase_lines', 'l1', { received: '5' })],
    error('VALIDATION', 'Only 5 were ordered, so no more can be received', 'received'),
    {},
    'What was received for the line of a purchase was not added to the stock. Only 5 were ordered, so no more can be received.',
    'Look at the purchase, and count. If the same pieces were received on another device, discard this. If more came than was ordered, put the rest on a purchase of its own.',
  ],
  [
    'a value of the second op',
    [create('customers', { name: 'Grace' }), create('orders', { itemDetails: 'Radio' })],
    error('VALIDATION', 'Issue description is required', '1.issueDescription'),
    {},
    "The server did not accept a value of this order 'Radio'. Issue description is required.",
    'Copy what was typed and enter it again where it belongs.',
  ],
  [
    'hazard 21: categories that would form a circle',
    [update('categories', 'k1', { parentId: 'k2' })],
    error('CONFLICT', 'Cannot move a category to be a child of its own descendant'),
    {},
    "Categories were moved in the meantime, so this move would put the category 'Screens' below itself.",
    'Look at the categories as they are now and move it again, or discard this.',
  ],
  [
    'an id that is taken',
    [order],
    error('CONFLICT', 'This order cannot be created'),
    {},
    "Something with the same id as this order 'Radio' is stored on the server already.",
    'Look whether it is there. If it is, discard this; if not, copy what was typed and enter it again.',
  ],
  [
    'an estimate that was changed meanwhile',
    [update('estimates', 'e1', { note: 'x' })],
    error('CONFLICT', estimateTexts.changedMeanwhile),
    {},
    `The estimate was not changed. ${estimateTexts.changedMeanwhile}`,
    'Look at it as it is now. Copy what was typed if it is still needed, then discard this.',
  ],
  [
    'an estimate that was sent and is to be deleted',
    [remove('estimates', 'e1')],
    error('CONFLICT', estimateTexts.sentIsKept),
    {},
    `The estimate was not deleted. ${estimateTexts.sentIsKept}`,
    'Then discard this.',
  ],
  [
    'a message that was sent already',
    [update('messages', 'm1', { state: 'cancelled' })],
    error('CONFLICT', messageTexts.sentStays),
    {},
    `The message was not changed. ${messageTexts.sentStays}`,
    'Look at it as it is now. Copy what was typed if it is still needed, then discard this.',
  ],
  [
    'too much text',
    [update('orders', 'o1', { orderNotes: 'x' })],
    error('PAYLOAD_TOO_LARGE'),
    { canEdit: true },
    "There is more text in the order 'iPhone 12' than can be sent at once.",
    'Copy it, then edit it: shorten the long texts and save them in several steps.',
  ],
  [
    'a fault of the server',
    [payment],
    error('INTERNAL'),
    {},
    'Something went wrong on the server while it stored this payment of $30.00.',
    'Retry. If it is refused again, copy what was typed and tell your administrator.',
  ],
  ['a refusal of the moment', [payment], error('TOO_MANY_REQUESTS'), {}, 'The server could not take this payment of $30.00 at that moment.', 'Retry.'],
]

describe('the reason of a refusal in plain words', () => {
  it.each(table)('%s', (_title, ops, fault, more, what, help) => {
    expect(refusalToReason({ id: 'm', ops, error: fault }, { ...context, ...more })).toMatchObject({ what, help })
  })

  it('keeps what the server said, where that adds something', () => {
    expect(
      refusalToReason(
        { id: 'm', ops: [remove('customers', 'c1')], error: error('FOREIGN_KEY_VIOLATION', 'Cannot delete customer with existing orders.') },
        context,
      ).server,
    ).toBe('Cannot delete customer with existing orders.')
    expect(
      refusalToReason({ id: 'm', ops: [create('customers')], error: error('VALIDATION', 'Customer name is required', 'name') }, context).server,
    ).toBeUndefined()
  })

  it('speaks of the author where somebody else reads it', () => {
    const said = (ops: Op[], more: Partial<ReasonContext> = {}) =>
      refusalToReason({ id: 'm', ops, error: error('FORBIDDEN') }, { ...context, author: 'Kay', ...more }).what
    expect(said([remove('orders', 'o1')])).toBe(
      "Kay did not have the privilege delete_order or did not belong to this shop, so the order 'iPhone 12' was not deleted and is back where it was.",
    )
    expect(said([order], { isMember: false })).toBe('Kay did not belong to this shop when this arrived.')
  })

  it.each(Object.keys(errorTable) as ErrorCode[])('says what happened and what helps for %s, whatever the change', (code) => {
    for (const ops of [[], [create('shelves')], [update('orders', 'o9')], [remove('tasks', 't')], [create('checklist_selections', { orderId: 'o1' })]]) {
      const { what, help } = refusalToReason({ id: 'm', ops, error: error(code) }, context)
      expect(what).toMatch(/^[A-Z].*[.?]$/)
      expect(help).toMatch(/^[A-Z].*\.$/)
      expect(what + help).not.toMatch(/undefined|null/)
    }
  })
})
