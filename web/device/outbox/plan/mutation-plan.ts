import { isRestorableCollection } from '#schema/api/deleted.ts'
import type { Op } from '#schema/api/sync.ts'
import { collectionByName, type CollectionName } from '#schema/collections/index.ts'
import { AppError } from '#schema/errors.ts'
import { type Caller, isAllowed, type RowAction } from '#schema/rules/access/access.ts'
import type { Json } from '#schema/values/merge.ts'
import { erasedMessage } from '#schema/rules/customers/erase.ts'
import { foreignAssetMessage } from '#schema/rules/orders/order-follow-ups.ts'
import { findNewInvoiceIssue, invoiceTexts, isIssued } from '#schema/rules/invoices/invoice-states.ts'
import { findTillIssue, isTillClosed } from '#schema/rules/money/till.ts'
import { findOrderIssue } from '#schema/rules/orders/sale.ts'
import { isInvoiced, whyPaymentStands } from '#schema/rules/money/refunds.ts'
import { findHeldAgain } from '#schema/rules/merge/parent-delete.ts'
import { findLineIssue } from '#schema/values/order-lines/line-issues.ts'
import { findTaxRateIssue } from '#schema/rules/taxes/tax-rate-issues.ts'
import type { OpInput } from '../../rows/op-input.ts'
import { describeOps, nameOfRow, shortenTitle, syncedReferences, titleOfRow, toCreateOp, toUpdateOp } from '../../rows/ops.ts'
import { applyOp, type Effect, isLiving, opToKey } from '../../rows/rebase.ts'
import { keyToRef, type Row, type RowKey, rowKey, type RowRef } from '../../rows/rows.ts'
import type { LocalDatabase, RowWrite } from '../../storage/row-database.ts'
import type { NumberLeases, NumberTaking, TakenNumbers } from '../../numbers/number-leases.ts'
import type { BaseRow, Titles } from '../../storage/unsent-store.ts'
import type { Outbox } from '../outbox.ts'
import { deleteDependants, type FindPointing, giveDependants, readSeen, restoreDependants } from './plan-deletes.ts'
import { PlanRows } from './plan-rows.ts'
import { findStockLineIssue, type StockLine } from '#schema/rules/inventory/stock-moves.ts'
import { whyCountStands } from '#schema/rules/inventory/stock-take.ts'
import { findPurchaseLineIssue } from '#schema/rules/inventory/supply.ts'
import { moveStock } from './plan-stock.ts'

/** @throws AppError VALIDATION, as the server does */
function checkRow(collection: CollectionName, values: StockLine, before?: StockLine): void {
  const lineIssue =
    collection === 'order_lines'
      ? (findLineIssue(values) ?? findStockLineIssue(values))
      : collection === 'purchase_lines'
        ? findPurchaseLineIssue(values)
        : undefined
  const issue =
    collection === 'tax_rates'
      ? findTaxRateIssue(before, values)
      : collection === 'orders'
        ? findOrderIssue(before, values)
        : lineIssue && { code: 'VALIDATION' as const, ...lineIssue }
  if (issue !== undefined) throw new AppError(issue.code, issue.message, { issues: [{ path: issue.path, message: issue.message }] })
}

function checkCount(collection: CollectionName, row: Row): void {
  const why = collection === 'stock_counts' ? whyCountStands(row) : undefined
  if (why !== undefined) throw new AppError('CONFLICT', why)
}

export type PlanSurroundings = {
  database: LocalDatabase
  outbox: Outbox
  /** Undefined until this device knows the user's rights; then only the server checks them. */
  readCaller: () => Caller | undefined
  findPointing: FindPointing
  /** Formats a shop's amounts; default format if left out. */
  moneyOf?: ((shopId: string) => (amount: number) => string) | undefined
  leases: NumberLeases
}

type InputOf<Action extends OpInput['action']> = Extract<OpInput, { action: Action }>

type CreateOp = Extract<Op, { action: 'create' }>

/** Without an op there is nothing to do. */
type Planned = { id: string; op?: Op | undefined }

/** Collects one mutation's ops and their results, in order. */
export class MutationPlan {
  readonly ops: Op[] = []
  readonly ids: string[] = []
  readonly effects: Effect[] = []
  readonly at: string
  readonly #surroundings: PlanSurroundings
  readonly #shopId: string
  readonly #newRowId: () => string
  readonly #rows: PlanRows
  readonly #numbers: NumberTaking
  /** Titles passed in by the screen, for rows that are not here. */
  readonly #titleByKey = new Map<RowKey, string>()

  constructor(surroundings: PlanSurroundings, shopId: string, now: Date, newRowId: () => string) {
    this.#surroundings = surroundings
    this.#shopId = shopId
    this.#newRowId = newRowId
    this.#rows = new PlanRows(surroundings.database, surroundings.outbox)
    this.#numbers = surroundings.leases.begin(shopId)
    this.at = now.toISOString()
  }

