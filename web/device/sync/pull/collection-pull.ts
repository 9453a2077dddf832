import type { Checkpoint, PullResponse, FeedPlace, ShopCheckpoint } from '#schema/api/sync.ts'
import type { CollectionName } from '#schema/collections/index.ts'
import type { WireDocument } from '#schema/collection.ts'
import { reconcile, type LocalState, applyPulled } from '../../outbox/local-state.ts'
import { FeedReset } from '../../recovery/feed-reset.ts'
import type { NewerRows } from '../../recovery/newer.ts'
import { removeShopRows } from '../../recovery/removal.ts'
import type { SetBacks } from '../../recovery/set-back.ts'
import { type Row, rowKey, storedToRow } from '../../rows/rows.ts'
import type { AdaptiveBatch } from '../adaptive-batch.ts'
import type { Pusher } from '../push/pusher.ts'
import type { SyncContext } from '../sync-context.ts'
import { OfflineError } from '../../platform/server-port.ts'
import type { ReachedPlace } from '../../storage/unsent-store.ts'
import { forgetErased } from '../../recovery/forget-erased.ts'
import { isCompared, leavingEpoch, toCompared } from '../../storage/rows/checkpoint-table.ts'

/*
 * A collection's way from its checkpoint to the end of its feeds:
 *
 *   asking ──page──► waiting ──answers──► storing ──a full page──► asking (asked already while this one was stored)
 *     ▲              (to pushes of        (lock: rows, then           │
 *     │               the same rows)       the checkpoint)            ├─ a shop was reset: note what is held ──► asking from 0
 *     └── marked by another: from the stored checkpoint ◄─────────────┤
 *                                                                     └─ the last page ──► sweeping what a reset did not bring ──► ended
 */

type ShopsPort = {
  /** The user's shops as of the last bootstrap. */
  ids: () => readonly string[]
  /** True if the shop was lost since the last bootstrap: earlier requests must not bring its rows. */
  isLeft: (shopId: string) => boolean
  /** The user may no longer see these shops. */
  onGone: (shopIds: readonly string[], signal: AbortSignal) => Promise<void>
}

export type PullEvents = {
  onConnection: () => void
  /** `isFirst`: the rows' shop was never held on this device. */
  onRows: (count: number, isFirst: boolean) => void
  /** The shop's rows now match the server's full set. `changed`: rows that differed. */
  onCompared: (collection: CollectionName, shopId: string, changed: number) => Promise<void>
}

export type PullParts = {
  context: SyncContext
  /** Page size; smaller on a slow network. */
  batchSize: AdaptiveBatch
  /** Pages wait for answers to pushes in flight. */
  pusher: Pick<Pusher, 'whenAnswered' | 'sumsInDoubt'>
  shops: ShopsPort
  newer: NewerRows
  setBacks: Pick<SetBacks, 'ask' | 'marking'>
  serverNow: () => Date
  events: PullEvents
}

/** Another module marked the checkpoint: pull again from the stored one. */
export class MarkedError extends Error {}

/** Pulls one collection to the end of its feeds, requesting the next page while one is being stored. */
export class CollectionPull {
  readonly #parts: PullParts
  readonly #collection: CollectionName
  readonly #signal: AbortSignal
  readonly #known: Checkpoint
  readonly #marking: number
  readonly #orphans: Row[]
  /** Shops whose rows are being compared with the full set of another feed. */
  readonly #resetByShop = new Map<string, FeedReset>()
  #checkpoint: Checkpoint = {}

  private constructor(parts: PullParts, collection: CollectionName, signal: AbortSignal, known: Checkpoint, marking: number, orphans: Row[]) {
    this.#parts = parts
    this.#collection = collection
    this.#signal = signal
    this.#known = known
    this.#marking = marking
    this.#orphans = orphans
  }

  /**
   * Pulls the collection and returns the end positions of its feeds. `from`: end of the last pull if nothing else moved
   * it.
   * @throws MarkedError
   */
  static async run(parts: PullParts, collection: CollectionName, signal: AbortSignal, from?: Checkpoint): Promise<Checkpoint> {
    const { localState } = parts.context
    const known = from ?? (await localState.database.readCheckpoint(collection))
    const { marking } = parts.setBacks
    const orphans = await findOrphans(localState, parts.shops.ids(), collection, known)
    return new CollectionPull(parts, collection, signal, known, marking, orphans).#run()
  }

