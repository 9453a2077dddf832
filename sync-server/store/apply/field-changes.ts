import { defineInsert, defineLookUp } from '../../db/rows-statement.ts'
import type { BatchCache } from '../batch/batch-cache.ts'
import type { RowsTarget } from '../batch/write-queue.ts'
import type { WriteContext } from '../context.ts'
import type { Table } from '../table.ts'

export type FieldMutation = { at: string; userId: string | null; /** The mutation that created the row. */ isCreation: boolean }

/** Field name for the row's creation; applies to fields that were not set since. */
const created = ''

const findSettings = defineLookUp<{ row_id: string; field: string; at: string; user_id: string | null; collection: string }>((db, isAmong) =>
  db.selectFrom('field_changes').select(['row_id', 'collection', 'field', 'at', 'user_id']).where(isAmong('row_id')).compile(),
)

const columns = ['row_id', 'collection', 'field', 'at', 'user_id', 'mutation_id'] as const

const settings: RowsTarget = {
  statement: defineInsert('field_changes', columns, (insert) =>
    insert.onConflict((conflict) =>
      conflict
        .columns(['row_id', 'collection', 'field'])
        .doUpdateSet((eb) => ({ at: eb.ref('excluded.at'), user_id: eb.ref('excluded.user_id'), mutation_id: eb.ref('excluded.mutation_id') })),
    ),
  ),
  keyOf: ({ row_id: rowId, collection, field }) => `${collection}/${rowId}/${field}`,
}

const keyOf = (table: Table, rowId: string, field: string): string => `${table.name}/${rowId}/${field}`

export async function readFieldSettingsAhead(memory: BatchCache, table: Table, rowIds: readonly string[], fields: readonly string[]): Promise<void> {
  const names = [...fields, created]
  const isKnown = (rowId: string): boolean => names.every((field) => memory.fieldSettings.get(keyOf(table, rowId, field)) !== undefined)
  const unknown = [...new Set(rowIds)].filter((rowId) => !isKnown(rowId))
  if (unknown.length === 0) return
  for (const { row_id: rowId, collection, field, at, user_id: userId } of await memory.apart((trx) => findSettings(trx, unknown)))
    if (collection === table.name) memory.fieldSettings.learn(keyOf(table, rowId, field), { at, userId })
  for (const rowId of unknown) for (const field of names) memory.fieldSettings.learn(keyOf(table, rowId, field), null)
}

/** Who last set the field, and when; undefined where not recorded. */
export async function readFieldMutation({ memory }: WriteContext, table: Table, rowId: string, field: string): Promise<FieldMutation | undefined> {
  await readFieldSettingsAhead(memory, table, [rowId], [field])
  const own = memory.fieldSettings.get(keyOf(table, rowId, field))
  const known = own ?? memory.fieldSettings.get(keyOf(table, rowId, created))
  return known ? { ...known, isCreation: own == null } : undefined
}

export function recordFieldSet({ memory, mutationAt, caller, mutationId }: WriteContext, table: Table, rowId: string, field: string): void {
  const { userId } = caller
  memory.add(settings, { row_id: rowId, collection: table.name, field, at: mutationAt, user_id: userId, mutation_id: mutationId })
  memory.fieldSettings.write(keyOf(table, rowId, field), { at: mutationAt, userId })
}

/** Records that somebody set the field to its current value: the later time counts. */
export async function recordFieldAgreed(context: WriteContext, table: Table, rowId: string, field: string): Promise<void> {
  const known = await readFieldMutation(context, table, rowId, field)
  if (known === undefined || known.at < context.mutationAt) recordFieldSet(context, table, rowId, field)
}

export function recordCreated(context: WriteContext, table: Table, rowId: string): void {
  recordFieldSet(context, table, rowId, created)
}
