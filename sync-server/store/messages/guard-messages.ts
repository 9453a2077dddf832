import { AppError } from '#schema/errors.ts'
import { invoiceLinkTexts } from '#schema/rules/invoices/invoice-link.ts'
import { isIssued } from '#schema/rules/invoices/invoice-states.ts'
import { findDoubt } from '#schema/rules/messages/ask-first.ts'
import { findMessageIssue, findNewMessageIssue, toCustomerAddress } from '#schema/rules/messages/message-states.ts'
import { messageTexts } from '#schema/values/messages/message-texts.ts'
import { findUnknownPlaceholder, hasPlaceholder, toPlaceholderMessage } from '#schema/values/messages/placeholders.ts'
import type { WriteContext } from '../context.ts'
import type { LivingDocument } from '../rows.ts'
import { tableOf } from '../table.ts'

type Values = Readonly<Record<string, unknown>>

/**
 * Completes a new message with its order's customer, and with their address unless given. One that comes late for an
 * order that left the shop does not wait: it asks, as a failed one.
 * @throws AppError VALIDATION for another customer, one who wants no messages, without an address, or an estimate of another order
 */
export async function completeMessage({ memory, shopId, caller, mutationAt, receivedAt }: WriteContext, values: Values): Promise<Values> {
  const order = await memory.find(tableOf('orders'), String(values['orderId']))
  // A missing or foreign order is refused later, like every invalid reference.
  if (order === undefined || order.shopId !== shopId || order.deleted === 1) return values
  const customerId = String(order['customerId'])
  const asked = values['customerId']
  if (typeof asked === 'string' && (await memory.find(tableOf('customers'), asked))?.shopId !== shopId) return values
  if (typeof asked === 'string' && asked !== customerId) throw refuse('customerId', messageTexts.otherCustomer)
  // The server has checked the address of portal messages.
  if (caller.origin === 'portal') return { ...values, customerId }
  const customer: Values = (await memory.find(tableOf('customers'), customerId)) ?? {}
  // `StoredRow` has flags as 0 or 1.
  if (customer['noMessages'] === 1) throw refuse('customerId', messageTexts.wantsNone)
  const complete = { ...values, customerId, to: values['to'] ?? toCustomerAddress(values['channel'], customer) }
  const issue = findNewMessageIssue(caller.origin === 'server' ? { ...complete, state: 'waiting' } : complete)
  if (issue !== undefined) throw refuse(issue.path, issue.message)
  // Texts of statuses are filled in by the server.
  if (caller.origin === 'server') return complete
  await assertEstimate({ memory, shopId }, values)
  await assertInvoice({ memory, shopId }, values)
  assertPlaceholders(values, [customer['name'], order['itemDetails']])
  const doubt = findDoubt({ writtenAt: mutationAt, now: new Date(receivedAt), orderStatusId: String(order['orderStatusId']) })
  return doubt === undefined ? complete : { ...complete, state: 'failed', error: doubt }
}

/** A missing or foreign estimate is refused later, like every invalid reference. */
async function assertEstimate({ memory, shopId }: Pick<WriteContext, 'memory' | 'shopId'>, { estimateId, orderId, text }: Values): Promise<void> {
  if (typeof estimateId !== 'string') return
  const estimate = await memory.find(tableOf('estimates'), estimateId)
  if (estimate?.shopId !== shopId) return
  if (estimate['orderId'] !== orderId) throw refuse('estimateId', messageTexts.otherEstimate)
  if (!hasPlaceholder(String(text), 'link')) throw refuse('text', messageTexts.estimateLinkNeeded)
}

/** Only an issued document is sent. */
async function assertInvoice({ memory, shopId }: Pick<WriteContext, 'memory' | 'shopId'>, { invoiceId, orderId, text }: Values): Promise<void> {
  if (typeof invoiceId !== 'string') return
  const invoice = await memory.find(tableOf('invoices'), invoiceId)
  if (invoice?.shopId !== shopId) return
  if (invoice['orderId'] !== orderId) throw refuse('invoiceId', messageTexts.otherInvoice)
  if (!isIssued(invoice)) throw refuse('invoiceId', invoiceLinkTexts.issueFirst)
  if (!hasPlaceholder(String(text), 'link')) throw refuse('text', messageTexts.invoiceLinkNeeded)
}

/** `filledIn`: may hold braces, which are no placeholders. */
function assertPlaceholders(values: Values, filledIn: readonly unknown[]): void {
  for (const path of ['subject', 'text']) {
    const text = values[path]
    const unknown = typeof text === 'string' ? findUnknownPlaceholder(text) : undefined
    if (unknown !== undefined && !filledIn.some((value) => String(value).includes(`{${unknown}}`))) throw refuse(path, toPlaceholderMessage(unknown))
  }
}

/** @throws AppError for a change of the text, or of a sent or cancelled message */
export function assertMessageChange(document: LivingDocument, next: Values): void {
  const issue = findMessageIssue(document, { ...document, ...next })
  if (issue !== undefined) throw new AppError(issue.code, issue.message, { issues: [{ path: issue.path, message: issue.message }] })
}

const refuse = (path: string, message: string): AppError => new AppError('VALIDATION', message, { issues: [{ path, message }] })
