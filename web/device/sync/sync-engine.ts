import { LazyLeaseRefiller } from '../numbers/lazy-lease-refiller.ts'
import { Backoff } from '../platform/backoff.ts'
import { Gate } from '../platform/gate.ts'
import { type CheckProgress, DeviceCheck } from '../recovery/device-check.ts'
import type { NewerRows } from '../recovery/newer.ts'
import { SetBacks } from '../recovery/set-back.ts'
import type { ShowEarly } from '../rows/show-early.ts'
import type { RefusedEntry } from '../storage/unsent-store.ts'
import type { ConnectionTracker } from './connection.ts'
import type { PullEvents } from './pull/collection-pull.ts'
import { FeedPositions } from './pull/feed-positions.ts'
import { countRows } from '../recovery/first-sync.ts'
import { FirstSyncState } from './first-sync-state.ts'
import { Housekeeping } from './sync-housekeeping.ts'
import { LiveRowReceiver } from './live/live-row-receiver.ts'
import { LiveStream } from './live/live-stream.ts'
import type { NoticeStore } from './notice-store.ts'
import { PullDemand } from './pull/pull-demand.ts'
import { Puller } from './pull/puller.ts'
import { Pusher } from './push/pusher.ts'
import { type BootstrapPort, ShopRights } from './rights/shop-rights.ts'
import { Rounds } from './rounds.ts'
import type { SyncContext } from './sync-context.ts'

const pullEveryMs = 5 * 60_000

type SyncEvents = {
  onSettled: (refused: RefusedEntry[]) => void
  /** Number of accepted mutations that went back into the outbox. */
  onSentAgain: (count: number) => void
  onCheckProgress: (progress: CheckProgress | null) => void
}

type SyncEngineOptions = {
  context: SyncContext
  userId: string
  bootstrap: BootstrapPort
  connection: ConnectionTracker
  newer: NewerRows
  showEarly: ShowEarly
  notices: Pick<NoticeStore, 'sync' | 'forgetShops'>
  /** Shops opened on this device, newest first. */
  visitedShops: () => readonly string[]
  /** Removes data of lost shops from drafts. */
  forgetDraftedRows: (isLost: (shopId: string) => boolean) => Promise<void>
  events: SyncEvents
}

/** All communication with the server; runs in the leading tab for one term of leadership. */
export class SyncEngine {
  readonly #options: SyncEngineOptions
  readonly #gate = new Gate()
  readonly #backoff: Backoff
  readonly #demand: PullDemand
  readonly #pusher: Pusher
  readonly #live: LiveStream
  readonly #rounds: Rounds
  readonly #check: DeviceCheck
  readonly #firstSync: FirstSyncState
  readonly #housekeeping: Housekeeping
  readonly #numbers: LazyLeaseRefiller | undefined

