import type { MutationError } from '#schema/api/sync.ts'
import type { Tx } from '../db/database.ts'
import { defineStatement } from '../db/statement.ts'
import type { RowKey } from './context.ts'

/** What was decided about a mutation; a second sending is answered from here and does nothing. */
export type Decision = {
  id: string
  shopId: string | null
  userId: string | null
  deviceId: string | null
  actAt: string
  receivedAt: string
  error: MutationError | undefined
  rows: readonly RowKey[]
  /** The mutation as it was sent: kept of refused ones, so that nothing that anybody typed is lost. */
  body: unknown
}

export type StoredDecision = { userId: string | null; error: MutationError | undefined; rows: RowKey[] }

const select = defineStatement<{ user_id: string | null; error: string | null; rows: string }>((db, argument) =>
  db.selectFrom('mutations').select(['user_id', 'error', 'rows']).where('id', '=', argument('id')),
)

export async function readDecision(trx: Tx, id: string): Promise<StoredDecision | undefined> {
  const [row] = await select(trx, { id })
  if (!row) return undefined
  const rows = (JSON.parse(row.rows) as [RowKey['collection'], string][]).map(([collection, rowId]) => ({ collection, id: rowId }))
  return { userId: row.user_id, error: row.error === null ? undefined : (JSON.parse(row.error) as MutationError), rows }
}

const insert = defineStatement<never>((db, argument) =>
  db.insertInto('mutations').values({
    id: argument('id'),
    shop_id: argument('shopId'),
    user_id: argument('userId'),
    device_id: argument('deviceId'),
    act_at: argument('actAt'),
    received_at: argument('receivedAt'),
    outcome: argument('outcome'),
    error: argument('error'),
    rows: argument('rows'),
    body: argument('body'),
  }),
)

export async function writeDecision(trx: Tx, decision: Decision): Promise<void> {
  const { error, rows, body, ...plain } = decision
  await insert(trx, {
    ...plain,
    outcome: error ? 'rejected' : 'applied',
    error: error ? JSON.stringify(error) : null,
    rows: JSON.stringify(rows.map(({ collection, id }) => [collection, id])),
    body: error && body !== undefined ? JSON.stringify(body) : null,
  })
}
