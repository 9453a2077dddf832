import type { CollectionName } from '#schema/collections/index.ts'
import { AppError } from '#schema/errors.ts'
import type { Op } from '#schema/api/sync.ts'
import type { Json } from '#schema/rules/merge/merge.ts'
import type { Tx } from '../db/database.ts'
import { canWrite, type WriteCaller } from './caller.ts'
import type { ShopSequences } from './sequence/shop-sequences.ts'
import { rowToContent, type LivingDocument } from './rows.ts'
import type { StoredRow, Table } from './table.ts'

/** Fields that only commands of this server may set beside what a client gave (hashes, flags). */
type ServerValues = { serverValues?: Readonly<Record<string, Json>> | undefined }

/** `set` is an update whose author saw the current values: what REST sends. */
export type SetOp = { action: 'set'; collection: CollectionName; id: string; values: Readonly<Record<string, Json>> }
/** Out of one shop and into another, which belong together; what points at the row stays (AMB-149): only for commands of administration. */
export type MoveOp = { action: 'leave' | 'enter'; collection: CollectionName; id: string }
/** Removes for good what told who a customer was; `name` confirms it. Online only: no device's mutation can hold one. */
export type EraseOp = { action: 'erase'; collection: 'customers'; id: string; name: string }
export type WriteOp = (Op | SetOp | MoveOp | EraseOp) & ServerValues

export type RowAddress = { collection: CollectionName; id: string }

/** A row that was written, with its content where the writer knows it: that spares the answer another read. */
export type WrittenRow = RowAddress & { document?: LivingDocument }

/** One mutation on its way through the write path, inside its savepoint. */
export type WriteContext = {
  trx: Tx
  caller: WriteCaller
  newId: () => string
  seqs: ShopSequences
  shopId: string
  mutationId: string
  /** Null where no device of a person stands behind it. */
  deviceId: string | null
  /** When the person acted, corrected and capped. */
  mutationAt: string
  /** When the server heard of it. */
  receivedAt: string
  /** Rows written for this mutation, named or taken along. */
  written: WrittenRow[]
  /** Greatest seq per collection, announced after commit. */
  heads: Map<CollectionName, number>
  /** Users whose notices changed, told after commit. */
  noticed: Set<string>
  /** Ids of global look-ups that were found; such rows are never removed. */
  knownGlobals: Set<string>
}

/** The next place in the shop's feed, for one row of the collection; `above`: a number of another feed that it must lie beyond. */
export async function nextSeq(context: WriteContext, collection: CollectionName, above = 0): Promise<number> {
  const seq = await context.seqs.take(context.shopId, above)
  context.heads.set(collection, seq)
  return seq
}

export function assertMay(context: WriteContext, action: 'create' | 'update' | 'delete' | 'restore', table: Table): void {
  if (!canWrite(context.caller, action, table.name, context.shopId)) throw new AppError('FORBIDDEN')
}

export type FoundRow = { row: StoredRow; document: LivingDocument }

/** The row if it is of this shop, deleted or not; NOT_FOUND for an absent one and another shop's alike. */
export async function findOwnRow(context: WriteContext, table: Table, id: string): Promise<FoundRow> {
  const [row] = await table.find(context.trx, { id })
  if (!row || row.shopId !== context.shopId) throw new AppError('NOT_FOUND', `${nounOf(table)} not found`)
  return { row, document: rowToContent(table, row) }
}

export function nounOf(table: Table): string {
  const { noun } = table.collection.audit
  return noun.charAt(0).toUpperCase() + noun.slice(1)
}
