import type { Bootstrap, Checkpoint, Heads } from '#schema/api/sync.ts'
import type { CollectionName } from '#schema/collections/index.ts'
import { AppError } from '#schema/errors.ts'
import { readableCollections, withoutReading } from '#schema/rules/access/access.ts'
import { type LocalState, reconcile } from '../outbox/local-state.ts'
import type { ConnectionKeeper } from './connection.ts'
import { DeviceCheck, type CheckProgress } from '../recovery/device-check.ts'
import type { DeviceStore, RefusedEntry } from '../storage/unsent-store.ts'
import { isFirstSyncOpen, lacksFeeds, noteFirstSync } from '../recovery/first-sync.ts'
import { toStart } from '../recovery/feed-reset.ts'
import { Signal, Gate, Backoff } from '../platform/signal.ts'
import { LiveStream } from './live-stream.ts'
import type { NewerRows } from '../recovery/newer.ts'
import { AdaptiveBatch } from './adaptive-batch.ts'
import type { NoticeBook } from './notice-book.ts'
import type { Ports } from '../platform/ports.ts'
import { MarkedError, pageMax, pageMin, pullCollection } from './puller.ts'
import { Pusher } from './pusher.ts'
import { removeCollection } from '../recovery/removal.ts'
import { assertOwnBootstrap, findGainedShops, findLostShops, leaveCollections, leaveShops } from './rights.ts'
import { forgetSent, trimSent, trimSentInTime } from '../outbox/sent.ts'
import { SetBacks } from '../recovery/set-back.ts'
import { SignedOutError, type SyncApi, UpgradeRequiredError } from '../platform/server-port.ts'

export const pullEveryMs = 5 * 60_000
/** Every minute while the live stream is not to be believed. */
const bootstrapEveryPolls = 4
const pullRunners = 2
const activitiesDelayMs = 300
/** So long a backlog that is being sent goes first: each page would hold up its answers, and bring them a second time. */
const sendingPatienceMs = 2_000

const purgeEveryMs = 24 * 60 * 60 * 1000
/** Longer than any page of the feed is on its way. */
const purgeDelayMs = 60 * 60 * 1000

export type SyncWorkerOptions = {
  userId: string
  api: SyncApi
  localState: LocalState
  store: DeviceStore
  newer: NewerRows
  deviceId: string
  readClockOffsetMs: () => number | null
  ports: Pick<Ports, 'clock' | 'monotonic' | 'notes' | 'random' | 'wait'>
  connection: ConnectionKeeper
  withLock: <T>(run: () => Promise<T>) => Promise<T>
  readBootstrap: () => Bootstrap | null
  saveBootstrap: (bootstrap: Bootstrap) => Promise<void>
  onSettled: (refused: RefusedEntry[]) => void
  notices: Pick<NoticeBook, 'sync' | 'forgetShops'>
  /** `newIds`: notices that this device did not hold before. */
  onNotices: (newIds: string[]) => void
  /** So many mutations that the server had taken went back into the outbox. */
  onSentAgain: (count: number) => void
  onCheckProgress: (progress: CheckProgress | null) => void
  /** Takes out of drafts what they hold of the rows of shops that the person may no longer see. */
  forgetDraftedRows: (isLost: (shopId: string) => boolean) => Promise<void>
}

/** Everything that talks to the server; lives in the leading tab, for one term of leadership. */
export class SyncWorker {
  readonly #options: SyncWorkerOptions
  readonly #push: Pusher
  readonly #gate = new Gate()
  readonly #wakeSignal = new Signal()
  readonly #backoff: Backoff
  readonly #live: LiveStream
  readonly #setBacks: SetBacks
  readonly #check: DeviceCheck
  readonly #batchSize: AdaptiveBatch
  readonly #due = new Set<CollectionName>()
  /** Where this term's pulls got to: only the leader pulls, so within a term nobody else moves them. */
  readonly #checkpointByName = new Map<CollectionName, Checkpoint>()
  #needsBootstrap = true
  #polls = 0
  #hasListened = false
  #purgedAtMs: number | undefined
  #areActivitiesDue = false
  #areNoticesDue = true
  /** Collections to be asked for from the start of their feeds. */
  readonly #holed = new Set<CollectionName>()
  /** Shops that went since the last bootstrap: pages that were on their way then must not bring them back. */
  readonly #leftShops = new Set<string>()
  readonly #roundWaiters = new Set<() => void>()

