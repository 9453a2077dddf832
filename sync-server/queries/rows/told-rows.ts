import type { GoneRow } from '#schema/api/programs/changes.ts'
import { toTicket } from '#schema/rules/orders/ticket.ts'
import { rowToAnswer } from '../../store/rows.ts'
import type { StoredRow, Table } from '../../store/table.ts'

export type ToldRow = GoneRow | Record<string, unknown>

/** A row as webhooks and the change feed send it: the REST answer, or only the id of a deleted row. */
export function toToldRow(table: Table, row: StoredRow, ticketPrefix: string): ToldRow {
  if (row.deleted === 1) return { id: row.id, _deleted: true }
  const answer = rowToAnswer(table, row)
  return table.name === 'orders' ? { ...answer, ticket: toTicket(ticketPrefix, Number(answer['number'] ?? 0)) } : answer
}
