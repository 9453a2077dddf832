import type { KnownFeeds } from '#schema/api/sync.ts'
import { jsonEquals } from '#schema/values/merge.ts'
import type { WithLock } from '../outbox/local-parts.ts'
import type { LocalState } from '../outbox/local-state.ts'
import { dropLeases } from '../numbers/number-leases.ts'
import type { DeviceStore } from '../storage/unsent-store.ts'
import type { Ports } from '../platform/ports.ts'
import { listKnownPlaces, takeBackSent } from '../outbox/sent.ts'
import { isSetBack, type SyncApi } from '../platform/server-port.ts'
import { toCompared } from '../storage/rows/checkpoint-table.ts'

type SetBacksOptions = {
  api: SyncApi
  localState: LocalState
  store: DeviceStore
  deviceId: string
  ports: Pick<Ports, 'clock'>
  withLock: WithLock
  /** Pull all collections, and send the outbox from its beginning. */
  onMarked: (sentAgain: number) => void
}

/** Detects a server whose database went back to an earlier state, and sends again what this device had sent since. */
export class SetBacks {
  readonly #options: SetBacksOptions
  /** Counts markings of checkpoints: a pull that began before one must not store its position. */
  marking = 0

  constructor(options: SetBacksOptions) {
    this.#options = options
  }

  /**
   * Asks the server up to where it still holds this device's mutations. Lost ones go back into the outbox, and all
   * collections of the shop are compared. Calls may overlap and answers come late: an answer counts only while the
   * known positions are those it was asked about.
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
        // More was sent and taken meanwhile, or the lost mutations are back in the outbox already.
        if (!areSame(known, await listKnownPlaces(store, shopId))) return undefined
        // Mark first: after a crash in between, the known position is still stored and the next page asks again.
        await this.#markCheckpoints(shopId)
        await dropLeases(store, [shopId])
        return takeBackSent(localState, store, shopId, { epoch, heldSeq }, ports.clock())
      })
      if (count !== undefined) return onMarked(count)
    }
  }

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
