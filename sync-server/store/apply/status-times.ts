import { isFinishedStatus, orderStatusIdByName } from '#schema/values/order-status.ts'
import type { WriteContext } from '../context.ts'
import type { LivingDocument } from '../rows.ts'
import type { Table } from '../table.ts'
import { readFieldMutation, type FieldMutation } from './field-changes.ts'
import { readLastStatusTime, writeStatusHistory } from './side-effects.ts'

type StatusChange = { name: string; isReplaced: boolean; mutation?: FieldMutation | undefined }

/** Time of a new status in the history, never before the last entry where it replaces one: the history ends on the row's status. */
export async function toStatusTime(context: WriteContext, table: Table, orderId: string, change: StatusChange | undefined): Promise<string> {
  const { mutationAt } = context
  if (change === undefined) return mutationAt
  const mutation = change.mutation ?? (await readFieldMutation(context, table, orderId, change.name))
  if (!change.isReplaced && (mutation === undefined || mutation.isCreation)) return mutationAt
  const lastAt = (await readLastStatusTime(context, orderId)) ?? mutationAt
  // Steps of one person on two devices keep their own times.
  if (!change.isReplaced && mutation !== undefined && mutation.at >= lastAt && mutation.userId === context.caller.userId) return mutationAt
  return lastAt > mutationAt ? lastAt : mutationAt
}

/** A status that gave way to a later one. `values`: what the order keeps of it. */
type PassedStatus = { statusId: string; at: string; values: { fixedAt?: string } }

/** Finds the status among the changes that gave way: it enters the history before the one that stays. */
export async function findPassedStatus(
  context: WriteContext,
  table: Table,
  document: LivingDocument,
  changes: readonly { name: string; yielded?: unknown }[],
): Promise<PassedStatus | undefined> {
  const statusId = changes.find(({ name }) => table.name === 'orders' && name === 'orderStatusId')?.yielded
  if (typeof statusId !== 'string') return undefined
  const lastAt = await readLastStatusTime(context, document.id)
  const latest = lastAt === undefined ? context.mutationAt : new Date(Date.parse(lastAt) - 1).toISOString()
  const at = context.mutationAt < latest ? context.mutationAt : latest
  // It was Fixed before somebody picked it up, though we hear of that only now.
  const isFixedBefore = statusId === orderStatusIdByName.Fixed && isFinishedStatus(String(document['orderStatusId'])) && typeof document['fixedAt'] !== 'string'
  return { statusId, at, values: isFixedBefore ? { fixedAt: at } : {} }
}

export async function writePassedStatus(context: WriteContext, orderId: string, { statusId, at }: PassedStatus): Promise<void> {
  writeStatusHistory(context, orderId, statusId, await context.seqs.last(context.shopId), at)
}
