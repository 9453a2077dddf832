import { numberLeasePrefix } from '../storage/meta-keys.ts'
import { type DeviceStore, readMeta } from '../storage/unsent-store.ts'
import { StolenLockError } from '../storage/write-lock.ts'
import { firstNumber, type NumberRange, withoutNumber, withRange } from './number-ranges.ts'

const leaseKey = (shopId: string): string => numberLeasePrefix + shopId

/** What is left of a shop's leases. `deviceId`: they belong to it, and are worth nothing to another. */
type StoredLease = { shopId: string; deviceId: string; ranges: NumberRange[] }

const rangesOf = (stored: unknown, deviceId: string): NumberRange[] => {
  const lease = stored as StoredLease | undefined
  return lease?.deviceId === deviceId ? lease.ranges : []
}

/** Numbers that a mutation gives its orders; they leave the lease with the transaction that stores it. */
export type TakenNumbers = { shopId: string; deviceId: string; numbers: readonly number[] }

/**
 * The ranges that this person leased on this device, by shop, on the disk alone: what a tab remembers may have been given by another
 * one. They are lost with the storage, which leaves a gap.
 */
export class NumberLeases {
  readonly #store: DeviceStore
  readonly #deviceId: string

  constructor(store: DeviceStore, deviceId: string) {
    this.#store = store
    this.#deviceId = deviceId
  }

  async read(shopId: string): Promise<NumberRange[]> {
    return rangesOf(await readMeta(this.#store, leaseKey(shopId)), this.#deviceId)
  }

  /** Inside the write lock, which keeps others from giving the same numbers until the mutation is stored. */
  begin(shopId: string): NumberTaking {
    return new NumberTaking(shopId, this.#deviceId, () => this.read(shopId))
  }

  /** Inside the write lock: a range that the server has leased to this device. */
  async add(shopId: string, range: NumberRange): Promise<void> {
    const { meta } = this.#store
    await this.#store.transaction('rw', meta, async () => {
      const ranges = withRange(rangesOf((await meta.get(leaseKey(shopId)))?.value, this.#deviceId), range)
      await meta.put({ key: leaseKey(shopId), value: { shopId, deviceId: this.#deviceId, ranges } satisfies StoredLease })
    })
  }
}

/** The numbers of one mutation: the lease is read when the first is wanted, and stays as it is. */
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

  /** Undefined when the lease is used up: the server gives one then. */
  async next(): Promise<number | undefined> {
    const ranges = this.#rest ?? (await this.#read())
    const number = firstNumber(ranges)
    if (number === undefined) return undefined
    this.#rest = withoutNumber(ranges, number) ?? []
    this.#numbers.push(number)
    return number
  }

  /** Undefined when none was taken. */
  taken(): TakenNumbers | undefined {
    return this.#numbers.length === 0 ? undefined : { shopId: this.#shopId, deviceId: this.#deviceId, numbers: this.#numbers }
  }
}

/**
 * Inside the transaction that stores the mutation: its numbers are given. By Dexie's own promises, as all requests there.
 * @throws StolenLockError when one was given meanwhile: nothing is stored, and the mutation is planned again
 */
export function giveNumbers({ meta }: DeviceStore, { shopId, deviceId, numbers }: TakenNumbers): PromiseLike<unknown> {
  return meta.get(leaseKey(shopId)).then((stored) => {
    let ranges: NumberRange[] | undefined = rangesOf(stored?.value, deviceId)
    for (const number of numbers) ranges = ranges && withoutNumber(ranges, number)
    if (ranges === undefined) throw new StolenLockError()
    return meta.put({ key: leaseKey(shopId), value: { shopId, deviceId, ranges } satisfies StoredLease })
  })
}

/** Inside the write lock: the server may not know any more what was leased for these shops. */
export const dropLeases = ({ meta }: Pick<DeviceStore, 'meta'>, shopIds: readonly string[]): PromiseLike<unknown> => meta.bulkDelete(shopIds.map(leaseKey))
