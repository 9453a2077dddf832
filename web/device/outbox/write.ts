import { mutationMaxBytes, type Mutation, type Op, type SeenPlace, type ShopCheckpoint } from '#schema/api/sync.ts'
import { isRestorableCollection } from '#schema/api/deleted.ts'
import { collectionByName, collectionToDependants, type CollectionName } from '#schema/collections/index.ts'
import { AppError } from '#schema/errors.ts'
import type { Json } from '#schema/rules/merge/merge.ts'
import { type Caller, isAllowed, type RowAction } from '#schema/rules/access/access.ts'
import type { Seen } from '#schema/rules/merge/since.ts'
import { findHeldAgain, holdsParent } from '#schema/rules/merge/parent-delete.ts'
import type { BaseRow, OutboxEntry, RefusedEntry, Titles } from '../storage/unsent-store.ts'
import type { OpInput, RowRef, WriteReceipt } from '../device-types.ts'
import { answerAgain, digestInputs, type FormMutation, rowIdsOf } from './form-mutations.ts'
import type { LocalDatabase, RowWrite } from '../storage/row-database.ts'
import { reconcile } from './local-state.ts'
import { isCompared } from '../recovery/feed-reset.ts'
import { describeOps, nameOfRow, shortenTitle, syncedReferences, titleOfRow, toCreateOp, toUpdateOp } from '../rows/ops.ts'
import type { Outbox } from './outbox.ts'
import { applyOp, isLiving, type RowDraft } from '../rows/rebase.ts'
import { keyToRef, type Row, type RowKey, rowKey, type StoredRow, storedToRow } from '../rows/rows.ts'
import { isQuotaError, storageFullMessage, tellingFullStorage } from '../platform/storage-errors.ts'
import { StolenLockError } from '../storage/write-lock.ts'

export type WritePath = {
  database: LocalDatabase
  outbox: Outbox
  /** Undefined while this device has never heard of the user's rights: then the server alone decides. */
  readCaller: () => Caller | undefined
  /** Living rows of the collection that point at the row. */
  findPointing: (collection: CollectionName, field: string, id: string) => Promise<Row[]>
  clock: () => Date
  newId: () => string
  /** The newest mutation is final and may leave: told before the screens hear of it, because they take their time. */
  onFinal: () => void
  /** Storage trouble that the person must know about although the change is kept. */
  reportProblem: (message: string) => void
}

/** Of more rows than that it only says up to where all of them were pulled: the mutation must not grow beyond what one may hold. */
const seenRowsMax = 2_000

type WriteSource = { retried?: RefusedEntry | undefined; form?: FormMutation | undefined }

/** `tookBack`: nothing is stored; a mutation that nobody had heard of was taken back. */
export type Written = WriteReceipt & { tookBack?: boolean }

/** The collection and those whose rows go with its rows. */
function withCascading(root: CollectionName): Set<CollectionName> {
  const found = new Set([root])
  for (const name of found) {
    for (const { collection, onParentDelete } of collectionToDependants(name)) if (onParentDelete === 'cascade') found.add(collection)
  }
  return found
}

type Slot = { collection: CollectionName; stored: StoredRow | undefined; draft: RowDraft; wasLiving: boolean }
type Effect = OutboxEntry['effects'][number]

/**
 * Writes one mutation: checks it as the server will, appends one outbox row, then changes the documents. Runs inside the write lock.
 * `retried`: the refused change that it takes the place of. `form`: the mutation that it is bound to be; stored before, nothing happens.
 * @throws AppError, and nothing is written; UNAVAILABLE when the device cannot store it
 */
