import { liveRowsMaxBytes } from '#schema/api/sync.ts'
import type {
  Bootstrap,
  Heads,
  LiveRange,
  LiveRows,
  Mutation,
  MutationResult,
  Op,
  PullRequest,
  PullResponse,
  PushRequest,
  PushResponse,
} from '#schema/api/sync.ts'
import type { WireDocument } from '#schema/collection.ts'
import { collectionNames, collectionToDependants, type CollectionName } from '#schema/collections/index.ts'
import { AppError } from '#schema/errors.ts'
import { privilegeNames, type Privilege } from '#schema/privileges.ts'
import { isAllowed, readableCollections } from '#schema/rules/access/access.ts'
import { type ShownProfile, shopToProfile } from '#schema/rules/shop/profile.ts'
import { messageChannels, type MessageChannel } from '#schema/values/messages/message-kinds.ts'
import { orderStatuses } from '#schema/values/order-status.ts'
import { holdsParent } from '#schema/rules/merge/parent-delete.ts'
import { applyOp, isLiving, type RowDraft } from '../rows/rebase.ts'
import { documentToRow, type Row, type RowKey, rowKey } from '../rows/rows.ts'
import type { LiveHandlers, SyncApi } from '../platform/server-port.ts'

type ModelStream = { userId: string; handlers: LiveHandlers; told: Heads }

/** `moved`: by the merge whose mutation this is, with the field that named the customer who went. */
type Moved = { with: string; field: string }
type Held = RowDraft & { collection: CollectionName; id: string; shopId: string; seq: number; deletedWith: string | undefined; moved?: Moved | undefined }

/**
 * For tests that need faults or thousands of runs: the protocol of SYNC.md in memory, on the shared merge rules.
 * device-server.test.ts compares its answers with the real server's.
 */
export class ModelServer {
  now = new Date('2026-03-02T09:00:00.000Z')
  epoch = 'epoch-1'
  /** Where others reach it, in answers. */
  address: string | null = null
  seq = 0
  rows = new Map<RowKey, Held>()
  /** Of every shop; undefined: as a server that sends none. */
  profile: Partial<ShownProfile> | undefined
  readonly users = new Map<string, { privileges: Privilege[]; shopIds: string[] }>()
  readonly #ledger = new Map<string, { userId: string; outcome: MutationResult['outcome']; error: MutationResult['error']; keys: RowKey[] }>()
  readonly #live = new Set<ModelStream>()
  /** Mutation ids in the order in which they took effect. */
  readonly applied: string[] = []
  readonly refused: Mutation[] = []
  pushes: PushRequest[] = []
  pulls: PullRequest[] = []
  /** All statuses of each order, oldest first. */
  readonly statusHistory: { id: string; orderId: string; orderStatusId: string; createdAt: string }[] = []
  /** Values that the server sets in a new row, such as an order's number. */
  complete: (collection: CollectionName, shopId: string, values: Record<string, unknown>, userId: string) => Partial<Record<string, string | number>> =
    () => ({})
  /** Further checks of the real server: why it refuses a mutation. */
  toRefusal: (mutation: Mutation) => AppError | undefined = () => undefined
  /** False: live changes come without their rows, as large ones do. */
  sendsRows = true
  /** Whether messages to customers may have links. */
  hasPublicUrl = true
  sendingChannels: readonly MessageChannel[] = messageChannels

  addUser(userId: string, shopIds: string[], privileges: readonly Privilege[] = privilegeNames): void {
    this.users.set(userId, { shopIds: [...shopIds], privileges: [...privileges] })
  }