  constructor(options: SyncEngineOptions) {
    this.#options = options
    const { bootstrap, connection, context, newer, userId } = options
    const { localState, ports } = context
    const places = new FeedPositions(localState.database)
    const demand = new PullDemand(context, places)
    this.#demand = demand
    this.#backoff = new Backoff(ports.random, ports.wait)
    this.#firstSync = new FirstSyncState(ports.notes, userId, connection)
    this.#housekeeping = new Housekeeping(context, this.#heardAt)
    this.#pusher = this.#createPusher(places, (shopId, signal) => setBacks.ask(shopId, signal))
    this.#numbers = this.#createLeaseRefiller()
    const setBacks = new SetBacks({
      ...context,
      onMarked: (count) => {
        places.forgetAll()
        this.#pusher.sendFromStart()
        demand.demandCollections()
        options.events.onSentAgain(count)
      },
    })
    this.#check = new DeviceCheck({
      ...context,
      heardAt: this.#heardAt,
      readBootstrap: bootstrap.read,
      listener: {
        onMarked: (name) => {
          setBacks.noteMarking()
          places.forget(name)
          demand.demand([name])
        },
        onMoved: (name) => demand.demand([name]),
        onProgress: options.events.onCheckProgress,
      },
    })
    const forgetShops = (isLost: (shopId: string) => boolean): Promise<void> => this.#forgetShops(isLost)
    const parts = { context, demand, places, pusher: this.#pusher, newer }
    const rights = new ShopRights({ ...parts, userId, gate: this.#gate, bootstrap, connection, firstSync: this.#firstSync, forgetShops })
    const events: PullEvents = {
      onConnection: () => this.#succeed(),
      onRows: (count, isFirst) => {
        if (isFirst) this.#firstSync.count(count)
        if (connection.store.get().problem !== null) connection.patch({ problem: null })
      },
      onCompared: (name, shopId, changed) => this.#check.onCompared(name, shopId, changed),
    }
    const serverNow = (): Date => new Date(ports.clock().getTime() + (context.readClockOffsetMs() ?? 0))
    const puller = new Puller({ ...parts, rights, setBacks, serverNow, events })
    this.#rounds = new Rounds({
      ...parts,
      gate: this.#gate,
      backoff: this.#backoff,
      puller,
      rights,
      check: this.#check,
      firstSync: this.#firstSync,
      housekeeping: this.#housekeeping,
      notices: options.notices,
      onRound: () => this.wakeNumbers(),
      fail: (error) => this.#fail(error),
    })
    this.#live = this.#createLiveStream(new LiveRowReceiver({ ...parts, rights, setBacks, events, showEarly: options.showEarly }))
  }

  #createPusher(places: FeedPositions, askSetBack: (shopId: string, signal: AbortSignal) => Promise<void>): Pusher {
    const { connection, context, events } = this.#options
    return new Pusher({
      context,
      gate: this.#gate,
      connection: {
        isUp: () => connection.store.get().phase === 'online',
        succeed: () => this.#succeed(),
        fail: (error) => this.#fail(error),
      },
      events: {
        onGaps: (names) => {
          for (const name of names) places.noteGap(name)
          this.#demand.demand(names)
        },
        async onSetBack(shopIds, signal) {
          for (const shopId of shopIds) await askSetBack(shopId, signal)
        },
        onSettled: (refused, isStored) => {
          if (context.localState.outbox.entries.length === 0) connection.patch({ isSending: false })
          if (isStored) connection.patch({ problem: null })
          events.onSettled(refused)
          this.wakeNumbers()
          void this.#housekeeping.trimSent()
        },
      },
    })
  }

  #createLeaseRefiller(): LazyLeaseRefiller | undefined {
    const { bootstrap, context, visitedShops } = this.#options
    const { numbers } = context.api
    if (numbers === undefined) return undefined
    const shopIds = (): string[] => bootstrap.read()?.shops.map(({ id }) => id) ?? []
    return new LazyLeaseRefiller({ ...context, numbers, shopIds, visitedShops, isOpen: () => this.#gate.isOpen })
  }

  #createLiveStream(liveRows: LiveRowReceiver): LiveStream {
    const { connection, context } = this.#options
    const demand = this.#demand
    let hasListened = false
    return new LiveStream({
      api: context.api,
      gate: this.#gate,
      ports: context.ports,
      events: {
        onOpen: () => {
          // Privileges may have changed between the last bootstrap and the opening of the stream.
          demand.demandBootstrap()
          // The server may have been replaced with equal heads: only a pull compares the checkpoints' marks.
          if (hasListened) demand.demandCollections()
          hasListened = true
          this.#backoff.wake()
          this.#pusher.wake()
        },
        onHeads: (heads, signal) => void demand.onHeads(heads, signal),
        onRows: (rows, signal) => liveRows.take(rows, signal),
        onAccess: () => this.#demandAll(),
        onNotices: () => demand.demandNotices(),
        onLost: () => demand.demandBootstrap(),
        onPoll: () => demand.poll(),
        onProof: (isProven) => connection.patch({ isPolling: !isProven }),
      },
    })
  }

  /** Runs until the term ends; then every loop stops at once. */
  async run(signal: AbortSignal): Promise<void> {
    const { bootstrap, connection, context } = this.#options
    this.#firstSync.resume(() => countRows(context.localState.database, bootstrap.read()))
    this.#demandAll()
    connection.patch({ isSending: context.localState.outbox.entries.length > 0, isPolling: false })
    this.#numbers?.start(signal)
    await Promise.all([this.#pusher.run(signal), this.#rounds.run(signal), this.#live.run(signal), this.#runTimer(signal)])
    this.#check.end()
    context.localState.outbox.letSentGo()
  }

  onLocalChange(): void {
    this.#options.connection.patch({ isSending: true })
    this.#pusher.wake()
  }

  /** Numbers may be missing: some were used, or another shop was opened. */
  wakeNumbers(): void {
    this.#numbers?.wake()
  }

  demandNotices(): void {
    this.#demand.demandNotices()
  }

  /** The network came back, or the page became visible. */
  onWakeUp(): void {
    this.#backoff.restart()
    this.#pusher.restart()
    this.#live.restart()
    this.#live.renew()
    this.#demandAll()
  }

  /**
   * The browser reports a lost network. A response in flight would mark the connection as good, and a dead stream may
   * look open for minutes: ask the server again.
   */
  onNetworkLost(): void {
    this.#demand.demandBootstrap()
    this.#live.end()
  }

  /** Pushes and pulls everything; resolves when that is done or a try has failed. */
  async syncNow(signal: AbortSignal): Promise<void> {
    const ended = this.#rounds.whenEnded(signal)
    this.onWakeUp()
    await ended
    if (this.#gate.isOpen) await this.#pusher.flush(signal)
  }

  /** Compares everything with the server; resolves when that is done or impossible. */
  async checkDevice(): Promise<void> {
    if (!this.#gate.isOpen) return
    const done = this.#check.begin()
    this.#demandAll()
    await done
  }

  #demandAll(): void {
    this.#demand.demandAll()
    this.#backoff.wake()
  }

  /** A response that arrives after the session ended must not reopen it. */
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
      await this.#options.context.ports.wait(pullEveryMs, signal)
      if (signal.aborted) return
      this.#demandAll()
      this.#pusher.wake()
      this.#live.wake()
      this.#live.renew()
    }
  }

  async #forgetShops(isLost: (shopId: string) => boolean): Promise<void> {
    const { forgetDraftedRows, notices } = this.#options
    await Promise.all([forgetDraftedRows(isLost), notices.forgetShops(isLost)])
  }

  /** Server time: a jump of the device's clock must not expire anything. */
  readonly #heardAt = (): Date => new Date(this.#options.bootstrap.read()?.serverTime ?? 0)
}
