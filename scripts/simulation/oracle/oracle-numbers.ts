import type { LeasedNumbers } from '#schema/api/numbers.ts'
import type { PushRequest, RowState } from '#schema/api/sync.ts'

type SqlRow = Record<string, string | number | null>

/** Ticket numbers that somebody may have read, and what must come of them: no two orders have one, and none is lost. */
export class NumberBook {
  /** By order, all that its device gave it, which may be on paper. */
  readonly #given = new Map<string, Set<number>>()
  /** By order, all that devices were told of it. */
  readonly #told = new Map<string, Set<number>>()
  /** By order, what devices were told of it in a life of the feed that ended, and that it need not have any more. */
  readonly #toldBefore = new Map<string, Set<number>>()
  /** By shop and number, the orders that devices gave it. */
  readonly #ordersByNumber = new Map<string, Set<string>>()
  #leased: (LeasedNumbers & { shopId: string })[] = []

  /**
   * What devices gave to orders of their own. Answers how many, and how many of them another order was given too. `isDecided`: before this
   * push. Whoever was told a number by the life of the feed that ended sends it along: too late where another one, who did not know it, has
   * made the order again by then.
   */
  noteSent(mutations: PushRequest['mutations'], isDecided: (mutationId: string) => boolean): { given: number; givenTwice: number } {
    let given = 0
    let givenTwice = 0
    for (const { op, id, shopId } of mutations.flatMap((mutation) => mutation.ops.map((one) => ({ op: one, id: mutation.id, shopId: mutation.shopId })))) {
      const number = op.action === 'create' && op.collection === 'orders' ? op.values['number'] : undefined
      if (typeof number !== 'number') continue
      if (isDecided(id) && this.#toldBefore.get(op.id)?.has(number) === true) continue
      note(this.#given, op.id, number)
      note(this.#ordersByNumber, `${shopId}/${number}`, op.id)
      given += 1
      if ((this.#ordersByNumber.get(`${shopId}/${number}`)?.size ?? 0) > 1) givenTwice += 1
    }
    return { given, givenTwice }
  }

  /** What the server told. Answers how many orders have another number than their device gave. */
  noteTold(states: readonly RowState[]): number {
    let renumbered = 0
    for (const { collection, document } of states) {
      if (collection !== 'orders' || !('number' in document)) continue
      note(this.#told, document.id, Number(document['number']))
      if ((document['formerNumbers'] as number[]).length > 0) renumbered += 1
    }
    return renumbered
  }

  /** @throws Error when somebody else has a number of the range */
  noteLease(shopId: string, range: LeasedNumbers): void {
    const other = this.#leased.find((lease) => lease.shopId === shopId && lease.from <= range.to && lease.to >= range.from)
    if (other !== undefined) throw new Error(`The numbers ${range.from} to ${range.to} were leased while ${other.from} to ${other.to} are somebody's`)
    this.#leased.push({ shopId, ...range })
  }

  /**
   * A database went back by itself. It knows nothing of later leases and gives them again, which the write path sorts out. An order that
   * was deleted when its number came was on no screen any more, and comes again without it.
   */
  goBack(isDeleted: (orderId: string) => boolean): void {
    this.#leased = []
    this.forgetTold([...this.#told.keys()].filter(isDeleted))
  }

  /** Its device gave it a number. */
  wasGiven(orderId: string): boolean {
    return this.#given.has(orderId)
  }

  /** These orders went with what the server told of them. */
  forgetTold(orderIds: readonly string[]): void {
    for (const id of orderIds) {
      for (const number of this.#told.get(id) ?? []) note(this.#toldBefore, id, number)
      this.#told.delete(id)
    }
  }

  /** @throws Error */
  check(orders: readonly SqlRow[]): void {
    const orderByNumber = new Map<string, string>()
    for (const row of orders) {
      const { id, shop_id: shopId, number, former_numbers: former } = row
      if (!Number.isInteger(number) || Number(number) < 1) throw new Error(`The order ${String(id)} has the number ${String(number)}`)
      const other = orderByNumber.get(`${String(shopId)}/${String(number)}`)
      if (other !== undefined) throw new Error(`The orders ${other} and ${String(id)} have the number ${String(number)}`)
      orderByNumber.set(`${String(shopId)}/${String(number)}`, String(id))
      const found = [Number(number), ...(JSON.parse(String(former)) as number[])]
      const lost = [...(this.#given.get(String(id)) ?? []), ...(this.#told.get(String(id)) ?? [])].find((one) => !found.includes(one))
      if (lost !== undefined) throw new Error(`The order ${String(id)} was number ${lost} and is ${found.join(', ')}: the old one does not find it`)
    }
  }
}

function note<Value>(sets: Map<string, Set<Value>>, key: string, value: Value): void {
  sets.set(key, (sets.get(key) ?? new Set<Value>()).add(value))
}