export async function writeMutation(path: WritePath, shopId: string, inputs: readonly OpInput[], { retried, form }: WriteSource = {}): Promise<Written> {
  const digest = form === undefined ? '' : digestInputs(shopId, inputs)
  const before = form && (await path.outbox.findMark(form))
  if (form !== undefined && before !== undefined) return answerAgain(form.id, before, digest)
  if (retried === undefined && (await takeBackUnsent(path, inputs))) return { mutationId: null, ids: inputs.map(({ id = '' }) => id), tookBack: true }
  const plan = new MutationPlan(path, shopId, form === undefined ? path.newId : rowIdsOf(form.id))
  for (const input of inputs) await plan.add(input)
  if (plan.ops.length === 0) return { mutationId: null, ids: plan.ids }
  const mutation: Mutation = { id: form?.id ?? path.newId(), shopId, at: plan.at, ops: plan.ops }
  const bytes = new TextEncoder().encode(JSON.stringify(mutation)).length
  if (bytes > mutationMaxBytes) throw new AppError('PAYLOAD_TOO_LARGE')
  const planned = {
    mutation,
    effects: plan.effects,
    keys: plan.keys(),
    bytes,
    summary: plan.summary(),
    titles: { ...retried?.titles, ...(await plan.titles()) },
  }
  const source = { retried, form: form && { mutation: form, mark: { at: plan.at, ids: plan.ids, digest } } }
  const entry = await tellingFullStorage(() => path.outbox.append(planned, plan.bases(), source))
  try {
    await storeDocuments(path, entry, plan, retried)
  } finally {
    path.outbox.finish()
  }
  path.onFinal()
  return { mutationId: mutation.id, ids: plan.ids }
}

/**
 * Deleted and undone before any of it left: neither is sent, as if nothing had happened. One transaction takes the deletion out of
 * the outbox; the rows are then made from their bases, which a start after a crash does as well.
 */
async function takeBackUnsent(path: WritePath, inputs: readonly OpInput[]): Promise<boolean> {
  const entry = await path.outbox.findUndone(inputs)
  if (entry === undefined) return false
  await tellingFullStorage(() => path.outbox.remove(entry, undefined, []))
  try {
    await reconcile({ database: path.database, outbox: path.outbox }, entry.keys)
  } catch (error) {
    path.reportProblem(isQuotaError(error) ? storageFullMessage : 'This device could not show the change yet. It is kept.')
  }
  return true
}

/** When a document cannot be stored, the whole mutation is taken back; if even that fails it stays whole in the outbox. */
async function storeDocuments(path: WritePath, entry: OutboxEntry, plan: MutationPlan, retried: RefusedEntry | undefined): Promise<void> {
  try {
    await path.outbox.assertHeld()
    for (const [collection, writes] of plan.writes()) await path.database.write(collection, writes)
  } catch (error) {
    const message = isQuotaError(error) ? storageFullMessage : 'This device could not store the change.'
    try {
      // Whoever took the lock from a tab that stood still has made the rows from the outbox, and may have sent the mutation.
      await path.outbox.assertHeld()
      await restoreRows(path.database, plan)
      await path.outbox.remove(entry, retried)
    } catch (failure) {
      if (failure instanceof StolenLockError) return
      // The mutation is whole in the outbox: it is sent from there, and its documents are made again at the next start.
      path.reportProblem(message)
      return
    }
    throw new AppError('UNAVAILABLE', message)
  }
}

/** Puts back what some collections already took. */
async function restoreRows(database: LocalDatabase, plan: MutationPlan): Promise<void> {
  for (const [collection, writes] of plan.writes()) {
    const storedById = await database.find(
      collection,
      writes.map(({ row }) => row.id),
    )
    const undo = writes.flatMap(({ previous, row }): RowWrite[] => {
      const stored = storedById.get(row.id)
      if (stored === undefined || stored._rev === previous?._rev) return []
      return [{ previous: stored, row: storedToRow(previous ?? stored), isDeleted: previous?._deleted ?? true }]
    })
    await database.write(collection, undo)
  }
}

