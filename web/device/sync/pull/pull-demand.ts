import type { Heads } from '#schema/api/sync.ts'
import { type CollectionName, isCollectionName } from '#schema/collections/index.ts'
import { Signal } from '../../platform/signal.ts'
import type { FeedPositions } from './feed-positions.ts'
import type { SyncContext } from '../sync-context.ts'

/** Once a minute while polling. */
const bootstrapEveryPolls = 4
const activitiesDelayMs = 300

/** What the next round must pull. A demand raised during a round is for the one after it. */
export class PullDemand {
  readonly #context: Pick<SyncContext, 'localState' | 'ports'>
  readonly #places: FeedPositions
  readonly #signal = new Signal()
  readonly #due = new Set<CollectionName>()
  #isBootstrapDue = true
  #areNoticesDue = true
  #areActivitiesDue = false
  #polls = 0

  constructor(context: Pick<SyncContext, 'localState' | 'ports'>, places: FeedPositions) {
    this.#context = context
    this.#places = places
  }

  get isBootstrapDue(): boolean {
    return this.#isBootstrapDue
  }

  get hasCollections(): boolean {
    return this.#due.size > 0
  }

  wait(signal: AbortSignal): Promise<void> {
    return this.#signal.wait(signal)
  }

  /** Starts a round, even if nothing is due. */
  demandRound(): void {
    this.#signal.raise()
  }

  /** Does not cut a pause short: during an import, heads move many times a second. */
  demand(collections: readonly CollectionName[]): void {
    for (const name of collections) this.#due.add(name)
    this.#signal.raise()
  }

  demandCollections(): void {
    this.demand(this.#context.localState.database.collections)
  }

  demandBootstrap(): void {
    this.#isBootstrapDue = true
    this.#signal.raise()
  }

  demandAll(): void {
    this.#isBootstrapDue = true
    this.demandCollections()
  }

  demandNotices(): void {
    this.#areNoticesDue = true
    this.#signal.raise()
  }

  /** Replaces an unproven stream. Privileges change rarely, and a page reports lost shops: the bootstrap is polled less often. */
  poll(): void {
    this.#polls += 1
    if (this.#polls % bootstrapEveryPolls === 1) this.#isBootstrapDue = true
    this.demandCollections()
  }

  /** While a collection's position is moving, compare its head afterwards. */
  async onHeads(heads: Heads, signal: AbortSignal): Promise<void> {
    const moving = this.#context.localState.database.collections.filter((name) => this.#places.isMoving(name))
    for (const name of moving)
      void this.#places.whenStill(name).then(() =>
        this.#demandMoved(
          pickHeads(heads, (other) => other === name),
          signal,
        ),
      )
    await this.#demandMoved(moving.length === 0 ? heads : pickHeads(heads, (name) => !moving.includes(name)), signal)
  }

  async #demandMoved(heads: Heads, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return
    const moved = await this.#places.findMoved(heads)
    const urgent = moved.filter((name) => name !== 'activities')
    if (urgent.length > 0) this.demand(urgent)
    if (urgent.length < moved.length) this.#demandActivities(signal)
  }

  takeCollections(): Set<CollectionName> {
    const taken = new Set(this.#context.localState.database.collections.filter((name) => this.#due.has(name)))
    this.#due.clear()
    return taken
  }

  /** Puts back what the round did not finish. */
  putBack(collections: ReadonlySet<CollectionName>): void {
    for (const name of collections) this.#due.add(name)
  }

  /** Call before the request: a change of privileges during it must trigger another one. */
  takeBootstrap(): void {
    this.#isBootstrapDue = false
  }

  putBackBootstrap(): void {
    this.#isBootstrapDue = true
  }

  takeNotices(): boolean {
    const areDue = this.#areNoticesDue
    this.#areNoticesDue = false
    return areDue
  }

  putBackNotices(): void {
    this.#areNoticesDue = true
  }

  /** Every change writes a log entry: wait, so that many come in one page, after the rows that users see. */
  #demandActivities(signal: AbortSignal): void {
    if (this.#areActivitiesDue) return
    this.#areActivitiesDue = true
    void this.#context.ports.wait(activitiesDelayMs, signal).then(() => {
      this.#areActivitiesDue = false
      if (!signal.aborted) this.demand(['activities'])
    })
  }
}

const pickHeads = (heads: Heads, isWanted: (name: CollectionName) => boolean): Heads =>
  Object.fromEntries(
    Object.entries(heads).map(([shopId, byCollection]) => [
      shopId,
      Object.fromEntries(Object.entries(byCollection).filter(([name]) => isCollectionName(name) && isWanted(name))),
    ]),
  )
