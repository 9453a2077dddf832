import type { CollectionName } from '#schema/collections/index.ts'
import { Announcement } from '../platform/announcement.ts'
import type { Backoff } from '../platform/backoff.ts'
import type { Gate } from '../platform/gate.ts'
import { SignedOutError, UpgradeRequiredError } from '../platform/server-port.ts'
import type { DeviceCheck } from '../recovery/device-check.ts'
import type { FirstSyncState } from './first-sync-state.ts'
import type { Housekeeping } from './sync-housekeeping.ts'
import type { NoticeStore } from './notice-store.ts'
import type { PullDemand } from './pull/pull-demand.ts'
import type { Puller } from './pull/puller.ts'
import type { Pusher } from './push/pusher.ts'
import type { ShopRights } from './rights/shop-rights.ts'
import type { ConnectionPort, SyncContext } from './sync-context.ts'

/** Send a backlog first for up to this time: each page would delay the answers, and bring the same rows again. */
const sendingPatienceMs = 2_000

type RoundParts = {
  context: SyncContext
  gate: Gate
  backoff: Backoff
  demand: PullDemand
  pusher: Pusher
  puller: Puller
  rights: ShopRights
  check: DeviceCheck
  firstSync: FirstSyncState
  housekeeping: Housekeeping
  notices: Pick<NoticeStore, 'sync'>
  /** Everything due has been pulled. */
  onRound: () => void
  fail: ConnectionPort['fail']
}

/** Runs rounds of pulling: each requests what is due, bootstrap first, and is repeated after a pause if it fails. */
export class Rounds {
  readonly #parts: RoundParts
  /** A round has ended, successfully or not. */
  readonly #ended = new Announcement()

  constructor(parts: RoundParts) {
    this.#parts = parts
  }

  /** Resolves when everything due has been pulled, or a try has failed. */
  whenEnded(signal: AbortSignal): Promise<void> {
    return this.#ended.next(signal)
  }

  async run(signal: AbortSignal): Promise<void> {
    const { backoff, demand } = this.#parts
    while (!signal.aborted) {
      await demand.wait(signal)
      if (signal.aborted) return
      const left = demand.takeCollections()
      const asked = left.size
      try {
        await this.#runOne(left, signal)
      } catch (error) {
        if (signal.aborted) return
        const atLeastMs = this.#fail(error, left)
        // On a lossy network each round gets a little further: pauses must not grow.
        if (left.size < asked) backoff.succeed()
        // Signed out or outdated: wait for the timer, a wake-up, the sign-in or the updated app.
        if (error instanceof SignedOutError || error instanceof UpgradeRequiredError) continue
        await backoff.pause(signal, atLeastMs)
        demand.demandRound()
      }
    }
  }

  /** Removes finished collections from `left`. */
  async #runOne(left: Set<CollectionName>, signal: AbortSignal): Promise<void> {
    const { backoff, demand, firstSync, gate, housekeeping, onRound, puller, pusher } = this.#parts
    if (demand.isBootstrapDue || !gate.isOpen) await this.#askForBootstrap(signal)
    await pusher.whenCaughtUp(sendingPatienceMs, signal)
    await puller.pull(left, signal)
    await this.#syncNotices(signal)
    backoff.succeed()
    if (!demand.hasCollections) {
      firstSync.close()
      this.#ended.make()
      onRound()
    }
    await housekeeping.purge()
    // Compare one part at a time; due pulls go first.
    if (!demand.hasCollections) await this.#checkNext(signal)
  }

  #fail(error: unknown, left: ReadonlySet<CollectionName>): number {
    const { check, demand, fail } = this.#parts
    const atLeastMs = fail(error)
    check.end()
    this.#ended.make()
    demand.putBack(left)
    return atLeastMs
  }

  async #askForBootstrap(signal: AbortSignal): Promise<void> {
    const { demand, rights } = this.#parts
    try {
      await rights.ask(signal)
    } catch (error) {
      demand.putBackBootstrap()
      throw error
    }
  }

  async #syncNotices(signal: AbortSignal): Promise<void> {
    const { context, demand, notices } = this.#parts
    if (!demand.takeNotices()) return
    try {
      await notices.sync(context.api, signal)
    } catch (error) {
      demand.putBackNotices()
      throw error
    }
  }

  async #checkNext(signal: AbortSignal): Promise<void> {
    const { check, context, demand } = this.#parts
    if (context.localState.outbox.entries.length === 0) await check.beginIfDue()
    if (await check.step(signal)) demand.demandRound()
  }
}