  apiOf(userId: string): SyncApi {
    return {
      bootstrap: async () => structuredClone(this.bootstrapOf(userId)),
      pull: async (request) => {
        this.pulls.push(structuredClone(request))
        return structuredClone(this.#pull(userId, request))
      },
      push: async (request) => {
        this.pushes.push(structuredClone(request))
        return structuredClone(this.push(userId, structuredClone(request)))
      },
      openLive: (handlers) => {
        const entry: ModelStream = { userId, handlers, told: {} }
        this.#live.add(entry)
        queueMicrotask(() => {
          if (!this.#live.has(entry)) return
          handlers.onOpen()
          this.#tell(entry)
        })
        return { close: () => void this.#live.delete(entry) }
      },
    }
  }

  /** Writes a row that no device may write, such as an employee or a log entry. */
  put(collection: CollectionName, shopId: string, values: Record<string, unknown>, at = this.now.toISOString(), id: string = crypto.randomUUID()): string {
    const row = documentToRow(collection, { ...values, id, shopId, createdAt: at, updatedAt: at, seq: 0 })
    this.rows.set(rowKey(collection, id), { row, isDeleted: false, collection, id, shopId, seq: ++this.seq, deletedWith: undefined })
    for (const entry of this.#live) queueMicrotask(() => this.#tell(entry))
    return id
  }

  /** Deletes a row that no device may delete. */
  remove(collection: CollectionName, id: string): void {
    const held = this.rows.get(rowKey(collection, id))
    if (held === undefined) throw new Error(`There is no row ${id} of ${collection}`)
    this.rows.set(rowKey(collection, id), { ...held, isDeleted: true, seq: ++this.seq })
    for (const entry of this.#live) queueMicrotask(() => this.#tell(entry))
  }

  get streams(): number {
    return this.#live.size
  }

  breakStreams(): void {
    for (const entry of this.#live) {
      this.#live.delete(entry)
      entry.handlers.onError(new Error('broken'))
    }
  }

  /** Drops the streams silently, as a router does that loses a connection. */
  forgetStreams(): void {
    this.#live.clear()
  }

  announceAccess(userId: string): void {
    for (const { userId: id, handlers } of this.#live) if (id === userId) handlers.onAccess()
  }

  /** A change by another user. */
  write(userId: string, shopId: string, ops: Op[], at = this.now.toISOString()): MutationResult {
    const id = crypto.randomUUID()
    const result = this.push(userId, { deviceId: 'other', deviceTime: at, mutations: [{ id, shopId, at, ops }] }).results[0]
    if (result === undefined) throw new Error('No result')
    return result
  }

  push(userId: string, request: PushRequest): PushResponse {
    const before = this.seq
    const results = request.mutations.map((mutation) => this.#apply(userId, mutation))
    if (this.seq > before) for (const entry of this.#live) queueMicrotask(() => this.#tell(entry))
    return { serverTime: this.now.toISOString(), results: results.map((result) => ({ ...result, documents: result.documents })) }
  }

  /** The living rows that every device must show in the end. */
  state(): Map<RowKey, Row> {
    return new Map([...this.rows.entries()].flatMap(([key, held]) => (isLiving(held) ? [[key, { ...held.row, seq: held.seq }] as const] : [])))
  }

  #tell(entry: ModelStream): void {
    const heads = this.#heads(entry.userId)
    const rows = this.#rowsBetween(entry, heads)
    entry.told = heads
    if (this.sendsRows && Object.keys(rows).length > 0) entry.handlers.onRows?.(structuredClone(rows))
    entry.handlers.onHeads(heads)
  }

  #rowsBetween({ userId, told }: ModelStream, heads: Heads): LiveRows {
    const { privileges } = this.#caller(userId)
    const rows: Record<string, Partial<Record<CollectionName, LiveRange>>> = {}
    for (const [shopId, before] of Object.entries(told)) {
      for (const name of readableCollections(privileges)) {
        const [after, head] = [before[name] ?? 0, heads[shopId]?.[name] ?? 0]
        if (head <= after || name === 'employees') continue
        const documents = this.#rowsOf(name, shopId, after).map(toWire)
        const range = { after, ...this.#markAt(after, 'afterMark'), documents, checkpoint: { epoch: this.epoch, seq: head, ...this.#markAt(head, 'mark') } }
        if (JSON.stringify(range).length < liveRowsMaxBytes) rows[shopId] = { ...rows[shopId], [name]: range }
      }
    }
    return rows
  }

  #rowsOf(collection: CollectionName, shopId: string, after: number): Held[] {
    return [...this.rows.values()]
      .filter((held) => held.collection === collection && held.shopId === shopId && held.seq > after)
      .toSorted((a, b) => a.seq - b.seq)
  }

  /** Each seq has its own mark; the start of a feed has none. */
  #markAt<Name extends string>(seq: number, name: Name): Partial<Record<Name, string>> {
    return seq === 0 ? {} : ({ [name]: `${this.epoch}/${seq}` } as Record<Name, string>)
  }

  #caller(userId: string) {
    const user = this.users.get(userId)
    return { userId, privileges: new Set(user?.privileges ?? []), shopIds: new Set(user?.shopIds ?? []) }
  }

  #apply(userId: string, mutation: Mutation): MutationResult {
    const caller = this.#caller(userId)
    const known = this.#ledger.get(mutation.id)
    const named = mutation.ops.map((op) => rowKey(op.collection as CollectionName, op.id))
    if (known !== undefined) return { id: mutation.id, outcome: known.outcome, error: known.error, documents: this.#documents(userId, known.keys) }
    const rowsBefore = new Map(this.rows)
    const seqBefore = this.seq
    try {
      if (!caller.shopIds.has(mutation.shopId)) throw new AppError('FORBIDDEN')
      const refusal = this.toRefusal(mutation)
      if (refusal !== undefined) throw refusal
      const touched = new Set<RowKey>(named)
      for (const op of mutation.ops) {
        if (!isAllowed(caller, op.action, op.collection as CollectionName, mutation.shopId)) throw new AppError('FORBIDDEN')
        for (const key of this.#applyOp(op, mutation, userId)) touched.add(key)
      }
      this.applied.push(mutation.id)
      this.#ledger.set(mutation.id, { userId, outcome: 'applied', error: undefined, keys: [...touched] })
      return { id: mutation.id, outcome: 'applied', documents: this.#documents(userId, [...touched]) }
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      this.rows = rowsBefore
      this.seq = seqBefore
      this.refused.push(mutation)
      const refusal = { code: error.code, message: error.message, ...(error.issues && { issues: error.issues }) }
      this.#ledger.set(mutation.id, { userId, outcome: 'rejected', error: refusal, keys: named })
      return { id: mutation.id, outcome: 'rejected', error: refusal, documents: this.#documents(userId, named) }
    }
  }

  #applyOp(op: Op, mutation: Mutation, userId: string): RowKey[] {
    const collection = op.collection as CollectionName
    const key = rowKey(collection, op.id)
    const held = this.rows.get(key)
    const isTick = collection === 'checklist_selections'
    if (held !== undefined && held.shopId !== mutation.shopId) throw new AppError(op.action === 'create' ? 'CONFLICT' : 'NOT_FOUND')
    if (op.action === 'create' && held !== undefined) {
      if (!isTick) throw new AppError('CONFLICT')
      if (isLiving(held)) return [key]
    }
    if (op.action !== 'create' && held === undefined) throw new AppError('NOT_FOUND')
    if (op.action === 'update' && held?.isDeleted === true) throw new AppError('DELETED')
    if (op.action === 'create') this.#checkReferences(collection, op.values)
    if (op.action === 'delete' && held?.isDeleted === true) return [key]
    if (op.action === 'restore' && held?.isDeleted === false) return [key]
    const keys: RowKey[] = [key]
    if (op.action === 'delete' && op.into !== undefined) keys.push(...this.#moveDependants(collection, op.id, op.into, mutation.id))
    if (op.action === 'delete') keys.push(...this.#cascade(collection, op.id, mutation.id))
    if (op.action === 'restore') {
      for (const [childKey, child] of this.rows) {
        if (child.moved !== undefined && child.moved.with === held?.deletedWith && isLiving(child)) {
          this.rows.set(childKey, { ...child, row: { ...child.row, [child.moved.field]: op.id }, moved: undefined, seq: ++this.seq })
          keys.push(childKey)
          continue
        }
        if (childKey === key || child.deletedWith !== held?.deletedWith || child.deletedWith === undefined) continue
        this.rows.set(childKey, { ...child, isDeleted: false, deletedWith: undefined, seq: ++this.seq })
        keys.push(childKey)
      }
    }
    const draft = applyOp(held ?? { row: undefined, isDeleted: false }, op, collection, { shopId: mutation.shopId, at: mutation.at })
    if (op.action === 'update' && draft.row === held?.row) return keys
    if (op.action === 'create' && draft.row !== undefined)
      draft.row = documentToRow(collection, { ...draft.row, ...this.complete(collection, mutation.shopId, op.values, userId) })
    if (collection === 'orders') this.#noteStatus(op.id, held?.row, draft.row, mutation.at)
    const deletedWith = op.action === 'delete' ? mutation.id : undefined
    this.rows.set(key, { ...draft, collection, id: op.id, shopId: mutation.shopId, seq: ++this.seq, deletedWith })
    return keys
  }

  #noteStatus(orderId: string, before: Row | undefined, after: Row | undefined, createdAt: string): void {
    const orderStatusId = after?.['orderStatusId']
    if (typeof orderStatusId !== 'string' || orderStatusId === before?.['orderStatusId']) return
    this.statusHistory.push({ id: crypto.randomUUID(), orderId, orderStatusId, createdAt })
  }

  #checkReferences(collection: CollectionName, values: Record<string, unknown>): void {
    const parents = { orders: ['customers', 'customerId'], payments: ['orders', 'orderId'], costs: ['orders', 'orderId'] } as const
    const parent = Object.hasOwn(parents, collection) ? parents[collection as keyof typeof parents] : undefined
    // A sale may have no customer.
    if (parent === undefined || values[parent[1]] === null) return
    const held = this.rows.get(rowKey(parent[0], String(values[parent[1]])))
    if (held === undefined || !isLiving(held)) throw new AppError('INVALID_REFERENCE')
  }

  /** A merge: what belongs to the customer who goes is given to the one who stays. */
  #moveDependants(collection: CollectionName, id: string, into: string, mutationId: string): RowKey[] {
    return collectionToDependants(collection).flatMap(({ collection: ofChild, field }) =>
      [...this.rows].flatMap(([childKey, child]) => {
        if (child.collection !== ofChild || !isLiving(child) || child.row[field] !== id) return []
        this.rows.set(childKey, { ...child, row: { ...child.row, [field]: into }, moved: { with: mutationId, field }, seq: ++this.seq })
        return [childKey]
      }),
    )
  }

  #cascade(collection: CollectionName, id: string, mutationId: string): RowKey[] {
    return collectionToDependants(collection).flatMap((dependant) =>
      [...this.rows].flatMap(([childKey, child]) => {
        if (child.collection !== dependant.collection || !isLiving(child) || child.row[dependant.field] !== id) return []
        if (holdsParent(child.row, dependant)) throw new AppError('FOREIGN_KEY_VIOLATION', dependant.message)
        if (dependant.onParentDelete !== 'cascade') return []
        this.rows.set(childKey, { ...child, isDeleted: true, seq: ++this.seq, deletedWith: mutationId })
        return [childKey, ...this.#cascade(child.collection, child.id, mutationId)]
      }),
    )
  }

  #documents(userId: string, keys: readonly RowKey[]): MutationResult['documents'] {
    const { shopIds } = this.#caller(userId)
    return keys.map((key) => {
      const collection = key.slice(0, key.indexOf('/'))
      const held = this.rows.get(key)
      const id = key.slice(key.indexOf('/') + 1)
      return { collection, document: held === undefined || !shopIds.has(held.shopId) ? { id, _deleted: true } : toWire(held) }
    })
  }

  #pull(userId: string, { collection, limit, checkpoint }: PullRequest): PullResponse {
    const { shopIds, privileges } = this.#caller(userId)
    if (!readableCollections(privileges).includes(collection)) throw new AppError('FORBIDDEN')
    const reset = Object.entries(checkpoint).flatMap(([shopId, { epoch, seq }]) =>
      shopIds.has(shopId) && (epoch !== this.epoch || seq > this.seq) ? [shopId] : [],
    )
    const gone = Object.keys(checkpoint).filter((shopId) => !shopIds.has(shopId))
    const next: PullResponse['checkpoint'] = {}
    const documents: WireDocument[] = []
    for (const shopId of [...shopIds].toSorted()) {
      if (reset.includes(shopId)) continue
      const after = checkpoint[shopId]?.seq ?? 0
      const rows = this.#rowsOf(collection, shopId, after)
      const page = rows.slice(0, Math.max(0, limit - documents.length))
      documents.push(...page.map(toWire))
      const seq = page.at(-1)?.seq ?? after
      next[shopId] = { epoch: this.epoch, seq, ...this.#markAt(seq, 'mark') }
    }
    return { documents, checkpoint: next, reset, gone }
  }

  #heads(userId: string): Heads {
    const { shopIds } = this.#caller(userId)
    const heads: Record<string, Partial<Record<CollectionName, number>>> = {}
    for (const shopId of shopIds) {
      const byCollection: Partial<Record<CollectionName, number>> = {}
      for (const name of collectionNames) {
        const seqs = [...this.rows.values()].filter((held) => held.collection === name && held.shopId === shopId).map(({ seq }) => seq)
        if (seqs.length > 0) byCollection[name] = Math.max(...seqs)
      }
      heads[shopId] = byCollection
    }
    return heads
  }

  bootstrapOf(userId: string): Bootstrap {
    const user = this.users.get(userId)
    return {
      user: {
        id: userId,
        name: null,
        login_id: userId,
        email: null,
        phone: null,
        countryCode: null,
        alternatePhone: null,
        alternateCountryCode: null,
        language: null,
      },
      privileges: user?.privileges ?? [],
      shops: (user?.shopIds ?? []).map((id) => ({
        id,
        name: id,
        code: id,
        color: null,
        description: null,
        alias: null,
        config: { orderConfig: { statusColors: { greenEnd: 2, yellowEnd: 5 } }, customerPortal: false },
        ...(this.profile !== undefined && { profile: shopToProfile({ code: id, profile: this.profile }) }),
      })),
      orderStatuses: orderStatuses.map(({ id, statusName }) => ({ id, statusName })),
      productConditions: [],
      productTypes: [],
      productColors: [],
      hasPublicUrl: this.hasPublicUrl,
      sendingChannels: [...this.sendingChannels],
      users: [],
      address: this.address,
      serverTime: this.now.toISOString(),
      sessionExpiresAt: '2030-01-01T00:00:00.000Z',
      protocol: 1,
    }
  }
}

function toWire({ row, isDeleted, id, shopId, seq }: Held): WireDocument {
  if (row === undefined || isDeleted) return { id, shopId, seq, _deleted: true }
  const { sortKey: _sortKey, ...content } = row
  return { ...content, seq }
}
