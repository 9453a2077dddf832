import { defineStatement } from '../../db/statement.ts'
import type { WriteContext } from '../context.ts'
import type { Table } from '../table.ts'

/** The mutation that last set a field. */
export type FieldMutation = { at: string; userId: string | null; /** The mutation that created the row. */ isCreation: boolean }

type Stored = { at: string; user_id: string | null }

/** The field name that stands for all fields which nobody has set since the row was created. */
const created = ''

const find = defineStatement<Stored & { field: string }>((db, argument) =>
  db
    .selectFrom('field_changes')
    .select(['field', 'at', 'user_id'])
    .where('row_id', '=', argument('rowId'))
    .where('collection', '=', argument('collection'))
    .where('field', 'in', [argument('field'), created]),
)

const save = defineStatement<never>((db, argument) =>
  db
    .insertInto('field_changes')
    .values({
      row_id: argument('rowId'),
      collection: argument('collection'),
      field: argument('field'),
      at: argument('at'),
      user_id: argument('userId'),
      mutation_id: argument('mutationId'),
    })
    .onConflict((conflict) =>
      conflict.columns(['row_id', 'collection', 'field']).doUpdateSet({ at: argument('at'), user_id: argument('userId'), mutation_id: argument('mutationId') }),
    ),
)

/** Reads who last set the field, and when; undefined for rows from before this was recorded. */
export async function readFieldMutation(context: WriteContext, table: Table, rowId: string, field: string): Promise<FieldMutation | undefined> {
  const found = await find(context.trx, { rowId, collection: table.name, field })
  const known = found.find((row) => row.field === field) ?? found[0]
  return known && { at: known.at, userId: known.user_id, isCreation: known.field === created }
}

export async function recordFieldSet(context: WriteContext, table: Table, rowId: string, field: string): Promise<void> {
  await save(context.trx, { rowId, collection: table.name, field, at: context.mutationAt, userId: context.caller.userId, mutationId: context.mutationId })
}

/** Records that somebody set the value that the field has already: the later of both times counts. */
export async function recordFieldAgreed(context: WriteContext, table: Table, rowId: string, field: string): Promise<void> {
  const known = await readFieldMutation(context, table, rowId, field)
  if (known === undefined || known.at < context.mutationAt) await recordFieldSet(context, table, rowId, field)
}

/** Records who created the row, and when. */
export async function recordCreated(context: WriteContext, table: Table, rowId: string): Promise<void> {
  await recordFieldSet(context, table, rowId, created)
}
