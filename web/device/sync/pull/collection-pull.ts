import type { Checkpoint, PullResponse } from '#schema/api/sync.ts'
import type { CollectionName } from '#schema/collections/index.ts'
import { reconcile } from '../../outbox/local-state.ts'
import { FeedReset } from '../../recovery/feed-reset.ts'
import type { NewerRows } from '../../recovery/newer.ts'
import { removeShopRows } from '../../recovery/removal.ts'
import { isCompared, leavingEpoch, toCompared } from '../../storage/checkpoint-marks.ts'
import type { SetBacks } from '../../recovery/set-back.ts'
import { type Row, rowKey } from '../../rows/rows.ts'
import type { AdaptiveBatch } from '../adaptive-batch.ts'
import { withoutShops } from './pull-checkpoints.ts'
import { findOrphans, removeOrphans } from './pull-orphans.ts'
import { type Asked, askForPage } from './pull-page.ts'
import { storeFeedRows } from './store-feed-rows.ts'
import type { Pusher } from '../push/pusher.ts'
import type { SyncContext } from '../sync-context.ts'

/** The user's shops, and that some of them went. */
export type ShopsPort = {
  /** As far as they were heard. */
  ids: () => readonly string[]
  /** A shop that went since the user's shops were last heard: what was asked before brings nothing of it. */
  isLeft: (shopId: string) => boolean
  /** Shops that the caller may no longer see. */
  onGone: (shopIds: readonly string[], signal: AbortSignal) => Promise<void>
}

/** What pulling tells the rest of sync. */
export type PullEvents = {
  onConnection: () => void
  /** `isFirst`: rows of a shop that this device never held. */
  onRows: (count: number, isFirst: boolean) => void
  /** All that the server has of the shop is here, and what it does not have is not; so many rows were shown otherwise before. */
  onCompared: (collection: CollectionName, shopId: string, changed: number) => Promise<void>
}

export type PullParts = {
  context: SyncContext
  /** Size of a page; a slow network gets smaller ones. */
  batchSize: AdaptiveBatch
  /** Pages wait for the answers to what it sends. */
  pusher: Pick<Pusher, 'whenAnswered' | 'sumsInDoubt'>
  shops: ShopsPort
  newer: NewerRows
  setBacks: Pick<SetBacks, 'ask' | 'marking'>
  serverNow: () => Date
  events: PullEvents
}

/** The collection has to be pulled again from its stored checkpoint: others than this pull have marked it. */
export class MarkedError extends Error {}

/** One collection, pulled to its end. The next page is on its way while the former is being stored. */
export class CollectionPull {
  readonly #parts: PullParts
  readonly #collection: CollectionName
  readonly #signal: AbortSignal
  /** The checkpoint at the beginning. */
  readonly #known: Checkpoint
  readonly #marking: number
  readonly #orphans: Row[]
  /** Shops whose rows are being compared with the full set of another life of their feed. */
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
   * Pulls the collection and answers where its feeds end. `from`: where the last pull got to, if nobody else moved it since.
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
      // The set that rows are compared with is asked for once it is known which rows are held.
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

  #ask(checkpoint: Checkpoint): Promise<Asked> {
    return askForPage(this.#parts.context, this.#parts.batchSize, this.#collection, checkpoint, this.#signal)
  }

  /** Inside the write lock. Answers how far the feeds have been stored. */
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
    // What waits for a shop that was lost must not come back with the rows of another.
    const waiting = outbox.dirtyKeys().filter((key) => outbox.mutationsOf(key).some(({ shopId }) => shopIds.includes(shopId)))
    await reconcile(localState, waiting)
  }

  async #beginResets(page: PullResponse): Promise<void> {
    for (const shopId of page.reset) {
      const known = this.#known[shopId]
      if (known !== undefined && known.epoch !== leavingEpoch) await this.#beginReset(shopId)
      // Rows from the start need no comparison, but what pushes reached may be of a life that ended, and be asked about again and again.
      else await this.#parts.setBacks.ask(shopId, this.#signal)
    }
  }

  /** Before anything of the other feed is taken. */
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

  /** What this pull was about to store is of before. */
  #assertUnmarked(): void {
    if (this.#parts.setBacks.marking !== this.#marking) throw new MarkedError()
  }

  /** With the marks of those that are not whole yet. */
  #toStored(reached: Checkpoint): Checkpoint {
    return { ...reached, ...this.#toCompared([...this.#resetByShop.keys()].filter((shopId) => !this.#parts.shops.isLeft(shopId))) }
  }

  #toCompared(shopIds: readonly string[]): Checkpoint {
    return Object.fromEntries(shopIds.flatMap((shopId) => (this.#known[shopId] === undefined ? [] : [[shopId, toCompared(this.#known[shopId])]])))
  }
}
