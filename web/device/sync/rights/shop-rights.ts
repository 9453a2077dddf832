import type { Bootstrap } from '#schema/api/sync.ts'
import type { CollectionName } from '#schema/collections/index.ts'
import { readableCollections, withoutReading } from '#schema/rules/access/access.ts'
import { reconcile } from '../../outbox/local-state.ts'
import { forgetSent } from '../../outbox/sent.ts'
import type { Gate } from '../../platform/gate.ts'
import { lacksFeeds } from '../../recovery/first-sync.ts'
import type { NewerRows } from '../../recovery/newer.ts'
import { removeCollection } from '../../recovery/removal.ts'
import type { ConnectionTracker } from '../connection.ts'
import type { FeedPositions } from '../pull/feed-positions.ts'
import type { FirstSyncState } from '../first-sync-state.ts'
import type { PullDemand } from '../pull/pull-demand.ts'
import type { Pusher } from '../push/pusher.ts'
import { assertOwnBootstrap, findGainedShops, findLostShops, leaveCollections, leaveShops } from './rights.ts'
import type { SyncContext } from '../sync-context.ts'

export type BootstrapPort = { read: () => Bootstrap | null; save: (bootstrap: Bootstrap) => Promise<void> }

type ShopRightsParts = {
  context: SyncContext
  userId: string
  /** Opens when the server has confirmed that the session is this user's. */
  gate: Gate
  bootstrap: BootstrapPort
  connection: ConnectionTracker
  demand: PullDemand
  places: FeedPositions
  pusher: Pick<Pusher, 'flush'>
  newer: NewerRows
  firstSync: FirstSyncState
  /** Removes data of lost shops from drafts, refused changes and notices. */
  forgetShops: (isLost: (shopId: string) => boolean) => Promise<void>
}

/** Applies changes of the user's privileges and shops: removes lost rows, shows regained ones. */
export class ShopRights {
  readonly #parts: ShopRightsParts
  /** Shops lost since the last bootstrap: pages in flight must not bring their rows back. */
  readonly #leftShops = new Set<string>()

  constructor(parts: ShopRightsParts) {
    this.#parts = parts
  }

  ids = (): readonly string[] => this.#parts.bootstrap.read()?.shops.map(({ id }) => id) ?? []

  isLeft = (shopId: string): boolean => this.#leftShops.has(shopId)

  readable(): readonly CollectionName[] {
    return readableCollections(new Set(this.#parts.bootstrap.read()?.privileges ?? []))
  }

  /** Requests the bootstrap and applies it. Opens the gate for pushes. */
  async ask(signal: AbortSignal): Promise<void> {
    const { bootstrap, connection, context, demand, firstSync, forgetShops, gate, places, userId } = this.#parts
    const { api, localState, withLock } = context
    demand.takeBootstrap()
    this.#leftShops.clear()
    const next = await api.bootstrap(signal)
    assertOwnBootstrap(next, userId)
    // Before `connection.succeed`: else a device that lacks rows would show as synced for a moment.
    if (await lacksFeeds(localState.database, next)) firstSync.open()
    demand.putBackNotices()
    connection.succeed()
    const before = bootstrap.read()
    // Push at once; the server checks each change again.
    gate.open()
    const [lostShops] = await Promise.all([withLock(() => findLostShops(localState, before, next)), bootstrap.save(next)])
    await this.#leaveShops(lostShops, signal)
    await this.#showWaiting(findGainedShops(before, next))
    await Promise.all([
      // Always: a form that closed with its shop may store its draft a moment later.
      forgetShops((shopId) => next.shops.every(({ id }) => id !== shopId)),
      leaveCollections(localState, next, withLock),
    ])
    // Removed rows took their checkpoints along.
    places.forgetAll()
  }

  /**
   * A page reported lost shops before the bootstrap did. They are removed from the known bootstrap, so that they count
   * as gained when they come back.
   */
  onGone = async (shopIds: readonly string[], signal: AbortSignal): Promise<void> => {
    const { bootstrap, demand } = this.#parts
    const known = bootstrap.read()
    if (known !== null) await bootstrap.save({ ...known, shops: known.shops.filter(({ id }) => !shopIds.includes(id)) })
    await this.#leaveShops(shopIds, signal)
    demand.demandBootstrap()
  }

  /** A privilege ended since the bootstrap; the next round finds out which others did. */
  async loseCollection(name: CollectionName): Promise<void> {
    const { bootstrap, context, demand } = this.#parts
    const known = bootstrap.read()
    if (known !== null) await bootstrap.save(withoutReading(known, name))
    await context.withLock(() => removeCollection(context.localState, name))
    demand.demandBootstrap()
  }

  /** Shows waiting changes of regained shops, which were removed with the rows. */
  async #showWaiting(shopIds: readonly string[]): Promise<void> {
    const { localState, withLock } = this.#parts.context
    const { outbox } = localState
    if (shopIds.length === 0 || outbox.isEmpty) return
    await withLock(() =>
      reconcile(
        localState,
        outbox.dirtyKeys().filter((key) => outbox.mutationsOf(key).some(({ shopId }) => shopIds.includes(shopId))),
      ),
    )
  }

  async #leaveShops(shopIds: readonly string[], signal: AbortSignal): Promise<void> {
    const { context, forgetShops, newer, places, pusher } = this.#parts
    const { localState, store, withLock } = context
    if (shopIds.length === 0) return
    for (const shopId of shopIds) this.#leftShops.add(shopId)
    await leaveShops(localState, shopIds, withLock, () => pusher.flush(signal))
    await withLock(async () => {
      for (const shopId of shopIds) await forgetSent(localState, store, shopId)
      for (const shopId of shopIds) await newer.forgetShop(shopId)
    })
    places.forgetAll()
    await forgetShops((shopId) => shopIds.includes(shopId))
  }
}
