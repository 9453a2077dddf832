import type { Bootstrap } from '#schema/api/sync.ts'
import type { CollectionName } from '#schema/collections/index.ts'
import { readableCollections, withoutReading } from '#schema/rules/access/access.ts'
import { reconcile } from '../../outbox/local-state.ts'
import { forgetSent } from '../../outbox/sent.ts'
import type { Gate } from '../../platform/gate.ts'
import { lacksFeeds } from '../../recovery/first-sync.ts'
import type { NewerRows } from '../../recovery/newer.ts'
import { removeCollection } from '../../recovery/removal.ts'
import type { ConnectionKeeper } from '../connection.ts'
import type { FeedPlaces } from '../pull/feed-places.ts'
import type { FirstSyncState } from '../first-sync-state.ts'
import type { PullDemand } from '../pull/pull-demand.ts'
import type { Pusher } from '../push/pusher.ts'
import { assertOwnBootstrap, findGainedShops, findLostShops, leaveCollections, leaveShops } from './rights.ts'
import type { SyncContext } from '../sync-context.ts'

/** What the server said last of the person: who they are and what they may see. */
export type BootstrapPort = { read: () => Bootstrap | null; save: (bootstrap: Bootstrap) => Promise<void> }

export type ShopRightsParts = {
  context: SyncContext
  userId: string
  /** Opens when the server has said that the session is this user's. */
  gate: Gate
  bootstrap: BootstrapPort
  connection: ConnectionKeeper
  demand: PullDemand
  places: FeedPlaces
  pusher: Pick<Pusher, 'flush'>
  newer: NewerRows
  firstSync: FirstSyncState
  /** Takes what this device keeps of the rows of lost shops out of drafts, refused changes and notices. */
  forgetShops: (isLost: (shopId: string) => boolean) => Promise<void>
}

/** Follows the person's rights: what may no longer be held here leaves, and what may be again shows. */
export class ShopRights {
  readonly #parts: ShopRightsParts
  /** Shops that went since the last bootstrap: pages that were on their way then must not bring them back. */
  readonly #leftShops = new Set<string>()

  constructor(parts: ShopRightsParts) {
    this.#parts = parts
  }

  ids = (): readonly string[] => this.#parts.bootstrap.read()?.shops.map(({ id }) => id) ?? []

  isLeft = (shopId: string): boolean => this.#leftShops.has(shopId)

  readable(): readonly CollectionName[] {
    return readableCollections(new Set(this.#parts.bootstrap.read()?.privileges ?? []))
  }

  /** Asks who this is and what they may see, now. Opens the gate for pushes. */
  async ask(signal: AbortSignal): Promise<void> {
    const { bootstrap, connection, context, demand, firstSync, forgetShops, gate, places, userId } = this.#parts
    const { api, localState, withLock } = context
    demand.takeBootstrap()
    this.#leftShops.clear()
    const next = await api.bootstrap(signal)
    assertOwnBootstrap(next, userId)
    // Before the connection counts as good, or a device that lacks rows would call itself synced for a moment.
    if (await lacksFeeds(localState.database, next)) firstSync.open()
    demand.putBackNotices()
    connection.succeed()
    const before = bootstrap.read()
    // What waits may leave at once; the server decides about each change again.
    gate.open()
    const [lostShops] = await Promise.all([withLock(() => findLostShops(localState, before, next)), bootstrap.save(next)])
    await this.#leaveShops(lostShops, signal)
    await this.#showWaiting(findGainedShops(before, next))
    await Promise.all([
      // Always: a form that closed because its shop went may have kept its draft a moment later.
      forgetShops((shopId) => next.shops.every(({ id }) => id !== shopId)),
      leaveCollections(localState, next, withLock),
    ])
    // What left took its checkpoints along.
    places.forgetAll()
  }

  /** A page tells it before any bootstrap did: from here on the shops count as lost, and as gained when they are back. */
  onGone = async (shopIds: readonly string[], signal: AbortSignal): Promise<void> => {
    const { bootstrap, demand } = this.#parts
    const known = bootstrap.read()
    if (known !== null) await bootstrap.save({ ...known, shops: known.shops.filter(({ id }) => !shopIds.includes(id)) })
    await this.#leaveShops(shopIds, signal)
    demand.demandBootstrap()
  }

  /** A right that ended since the bootstrap: the next round finds out what else did. */
  async loseCollection(name: CollectionName): Promise<void> {
    const { bootstrap, context, demand } = this.#parts
    const known = bootstrap.read()
    if (known !== null) await bootstrap.save(withoutReading(known, name))
    await context.withLock(() => removeCollection(context.localState, name))
    demand.demandBootstrap()
  }

  /** What still waits for a shop that was lost and is back went with its rows, and shows again at once. */
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
