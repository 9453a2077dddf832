import { defineCollection, type DocumentOf } from '../../collection.ts'
import {
  flag,
  givenNumber,
  guarded,
  longTextMaxLength,
  note,
  optionalInstant,
  optionalReference,
  optionalText,
  orNull,
  reference,
  serverInstant,
  serverNumbers,
  text,
} from '../../fields.ts'
import { choice } from '../../choice-fields.ts'
import { isSale, orderKinds } from '../../values/order-kind.ts'
import { mergedFrom } from './merged-from.ts'
import { openOrderKey, orderSortKey, orderSortKeyMaxLength } from '../../values/order-sort.ts'

/** `statusChangedAt` follows the newest row of the status history. */
export const orders = defineCollection({
  name: 'orders',
  fields: {
    /** A sale is an order without a repair, and may have no customer: `schema/rules/orders/sale.ts`. */
    kind: choice('Kind', orderKinds, 'repair'),
    customerId: orNull(
      reference('Customer', 'customers', {
        required: 'Customer ID is required',
        onParentDelete: { action: 'refuse', message: 'Cannot delete customer with existing orders.' },
      }),
    ),
    orderStatusId: reference('Status', 'order_statuses', {
      required: 'Order status ID is required',
      onParentDelete: { action: 'refuse', message: 'Orders have this status.' },
    }),
    assignedEmployeeId: optionalReference('Assigned to', 'employees', {
      onParentDelete: { action: 'refuse', message: 'This employee is assigned to orders or tasks; unassign first.' },
    }),
    assetId: optionalReference('Device', 'assets', { onParentDelete: { action: 'keep' } }),
    itemDetails: text('Device details', { required: 'Item details is required', max: longTextMaxLength }),
    issueDescription: text('Issue description', { required: 'Issue description is required', max: longTextMaxLength, merge: 'text' }),
    quotedCost: optionalText('Quoted cost', { max: 100 }),
    /** The quote is the total of the lines, and not added to them. */
    quoteFromLines: flag('Quote from lines'),
    dueTimestamp: optionalInstant('Due date'),
    priority: flag('High priority'),
    repeat: flag('Repeating order'),
    /** The order under whose warranty this one is; its end stays that of the first. */
    claimOf: optionalReference('Warranty claim of', 'orders', { onParentDelete: { action: 'keep' } }),
    additionalRequests: note('Additional requests'),
    orderNotes: note('Order notes'),
    passcode: guarded(optionalText('Passcode', { max: 100 })),
    statusChangedAt: serverInstant('Status changed'),
    /** When it became Fixed; null while open or if returned unfixed. */
    fixedAt: optionalInstant('Fixed', { writer: 'server' }),
    /** Unique in the shop, never reused; null on a device until the server assigns one. */
    number: givenNumber('Ticket number', { invalid: 'The ticket number must be a whole number from 1', fixed: 'The ticket number cannot be changed.' }),
    /** Numbers already printed before the server assigned another. */
    formerNumbers: serverNumbers('Former ticket numbers'),
    mergedFrom: mergedFrom(),
  },
  access: { read: 'member', create: 'member', update: 'member', delete: 'delete_order' },
  audit: { noun: 'order', titleField: 'itemDetails', nounOf: (row) => (isSale(row) ? 'sale' : 'order') },
  localKeys: { sortKey: { maxLength: orderSortKeyMaxLength, of: orderSortKey, serverOf: openOrderKey } },
  localIndexes: [['shopId', 'sortKey']],
  answeredKeys: ['ticket', 'warrantyUntil'],
})

export type Order = DocumentOf<typeof orders>