  async #run(): Promise<Checkpoint> {
    const { context, events, pusher, shops } = this.#parts
    for (const [shopId, reached] of Object.entries(this.#known)) if (isCompared(reached)) await this.#beginReset(shopId)
    this.#checkpoint = withoutShops(this.#known, [...this.#resetByShop.keys()])
    let asked = this.#ask(this.#checkpoint)
    for (;;) {
      const { page, limit } = await asked
      this.#signal.throwIfAborted()
      events.onConnection()
      const next = withoutShops(page.checkpoint, [...page.reset, ...page.gone])
      const isMore = page.documents.length >= limit || page.reset.length > 0
      // Before requesting the full set, the reset must know which rows are held.
      if (isMore && page.reset.length === 0) asked = this.#ask(next)
      await pusher.whenAnswered(context.localState.outbox.isEmpty ? [] : page.documents.map(({ id }) => rowKey(this.#collection, id)))
      if (page.gone.length > 0) await shops.onGone(page.gone, this.#signal)
      const isFirst = page.documents.length > 0 && this.#known[page.documents.at(-1)?.shopId ?? ''] === undefined
      this.#checkpoint = await context.withLock(() => this.#storePage(page, next, isFirst))
      if (page.documents.length > 0) events.onRows(page.documents.length, isFirst)
      await this.#beginResets(page)
      if (page.reset.length > 0) asked = this.#ask(this.#checkpoint)
      if (isMore) continue
      if (this.#resetByShop.size > 0) await this.#endResets()
      return this.#checkpoint
    }
  }

  /** Requests the rows after the checkpoint. @throws OfflineError if the response is no page of our server */
  #ask(known: Checkpoint): Promise<{ page: PullResponse; limit: number }> {
    const { batchSize, context } = this.#parts
    const limit = batchSize.size
    const { reachedByShop } = context.localState.outbox
    const checkpoint = Object.fromEntries(Object.entries(known).map(([shopId, reached]) => [shopId, toAsked(reached, reachedByShop.get(shopId))]))
    const answer = batchSize
      .run(() => context.api.pull({ collection: this.#collection, limit, checkpoint }, this.#signal))
      .then((page) => {
        assertPullResponse(page)
        return { page, limit }
      })
    // A page requested ahead is awaited later, or never if the one before cannot be stored.
    answer.catch(() => undefined)
    return answer
  }

  /** Call inside the write lock. Returns the stored positions. */
  async #storePage(page: PullResponse, next: Checkpoint, isFirst: boolean): Promise<Checkpoint> {
    this.#signal.throwIfAborted()
    this.#assertUnmarked()
    const leaving = page.reset.filter((shopId) => this.#known[shopId] === undefined || this.#known[shopId].epoch === leavingEpoch)
    await this.#removeShops(leaving)
    await removeOrphans(this.#parts.context.localState, this.#collection, this.#orphans.splice(0), page)
    return storeFeedRows(
      this.#parts,
      { collection: this.#collection, documents: page.documents, isFirst, from: this.#checkpoint, to: next },
      {
        gone: page.gone,
        resetByShop: this.#resetByShop,
        toStored: (reached) => this.#toStored(reached),
        compared: this.#toCompared(page.reset.filter((shopId) => !leaving.includes(shopId))),
      },
    )
  }

  async #removeShops(shopIds: readonly string[]): Promise<void> {
    if (shopIds.length === 0) return
    const { localState } = this.#parts.context
    const { outbox } = localState
    for (const shopId of shopIds) await removeShopRows(localState, this.#collection, shopId)
    // Changes waiting for a lost shop must not show with the removed rows.
    const waiting = outbox.dirtyKeys().filter((key) => outbox.mutationsOf(key).some(({ shopId }) => shopIds.includes(shopId)))
    await reconcile(localState, waiting)
  }

  async #beginResets(page: PullResponse): Promise<void> {
    for (const shopId of page.reset) {
      const known = this.#known[shopId]
      if (known !== undefined && known.epoch !== leavingEpoch) await this.#beginReset(shopId)
      // A pull from the start compares nothing, but positions reached by pushes may belong to an ended feed history:
      // ask, or each request is reset again.
      else await this.#parts.setBacks.ask(shopId, this.#signal)
    }
  }

  /** Call before taking rows of the other feed. */
  async #beginReset(shopId: string): Promise<void> {
    const { context, newer, serverNow, setBacks } = this.#parts
    await setBacks.ask(shopId, this.#signal)
    const { localState, withLock } = context
    this.#resetByShop.set(shopId, await FeedReset.begin({ localState, newer, collection: this.#collection, shopId, clock: serverNow, withLock }))
  }

  async #endResets(): Promise<void> {
    const { context, events, shops } = this.#parts
    for (const [shopId, reset] of this.#resetByShop) if (!shops.isLeft(shopId)) await reset.sweep()
    await context.withLock(async () => {
      this.#assertUnmarked()
      this.#checkpoint = withoutShops(this.#checkpoint, Object.keys(this.#checkpoint).filter(shops.isLeft))
      await context.localState.database.saveCheckpoint(this.#collection, this.#checkpoint)
    })
    for (const [shopId, { changed }] of this.#resetByShop) if (!shops.isLeft(shopId)) await events.onCompared(this.#collection, shopId, changed)
  }

  /** Rows read before the marking must not be stored. */
  #assertUnmarked(): void {
    if (this.#parts.setBacks.marking !== this.#marking) throw new MarkedError()
  }

  /** Keeps the marks of shops still being compared. */
  #toStored(reached: Checkpoint): Checkpoint {
    return { ...reached, ...this.#toCompared([...this.#resetByShop.keys()].filter((shopId) => !this.#parts.shops.isLeft(shopId))) }
  }

  #toCompared(shopIds: readonly string[]): Checkpoint {
    return Object.fromEntries(shopIds.flatMap((shopId) => (this.#known[shopId] === undefined ? [] : [[shopId, toCompared(this.#known[shopId])]])))
  }
}

/**
 * Rows stored before their feed was ever pulled: push answers brought them. After a restore the server may not know
 * them, and without a checkpoint no reset detects that.
 */
export async function findOrphans({ database, outbox }: LocalState, shopIds: readonly string[], collection: CollectionName, known: Checkpoint): Promise<Row[]> {
  const unheard = new Set(shopIds.filter((shopId) => known[shopId] === undefined))
  if (unheard.size === 0) return []
  // A row deleted here is not in the scan, but its base is kept for the waiting mutation.
  const orphans = new Map(outbox.basesOf(collection).flatMap((row) => (unheard.has(row.shopId) ? [[row.id, row] as const] : [])))
  for (const shopId of unheard) for await (const rows of database.scan(collection, { shopId })) for (const row of rows) orphans.set(row.id, row)
  return [...orphans.values()]
}

/** Deletes orphans missing from the first page. All lose their seq, so that this or a later page wins. */
export async function removeOrphans({ database, outbox }: LocalState, collection: CollectionName, orphans: readonly Row[], page: PullResponse): Promise<void> {
  const given = new Set(page.documents.map(({ id }) => id))
  const ofFeed = orphans.filter(({ shopId }) => page.checkpoint[shopId] !== undefined)
  // The base is the same old server state, or already in doubt (0); the answer to the waiting mutation brings the
  // newest.
  await outbox.dropBases(
    ofFeed.flatMap(({ id, seq }) => {
      const baseSeq = outbox.baseOf(rowKey(collection, id))?.seq
      return baseSeq === seq || baseSeq === 0 ? [rowKey(collection, id)] : []
    }),
  )
  const doubtful = ofFeed.filter(({ id }) => !outbox.isDirty(rowKey(collection, id)))
  const storedById = await database.find(
    collection,
    doubtful.map(({ id }) => id),
  )
  const writes = doubtful.flatMap(({ id, seq }) => {
    const stored = storedById.get(id)
    // A state answered after the page was requested is newer than the page.
    return stored === undefined || stored._deleted || stored.seq !== seq
      ? []
      : [{ previous: stored, row: { ...storedToRow(stored), seq: 0 }, isDeleted: !given.has(id) }]
  })
  await database.write(collection, writes)
}

/**
 * Rows of a left shop are dropped, but an employee who moved there must still leave the old shop here: a page holds an
 * id once. The tombstone's seq is one lower, so that the row is taken if the shop comes back.
 */
const documentToDeparture = (collection: CollectionName, { id, shopId, seq }: WireDocument): WireDocument[] =>
  collection === 'employees' && seq !== undefined ? [{ id, shopId, seq: seq - 1, _deleted: true }] : []

function assertPullResponse(page: PullResponse): void {
  const { documents, checkpoint, reset, gone } = (page ?? {}) as Partial<Record<keyof PullResponse, unknown>>
  const isWhole = Array.isArray(documents) && Array.isArray(reset) && Array.isArray(gone) && typeof checkpoint === 'object' && checkpoint !== null
  if (!isWhole) throw new OfflineError('The answer was not the server’s.')
}

/** Push answers may have brought rows beyond the checkpoint. */
export const isBehindAnswers = ({ epoch, seq }: ShopCheckpoint, answered: ReachedPlace | undefined): answered is ReachedPlace =>
  answered !== undefined && answered.epoch === epoch && answered.seq > seq

/** Adds the position reached by push answers, for which the server must vouch too. */
export function toAsked(checkpoint: ShopCheckpoint, answered: ReachedPlace | undefined): ShopCheckpoint {
  if (!isBehindAnswers(checkpoint, answered)) return checkpoint
  return { ...checkpoint, answered: { seq: answered.seq, mark: answered.mark } }
}

/**
 * Stored with or before the first rows of a page that needs several transactions. After a crash in between, it tells
 * the server the feed history of these rows: the head at which the page was read, or the page's last row if that is the
 * head. Undefined if the page reaches nothing new.
 */
export function withNoted(checkpoint: Checkpoint, reached: Checkpoint): Checkpoint | undefined {
  const noted = Object.entries(checkpoint).flatMap(([shopId, known]): [string, ShopCheckpoint][] => {
    const { epoch, seq, mark, reached: head = mark === undefined ? undefined : { seq, mark } } = reached[shopId] ?? known
    return head !== undefined && epoch === known.epoch && seq > known.seq ? [[shopId, { ...known, reached: head }]] : []
  })
  return noted.length === 0 ? undefined : { ...checkpoint, ...Object.fromEntries(noted) }
}

function withoutShops(checkpoint: Checkpoint, shopIds: readonly string[]): Checkpoint {
  return Object.fromEntries(Object.entries(checkpoint).filter(([shopId]) => !shopIds.includes(shopId)))
}

export function checkpointsAreEqual(a: Checkpoint, b: Checkpoint): boolean {
  const shopIds = Object.keys(a)
  return shopIds.length === Object.keys(b).length && shopIds.every((shopId) => entriesAreEqual(a[shopId], b[shopId]))
}

const entriesAreEqual = (one: ShopCheckpoint | undefined, other: ShopCheckpoint | undefined): boolean =>
  one?.epoch === other?.epoch && one?.seq === other?.seq && one?.mark === other?.mark && placesAreEqual(one?.reached, other?.reached)

const placesAreEqual = (one: FeedPlace | undefined, other: FeedPlace | undefined): boolean => one?.seq === other?.seq && one?.mark === other?.mark

type StoreParts = {
  context: Pick<SyncContext, 'localState' | 'store'>
  pusher: Pick<Pusher, 'sumsInDoubt'>
  /** True if the shop was lost since the last bootstrap: earlier requests must not bring its rows. */
  shops: { isLeft: (shopId: string) => boolean }
  newer: NewerRows
}

/** Rows between two feed positions, from a page or the live stream. */
export type FeedRows = {
  collection: CollectionName
  documents: readonly WireDocument[]
  /** The rows' shop was never held on this device. */
  isFirst: boolean
  from: Checkpoint
  to: Checkpoint
}

/** What a page reports besides rows. */
type PageNews = {
  gone: readonly string[]
  /** Shops whose rows are being compared with the full set of another feed. */
  resetByShop: ReadonlyMap<string, FeedReset>
  /** Adds the marks of shops still being compared. */
  toStored: (reached: Checkpoint) => Checkpoint
  /** Marks of shops whose comparison begins with this page. */
  compared: Checkpoint
}

const noNews: PageNews = { gone: [], resetByShop: new Map(), toStored: (reached) => reached, compared: {} }

/** Stores rows and, with the last of them, the position. Returns the position without lost shops. Call inside the write lock. */
export async function storeFeedRows(
  { context, pusher, shops, newer }: StoreParts,
  { collection, documents: given, isFirst, from, to }: FeedRows,
  { gone, resetByShop, toStored, compared }: PageNews = noNews,
): Promise<Checkpoint> {
  const { localState, store } = context
  const { database } = localState
  const documents = given.flatMap((document) =>
    document.shopId === undefined || !shops.isLeft(document.shopId) ? [document] : documentToDeparture(collection, document),
  )
  const reached = withoutShops(to, Object.keys(to).filter(shops.isLeft))
  await newer.dropKnown(
    collection,
    documents.filter(({ shopId = '' }) => !resetByShop.has(shopId)),
  )
  const ahead = documents.length === 0 ? undefined : withNoted(withoutShops(from, [...gone, ...Object.keys(from).filter(shops.isLeft)]), reached)
  const noted = ahead === undefined ? undefined : toStored(ahead)
  if (noted !== undefined && resetByShop.size > 0) await database.saveCheckpoint(collection, noted)
  for (const reset of resetByShop.values()) await reset.take(documents)
  if (collection === 'customers') await forgetErased({ localState, store, newer }, documents)
  const isMoved = Object.keys(compared).length > 0 || !checkpointsAreEqual(from, reached)
  const page = {
    isFresh: isFirst,
    inDoubt: pusher.sumsInDoubt.rows(),
    reached: isMoved ? { whole: { ...toStored(reached), ...compared }, part: noted } : undefined,
  }
  pusher.sumsInDoubt.leaveOut(await applyPulled(localState, collection, documents, page))
  return reached
}
