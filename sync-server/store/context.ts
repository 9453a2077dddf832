import { capitalize } from '#schema/rules/text/capitalize.ts'
import { rowToNoun } from '#schema/collection.ts'
import type { CollectionName } from '#schema/collections/index.ts'
import { AppError } from '#schema/errors.ts'
import type { Op } from '#schema/api/sync.ts'
import type { StockReason } from '#schema/rules/inventory/stock-moves.ts'
import type { Json } from '#schema/values/merge.ts'
import type { Tx } from '../db/database.ts'
import type { BatchCache } from './batch/batch-cache.ts'
import { canWrite, type WriteCaller } from './caller.ts'
import type { Ledger } from './ledger.ts'
import type { ShopSequences } from './sequence/shop-sequences.ts'
import type { TicketNumbers } from './sequence/ticket-numbers.ts'
import { rowToContent, type LivingDocument } from './rows.ts'
import type { StoredRow, Table } from './table.ts'

/** Fields that only server commands set (hashes, flags). */
type ServerValues = { serverValues?: Readonly<Record<string, Json>> | undefined }

/** An update by REST, whose author counts as having seen the current values. */
type SetOp = { action: 'set'; collection: CollectionName; id: string; values: Readonly<Record<string, Json>> }
/** Moves a row from one shop to another in one transaction; references to it stay. Only for commands of administration. */
type MoveOp = { action: 'leave' | 'enter'; collection: CollectionName; id: string }
/** Erases a customer's identity permanently; `name` confirms it. Online only: never part of a device's mutation. */
type EraseOp = { action: 'erase'; collection: 'customers'; id: string; name: string }
/**
 * Imports a row from another server's archive, with its times, server-written fields and attached rows. Writes no
 * activities and moves no stock.
 */
export type BringOp = { action: 'bring'; collection: CollectionName; id: string; values: Readonly<Record<string, Json>>; beside?: BesideRow }
export type BesideRow = { statusHistory?: readonly BroughtStatus[]; stockMovements?: readonly BroughtMovement[] }
type BroughtStatus = { orderStatusId: string; createdAt: string }
export type BroughtMovement = {
  delta: number
  countAfter: number
  reason: StockReason
  orderId: string | null
  takeId: string | null
  userId: string | null
  createdAt: string
}
/** Applies or undoes a stock take; `id` is the take's. Online only. */
export type TakeOp = { action: 'apply-take' | 'undo-take'; collection: 'stock_counts'; id: string }
export type WriteOp = (Op | SetOp | MoveOp | EraseOp | BringOp | TakeOp) & ServerValues

export type RowAddress = { collection: CollectionName; id: string }

/** A written row, with its content if known, which saves reading it for the answer. `seq`: only where the author is recorded. */
export type WrittenRow = RowAddress & { document?: LivingDocument; seq?: number }

/** State of one mutation in the write path. */
export type WriteContext = {
  /** For statements the memory cannot answer. */
  trx: Tx
  memory: BatchCache
  ledger: Ledger
  caller: WriteCaller
  newId: () => string
  seqs: ShopSequences
  numbers: TicketNumbers
  shopId: string
  mutationId: string
  /** Null without a device: REST, import, portal. */
  deviceId: string | null
  /** Mutation time by the server's clock, corrected and capped: see `toMutationTime`. */
  mutationAt: string
  receivedAt: string
  /** Rows written by this mutation: named and dependent ones. */
  written: WrittenRow[]
  /** Greatest seq per collection, announced after commit. */
  heads: Map<CollectionName, number>
  /** Users whose notices changed, announced after commit. */
  noticed: Set<string>
  /** Ids of existing global look-up rows, which are never removed. */
  knownGlobals: Set<string>
}

/** Takes the shop's next seq for a row of the collection. `above`: a seq that it must exceed. */
export async function nextSeq(context: WriteContext, collection: CollectionName, above = 0): Promise<number> {
  const seq = await context.seqs.take(context.shopId, above)
  context.heads.set(collection, seq)
  return seq
}

export function assertMay(context: WriteContext, action: 'create' | 'update' | 'delete' | 'restore', table: Table): void {
  if (!canWrite(context.caller, action, table.name, context.shopId)) throw new AppError('FORBIDDEN')
}

type FoundRow = { row: StoredRow; document: LivingDocument }

/** The row of this shop, deleted or not; NOT_FOUND for an absent or foreign one. */
export async function findOwnRow(context: WriteContext, table: Table, id: string): Promise<FoundRow> {
  const row = await context.memory.find(table, id)
  if (!row || row.shopId !== context.shopId) throw new AppError('NOT_FOUND', `${nounOf(table)} not found`)
  return { row, document: rowToContent(table, row) }
}

/** `row`: for collections whose noun depends on the row. */
export const nounOf = ({ collection }: Table, row?: Readonly<Record<string, unknown>>): string => capitalize(rowToNoun(collection, row))
