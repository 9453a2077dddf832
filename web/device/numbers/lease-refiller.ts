import { leaseMax } from '#schema/api/numbers.ts'
import { AppError } from '#schema/errors.ts'
import type { Ports } from '../platform/ports.ts'
import type { NumbersApi } from '../platform/server-port.ts'
import type { DeviceStore } from '../storage/unsent-store.ts'
import { Signal } from '../platform/signal.ts'
import { NumberLeases } from './number-leases.ts'
import { countNumbers, isRangeOf } from '#schema/values/number-ranges.ts'

/** A shop in which this device made no order yet: a hundred for offline orders, and no more, since a lost device leaves them as a gap. */
const atFirst = { below: 100, full: 100 }
/** Keeps a hundred while orders are made; the rest covers the time until the next lease. */
const inUse = { below: 110, full: 150 }
/** Pause between shops that were not opened here: they are filled last, one by one. */
const restMs = 3_000
const askAgainMs = 60_000
/** For a server without leases, or a shop just removed. */
const askMissingAgainMs = 60 * 60_000

export type NumberKeeperOptions = {
  numbers: NumbersApi
  store: DeviceStore
  deviceId: string
  shopIds: () => readonly string[]
  /** Shops opened on this device, newest first. */
  visitedShops: () => readonly string[]
  isOpen: () => boolean
  withLock: <T>(run: () => Promise<T>) => Promise<T>
  ports: Pick<Ports, 'monotonic' | 'wait'>
}

/** Keeps all shops' leases full while online, at the lowest priority. */
export class LeaseRefiller {
  readonly #options: NumberKeeperOptions
  readonly #leases: NumberLeases
  readonly #wakeSignal = new Signal()
  /** By shop: the time of the next request. */
  readonly #restingUntilMs = new Map<string, number>()

  constructor(options: NumberKeeperOptions) {
    this.#options = options
    this.#leases = new NumberLeases(options.store, options.deviceId)
  }

  wake(): void {
    this.#wakeSignal.raise()
  }

  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await this.#wakeSignal.wait(signal)
      if (signal.aborted) return
      // After a storage failure or a lost lock, the next sync round wakes this again.
      await this.#fillAll(signal).catch(() => undefined)
    }
  }

  async #fillAll(signal: AbortSignal): Promise<void> {
    const visited = new Set(this.#options.visitedShops())
    const shopIds = this.#options.shopIds()
    const others = shopIds.filter((shopId) => !visited.has(shopId))
    for (const shopId of [...visited].filter((id) => shopIds.includes(id))) if (!(await this.#fill(shopId, signal))) return
    for (const [index, shopId] of others.entries()) {
      if (!(await this.#isLow(shopId))) continue
      if (index > 0 || visited.size > 0) await this.#options.ports.wait(restMs, signal)
      if (!(await this.#fill(shopId, signal))) return
    }
  }

  async #isLow(shopId: string): Promise<boolean> {
    return (await this.#countMissing(shopId)) > 0
  }

  /** How many numbers to lease now; 0: enough are left. */
  async #countMissing(shopId: string): Promise<number> {
    const { ranges, isUsed } = await this.#leases.readWhole(shopId)
    const { below, full } = isUsed ? inUse : atFirst
    const left = countNumbers(ranges)
    return left < below ? full - left : 0
  }

  /** False: stop; the other shops would fail too. */
  async #fill(shopId: string, signal: AbortSignal): Promise<boolean> {
    const { deviceId, isOpen, numbers, ports, withLock } = this.#options
    if (signal.aborted || !isOpen()) return false
    const count = await this.#countMissing(shopId)
    if (count === 0 || (this.#restingUntilMs.get(shopId) ?? 0) > ports.monotonic()) return true
    this.#restingUntilMs.set(shopId, ports.monotonic() + askAgainMs)
    try {
      const range = await numbers.lease({ deviceId, shopId, count, orFewer: true }, signal)
      if (!isRangeOf(range, leaseMax)) return true
      await withLock(() => this.#leases.add(shopId, range))
      this.#restingUntilMs.delete(shopId)
      // A smaller range brought some; one that is here already brings none.
      return (await this.#countMissing(shopId)) < count ? await this.#fill(shopId, signal) : true
    } catch (error) {
      if (!(error instanceof AppError)) {
        // No answer: ask again once online.
        this.#restingUntilMs.delete(shopId)
        return false
      }
      if (error.code === 'NOT_FOUND') this.#restingUntilMs.set(shopId, ports.monotonic() + askMissingAgainMs)
      return error.code !== 'NOT_FOUND' && error.code !== 'TOO_MANY_REQUESTS'
    }
  }
}