/** Collects the ops of one mutation and what they make of the rows, in order. */
class MutationPlan {
  readonly ops: Op[] = []
  readonly ids: string[] = []
  readonly effects: Effect[] = []
  readonly at: string
  readonly #path: WritePath
  readonly #shopId: string
  readonly #newRowId: () => string
  readonly #slotByKey = new Map<RowKey, Slot>()
  readonly #titleByKey = new Map<RowKey, string>()

  constructor(path: WritePath, shopId: string, newRowId: () => string) {
    this.#path = path
    this.#newRowId = newRowId
    this.#shopId = shopId
    this.at = path.clock().toISOString()
  }

  async add(input: OpInput): Promise<void> {
    this.#checkAccess(input.action, input.collection)
    const { id, op } = await this.#toOp(input)
    this.ids.push(id)
    if (op === undefined) return
    const slot = await this.#slot(input.collection, id)
    slot.draft = applyOp(slot.draft, op, input.collection, { shopId: this.#shopId, at: this.at })
    this.ops.push(op)
  }

  keys(): RowKey[] {
    return [...new Set([...this.ops.map((op) => rowKey(op.collection as CollectionName, op.id)), ...this.effects.map(({ key }) => key)])]
  }

  /** The server's state of rows that were clean until now. A row that this mutation creates has none. */
  bases(): BaseRow[] {
    return this.keys().flatMap((key) => {
      const stored = this.#slotByKey.get(key)?.stored
      if (stored === undefined || this.#path.outbox.isDirty(key)) return []
      return [{ key, row: stored._deleted ? null : storedToRow(stored) }]
    })
  }

  writes(): Map<CollectionName, RowWrite[]> {
    const writes = new Map<CollectionName, RowWrite[]>()
    for (const { collection, stored, draft, wasLiving } of this.#slotByKey.values()) {
      const row = draft.row
      const isSame = row !== undefined && stored !== undefined && draft.isDeleted === stored._deleted && row === this.#rowBefore(stored)
      if (row === undefined || isSame || (!wasLiving && !isLiving(draft))) continue
      const list = writes.get(collection) ?? []
      list.push({ previous: stored, row, isDeleted: draft.isDeleted })
      writes.set(collection, list)
    }
    return writes
  }

  summary(): string {
    return describeOps(this.ops, (op) => {
      const collection = op.collection as CollectionName
      const key = rowKey(collection, op.id)
      return titleOfRow(collection, this.#slotByKey.get(key)?.draft.row) ?? this.#titleByKey.get(key)
    })
  }

  /** Names of the rows that are changed, of those that they belong to, and of theirs, in this order. */
  async titles(): Promise<Titles> {
    const titles: Titles = {}
    let refs = this.ops.map((op) => keyToRef(rowKey(op.collection as CollectionName, op.id)))
    while (refs.length > 0) {
      const next: RowRef[] = []
      for (const { collection, id } of refs) {
        const key = rowKey(collection, id)
        if (Object.hasOwn(titles, key) || !this.#path.database.collections.includes(collection)) continue
        const { draft } = await this.#slot(collection, id)
        titles[key] = nameOfRow(collection, draft.row) ?? this.#titleByKey.get(key) ?? ''
        for (const { target, id: parentId } of syncedReferences(collection, draft.row ?? {}))
          if (target === 'orders' || target === 'customers') next.push({ collection: target, id: parentId })
      }
      refs = next
    }
    return Object.fromEntries(Object.entries(titles).filter(([, title]) => title !== ''))
  }

  readonly #rows = new Map<StoredRow, Row>()

  #rowBefore(stored: StoredRow): Row {
    let row = this.#rows.get(stored)
    if (row === undefined) {
      row = storedToRow(stored)
      this.#rows.set(stored, row)
    }
    return row
  }

  async #slot(collection: CollectionName, id: string): Promise<Slot> {
    const key = rowKey(collection, id)
    let slot = this.#slotByKey.get(key)
    if (slot === undefined) {
      const stored = (await this.#path.database.find(collection, [id])).get(id)
      // A row that was deleted here and purged since still has its content in the outbox.
      const base = stored === undefined ? this.#path.outbox.baseOf(key) : undefined
      const draft = stored === undefined ? { row: base ?? undefined, isDeleted: base != null } : { row: this.#rowBefore(stored), isDeleted: stored._deleted }
      slot = { collection, stored, draft, wasLiving: isLiving(draft) }
      this.#slotByKey.set(key, slot)
    }
    return slot
  }

  /** No op: there is nothing to do. */
  async #toOp(input: OpInput): Promise<{ id: string; op?: Op | undefined }> {
    switch (input.action) {
      case 'create': {
        const op = toCreateOp(input, this.#newRowId)
        if (isLiving((await this.#slot(input.collection, op.id)).draft)) {
          if (input.collection !== 'checklist_selections') throw new AppError('CONFLICT')
          return { id: op.id }
        }
        await this.#checkReferences(input.collection, op.values)
        return { id: op.id, op }
      }
      case 'update': {
        const { row } = await this.#livingSlot(input.collection, input.id)
        const op = toUpdateOp(input, row)
        if (op !== undefined) {
          const changed = Object.fromEntries(Object.entries(op.changes).map(([field, { to }]) => [field, to]))
          const after = { ...row, ...changed }
          const heldAgain = findHeldAgain(collectionByName[input.collection].fields, row, after)
          await this.#checkReferences(input.collection, { ...Object.fromEntries(heldAgain.map((field) => [field, after[field] ?? null])), ...changed })
        }
        return { id: input.id, op }
      }
      case 'delete': {
        const slot = await this.#slot(input.collection, input.id)
        if (slot.draft.row !== undefined && slot.draft.isDeleted) return { id: input.id }
        await this.#livingSlot(input.collection, input.id)
        await this.#deleteDependants(input.collection, input.id)
        const told = isRestorableCollection(input.collection) ? await this.#told(input.collection, input.id) : {}
        return {
          id: input.id,
          op: { action: 'delete', collection: input.collection, id: input.id, ...told, ...(input.anyway !== undefined && { anyway: input.anyway }) },
        }
      }
      case 'restore': {
        const slot = await this.#slot(input.collection, input.id)
        if (isLiving(slot.draft)) return { id: input.id }
        if (input.title !== undefined) this.#titleByKey.set(rowKey(input.collection, input.id), shortenTitle(input.title))
        const waiting = await this.#restoreDependants(rowKey(input.collection, input.id))
        const deletion = input.deletion ?? waiting
        return { id: input.id, op: { action: 'restore', collection: input.collection, id: input.id, ...(deletion !== undefined && { deletion }) } }
      }
    }
  }

  async #livingSlot(collection: CollectionName, id: string): Promise<{ row: Row }> {
    const { draft } = await this.#slot(collection, id)
    if (draft.row === undefined || draft.row.shopId !== this.#shopId) throw new AppError('NOT_FOUND')
    if (!isLiving(draft)) throw new AppError('DELETED')
    return draft
  }

  #checkAccess(action: RowAction, collection: CollectionName): void {
    const caller = this.#path.readCaller()
    if (caller !== undefined && !isAllowed(caller, action, collection, this.#shopId)) throw new AppError('FORBIDDEN')
  }

  /** A row that is not on this device may still be on the server (a first sync runs): only what is known to be wrong is refused. */
  async #checkReferences(collection: CollectionName, values: Record<string, Json>): Promise<void> {
    for (const { target, id } of syncedReferences(collection, values)) {
      if (!this.#path.database.collections.includes(target)) continue
      const { draft } = await this.#slot(target, id)
      if (draft.row !== undefined && (draft.isDeleted || draft.row.shopId !== this.#shopId)) throw new AppError('INVALID_REFERENCE')
    }
  }

  async #deleteDependants(parent: CollectionName, id: string): Promise<void> {
    for (const dependant of collectionToDependants(parent)) {
      const { collection, field, onParentDelete, message } = dependant
      if (onParentDelete === 'keep' || !this.#path.database.collections.includes(collection)) continue
      for (const { id: childId } of await this.#path.findPointing(collection, field, id)) {
        const slot = await this.#slot(collection, childId)
        if (!isLiving(slot.draft) || slot.draft.row[field] !== id) continue
        if (holdsParent(slot.draft.row, dependant)) throw new AppError('FOREIGN_KEY_VIOLATION', message)
        if (onParentDelete === 'refuse') continue
        await this.#deleteDependants(collection, childId)
        slot.draft = { row: slot.draft.row, isDeleted: true }
        this.effects.push({ key: rowKey(collection, childId), action: 'delete' })
      }
    }
  }

  /**
   * The server's newest word that this device shows of the row and of all that hangs on it, by id. What was made here and not
   * answered yet has none, and needs none: the server knows whose it is.
   */
  #seenOf(root: RowKey): Record<string, number> {
    const seen: Record<string, number> = {}
    const { outbox } = this.#path
    const add = (key: RowKey, row: Row | undefined): void => {
      if (row !== undefined && row.seq > 0) seen[row.id] = row.seq
      const { collection, id } = keyToRef(key)
      for (const dependant of collectionToDependants(collection)) {
        if (dependant.onParentDelete !== 'cascade') continue
        for (const [childKey, slot] of this.#slotByKey)
          if (slot.collection === dependant.collection && slot.draft.row?.[dependant.field] === id) add(childKey, slot.draft.row)
        // Deleted here before, which may be refused yet.
        for (const child of outbox.basesOf(dependant.collection)) if (child[dependant.field] === id) seen[child.id] ??= child.seq
      }
    }
    add(root, this.#slotByKey.get(root)?.draft.row)
    return seen
  }

  /**
   * What the author sees of what goes, and the places of the feed up to which it came here: the server takes numbers of another life of
   * the feed for nothing. While two lives are compared here, they are nothing.
   */
  async #told(collection: CollectionName, id: string): Promise<{ seen: Seen; seenAt?: SeenPlace[] }> {
    const { database, outbox } = this.#path
    const places: (ShopCheckpoint | undefined)[] = [outbox.reachedByShop.get(this.#shopId)]
    let pulledTo = Number.MAX_SAFE_INTEGER
    for (const name of withCascading(collection)) {
      if (!database.collections.includes(name)) continue
      const reached = (await database.readCheckpoint(name))[this.#shopId]
      if (isCompared(reached)) return { seen: {} }
      places.push(reached)
      pulledTo = Math.min(pulledTo, reached?.seq ?? 0)
    }
    const marked = places.flatMap((place) => (place?.mark === undefined ? [] : [{ epoch: place.epoch, seq: place.seq, mark: place.mark }]))
    const seenAt = [...new Map(marked.map((place) => [JSON.stringify(place), place])).values()]
    const seen = this.#seenOf(rowKey(collection, id))
    return { seen: Object.keys(seen).length > seenRowsMax ? pulledTo : seen, ...(seenAt.length > 0 && { seenAt }) }
  }

  /**
   * Only a delete that still waits on this device says what went with it; else the server's answer brings it all back. Answers the
   * id of that mutation.
   */
  async #restoreDependants(key: RowKey): Promise<string | undefined> {
    const ref = keyToRef(key)
    const deletion = this.#path.outbox.entries.findLast(({ mutation }) =>
      mutation.ops.some((op) => op.action === 'delete' && op.collection === ref.collection && op.id === ref.id),
    )
    for (const effect of deletion?.effects ?? []) {
      if (effect.action !== 'delete') continue
      const child = keyToRef(effect.key)
      const slot = await this.#slot(child.collection, child.id)
      slot.draft = { row: slot.draft.row, isDeleted: false }
      this.effects.push({ key: effect.key, action: 'restore' })
    }
    return deletion?.mutation.id
  }
}
