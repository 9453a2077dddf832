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
export async function assertNotInClosedTill(context: WriteContext, paymentId: string): Promise<void> {
  const payment = await context.memory.find(tableOf('payments'), paymentId)
  if ((await findClosedTill(context, payment?.['tillDayId'])) !== undefined) throw new AppError('CONFLICT', tillTexts.orderStays)
}
