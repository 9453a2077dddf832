import type { CollectionName } from '#schema/collections/index.ts'
import { AppError } from '#schema/errors.ts'
import { reconcile } from '../../outbox/local-state.ts'
import { AdaptiveBatch } from '../adaptive-batch.ts'
import { CollectionPull, MarkedError, type PullParts } from './collection-pull.ts'
import type { FeedPositions } from './feed-positions.ts'
import type { PullDemand } from './pull-demand.ts'
import type { ShopRights } from '../rights/shop-rights.ts'

const runnerCount = 3

type PullerParts = Omit<PullParts, 'batchSize' | 'shops'> & { demand: PullDemand; places: FeedPositions; rights: ShopRights }

/** Pulls collections to the ends of their feeds, several at a time. */
export class Puller {
  readonly #parts: PullerParts
  readonly #pullParts: PullParts
  /** Collections pulled to the end at least once. */
  readonly #ended = new Set<CollectionName>()

  constructor(parts: PullerParts) {
    this.#parts = parts
    const { ports, sizes } = parts.context
    const batchSize = new AdaptiveBatch({ least: sizes.pageMin, most: sizes.pageMax, monotonic: ports.monotonic })
    this.#pullParts = { ...parts, batchSize, shops: parts.rights }
  }

  /** Removes finished collections from `left`. @throws the first failure, after the other runners have ended */
  async pull(left: Set<CollectionName>, signal: AbortSignal): Promise<void> {
    await this.#finishAnswers()
    const readable = this.#parts.rights.readable()
    const queue = [...left].filter((name) => readable.includes(name))
    const errors: unknown[] = []
    const runner = async (): Promise<void> => {
      for (let name = queue.shift(); name !== undefined; name = queue.shift()) {
        try {
          await this.#parts.places.inTurn(name, () => this.#pullOne(name, signal))
          left.delete(name)
        } catch (error) {
          errors.push(error)
          return
        }
      }
    }
    await Promise.all(Array.from({ length: runnerCount }, runner))
    if (errors.length > 0) throw errors[0]
  }

  /** Rebuilds rows whose answer was taken but could not be stored. */
  async #finishAnswers(): Promise<void> {
    const { localState, withLock } = this.#parts.context
    const unfinished = localState.outbox.dirtyKeys().filter((key) => !localState.outbox.isWaiting(key))
    if (unfinished.length > 0) await withLock(() => reconcile(localState, unfinished))
  }

  async #pullOne(name: CollectionName, signal: AbortSignal): Promise<void> {
    const { demand, places, rights } = this.#parts
    const hasGap = places.takeGap(name)
    try {
      places.set(name, await CollectionPull.run(this.#partsOf(name), name, signal, await places.toBegin(name, hasGap)))
      this.#ended.add(name)
    } catch (error) {
      places.forget(name)
      if (hasGap) places.noteGap(name)
      if (error instanceof MarkedError) return demand.demand([name])
      if (!(error instanceof AppError)) throw error
      if (error.code === 'FORBIDDEN') await rights.loseCollection(name)
      else if (error.code !== 'NOT_FOUND') throw error
    }
  }

  /** A first sync continued from an earlier page still counts as one. */
  #partsOf(name: CollectionName): PullParts {
    const { events } = this.#pullParts
    return { ...this.#pullParts, events: { ...events, onRows: (count, isFirst) => events.onRows(count, isFirst || !this.#ended.has(name)) } }
  }
}
