import { AppError } from '#schema/errors.ts'
import { findRefundIssue, isInvoiced, whyPaymentStands } from '#schema/rules/money/refunds.ts'
import { centsToAmount } from '#schema/values/money.ts'
import { findMoneyFormat } from '../apply/activity-text.ts'
import type { WriteContext } from '../context.ts'
import type { LivingDocument } from '../rows.ts'
import { findClosedTill } from './guard-tills.ts'
import { tableOf } from '../table.ts'

type Values = Readonly<Record<string, unknown>>

/** A refund that names a payment takes at most what the payment's other refunds left of it. `values`: the row after the write. */
export async function assertRefund(context: WriteContext, id: string, values: Values): Promise<void> {
  const { refundOf, kind, orderId, paymentAmount } = values
  if (typeof refundOf !== 'string') return
  const payment = await context.memory.find(tableOf('payments'), refundOf)
  if (payment === undefined || payment.shopId !== context.shopId || payment.deleted === 1) {
    const message = 'The refunded payment was deleted in the meantime'
    throw new AppError('INVALID_REFERENCE', message, { issues: [{ path: 'refundOf', message }] })
  }
  const left = centsToAmount(Number(payment['paymentAmount']) - (await sumRefundCents(context, refundOf, id)))
  const money = await findMoneyFormat(context)
  const issue = findRefundIssue(
    { refundOf, kind, orderId, paymentAmount: Number(paymentAmount) },
    { kind: payment['kind'], orderId: payment['orderId'] },
    left,
    money,
  )
  if (issue !== undefined) throw new AppError(issue.code, issue.message, { issues: [{ path: issue.path, message: issue.message }] })
}

/** Refuses a change or deletion of a payment that stands. Deleting its whole order takes it along. */
export async function assertPaymentMayChange(context: WriteContext, { id, orderId, createdAt, kind, tillDayId }: LivingDocument): Promise<void> {
  const documents = await context.trx
    .selectFrom('invoices')
    .select(['kind', 'issued_at as issuedAt'])
    .where('order_id', '=', String(orderId))
    .where('issued_at', '>=', createdAt)
    .execute()
  const message = whyPaymentStands({
    kind,
    refunded: centsToAmount(await sumRefundCents(context, id)),
    isDayClosed: (await findClosedTill(context, tillDayId)) !== undefined,
    isInvoiced: isInvoiced({ createdAt }, documents),
  })
  if (message !== undefined) throw new AppError('CONFLICT', message)
}

/** The sum of a payment's living refunds, without the refund `without`. */
async function sumRefundCents({ trx }: WriteContext, paymentId: string, without = ''): Promise<number> {
  const row = await trx
    .selectFrom('payments')
    .select(({ fn }) => fn.sum('payment_amount_cents').as('cents'))
    .where('refund_of', '=', paymentId)
    .where('deleted', '=', 0)
    .where('id', '!=', without)
    .executeTakeFirst()
  return Number(row?.cents ?? 0)
}
