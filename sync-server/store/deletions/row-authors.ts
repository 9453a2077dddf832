import { sql } from 'kysely'
import type { CollectionName } from '#schema/collections/index.ts'
import type { SqlValue, Tx } from '../../db/database.ts'
import { engineOf } from '../../db/engines/engine.ts'
import { defineInsert } from '../../db/rows-statement.ts'
import type { RowsTarget } from '../batch/write-queue.ts'
import type { WriteContext } from '../context.ts'

/** Collections that users delete and restore, and their dependents. */
const recorded: ReadonlySet<CollectionName> = new Set([
  'orders',
  'customers',
  'tasks',
  'payments',
  'costs',
  'checklist_selections',
  'attachments',
  'assets',
  'order_lines',
  'order_notes',
  'test_results',
  'estimates',
  'invoices',
  'messages',
])

export const hasRecordedAuthors = (collection: CollectionName): boolean => recorded.has(collection)

/** Used in place of field names. */
export const createdMark = '+'
export const restoredMark = '~'

/** Writes of one user and device to a row. Ids are '' where absent: portal customers, REST. */
export type Authorship = { rowId: string; userId: string; deviceId: string; seq: number; at: string; seqByField: Readonly<Record<string, number>> }

const columns = ['row_id', 'user_id', 'device_id', 'seq', 'at', 'fields'] as const

const authors: RowsTarget = {
  statement: defineInsert('row_work', columns, (insert, db) =>
    insert.onConflict((conflict) =>
      conflict.columns(['row_id', 'user_id', 'device_id']).doUpdateSet({
        seq: sql<number>`excluded.seq`,
        at: sql<string>`excluded.at`,
        fields: engineOf(db).mergeJson(sql`row_work.fields`, sql`excluded.fields`),
      }),
    ),
  ),
  keyOf: ({ row_id: rowId, user_id: userId, device_id: deviceId }) => `${rowId}/${userId}/${deviceId}`,
  join: (before, after) => ({ ...after, fields: joinFields(before['fields'], after['fields']) }),
}

const joinFields = (before: SqlValue | undefined, after: SqlValue | undefined): string =>
  JSON.stringify({ ...(JSON.parse(String(before)) as object), ...(JSON.parse(String(after)) as object) })

/** Records the author of a write; not called for deletions. `fields`: the changed fields, or one of the marks. */
export function recordAuthor(
  { memory, caller, deviceId, receivedAt }: WriteContext,
  collection: CollectionName,
  rowId: string,
  seq: number,
  fields: readonly string[],
): void {
  // Imports from the server's console and automatic writes have no author.
  if (!recorded.has(collection) || (caller.userId === null && (caller.origin === 'import' || caller.origin === 'server'))) return
  const texts = JSON.stringify(Object.fromEntries(fields.map((name) => [name, seq])))
  memory.add(authors, { row_id: rowId, user_id: caller.userId ?? '', device_id: deviceId ?? '', seq, at: receivedAt, fields: texts })
}

/** Drops the authors of a row that is created anew. */
export async function forgetAuthors(trx: Tx, rowId: string): Promise<void> {
  await trx.deleteFrom('row_work').where('row_id', '=', rowId).execute()
}

export async function readAuthorships(trx: Tx, rowIds: readonly string[]): Promise<Map<string, Authorship[]>> {
  const authorshipsByRow = new Map<string, Authorship[]>()
  for (let start = 0; start < rowIds.length; start += 500) {
    const rows = await trx
      .selectFrom('row_work')
      .selectAll()
      .where('row_id', 'in', rowIds.slice(start, start + 500))
      .execute()
    for (const { row_id: rowId, user_id: userId, device_id: deviceId, seq, at, fields } of rows) {
      const seqByField = JSON.parse(fields) as Record<string, number>
      const authorship = { rowId, userId, deviceId, seq, at, seqByField }
      const known = authorshipsByRow.get(rowId)
      if (known === undefined) authorshipsByRow.set(rowId, [authorship])
      else known.push(authorship)
    }
  }
  return authorshipsByRow
}
