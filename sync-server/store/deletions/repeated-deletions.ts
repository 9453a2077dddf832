import { v5 } from 'uuid'
import { AppError } from '#schema/errors.ts'
import { tell } from '#schema/rules/text/activity-entry.ts'
import type { Db, Tx } from '../../db/database.ts'
import { entryToEnglish } from '../activity-english.ts'
import type { WriteContext } from '../context.ts'
import { purgedMark } from './purge-deleted.ts'
import type { StoredRow } from '../table.ts'

type Deleted = Pick<StoredRow, 'id' | 'deletedWith'>

/** Records a repeated deletion of a deleted row, which the undo of the first one must respect. */
export async function recordRepeatedDeletion({ trx, mutationId }: WriteContext, { id, deletedWith }: Deleted): Promise<void> {
  if (deletedWith === null || deletedWith === purgedMark || deletedWith === mutationId) return
  const place = (await readRepeatedDeletions(trx, [id])).length
  await trx
    .insertInto('also_deleted')
    .values({ row_id: id, mutation_id: mutationId, place })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Mutations that deleted the rows again, in order of arrival. */
async function readRepeatedDeletions(reader: Db | Tx, rowIds: readonly string[]): Promise<{ rowId: string; mutationId: string }[]> {
  if (rowIds.length === 0) return []
  const rows = await reader
    .selectFrom('also_deleted')
    .select(['row_id', 'mutation_id'])
    .where('row_id', 'in', rowIds)
    .orderBy('row_id')
    .orderBy('place')
    .execute()
  return rows.map(({ row_id: rowId, mutation_id: mutationId }) => ({ rowId, mutationId }))
}

/**
 * Id of each row's deletion: the deleting mutation's id, or one derived from all that deleted it, so that a device that
 * knows only one of them cannot undo it.
 */
export async function readDeletionNames(reader: Db, rows: readonly Deleted[]): Promise<Map<string, string>> {
  const also = Map.groupBy(
    await readRepeatedDeletions(
      reader,
      rows.map(({ id }) => id),
    ),
    ({ rowId }) => rowId,
  )
  return new Map(
    rows.flatMap(({ id, deletedWith }): [string, string][] => {
      if (deletedWith === null || deletedWith === purgedMark) return []
      return [[id, (also.get(id) ?? []).reduce((name, { mutationId }) => v5(mutationId, name), deletedWith)]]
    }),
  )
}

/** @throws AppError DELETED_TOO when the row's deletion is not the given one */
export async function assertUndoesDeletion(context: WriteContext, row: StoredRow, deletion: string): Promise<void> {
  const name = (await readDeletionNames(context.trx, [row])).get(row.id)
  if (name === undefined || name === deletion) return
  const also = await readRepeatedDeletions(context.trx, [row.id])
  const others = [...also.map(({ mutationId }) => mutationId), row.deletedWith ?? ''].filter((id) => id !== deletion)
  const mutations = await context.trx
    .selectFrom('mutations as m')
    .leftJoin('users as u', 'u.id', 'm.user_id')
    .select(['m.user_id as userId', 'u.name', 'u.login_id as loginId'])
    .where('m.id', 'in', others)
    .execute()
  const other = mutations.find(({ userId }) => userId !== context.caller.userId) ?? mutations[0]
  const isOwn = other !== undefined && other.userId === context.caller.userId
  const who = other?.name ?? other?.loginId
  const told = isOwn ? tell('deletedTooByYou', {}) : who == null ? tell('deletedTooBySomebody', {}) : tell('deletedToo', { who })
  throw new AppError('DELETED_TOO', entryToEnglish(told, String), { told })
}

export async function dropRepeatedDeletions(trx: Tx, rowIds: readonly string[]): Promise<void> {
  await trx.deleteFrom('also_deleted').where('row_id', 'in', rowIds).execute()
}

/** Removes and returns the next separate deletion of a dependent row: it keeps the row deleted when the parent is restored. */
export async function takeRepeatedDeletion({ trx }: WriteContext, { id }: Deleted): Promise<string | undefined> {
  const [first] = await readRepeatedDeletions(trx, [id])
  if (first === undefined) return undefined
  await trx.deleteFrom('also_deleted').where('row_id', '=', id).where('mutation_id', '=', first.mutationId).execute()
  return first.mutationId
}
