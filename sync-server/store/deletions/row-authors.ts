import { sql } from 'kysely'
import type { CollectionName } from '#schema/collections/index.ts'
import type { Tx } from '../../db/database.ts'
import { defineStatement } from '../../db/statement.ts'
import type { WriteContext } from '../context.ts'

/** Kinds of rows of which is kept who worked on them: what people delete and bring back, and what goes with it. */
const kept: ReadonlySet<CollectionName> = new Set(['orders', 'customers', 'tasks', 'payments', 'costs', 'checklist_selections'])

export const isWorkKept = (collection: CollectionName): boolean => kept.has(collection)

/** Among the names of fields. */
export const createdMark = '+'
export const restoredMark = '~'

/** What one person did to a row with one device. Ids are '' where there is none: the portal's customers, REST. */
export type Work = { rowId: string; userId: string; deviceId: string; seq: number; at: string; seqByField: Readonly<Record<string, number>> }

const upsert = defineStatement<never>((db, argument) =>
  db
    .insertInto('row_work')
    .values({
      row_id: argument('rowId'),
      user_id: argument('userId'),
      device_id: argument('deviceId'),
      seq: argument('seq'),
      at: argument('at'),
      fields: argument('fields'),
    })
    .onConflict((conflict) =>
      conflict.columns(['row_id', 'user_id', 'device_id']).doUpdateSet({
        seq: sql<number>`excluded.seq`,
        at: sql<string>`excluded.at`,
        fields: sql<string>`json_patch(row_work.fields, excluded.fields)`,
      }),
    ),
)

/** Called for each write of a row by a mutation, but not for deletions. `fields`: names of what was changed, or one of the marks. */
export async function noteWork(
  { trx, caller, deviceId, receivedAt }: WriteContext,
  collection: CollectionName,
  rowId: string,
  seq: number,
  fields: readonly string[],
): Promise<void> {
  // An import from the server's console is nobody's work, and makes thousands.
  if (!kept.has(collection) || (caller.origin === 'import' && caller.userId === null)) return
  const texts = JSON.stringify(Object.fromEntries(fields.map((name) => [name, seq])))
  await upsert(trx, { rowId, userId: caller.userId ?? '', deviceId: deviceId ?? '', seq, at: receivedAt, fields: texts })
}

/** Who worked on these rows, ever. */
export async function readWork(trx: Tx, rowIds: readonly string[]): Promise<Map<string, Work[]>> {
  const workByRow = new Map<string, Work[]>()
  for (let start = 0; start < rowIds.length; start += 500) {
    const rows = await trx
      .selectFrom('row_work')
      .selectAll()
      .where('row_id', 'in', rowIds.slice(start, start + 500))
      .execute()
    for (const { row_id: rowId, user_id: userId, device_id: deviceId, seq, at, fields } of rows) {
      const seqByField = JSON.parse(fields) as Record<string, number>
      const work = { rowId, userId, deviceId, seq, at, seqByField }
      const known = workByRow.get(rowId)
      if (known === undefined) workByRow.set(rowId, [work])
      else known.push(work)
    }
  }
  return workByRow
}
