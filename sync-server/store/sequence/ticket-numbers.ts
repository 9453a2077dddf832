import { defineInsert } from '../../db/rows-statement.ts'
import { runCompiled } from '../../db/transaction.ts'
import type { Tx } from '../../db/database.ts'
import { settleAll, settleEach } from '../../db/settle-all.ts'
import { defineStatement } from '../../db/statement.ts'
import type { BatchCache } from '../batch/batch-cache.ts'
import type { RowsTarget } from '../batch/write-queue.ts'

type Next = { next: number }

const read = defineStatement<Next>((db, argument) => db.selectFrom('shop_feed').select('next_number as next').where('shop_id', '=', argument('shopId')))

const save = defineStatement<never>((db, argument) =>
  db
    .updateTable('shop_feed')
    .set({ next_number: argument('next') })
    .where('shop_id', '=', argument('shopId')),
)

const findLease = defineStatement<{ first_number: number }>((db, argument) =>
  db
    .selectFrom('number_leases')
    .select('first_number')
    .where('shop_id', '=', argument('shopId'))
    .where('user_id', '=', argument('userId'))
    .where('device_id', '=', argument('deviceId'))
    .where('first_number', '<=', argument('number'))
    .where('last_number', '>=', argument('number'))
    .limit(1),
)

/** Ranges without a device were given back. */
const findAnyLease = defineStatement<{ first_number: number }>((db, argument) =>
  db
    .selectFrom('number_leases')
    .select('first_number')
    .where('shop_id', '=', argument('shopId'))
    .where('device_id', '<>', '')
    .where('first_number', '<=', argument('number'))
    .where('last_number', '>=', argument('number'))
    .limit(1),
)

const findOrder = defineStatement<{ id: string }>((db, argument) =>
  db.selectFrom('orders').select('id').where('shop_id', '=', argument('shopId')).where('number', '=', argument('number')),
)

const findFormer = defineStatement<{ order_id: string }>((db, argument) =>
  db.selectFrom('former_ticket_numbers').select('order_id').where('shop_id', '=', argument('shopId')).where('number', '=', argument('number')).limit(1),
)

const formerNumbers: RowsTarget = {
  statement: defineInsert('former_ticket_numbers', ['shop_id', 'number', 'order_id']),
}

const findLeases = defineStatement<{ first: number; last: number }>((db, argument) =>
  db
    .selectFrom('number_leases')
    .select(['first_number as first', 'last_number as last'])
    .where('shop_id', '=', argument('shopId'))
    .where('user_id', '=', argument('userId'))
    .where('device_id', '=', argument('deviceId')),
)

/** Leases of any device in the span of some numbers. */
const findLeasesBetween = defineStatement<{ first: number; last: number }>((db, argument) =>
  db
    .selectFrom('number_leases')
    .select(['first_number as first', 'last_number as last'])
    .where('shop_id', '=', argument('shopId'))
    .where('device_id', '<>', '')
    .where('first_number', '<=', argument('to'))
    .where('last_number', '>=', argument('from')),
)

const takenMost = 1_000

/** Used numbers above the next one; usually few. */
const findAbove = (table: 'orders' | 'former_ticket_numbers') =>
  defineStatement<{ number: number }>((db, argument) =>
    db
      .selectFrom(table)
      .select('number')
      .where('shop_id', '=', argument('shopId'))
      .where('number', '>=', (eb) => eb.selectFrom('shop_feed').select('next_number').where('shop_id', '=', argument('shopId')))
      .orderBy('number')
      .limit(takenMost),
  )
const findOrdersAbove = findAbove('orders')
const findFormerAbove = findAbove('former_ticket_numbers')

const findAmong = async (trx: Tx, table: 'orders' | 'former_ticket_numbers', shopId: string, numbers: readonly number[]): Promise<{ number: number }[]> =>
  numbers.length === 0 ? [] : runCompiled(trx, trx.selectFrom(table).select('number').where('shop_id', '=', shopId).where('number', 'in', numbers).compile())

/** What was read ahead: which numbers are taken between `from` and `to` and among `wanted`. */
type Known = {
  from: number
  to: number
  wanted: ReadonlySet<number>
  taken: ReadonlySet<number>
  /** Of the sender. */
  leases: readonly Lease[]
  /** Of anybody, between the lowest and the highest of `wanted`; read for imports only. */
  leasesOfAll: readonly Lease[]
}

type Lease = { first: number; last: number }

const isWithin = (leases: readonly Lease[], number: number): boolean => leases.some(({ first, last }) => first <= number && number <= last)

/** Sender of the number: only leases of this device count. An import brings the numbers of slips that another program printed. */
export type NumberSender = { shopId: string; userId: string | null; deviceId: string | null; isImport?: boolean }

type GivenNumber = { number: number; formerNumbers: number[] }

/**
 * Assigns the ticket numbers of one transaction's orders. The order's seq has locked the shop's feed row, so no other
 * transaction assigns numbers of that shop meanwhile.
 */
export class TicketNumbers {
  readonly #memory: BatchCache
  readonly #nextByShop = new Map<string, number>()
  readonly #savedByShop = new Map<string, number>()
  readonly #knownByShop = new Map<string, Known>()
  /** Numbers used in this transaction, which may not be in the database yet. */
  readonly #given = new Set<string>()

  constructor(memory: BatchCache) {
    this.#memory = memory
  }

