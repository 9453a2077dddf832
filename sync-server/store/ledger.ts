import { sql } from 'kysely'
import type { MutationError } from '#schema/api/sync.ts'
import type { SqlValue } from '../db/database.ts'
import { defineInsert, defineLookUp } from '../db/rows-statement.ts'
import type { BatchCache } from './batch/batch-cache.ts'
import type { RowsTarget } from './batch/write-queue.ts'
import type { RowAddress, WrittenRow } from './context.ts'
import { toSender } from './retention/past-mutations.ts'

/** The decision about a mutation. A repeated mutation is answered from it and has no effect. */
type Decision = {
  id: string
  /** Null also for a shop that the author never belonged to. */
  shopId: string | null
  userId: string | null
  deviceId: string | null
  mutationAt: string
  receivedAt: string
  error: MutationError | undefined
  rows: readonly WrittenRow[]
  /** The mutation as sent; stored for refused ones, so that no user input is lost. */
  body: unknown
  /** Size of a stored refusal by `countDecisionBytes`. */
  keptBytes?: number
}

type Texts = { error: string | null; rows: string; body: string | null }

/** `seqs`: the seqs it wrote. Archived decisions have no rows. */
type StoredDecision = { isOf: (userId: string | null) => boolean; error: MutationError | undefined; rows: RowAddress[]; seqs: number[] }

const columns = ['id', 'shop_id', 'user_id', 'device_id', 'act_at', 'received_at', 'outcome', 'error', 'rows', 'body', 'kept_bytes'] as const

const decisions: RowsTarget = { statement: defineInsert('mutations', columns) }

/** One statement, because a decision may be archived meanwhile and must be found in one of the tables. */
const findDecisions = defineLookUp<StoredRow>((db, isAmong) =>
  db
    .selectFrom('mutations')
    .select(['id', 'user_id', 'error', 'rows', sql<SqlValue>`null`.as('sender')])
    .where(isAmong('id'))
    .unionAll(
      db
        .selectFrom('past_mutations')
        .select(['id', sql<SqlValue>`null`.as('user_id'), 'error', 'seqs as rows', 'sender'])
        .where(isAmong('id')),
    )
    .compile(),
)

/** Decisions of one transaction: stored ones about its mutations, and those it adds. */
export class Ledger {
  readonly #memory: BatchCache
  readonly #decisionById: Map<string, StoredDecision>

  private constructor(memory: BatchCache, decisionById: Map<string, StoredDecision>) {
    this.#memory = memory
    this.#decisionById = decisionById
  }

  /** @param sentIds ids of the mutations as sent, of any type */
  static async open(memory: BatchCache, sentIds: readonly unknown[]): Promise<Ledger> {
    const ids = sentIds.filter((id) => typeof id === 'string').map((id) => id.toLowerCase())
    const decisionById = new Map<string, StoredDecision>()
    for (const row of await memory.apart((trx) => findDecisions(trx, ids))) decisionById.set(row.id, toDecision(row))
    return new Ledger(memory, decisionById)
  }

  find(id: string): StoredDecision | undefined {
    return this.#decisionById.get(id.toLowerCase())
  }

  /** Seqs written by these mutations of the user, in this or earlier transactions. */
  async readSeqs(sentIds: readonly string[], userId: string | null): Promise<Set<number>> {
    const ids = sentIds.map((id) => id.toLowerCase())
    const others = ids.filter((id) => !this.#decisionById.has(id))
    const stored = others.length === 0 ? [] : await this.#memory.apart((trx) => findDecisions(trx, others))
    const found = [...stored.map(toDecision), ...ids.flatMap((id) => this.#decisionById.get(id) ?? [])]
    return new Set(found.flatMap((decision) => (decision.isOf(userId) ? decision.seqs : [])))
  }

  /** Writes the decision. Must be the last step of a mutation that can fail. */
  write(decision: Decision): void {
    const { error, rows, body } = decision
    const id = decision.id.toLowerCase()
    this.#memory.add(decisions, {
      id,
      shop_id: decision.shopId,
      user_id: decision.userId,
      device_id: decision.deviceId,
      act_at: decision.mutationAt,
      received_at: decision.receivedAt,
      outcome: error ? 'rejected' : 'applied',
      ...decisionToTexts({ error, rows, body }),
      kept_bytes: decision.keptBytes ?? null,
    })
    this.#memory.onRefused(() => this.#decisionById.delete(id))
    this.#decisionById.set(id, { isOf: (userId) => userId === decision.userId, error, rows: [...rows], seqs: rows.flatMap(({ seq }) => seq ?? []) })
  }
}

/** `sender`: set for archived decisions, in place of the user; then `rows` contains seqs. */
type StoredRow = { id: string; user_id: string | null; error: string | null; rows: string; sender: number | null }

function toDecision({ user_id: ownerId, error, rows, sender }: StoredRow): StoredDecision {
  const written = sender === null ? (JSON.parse(rows) as [RowAddress['collection'], string, number?][]) : []
  return {
    isOf: (userId) => (sender === null ? userId === ownerId : toSender(userId) === sender),
    error: error === null ? undefined : (JSON.parse(error) as MutationError),
    rows: written.map(([collection, id]) => ({ collection, id })),
    seqs: sender === null ? written.flatMap(([, , seq]) => seq ?? []) : (JSON.parse(rows) as number[]),
  }
}

const decisionToTexts = ({ error, rows, body }: Pick<Decision, 'error' | 'rows' | 'body'>): Texts => ({
  error: error ? JSON.stringify(error) : null,
  rows: JSON.stringify(rows.map(({ collection, id: rowId, seq }) => (seq === undefined ? [collection, rowId] : [collection, rowId, seq]))),
  body: error && body !== undefined ? JSON.stringify(body) : null,
})

const textsToBytes = ({ error, rows, body }: Texts): number => Buffer.byteLength(`${error ?? ''}${rows}${body ?? ''}`)

export const countDecisionBytes = (decision: Pick<Decision, 'error' | 'rows' | 'body'>): number => textsToBytes(decisionToTexts(decision))
