import type { ReturnNumbers } from '#schema/api/numbers.ts'
import { numberLeasePrefix } from '../storage/meta-keys.ts'
import { type DeviceStore, readMeta } from '../storage/unsent-store.ts'
import { StolenLockError } from '../storage/write-lock.ts'
import { firstNumber, type NumberRange, withoutNumber, withRange } from '#schema/values/number-ranges.ts'

const leaseKey = (shopId: string): string => numberLeasePrefix + shopId

/** A shop's unused leased numbers, valid for this `deviceId` only. `isUsed`: an order got one of the lease. */
type StoredLease = { shopId: string; deviceId: string; ranges: NumberRange[]; isUsed: boolean }

const leaseOf = (stored: unknown, shopId: string, deviceId: string): StoredLease => {
  const lease = stored as StoredLease | undefined
  return lease?.deviceId === deviceId ? lease : { shopId, deviceId, ranges: [], isUsed: false }
}

/** Numbers that a mutation gives its orders; the transaction that stores it removes them from the lease. */
export type TakenNumbers = { shopId: string; deviceId: string; numbers: readonly number[] }

/**
 * The user's leased ranges on this device, by shop. Read from the disk only: another tab may have used numbers that
 * memory still holds. Losing the storage leaves a gap in the numbers.
 */
export class NumberLeases {
  readonly #store: DeviceStore
  readonly #deviceId: string

  constructor(store: DeviceStore, deviceId: string) {
    this.#store = store
    this.#deviceId = deviceId
  }

  async read(shopId: string): Promise<NumberRange[]> {
    return (await this.readWhole(shopId)).ranges
  }

  async readWhole(shopId: string): Promise<StoredLease> {
    return leaseOf(await readMeta(this.#store, leaseKey(shopId)), shopId, this.#deviceId)
  }

  /** Of all shops; shops without a number left are left out. */
  async readAll(): Promise<ReturnNumbers['shops']> {
    const stored = await this.#store.meta.where('key').startsWith(numberLeasePrefix).toArray()
    const shops = stored.map(({ key, value }) => leaseOf(value, key.slice(numberLeasePrefix.length), this.#deviceId))
    return shops.flatMap(({ shopId, ranges }) => (ranges.length === 0 ? [] : [{ shopId, ranges }]))
  }

  /** Call inside the write lock, which prevents others from using the same numbers until the mutation is stored. */
  begin(shopId: string): NumberTaking {
    return new NumberTaking(shopId, this.#deviceId, () => this.read(shopId))
  }

  /** Adds a range leased by the server; call inside the write lock. */
  async add(shopId: string, range: NumberRange): Promise<void> {
    const { meta } = this.#store
    await this.#store.transaction('rw', meta, async () => {
      const lease = leaseOf((await meta.get(leaseKey(shopId)))?.value, shopId, this.#deviceId)
      await meta.put({ key: leaseKey(shopId), value: { ...lease, ranges: withRange(lease.ranges, range) } satisfies StoredLease })
    })
  }
}

/** The numbers of one mutation. Reads the lease on first use and does not change it. */
export class NumberTaking {
  readonly #shopId: string
  readonly #deviceId: string
  readonly #read: () => Promise<NumberRange[]>
  readonly #numbers: number[] = []
  #rest: NumberRange[] | undefined

  constructor(shopId: string, deviceId: string, read: () => Promise<NumberRange[]>) {
    this.#shopId = shopId
    this.#deviceId = deviceId
    this.#read = read
  }

  /** Undefined when the lease is used up: then the server assigns a number. */
  async next(): Promise<number | undefined> {
    const ranges = this.#rest ?? (await this.#read())
    const number = firstNumber(ranges)
    if (number === undefined) return undefined
    this.#rest = withoutNumber(ranges, number) ?? []
    this.#numbers.push(number)
    return number
  }

  taken(): TakenNumbers | undefined {
    return this.#numbers.length === 0 ? undefined : { shopId: this.#shopId, deviceId: this.#deviceId, numbers: this.#numbers }
  }
}

/**
 * Removes a mutation's numbers from the lease, inside the transaction that stores it. Uses Dexie's promises, as all
 * requests there.
 * @throws StolenLockError when one was used meanwhile: nothing is stored, and the mutation is planned again
 */
export function giveNumbers({ meta }: DeviceStore, { shopId, deviceId, numbers }: TakenNumbers): PromiseLike<unknown> {
  return meta.get(leaseKey(shopId)).then((stored) => {
    let ranges: NumberRange[] | undefined = leaseOf(stored?.value, shopId, deviceId).ranges
    for (const number of numbers) ranges = ranges && withoutNumber(ranges, number)
    if (ranges === undefined) throw new StolenLockError()
    return meta.put({ key: leaseKey(shopId), value: { shopId, deviceId, ranges, isUsed: true } satisfies StoredLease })
  })
}

/** Drops leases that the server may have forgotten; call inside the write lock. */
export const dropLeases = ({ meta }: Pick<DeviceStore, 'meta'>, shopIds: readonly string[]): PromiseLike<unknown> => meta.bulkDelete(shopIds.map(leaseKey))