  constructor(options: SyncWorkerOptions) {
    this.#options = options
    const { api, localState, deviceId, ports, withLock, connection } = options
    this.#backoff = new Backoff(ports.random, ports.wait)
    this.#batchSize = new AdaptiveBatch({ least: pageMin, most: pageMax, monotonic: ports.monotonic })
    this.#push = new Pusher({
      api,
      localState,
      deviceId,
      readClockOffsetMs: options.readClockOffsetMs,
      ports,
      withLock,
      gate: this.#gate,
      onConnection: () => this.#succeed(),
      hasContact: () => connection.store.get().phase === 'online',
      onFailure: (error) => this.#fail(error),
      onGaps: (names) => {
        for (const name of names) this.#holed.add(name)
        this.#demand(names)
      },
      onSetBack: async (shopIds, signal) => {
        for (const shopId of shopIds) await this.#setBacks.ask(shopId, signal)
      },
      onSettled: (refused, isStored) => {
        if (options.localState.outbox.entries.length === 0) connection.patch({ isSending: false })
        // An answer was stored, so storing works.
        if (isStored) connection.patch({ problem: null })
        options.onSettled(refused)
        void this.#trimSent()
      },
    })
    this.#check = new DeviceCheck({
      api,
      localState,
      store: options.store,
      withLock,
      heardAt: () => this.#lastHeardAt(),
      readBootstrap: options.readBootstrap,
      onMarked: (name) => {
        this.#setBacks.noteMarking()
        this.#checkpointByName.delete(name)
        this.#demand([name])
      },
      onMoved: (name) => this.#demand([name]),
      onProgress: options.onCheckProgress,
    })
    this.#setBacks = new SetBacks({
      api,
      localState,
      store: options.store,
      deviceId,
      ports,
      withLock,
      onMarked: (count) => {
        this.#checkpointByName.clear()
        this.#push.sendFromStart()
        this.#demand(localState.database.collections)
        options.onSentAgain(count)
      },
    })
    this.#live = new LiveStream({
      api,
      gate: this.#gate,
      ports,
      onOpen: () => {
        // What the last bootstrap told may have changed before this stream could say so, also before the first one.
        this.#needsBootstrap = true
        this.#wakeSignal.ring()
        // The server may be another than before, and its heads the same: then only the marks of the checkpoints tell.
        if (this.#hasListened) this.#demand(localState.database.collections)
        this.#hasListened = true
        this.#backoff.wake()
        this.#push.wake()
      },
      onHeads: (heads, signal) => void this.#onHeads(heads, signal),
      onAccess: () => this.#demandAll(),
      onNotices: () => this.demandNotices(),
      onLost: () => {
        this.#needsBootstrap = true
        this.#wakeSignal.ring()
      },
      onPoll: () => this.#poll(),
      onProof: (isProven) => connection.patch({ isPolling: !isProven }),
    })
  }

  /** Runs until the term ends; every loop stops at once then. */
  async run(signal: AbortSignal): Promise<void> {
    if (isFirstSyncOpen(this.#options.ports.notes, this.#options.userId)) this.#openFirstSync()
    this.#demandAll()
    this.#options.connection.patch({ isSending: this.#options.localState.outbox.entries.length > 0, isPolling: false })
    await Promise.all([this.#push.run(signal), this.#runPull(signal), this.#live.run(signal), this.#runTimer(signal)])
    for (const done of this.#roundWaiters) done()
    this.#check.end()
    this.#options.localState.outbox.letSentGo()
  }

  /** A new local change waits. */
  onLocalChange(): void {
    this.#options.connection.patch({ isSending: true })
    this.#push.wake()
  }

  /** Notices were dismissed here, or the server has others. */
  demandNotices(): void {
    this.#areNoticesDue = true
    this.#wakeSignal.ring()
  }

  /** The network came back, or somebody looks again. */
  onWakeUp(): void {
    this.#backoff.restart()
    this.#push.restart()
    this.#live.restart()
    this.#live.renew()
    this.#demandAll()
  }

  /**
   * The browser says that the network went. An answer that is still being read would make contact look good, and a stream may
   * seem to live for minutes: the server is asked again, and only what it says from here on counts.
   */
  onNetworkLost(): void {
    this.#needsBootstrap = true
    this.#wakeSignal.ring()
    this.#live.end()
  }

  /** Pushes and pulls everything; resolves when that is done or a try has failed. */
  async syncNow(signal: AbortSignal): Promise<void> {
    const round = new Promise<void>((resolve) => {
      const done = (): void => {
        this.#roundWaiters.delete(done)
        signal.removeEventListener('abort', done)
        resolve()
      }
      this.#roundWaiters.add(done)
      signal.addEventListener('abort', done)
    })
    this.onWakeUp()
    await round
    if (this.#gate.isOpen) await this.#push.flush(signal)
  }

  #demandAll(): void {
    this.#needsBootstrap = true
    this.#demand(this.#options.localState.database.collections)
    this.#backoff.wake()
  }

  /** In place of a stream that cannot be believed. Rights and shops move seldom: a page of the feed says when one is gone. */
  #poll(): void {
    this.#polls += 1
    if (this.#polls % bootstrapEveryPolls === 1) this.#needsBootstrap = true
    this.#demand(this.#options.localState.database.collections)
  }

  /** Does not cut a pause short: while somebody imports, heads move many times a second. */
  #demand(collections: readonly CollectionName[]): void {
    for (const name of collections) this.#due.add(name)
    this.#wakeSignal.ring()
  }

  /** A late answer from before the session ended does not make this user signed in again. */
  #succeed(): void {
    if (this.#gate.isOpen) this.#options.connection.succeed()
  }

  #fail(error: unknown): number {
    const { atLeastMs, isOver } = this.#options.connection.fail(error)
    this.#options.connection.patch({ isSending: false })
    if (isOver) {
      this.#gate.shut()
      this.#live.end()
    }
    return atLeastMs
  }

  async #runTimer(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await this.#options.ports.wait(pullEveryMs, signal)
      if (signal.aborted) return
      this.#demandAll()
      this.#push.wake()
      this.#live.wake()
      this.#live.renew()
    }
  }

  async #runPull(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await this.#wakeSignal.wait(signal)
      if (signal.aborted) return
      const left = new Set(this.#options.localState.database.collections.filter((name) => this.#due.has(name)))
      const asked = left.size
      this.#due.clear()
      try {
        if (this.#needsBootstrap || !this.#gate.isOpen) {
          await this.#bootstrap(signal).catch((error: unknown) => {
            this.#needsBootstrap = true
            throw error
          })
        }
        await this.#push.whenCaughtUp(sendingPatienceMs, signal)
        await this.#pullAll(left, signal)
        await this.#syncNotices(signal)
        this.#backoff.succeed()
        if (this.#due.size === 0) {
          this.#closeFirstSync()
          this.#endRound()
        }
        await this.#purge()
        if (this.#due.size === 0) await this.#checkNext(signal)
      } catch (error) {
        if (signal.aborted) return
        const atLeastMs = this.#fail(error)
        this.#check.end()
        this.#endRound()
        for (const name of left) this.#due.add(name)
        // On a lossy network each round gets a little further, and must not pay for it with ever longer pauses.
        if (left.size < asked) this.#backoff.succeed()
        // Signed out or too old: the timer, a wake-up, the sign-in or the updated app asks again.
        if (error instanceof SignedOutError || error instanceof UpgradeRequiredError) continue
        await this.#backoff.pause(signal, atLeastMs)
        this.#wakeSignal.ring()
      }
    }
  }

  async #syncNotices(signal: AbortSignal): Promise<void> {
    if (!this.#areNoticesDue) return
    this.#areNoticesDue = false
    try {
      const { newIds, hasChanged } = await this.#options.notices.sync(this.#options.api, signal)
      if (hasChanged) this.#options.onNotices(newIds)
    } catch (error) {
      this.#areNoticesDue = true
      throw error
    }
  }

  async #forgetShops(isLost: (shopId: string) => boolean): Promise<void> {
    await this.#options.forgetDraftedRows(isLost)
    if (await this.#options.notices.forgetShops(isLost)) this.#options.onNotices([])
  }

  /**
   * Rows that were deleted stay for a while, so that an old page does not bring them back; then they go for good: at the start,
   * and in an app that stays open each day.
   */
  async #purge(): Promise<void> {
    const { localState, ports, withLock } = this.#options
    const nowMs = ports.clock().getTime()
    if (this.#purgedAtMs !== undefined && Math.abs(nowMs - this.#purgedAtMs) < purgeEveryMs) return
    const before = this.#purgedAtMs === undefined ? undefined : new Date(nowMs - purgeDelayMs)
    this.#purgedAtMs = nowMs
    for (const name of localState.database.collections) await withLock(() => localState.database.purge(name, before))
    await trimSent(this.#options.store, this.#lastHeardAt())
    await withLock(() => localState.outbox.holdSent())
  }

  /** Compares everything with the server; resolves when that is done, or cannot be now. */
  async checkDevice(): Promise<void> {
    if (!this.#gate.isOpen) return
    const done = this.#check.begin()
    this.#demandAll()
    await done
  }

  /** A part of the comparison; whatever else is due comes before the next one. */
  async #checkNext(signal: AbortSignal): Promise<void> {
    if (this.#options.localState.outbox.entries.length === 0) await this.#check.beginIfDue()
    if (await this.#check.step(signal)) this.#wakeSignal.ring()
  }

  #serverNow(): Date {
    const { ports, readClockOffsetMs } = this.#options
    return new Date(ports.clock().getTime() + (readClockOffsetMs() ?? 0))
  }

  /** The server's own word: a clock of this device that jumps ends nothing. */
  #lastHeardAt(): Date {
    return new Date(this.#options.readBootstrap()?.serverTime ?? 0)
  }

  /** Bounds what is kept of mutations that the server took. */
  async #trimSent(): Promise<void> {
    const { localState, store, withLock } = this.#options
    try {
      if (!(await trimSentInTime(store, this.#lastHeardAt(), localState.outbox.keptBytes))) return
      localState.outbox.keptBytes = 0
      await withLock(() => localState.outbox.holdSent())
    } catch {
      // The next answer tries again.
    }
  }

  #openFirstSync(): void {
    const { connection, ports, userId } = this.#options
    noteFirstSync(ports.notes, userId, true)
    if (connection.store.get().firstSync === null) connection.patch({ firstSync: { done: 0, total: null } })
  }

  /** Everything that was due has been fetched to its end. */
  #closeFirstSync(): void {
    const { connection, ports, userId } = this.#options
    if (isFirstSyncOpen(ports.notes, userId)) noteFirstSync(ports.notes, userId, false)
    connection.patch({ firstSync: null })
  }

  #endRound(): void {
    for (const done of this.#roundWaiters) done()
  }

  /** Who this is and what they may see, now. Opens the gate for pushes. */
  async #bootstrap(signal: AbortSignal): Promise<void> {
    const { api, localState, connection, userId, readBootstrap, saveBootstrap, withLock } = this.#options
    // Before the question: rights that change while the answer is on its way are asked for again.
    this.#needsBootstrap = false
    this.#leftShops.clear()
    const next = await api.bootstrap(signal)
    assertOwnBootstrap(next, userId)
    // Before contact counts as good, or a device that lacks rows would call itself synced for a moment.
    if (await lacksFeeds(localState.database, next)) this.#openFirstSync()
    this.#areNoticesDue = true
    connection.succeed()
    const before = readBootstrap()
    // What waits may leave at once; the server decides about each change again.
    this.#gate.open()
    await saveBootstrap(next)
    await this.#leaveShops(await findLostShops(localState.database, before, next), signal)
    await this.#showWaiting(findGainedShops(before, next))
    // Always: a form that closed because its shop went may have kept its draft a moment later.
    await this.#forgetShops((shopId) => next.shops.every(({ id }) => id !== shopId))
    await leaveCollections(localState, next, withLock)
    // What left took its checkpoints along.
    this.#checkpointByName.clear()
  }

  /** What still waits for a shop that was lost and is back went with its rows, and shows again at once. */
  async #showWaiting(shopIds: readonly string[]): Promise<void> {
    const { localState, withLock } = this.#options
    if (shopIds.length === 0 || localState.outbox.isEmpty) return
    const { outbox } = localState
    await withLock(() =>
      reconcile(
        localState,
        outbox.dirtyKeys().filter((key) => outbox.mutationsOf(key).some(({ shopId }) => shopIds.includes(shopId))),
      ),
    )
  }

  /** A page tells it before any bootstrap did: from here on the shops count as lost, and as gained when they are back. */
  async #onGone(shopIds: readonly string[], signal: AbortSignal): Promise<void> {
    const bootstrap = this.#options.readBootstrap()
    if (bootstrap !== null) await this.#options.saveBootstrap({ ...bootstrap, shops: bootstrap.shops.filter(({ id }) => !shopIds.includes(id)) })
    await this.#leaveShops(shopIds, signal)
    this.#needsBootstrap = true
    this.#wakeSignal.ring()
  }

  async #leaveShops(shopIds: readonly string[], signal: AbortSignal): Promise<void> {
    const { localState, newer, store, withLock } = this.#options
    if (shopIds.length === 0) return
    for (const shopId of shopIds) this.#leftShops.add(shopId)
    await leaveShops(localState, shopIds, withLock, () => this.#push.flush(signal))
    await withLock(async () => {
      for (const shopId of shopIds) await forgetSent(localState, store, shopId)
      for (const shopId of shopIds) await newer.forgetShop(shopId)
    })
    this.#checkpointByName.clear()
    await this.#forgetShops((shopId) => shopIds.includes(shopId))
  }

  /** Takes out of `left` what was pulled to its end. */
  async #pullAll(left: Set<CollectionName>, signal: AbortSignal): Promise<void> {
    const { localState, withLock } = this.#options
    const { outbox } = localState
    // Rows whose answer could not be stored before get what the server said.
    const unfinished = outbox.dirtyKeys().filter((key) => !outbox.isWaiting(key))
    if (unfinished.length > 0) await withLock(() => reconcile(localState, unfinished))
    const readable = readableCollections(new Set(this.#options.readBootstrap()?.privileges ?? []))
    const queue = [...left].filter((name) => readable.includes(name))
    const errors: unknown[] = []
    const runner = async (): Promise<void> => {
      for (let name = queue.shift(); name !== undefined; name = queue.shift()) {
        try {
          await this.#pullOne(name, signal)
          left.delete(name)
        } catch (error) {
          errors.push(error)
          return
        }
      }
    }
    await Promise.all(Array.from({ length: pullRunners }, runner))
    if (errors.length > 0) throw errors[0]
  }

  async #pullOne(name: CollectionName, signal: AbortSignal): Promise<void> {
    const { api, localState, connection, withLock } = this.#options
    const isHoled = this.#holed.delete(name)
    try {
      const from = isHoled ? mapValues(await localState.database.readCheckpoint(name), toStart) : this.#checkpointByName.get(name)
      const checkpoint = await pullCollection(
        {
          api,
          batchSize: this.#batchSize,
          localState,
          shopIds: this.#options.readBootstrap()?.shops.map(({ id }) => id) ?? [],
          withLock,
          whenAnswered: (keys) => this.#push.whenAnswered(keys),
          rowsInDoubt: () => this.#push.sumsInDoubt.rows(),
          onLeftOut: (keys) => this.#push.sumsInDoubt.leaveOut(keys),
          onConnection: () => this.#succeed(),
          onRows: (count, isFirst) => {
            if (isFirst) connection.patch({ firstSync: { done: (connection.store.get().firstSync?.done ?? 0) + count, total: null } })
            if (connection.store.get().problem !== null) connection.patch({ problem: null })
          },
          onGone: (shopIds) => this.#onGone(shopIds, signal),
          isLeft: (shopId) => this.#leftShops.has(shopId),
          newer: this.#options.newer,
          store: this.#options.store,
          clock: () => this.#serverNow(),
          onOtherFeed: (shopId) => this.#setBacks.ask(shopId, signal),
          onCompared: (shopId, changed) => this.#check.onCompared(name, shopId, changed),
          readMarking: () => this.#setBacks.marking,
        },
        name,
        signal,
        from,
      )
      this.#checkpointByName.set(name, checkpoint)
    } catch (error) {
      this.#checkpointByName.delete(name)
      if (isHoled) this.#holed.add(name)
      if (error instanceof MarkedError) return this.#demand([name])
      if (!(error instanceof AppError)) throw error
      if (error.code === 'FORBIDDEN') {
        // A right that ended since the bootstrap: the next round finds out what else did.
        const bootstrap = this.#options.readBootstrap()
        if (bootstrap !== null) await this.#options.saveBootstrap(withoutReading(bootstrap, name))
        await withLock(() => removeCollection(localState, name))
        this.#needsBootstrap = true
        this.#wakeSignal.ring()
      } else if (error.code !== 'NOT_FOUND') throw error
    }
  }

  /** Every change writes an entry of the log: those of many come in one page, behind the rows that people look at. */
  #demandActivities(signal: AbortSignal): void {
    if (this.#areActivitiesDue) return
    this.#areActivitiesDue = true
    void this.#options.ports.wait(activitiesDelayMs, signal).then(() => {
      this.#areActivitiesDue = false
      if (!signal.aborted) this.#demand(['activities'])
    })
  }

  /** Pulls the collections that moved past (or behind) what this device has. */
  async #onHeads(heads: Heads, signal: AbortSignal): Promise<void> {
    const { database } = this.#options.localState
    const named = new Set(Object.values(heads).flatMap((byCollection) => Object.keys(byCollection)))
    const moved: CollectionName[] = []
    for (const name of database.collections) {
      if (!named.has(name)) continue
      const checkpoint = this.#checkpointByName.get(name) ?? (await database.readCheckpoint(name).catch((): Checkpoint => ({})))
      const isMoved = Object.entries(heads).some(([shopId, byCollection]) => {
        const head = byCollection[name]
        return head !== undefined && head !== (checkpoint[shopId]?.seq ?? 0)
      })
      if (isMoved) moved.push(name)
    }
    const urgent = moved.filter((name) => name !== 'activities')
    if (urgent.length > 0) this.#demand(urgent)
    if (urgent.length < moved.length) this.#demandActivities(signal)
  }
}

const mapValues = <Value, Mapped>(byKey: Readonly<Record<string, Value>>, map: (value: Value) => Mapped): Record<string, Mapped> =>
  Object.fromEntries(Object.entries(byKey).map(([key, value]) => [key, map(value)]))