  /** @throws AppError as the server would, as far as this device knows; nothing is planned then */
  async add(input: OpInput): Promise<void> {
    this.#checkAccess(input.action, input.collection)
    const { id, op } = await this.#toOp(input)
    this.ids.push(id)
    if (op === undefined) return
    const planned = await this.#rows.read(input.collection, id)
    planned.draft = applyOp(planned.draft, op, input.collection, { shopId: this.#shopId, at: this.at })
    this.ops.push(op)
  }

  /** Call after the last op. */
  async finish(): Promise<void> {
    this.effects.push(...(await moveStock(this.#rows, this.#surroundings.findPointing, this.at)))
  }

  keys(): RowKey[] {
    return [...new Set([...this.ops.map(opToKey), ...this.effects.map(({ key }) => key)])]
  }

  /** Rows that the plan depends on. */
  lookedAt(): Iterable<RowKey> {
    return this.#rows.keys()
  }

  bases(): BaseRow[] {
    return this.#rows.bases(this.keys())
  }

  numbers(): TakenNumbers | undefined {
    return this.#numbers.taken()
  }

  writes(): Map<CollectionName, RowWrite[]> {
    return this.#rows.writes()
  }

  summary(): string {
    return describeOps(this.ops, (op) => {
      const key = opToKey(op)
      return titleOfRow(keyToRef(key).collection, this.#rows.draftOf(key)?.row) ?? this.#titleByKey.get(key)
    })
  }

  /** Titles of the changed rows and their ancestors, in this order. */
  async titles(): Promise<Titles> {
    const titles: Titles = {}
    let refs = this.ops.map((op) => keyToRef(opToKey(op)))
    while (refs.length > 0) {
      const next: RowRef[] = []
      for (const { collection, id } of refs) {
        const key = rowKey(collection, id)
        if (Object.hasOwn(titles, key) || !this.#rows.database.collections.includes(collection)) continue
        const { draft } = await this.#rows.read(collection, id)
        titles[key] = nameOfRow(collection, draft.row, this.#surroundings.moneyOf?.(this.#shopId)) ?? this.#titleByKey.get(key) ?? ''
        for (const { target, id: parentId } of syncedReferences(collection, draft.row ?? {}))
          if (target === 'orders' || target === 'customers') next.push({ collection: target, id: parentId })
      }
      refs = next
    }
    return Object.fromEntries(Object.entries(titles).filter(([, title]) => title !== ''))
  }

  #toOp(input: OpInput): Promise<Planned> {
    switch (input.action) {
      case 'create':
        return this.#planCreate(input)
      case 'update':
        return this.#planUpdate(input)
      case 'delete':
        return this.#planDelete(input)
      case 'restore':
        return this.#planRestore(input)
    }
  }

  async #planCreate(input: InputOf<'create'>): Promise<Planned> {
    const op = toCreateOp(input, this.#newRowId)
    if (isLiving((await this.#rows.read(input.collection, op.id)).draft)) {
      if (input.collection !== 'checklist_selections' && input.asIssued === undefined) throw new AppError('CONFLICT')
      if (input.asIssued === undefined) return { id: op.id }
    }
    await this.#checkReferences(input.collection, op.values)
    await this.#checkAsset(input.collection, op.values)
    checkRow(input.collection, op.values)
    if (input.asIssued === undefined) await this.#checkInvoice(input.collection, op.values)
    return { id: op.id, op: input.collection === 'orders' ? await this.#giveNumber(op) : op }
  }

  /** A refused order keeps the number on its paper. */
  async #giveNumber(op: CreateOp): Promise<CreateOp> {
    if (typeof op.values['number'] === 'number') return op
    const number = await this.#numbers.next()
    return number === undefined ? op : { ...op, values: { ...op.values, number } }
  }

  async #planUpdate(input: InputOf<'update'>): Promise<Planned> {
    const { collection, id } = input
    const row = await this.#readLiving(collection, id)
    if (collection === 'invoices' && isIssued(row)) throw new AppError('CONFLICT', invoiceTexts.issuedStays)
    checkCount(collection, row)
    await this.#checkPayment(collection, row)
    const op = toUpdateOp(input, row)
    if (op === undefined) return { id }
    const changed = Object.fromEntries(Object.entries(op.changes).map(([field, { to }]) => [field, to]))
    const tillIssue = collection === 'till_days' ? findTillIssue(row, Object.keys(changed), this.at) : undefined
    if (tillIssue !== undefined) throw new AppError(tillIssue.code, tillIssue.message)
    const after = { ...row, ...changed }
    const heldAgain = findHeldAgain(collectionByName[collection].fields, row, after)
    await this.#checkReferences(collection, { ...Object.fromEntries(heldAgain.map((field) => [field, after[field] ?? null])), ...changed })
    checkRow(collection, after, row)
    // A change of customer without a new asset clears the asset, so skip the check.
    if (!('customerId' in changed) || 'assetId' in changed) await this.#checkAsset(collection, after)
    return { id, op }
  }

  async #planDelete({ collection, id, anyway, into }: InputOf<'delete'>): Promise<Planned> {
    const { draft } = await this.#rows.read(collection, id)
    if (draft.row !== undefined && draft.isDeleted) return { id }
    const row = await this.#readLiving(collection, id)
    if (collection === 'invoices' && isIssued(row)) throw new AppError('CONFLICT', invoiceTexts.issuedIsKept)
    checkCount(collection, row)
    await this.#checkPayment(collection, row)
    const { findPointing } = this.#surroundings
    if (into !== undefined) this.effects.push(...(await this.#planMerge(collection, id, into)))
    else this.effects.push(...(await deleteDependants(this.#rows, findPointing, collection, id)))
    const seen = isRestorableCollection(collection) ? await readSeen(this.#rows, this.#shopId, collection, id) : {}
    return { id, op: { action: 'delete', collection, id, ...seen, ...(anyway !== undefined && { anyway }), ...(into !== undefined && { into }) } }
  }

  async #planMerge(collection: CollectionName, id: string, into: string): Promise<Effect[]> {
    if (collection !== 'customers' || id === into) throw new AppError('VALIDATION', 'A customer can be merged into another customer only')
    const [loser, winner] = [await this.#readLiving('customers', id), await this.#readLiving('customers', into)]
    if (loser['erasedAt'] !== null || winner['erasedAt'] !== null) throw new AppError('DELETED', erasedMessage)
    return giveDependants(this.#rows, this.#surroundings.findPointing, this.at, id, into)
  }

  async #planRestore({ collection, id, title, deletion: named }: InputOf<'restore'>): Promise<Planned> {
    if (isLiving((await this.#rows.read(collection, id)).draft)) return { id }
    const key = rowKey(collection, id)
    if (title !== undefined) this.#titleByKey.set(key, shortenTitle(title))
    const { effects, deletion: waiting } = await restoreDependants(this.#rows, key, this.at)
    this.effects.push(...effects)
    const deletion = named ?? waiting
    return { id, op: { action: 'restore', collection, id, ...(deletion !== undefined && { deletion }) } }
  }

  /** @throws AppError NOT_FOUND, DELETED */
  async #readLiving(collection: CollectionName, id: string): Promise<Row> {
    const { draft } = await this.#rows.read(collection, id)
    if (draft.row === undefined || draft.row.shopId !== this.#shopId) throw new AppError('NOT_FOUND')
    if (!isLiving(draft)) throw new AppError('DELETED')
    return draft.row
  }

  async #checkAsset(collection: CollectionName, { customerId, assetId }: Readonly<Record<string, unknown>>): Promise<void> {
    if (collection !== 'orders' || typeof assetId !== 'string' || !this.#rows.database.collections.includes('assets')) return
    const { draft } = await this.#rows.read('assets', assetId)
    if (draft.row === undefined || draft.row['customerId'] === customerId) return
    throw new AppError('VALIDATION', foreignAssetMessage, { issues: [{ path: 'assetId', message: foreignAssetMessage }] })
  }

  async #checkInvoice(collection: CollectionName, values: Record<string, Json>): Promise<void> {
    if (collection !== 'invoices') return
    const { correctsId } = values
    const issue = findNewInvoiceIssue(values, typeof correctsId === 'string' ? (await this.#rows.read('invoices', correctsId)).draft.row : undefined)
    if (issue !== undefined) throw new AppError(issue.code, issue.message, { issues: [{ path: issue.path, message: issue.message }] })
  }

  /** A payment of an issued invoice or a closed till is refunded, not changed. */
  async #checkPayment(collection: CollectionName, row: Row): Promise<void> {
    const { collections } = this.#rows.database
    if (collection !== 'payments') return
    const documents = collections.includes('invoices') ? await this.#surroundings.findPointing('invoices', 'orderId', String(row['orderId'])) : []
    const { tillDayId } = row
    const till = typeof tillDayId === 'string' && collections.includes('till_days') ? (await this.#rows.read('till_days', tillDayId)).draft.row : undefined
    const why = whyPaymentStands({
      kind: row['kind'],
      refunded: 0,
      isDayClosed: isTillClosed({ state: till?.['state'] }),
      isInvoiced: isInvoiced(row, documents),
    })
    if (why !== undefined) throw new AppError('CONFLICT', why)
  }

  #checkAccess(action: RowAction, collection: CollectionName): void {
    const caller = this.#surroundings.readCaller()
    if (caller !== undefined && !isAllowed(caller, action, collection, this.#shopId)) throw new AppError('FORBIDDEN')
  }

  /** Rejects only references known to be wrong: a row missing here may exist on the server during a first sync. */
  async #checkReferences(collection: CollectionName, values: Record<string, Json>): Promise<void> {
    for (const { target, id } of syncedReferences(collection, values)) {
      if (!this.#rows.database.collections.includes(target)) continue
      const { draft } = await this.#rows.read(target, id)
      if (draft.row !== undefined && (draft.isDeleted || draft.row.shopId !== this.#shopId)) throw new AppError('INVALID_REFERENCE')
    }
  }
}
