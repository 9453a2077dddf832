import type { KnownFeeds } from '#schema/api/sync.ts'
import { jsonEquals } from '#schema/values/merge.ts'
import type { WithLock } from '../outbox/local-parts.ts'
import type { LocalState } from '../outbox/local-state.ts'
import { dropLeases } from '../numbers/number-leases.ts'
import type { DeviceStore } from '../storage/unsent-store.ts'
import { toCompared } from '../storage/checkpoint-marks.ts'
import type { Ports } from '../platform/ports.ts'
import { listKnownPlaces, takeBackSent } from '../outbox/sent.ts'
import { isSetBack, type SyncApi } from '../platform/server-port.ts'

export type SetBacksOptions = {
  api: SyncApi
  localState: LocalState
  store: DeviceStore
  deviceId: string
  ports: Pick<Ports, 'clock'>
  withLock: WithLock
  /** All collections are to be pulled, and everything that waits to be sent from its beginning. */
  onMarked: (sentAgain: number) => void
}

/** A server whose database went back to an earlier state by itself: what this device had sent since is sent again. */
export class SetBacks {
  readonly #options: SetBacksOptions
  /** How often checkpoints were marked: a pull that began before must not store what it reached. */
  marking = 0

  constructor(options: SetBacksOptions) {
    this.#options = options
  }

  /**
   * Asks the server how far its feed is the one that took this device's mutations. If it lost some of them, every collection of the shop is
   * compared anew, and they go back into the outbox. Several may ask at once, and an answer may be late: what it says holds only for what
   * was asked about.
   */
  async ask(shopId: string, signal: AbortSignal): Promise<void> {
    const { api, localState, deviceId, onMarked, ports, store, withLock } = this.#options
    for (;;) {
      const known = await listKnownPlaces(store, shopId)
      if (known === undefined) return
      const answer = await api.push({ deviceId, deviceTime: ports.clock().toISOString(), mutations: [], known }, signal)
      const epoch = known[shopId]?.epoch
      if (epoch === undefined || !isSetBack(answer) || answer.setBack[shopId] === undefined) return
      const heldSeq = answer.setBack[shopId]
      const count = await withLock(async () => {
        // The server has taken more since, or what it lost was taken back and perhaps sent again already.
        if (!areSame(known, await listKnownPlaces(store, shopId))) return undefined
        // First: a page that dies in between asks again, because the answered place is still known.
        await this.#markCheckpoints(shopId)
        await dropLeases(store, [shopId])
        return takeBackSent(localState, store, shopId, { epoch, heldSeq }, ports.clock())
      })
      if (count !== undefined) return onMarked(count)
    }
  }

  /** Somebody else marked some. */
  noteMarking(): void {
    this.marking += 1
  }

  async #markCheckpoints(shopId: string): Promise<void> {
    const { database } = this.#options.localState
    this.marking += 1
    for (const name of database.collections) {
      const checkpoint = await database.readCheckpoint(name)
      const reached = checkpoint[shopId]
      if (reached !== undefined) await database.saveCheckpoint(name, { ...checkpoint, [shopId]: toCompared(reached) })
    }
  }
}

const areSame = (one: KnownFeeds, other: KnownFeeds | undefined): boolean => other !== undefined && jsonEquals(one, other)
