import { readFieldMutation } from '../apply/field-changes.ts'
import { readSubjectText, type FieldChange } from '../apply/activity-text.ts'
import type { WriteContext } from '../context.ts'
import type { LivingDocument } from '../rows.ts'
import { tableOf } from '../table.ts'
import { addNotice } from './notices.ts'

/** Tells the person who set the status that its message goes to another address than the customer had then. */
export async function notifyReaddressed(context: WriteContext, message: LivingDocument, changes: readonly (FieldChange & { name: string })[]): Promise<void> {
  const address = changes.find(({ name }) => name === 'to')
  const orderId = message['orderId']
  if (address === undefined || message['cause'] !== 'status' || typeof orderId !== 'string' || context.caller.origin !== 'server') return
  const orders = tableOf('orders')
  const order = await context.memory.find(orders, orderId)
  const customer = await context.memory.find(tableOf('customers'), String(order?.['customerId']))
  const status = await readFieldMutation(context, orders, orderId, 'orderStatusId')
  if (order === undefined || customer === undefined || status === undefined) return
  const title = await readSubjectText(context, orders, orderId, order)
  const params = { title, name: String(customer['name']), from: String(address.before), to: String(address.after) }
  await addNotice(context, { kind: 'readdressed', collection: 'orders', rowId: orderId, userId: status.userId, params })
}
