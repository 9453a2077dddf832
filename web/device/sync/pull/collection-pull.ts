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

export type ShopsPort = {
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

  #ask(checkpoint: Checkpoint): Promise<Asked> {
    return askForPage(this.#parts.context, this.#parts.batchSize, this.#collection, checkpoint, this.#signal)
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