  /**
   * The wanted number if it is leased to the sender and free, otherwise the next one. A taken number of the sender's
   * lease, and one of an import that nobody has leased, is stored as a former one, since it may be printed; any other
   * wanted number is passed over, since it may lie in the lease of somebody else.
   */
  async give(sender: NumberSender, orderId: string, wanted: number | null): Promise<GivenNumber> {
    const { shopId } = sender
    const isLeased = wanted !== null && (await this.#isLeased(sender, wanted))
    if (isLeased && (await this.#isFree(shopId, wanted))) {
      this.#note(shopId, wanted)
      return { number: wanted, formerNumbers: [] }
    }
    const number = await this.#takeNext(shopId)
    if (wanted === null || !(isLeased || (sender.isImport === true && !(await this.#isLeasedToAnybody(shopId, wanted))))) return { number, formerNumbers: [] }
    this.#note(shopId, wanted)
    this.#memory.add(formerNumbers, { shop_id: shopId, number: wanted, order_id: orderId })
    return { number, formerNumbers: [wanted] }
  }

  /**
   * Takes over an order's number and former numbers from another server; new numbers continue above. Returns whether
   * the number was free.
   */
  async bring(shopId: string, orderId: string, number: number, former: readonly number[]): Promise<boolean> {
    if (!(await this.#isFree(shopId, number))) return false
    const next = this.#nextByShop.get(shopId) ?? (await this.#read(shopId))
    if (number >= next) {
      const before = this.#nextByShop.get(shopId)
      this.#nextByShop.set(shopId, number + 1)
      this.#memory.onRefused(() => (before === undefined ? this.#nextByShop.delete(shopId) : this.#nextByShop.set(shopId, before)))
    }
    this.#note(shopId, number)
    for (const one of former) {
      this.#note(shopId, one)
      this.#memory.add(formerNumbers, { shop_id: shopId, number: one, order_id: orderId })
    }
    return true
  }

  /** Reads in one go what `give` needs for new orders. */
  async readAhead({ shopId, userId, deviceId, isImport }: NumberSender, wanted: readonly number[]): Promise<void> {
    await this.#memory.apart(async (trx) => {
      const [[feed], leases, leasesOfAll, above, formerAbove, among, formerAmong] = await settleEach([
        read(trx, { shopId }),
        findLeases(trx, { shopId, userId: userId ?? '', deviceId: deviceId ?? '' }),
        isImport === true && wanted.length > 0 ? findLeasesBetween(trx, { shopId, from: Math.min(...wanted), to: Math.max(...wanted) }) : [],
        findOrdersAbove(trx, { shopId }),
        findFormerAbove(trx, { shopId }),
        findAmong(trx, 'orders', shopId, wanted),
        findAmong(trx, 'former_ticket_numbers', shopId, wanted),
      ])
      // A missing shop is refused by the mutation itself.
      if (feed === undefined) return
      this.#savedByShop.set(shopId, feed.next)
      const ends = [above, formerAbove].flatMap((rows) => (rows.length < takenMost ? [] : (rows.at(-1)?.number ?? [])))
      const taken = new Set([...above, ...formerAbove, ...among, ...formerAmong].map(({ number }) => number))
      this.#knownByShop.set(shopId, { from: feed.next, to: Math.min(Number.POSITIVE_INFINITY, ...ends), wanted: new Set(wanted), taken, leases, leasesOfAll })
    })
  }

  async save(): Promise<void> {
    const moved = [...this.#nextByShop].filter(([shopId, next]) => next !== this.#savedByShop.get(shopId))
    await this.#memory.apart((trx) => settleAll(moved.map(([shopId, next]) => save(trx, { shopId, next }))))
  }

  async #takeNext(shopId: string): Promise<number> {
    let number = this.#nextByShop.get(shopId) ?? (await this.#read(shopId))
    while (!(await this.#isFree(shopId, number))) number += 1
    const before = this.#nextByShop.get(shopId)
    this.#nextByShop.set(shopId, number + 1)
    this.#memory.onRefused(() => (before === undefined ? this.#nextByShop.delete(shopId) : this.#nextByShop.set(shopId, before)))
    this.#note(shopId, number)
    return number
  }

  #note(shopId: string, number: number): void {
    const key = `${shopId}/${number}`
    this.#given.add(key)
    this.#memory.onRefused(() => this.#given.delete(key))
  }

  async #isLeasedToAnybody(shopId: string, number: number): Promise<boolean> {
    const known = this.#knownByShop.get(shopId)
    if (known !== undefined && known.wanted.has(number)) return isWithin(known.leasesOfAll, number)
    return (await this.#memory.apart((trx) => findAnyLease(trx, { shopId, number }))).length > 0
  }

  async #isLeased({ shopId, userId, deviceId }: NumberSender, number: number): Promise<boolean> {
    if (userId === null || deviceId === null) return false
    const known = this.#knownByShop.get(shopId)
    if (known !== undefined) return isWithin(known.leases, number)
    return (await this.#memory.apart((trx) => findLease(trx, { shopId, userId, deviceId, number }))).length > 0
  }

  /** Whether no order of the shop, including deleted ones, has or had it. */
  async #isFree(shopId: string, number: number): Promise<boolean> {
    if (this.#given.has(`${shopId}/${number}`)) return false
    const known = this.#knownByShop.get(shopId)
    if (known !== undefined && ((known.from <= number && number < known.to) || known.wanted.has(number))) return !known.taken.has(number)
    const found = await this.#memory.apart(
      async (trx) => (await findOrder(trx, { shopId, number })).length + (await findFormer(trx, { shopId, number })).length,
    )
    return found === 0
  }

  async #read(shopId: string): Promise<number> {
    const known = this.#knownByShop.get(shopId)
    if (known !== undefined) return known.from
    const [row] = await this.#memory.apart((trx) => read(trx, { shopId }))
    if (row === undefined) throw new Error(`The shop ${shopId} has no feed`)
    this.#savedByShop.set(shopId, row.next)
    return row.next
  }
}
