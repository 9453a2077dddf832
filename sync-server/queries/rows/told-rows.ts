import type { GoneRow } from '#schema/api/programs/changes.ts'
import type { Order } from '#schema/collections/work/orders.ts'
import type { Db } from '../../db/database.ts'
import { rowToAnswer } from '../../store/rows.ts'
import type { StoredRow, Table } from '../../store/table.ts'
import { ordersToAnswers } from '../tickets.ts'

export type ToldRow = GoneRow | Record<string, unknown>

/** A shop's rows, by id, as webhooks and the change feed send them: the REST answer, or only the id of a deleted row. */
export async function readToldRows(reader: Db, shopId: string, table: Table, rows: readonly StoredRow[]): Promise<ReadonlyMap<string, ToldRow>> {
  const living = rows.flatMap((row) => (row.deleted === 1 ? [] : [rowToAnswer(table, row)]))
  // Safe: the rows of the table of orders.
  const answers = table.name === 'orders' ? await ordersToAnswers(reader, shopId, living as unknown as Order[]) : living
  const answerById = new Map<string, ToldRow>(answers.map((answer) => [answer.id, answer]))
  return new Map(rows.map(({ id }) => [id, answerById.get(id) ?? { id, _deleted: true }]))
}
