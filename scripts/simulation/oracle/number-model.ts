import type { Mutation } from '#schema/api/sync.ts'
import { fail } from './failure.ts'

/** Ticket numbers that devices gave to orders, which may be on paper: no two orders have one, and each finds its order as long as the server knows its lease. */
export class NumberModel {
  readonly #givenByOrder = new Map<string, Set<number>>()
  /** Undefined once leases of two lives of the feed meet. */
  #orderByGiven: Map<string, string> | undefined = new Map()
  #areLeasesKnown = true

  /** A mutation as it arrives, undecided. Answers whether its device gave a number. */
  noteSent({ shopId, ops }: Mutation): boolean {
    const given = ops.flatMap((op) => {
      const number = op.action === 'create' && op.collection === 'orders' ? op.values['number'] : undefined
      return typeof number === 'number' ? [{ id: op.id, number }] : []
    })
    for (const { id, number } of given) {
      const other = this.#orderByGiven?.get(`${shopId}/${number}`)
      if (other !== undefined && other !== id) fail(`The orders ${other} and ${id} were given the number ${number}`)
      this.#orderByGiven?.set(`${shopId}/${number}`, id)
      this.#givenByOrder.set(id, (this.#givenByOrder.get(id) ?? new Set()).add(number))
    }
    return given.length > 0
  }

  /** The database knows nothing of later leases, so their numbers count for nothing. One that went back by itself gives them again. */
  goBack(isOnPurpose: boolean): void {
    this.#areLeasesKnown = false
    if (!isOnPurpose) this.#orderByGiven = undefined
  }

  check(orders: readonly Record<string, unknown>[]): void {
    const orderByNumber = new Map<string, string>()
    for (const row of orders) {
      const [id, number, place] = [String(row['id']), Number(row['number']), `${String(row['shop_id'])}/${String(row['number'])}`]
      const other = orderByNumber.get(place)
      if (other !== undefined || !Number.isInteger(number) || number < 1) fail(`The order ${id} has the number ${number}, as has ${other ?? 'none'}`)
      orderByNumber.set(place, id)
      const found = [number, ...(JSON.parse(String(row['former_numbers'])) as number[])]
      if (!this.#areLeasesKnown) continue
      const lost = [...(this.#givenByOrder.get(id) ?? [])].find((one) => !found.includes(one))
      if (lost !== undefined) fail(`The order ${id} was number ${lost} and is ${found.join(', ')}: the old one does not find it`)
    }
  }
}
