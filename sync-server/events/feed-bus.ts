import { randomUUID } from 'node:crypto'
import type { CollectionName } from '#schema/collections/index.ts'
import { FanOut } from './fan-out.ts'

/** Greatest seq per collection of one shop. */
export type ShopHeads = Partial<Record<CollectionName, number>>

export type FeedEvent =
  /** A transaction committed rows of the shop, in this process or in one that notified it. */
  | { kind: 'heads'; shopId: string; heads: ShopHeads }
  /** The user's privileges or shops changed; null: possibly any user's. */
  | { kind: 'access'; userId: string | null }
  | { kind: 'notices'; userId: string }
  /** Another process committed something; null: it may concern anyone. */
  | { kind: 'elsewhere'; moved: Moved | null }
  | { kind: 'session-end'; sessionId: string }
  | { kind: 'close' }

/** Users whose rights and shops whose rows changed. */
export type Moved = { userIds: ReadonlySet<string>; shopIds: ReadonlySet<string> }

type Listener = (event: FeedEvent) => void

/** Limits on open streams: browsers without Web Locks open one per tab, and lost connections leave dead ones. */
export const streamsPerSession = 32
export const streamsPerUser = 60

/** Publishes commits of this and other processes to this process's live streams. Events carry no content. */
export class FeedBus {
  /** Id of this process among those of the database. */
  readonly id = randomUUID()
  readonly turns: FanOut
  /** Seqs that this process has announced to its streams. */
  readonly own = new OwnSeqRanges()
  readonly #listeners = new Set<Listener>()
  readonly #onMoves = new Set<(shopId: string) => void>()
  readonly #watchers = new Set<(isNeeded: boolean) => void>()
  #tellOthers: ((shopId: string, heads: ShopHeads, taken: SeqRange) => void) | undefined
  readonly #endsBySession = new Map<string, Set<() => void>>()
  readonly #endsByUser = new Map<string, Set<() => void>>()

  constructor(turns = new FanOut()) {
    this.turns = turns
  }

  /** `taken`: the seqs that the transaction used. */
  announce(shopId: string, heads: ShopHeads, taken: SeqRange): void {
    this.announceHeard(shopId, heads, taken)
    this.#tellOthers?.(shopId, heads, taken)
  }

  announceHeard(shopId: string, heads: ShopHeads, taken: SeqRange): void {
    if (this.#listeners.size > 0) this.own.add(shopId, taken)
    this.#emit({ kind: 'heads', shopId, heads })
    for (const onMove of this.#onMoves) onMove(shopId)
  }

  /** Calls `onMove` for each shop with known changes, without counting as a stream. Returns an unsubscribe function. */
  onMoves(onMove: (shopId: string) => void): () => void {
    this.#onMoves.add(onMove)
    return () => void this.#onMoves.delete(onMove)
  }

  /** Calls `tell` for each announcement of this process. */
  onAnnounce(tell: (shopId: string, heads: ShopHeads, taken: SeqRange) => void): void {
    this.#tellOthers = tell
  }

  announceAccess(userId: string | null): void {
    this.#emit({ kind: 'access', userId })
  }

  announceNotices(userId: string): void {
    this.#emit({ kind: 'notices', userId })
  }

  announceElsewhere(moved: Moved | null = null): void {
    this.#emit({ kind: 'elsewhere', moved })
  }

  endSession(sessionId: string): void {
    this.#emit({ kind: 'session-end', sessionId })
  }

  close(): void {
    this.#emit({ kind: 'close' })
  }

  subscribe(listener: Listener): () => void {
    this.#listeners.add(listener)
    if (this.#listeners.size === 1) this.#tellWatchers(true)
    return () => {
      if (this.#listeners.delete(listener) && this.#listeners.size === 0) this.#tellWatchers(false)
    }
  }

  /** Registers a stream; beyond the limit, ends the oldest, which is most likely dead. Returns an unregister function. */
  admit({ id, userId }: { id: string; userId: string }, end: () => void): () => void {
    const leaveSession = admitOne(this.#endsBySession, id, streamsPerSession, end)
    const leaveUser = admitOne(this.#endsByUser, userId, streamsPerUser, end)
    return () => {
      leaveSession()
      leaveUser()
    }
  }

  get audience(): { sessionIds: string[]; userIds: string[] } {
    return { sessionIds: [...this.#endsBySession.keys()], userIds: [...this.#endsByUser.keys()] }
  }

  get listenerCount(): number {
    return this.#listeners.size
  }

  /** Calls `watcher` when the first stream subscribes and when the last one leaves. */
  onDemand(watcher: (isNeeded: boolean) => void): () => void {
    this.#watchers.add(watcher)
    watcher(this.#listeners.size > 0)
    return () => {
      this.#watchers.delete(watcher)
      watcher(false)
    }
  }

  #emit(event: FeedEvent): void {
    for (const listener of this.#listeners) listener(event)
  }

  #tellWatchers(isNeeded: boolean): void {
    this.own.clear()
    for (const watcher of this.#watchers) watcher(isNeeded)
  }
}

function admitOne(endsByKey: Map<string, Set<() => void>>, key: string, max: number, end: () => void): () => void {
  const ends = endsByKey.get(key) ?? new Set()
  endsByKey.set(key, ends.add(end))
  const [oldest] = ends
  if (ends.size > max) oldest?.()
  return () => {
    if (ends.delete(end) && ends.size === 0) endsByKey.delete(key)
  }
}

/** Seqs above `after` up to `to`. */
type SeqRange = { after: number; to: number }

/** The feed seqs that this process used since the last look at the database; its streams know them already. */
export class OwnSeqRanges {
  readonly #rangesByShop = new Map<string, SeqRange[]>()

  add(shopId: string, range: SeqRange): void {
    const ranges = this.#rangesByShop.get(shopId)
    if (ranges === undefined) this.#rangesByShop.set(shopId, [range])
    else ranges.push(range)
  }

  /** Whether this process used all seqs above `from` up to `to`. */
  covers(shopId: string, from: number | undefined, to: number): boolean {
    if (from === undefined) return false
    let reached = from
    const ranges = (this.#rangesByShop.get(shopId) ?? []).toSorted((one, other) => one.after - other.after)
    for (const { after, to: end } of ranges) if (after <= reached) reached = Math.max(reached, end)
    return reached >= to
  }

  /** Forgets seqs below the given ones, and all seqs of shops not listed. */
  forget(seqByShop: ReadonlyMap<string, number>): void {
    for (const [shopId, ranges] of this.#rangesByShop) {
      const seq = seqByShop.get(shopId)
      const left = seq === undefined ? [] : ranges.filter(({ to }) => to > seq)
      if (left.length === 0) this.#rangesByShop.delete(shopId)
      else this.#rangesByShop.set(shopId, left)
    }
  }

  clear(): void {
    this.#rangesByShop.clear()
  }
}
