import { AppError } from '#schema/errors.ts'
import { findTillIssue, isTillClosed, tillTexts, wasBeforeClosing } from '#schema/rules/money/till.ts'
import type { WriteContext } from '../context.ts'
import type { LivingDocument } from '../rows.ts'
import { type StoredRow, tableOf } from '../table.ts'

type Values = Readonly<Record<string, unknown>>

export function assertTillChange(context: WriteContext, document: LivingDocument, names: readonly string[]): void {
  const issue = findTillIssue(document, names, context.mutationAt)
  if (issue !== undefined) throw new AppError(issue.code, issue.message)
}

/** The till if it is closed. */
export async function findClosedTill({ memory, shopId }: WriteContext, tillDayId: unknown): Promise<StoredRow | undefined> {
  const till = typeof tillDayId === 'string' ? await memory.find(tableOf('till_days'), tillDayId) : undefined
  return till?.shopId === shopId && isTillClosed({ state: till['state'] }) ? till : undefined
}

/**
 * Money that a device took while its till was open belongs to it, also where it arrives after the closing. A device
 * that did not know of the closing keeps its sale, outside of the counted till.
 */
export async function placeInTill(context: WriteContext, values: Values): Promise<Values> {
  const till = await findClosedTill(context, values['tillDayId'])
  if (till === undefined || wasBeforeClosing(till, context.mutationAt)) return values
  if (context.caller.origin === 'push') return { ...values, tillDayId: null }
  throw new AppError('CONFLICT', tillTexts.closedForPayments, { issues: [{ path: 'tillDayId', message: tillTexts.closedForPayments }] })
}

/** An order with money in a closed till stays, as its deletion would take the money along. */
export async function assertNoneInClosedTill({ trx }: WriteContext, orderId: string): Promise<void> {
  const counted = await trx
    .selectFrom('payments')
    .innerJoin('till_days', 'till_days.id', 'payments.till_day_id')
    .select('payments.id')
    .where('payments.order_id', '=', orderId)
    .where('payments.deleted', '=', 0)
    .where('till_days.state', '=', 'closed')
    .limit(1)
    .executeTakeFirst()
  if (counted !== undefined) throw new AppError('CONFLICT', tillTexts.orderStays)
}
