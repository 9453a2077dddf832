import type { MutationError } from '#schema/api/sync.ts'
import type { Tx } from '../db/database.ts'
import { defineStatement } from '../db/statement.ts'
import type { RowAddress } from './context.ts'

/** The decision about a mutation; when the mutation is sent again, it is answered from here and has no effect. */
export type Decision = {
  id: string
  /** Null also for a shop that the author never belonged to. */
  shopId: string | null
  userId: string | null
  deviceId: string | null
  mutationAt: string
  receivedAt: string
  error: MutationError | undefined
  rows: readonly RowAddress[]
  /** The mutation as it was sent: kept of refused ones, so that nothing that anybody typed is lost. */
  body: unknown
  /** Size of a kept refusal by `countDecisionBytes`. */
  keptBytes?: number
}

/** The stored texts of a decision. */
type Texts = { error: string | null; rows: string; body: string | null }

export type StoredDecision = { userId: string | null; error: MutationError | undefined; rows: RowAddress[] }

const insert = defineStatement<never>((db, argument) =>
  db.insertInto('mutations').values({
    id: argument('id'),
    shop_id: argument('shopId'),
    user_id: argument('userId'),
    device_id: argument('deviceId'),
    act_at: argument('mutationAt'),
    received_at: argument('receivedAt'),
    outcome: argument('outcome'),
    error: argument('error'),
    rows: argument('rows'),
    body: argument('body'),
    kept_bytes: argument('keptBytes'),
  }),
)

/** Ids per look-up: a statement of fixed size is compiled once. */
const lookUpSize = 100
const argumentNames = Array.from({ length: lookUpSize }, (_, index) => `id${index}`)

const select = defineStatement<{ id: string; user_id: string | null; error: string | null; rows: string }>((db, argument) =>
  db.selectFrom('mutations').select(['id', 'user_id', 'error', 'rows']).where('id', 'in', argumentNames.map(argument)),
)

/** Decisions of one transaction: those stored about the mutations that were sent, and those that it adds. */
export class Ledger {
  readonly #trx: Tx
  readonly #decisionById: Map<string, StoredDecision>

  private constructor(trx: Tx, decisionById: Map<string, StoredDecision>) {
    this.#trx = trx
    this.#decisionById = decisionById
  }

  /** @param sentIds ids of the mutations as they were sent, of any type */
  static async open(trx: Tx, sentIds: readonly unknown[]): Promise<Ledger> {
    const ids = sentIds.filter((id) => typeof id === 'string').map((id) => id.toLowerCase())
    const decisionById = new Map<string, StoredDecision>()
    for (let start = 0; start < ids.length; start += lookUpSize) {
      const rows = await select(trx, Object.fromEntries(argumentNames.map((name, index) => [name, ids[start + index] ?? ''])))
      for (const row of rows) {
        const keys = (JSON.parse(row.rows) as [RowAddress['collection'], string][]).map(([collection, id]) => ({ collection, id }))
        const error = row.error === null ? undefined : (JSON.parse(row.error) as MutationError)
        decisionById.set(row.id, { userId: row.user_id, error, rows: keys })
      }
    }
    return new Ledger(trx, decisionById)
  }

  find(id: string): StoredDecision | undefined {
    return this.#decisionById.get(id.toLowerCase())
  }

  /** Writes the decision as the last step of a mutation: nothing that could fail comes after it. */
  async write(decision: Decision): Promise<void> {
    const { error, rows, body, keptBytes, ...plain } = decision
    const id = decision.id.toLowerCase()
    const texts = decisionToTexts({ error, rows, body })
    await insert(this.#trx, { ...plain, id, outcome: error ? 'rejected' : 'applied', ...texts, keptBytes: keptBytes ?? null })
    this.#decisionById.set(id, { userId: decision.userId, error, rows: [...rows] })
  }
}

const decisionToTexts = ({ error, rows, body }: Pick<Decision, 'error' | 'rows' | 'body'>): Texts => ({
  error: error ? JSON.stringify(error) : null,
  rows: JSON.stringify(rows.map(({ collection, id: rowId }) => [collection, rowId])),
  body: error && body !== undefined ? JSON.stringify(body) : null,
})

const textsToBytes = ({ error, rows, body }: Texts): number => Buffer.byteLength(`${error ?? ''}${rows}${body ?? ''}`)

/** Approximate size of a decision on the disk. */
export const countDecisionBytes = (decision: Pick<Decision, 'error' | 'rows' | 'body'>): number => textsToBytes(decisionToTexts(decision))
