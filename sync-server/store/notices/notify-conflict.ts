import { type FieldChange, readSubject, valueToNotice } from '../apply/activity-text.ts'
import type { WriteContext } from '../context.ts'
import type { FieldMutation } from '../apply/field-changes.ts'
import { addNotice } from './notices.ts'
import type { LivingDocument } from '../rows.ts'
import type { Table } from '../table.ts'

/** What met in a field: `mutation` set what is stored there, which this mutation replaced, or gave way to. */
export type Met = FieldChange & { mutation?: FieldMutation | undefined; yielded?: unknown }

/** Tells both people, whoever's value holds now, and whatever their rights in the log (SYNC.md, promise 4). */
export async function tellMet(context: WriteContext, table: Table, row: LivingDocument, met: Met): Promise<void> {
  const { field, mutation, before, after, isYielded } = met
  if (mutation === undefined || field.merge !== 'set' || field.secret) return
  const { userId } = context.caller
  const isOwn = mutation.userId === userId
  if (isOwn && !isYielded) return
  const stored = { value: await valueToNotice(context, field, before), at: mutation.at }
  const acting = { value: await valueToNotice(context, field, isYielded ? met.yielded : after), at: context.mutationAt }
  const { title } = await readSubject(context, table, row.id, row)
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
    params: toParams(acting, stored, await readName(context, mutation.userId)),
  })
  await addNotice(context, {
    ...about,
    kind: isYielded ? 'stood' : 'replaced',
    userId: mutation.userId,
    params: toParams(stored, acting, await readName(context, userId)),
  })
}

/** As colleagues see each other: by name, else by login id. */
export async function readName({ trx }: WriteContext, userId: string | null): Promise<string | null> {
  if (userId === null) return null
  const user = await trx.selectFrom('users').select(['name', 'login_id']).where('id', '=', userId).executeTakeFirst()
  return user === undefined ? null : user.name || user.login_id
}
