import { type FieldChange, readSubjectText, valueToNotice } from '../apply/activity-text.ts'
import type { WriteContext } from '../context.ts'
import type { FieldMutation } from '../apply/field-changes.ts'
import { addNotice } from './notices.ts'
import { readPersonName } from '../person-name.ts'
import type { LivingDocument } from '../rows.ts'
import type { Table } from '../table.ts'

/** Two changes of one field: `mutation` set the stored value, which the current mutation replaces or loses to. */
export type FieldConflict = FieldChange & { mutation?: FieldMutation | undefined; yielded?: unknown }

/** Leaves a notice for both users, whichever value wins, regardless of their right to see activities (SYNC.md, promise 4). */
export async function notifyConflict(context: WriteContext, table: Table, row: LivingDocument, conflict: FieldConflict): Promise<void> {
  const { field, mutation, before, after, isYielded } = conflict
  if (mutation === undefined || field.merge !== 'set' || field.secret) return
  const { userId } = context.caller
  const isOwn = mutation.userId === userId
  if (isOwn && !isYielded) return
  const stored = { value: await valueToNotice(context, table, conflict, before), at: mutation.at }
  const acting = { value: await valueToNotice(context, table, conflict, isYielded ? conflict.yielded : after), at: context.mutationAt }
  const title = await readSubjectText(context, table, row.id, row)
  const about = { collection: table.name, rowId: row.id }
  const toParams = (own: typeof stored, other: typeof stored, by: string | null) => ({
    title,
    field: field.label,
    own: own.value,
    ownAt: own.at,
    other: other.value,
    otherAt: other.at,
    by,
    isOwn,
  })
  await addNotice(context, {
    ...about,
    kind: isYielded ? 'yielded' : 'overtook',
    userId,
    toActor: true,
    params: toParams(acting, stored, await readPersonName(context.trx, mutation.userId)),
  })
  await addNotice(context, {
    ...about,
    kind: isYielded ? 'stood' : 'replaced',
    userId: mutation.userId,
    params: toParams(stored, acting, await readPersonName(context.trx, userId)),
  })
}
