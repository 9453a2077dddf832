import type { LeasedNumbers } from '#schema/api/numbers.ts'
import type { MutationResult, PushRequest, RowState } from '#schema/api/sync.ts'
import { SimulationFailure } from './simulation-failure.ts'

type Lease = LeasedNumbers & { holder: string }
type OrderRow = Readonly<Record<string, string | number | null>>

/** What must hold of ticket numbers: a shop gives none twice, an order keeps its own, and what was printed finds its order. */
export class NumberBook {
  readonly #note: (mark: string) => void
  /** By shop; those of a life of the database that went back without anybody saying so are forgotten with it. */
  readonly #leasesByShop = new Map<string, Lease[]>()
  readonly #numberByOrder = new Map<string, number>()
  /** What devices gave orders themselves: it may stand on paper. */
  readonly #printedByOrder = new Map<string, Set<number>>()

  constructor(note: (mark: string) => void) {
    this.#note = note
  }

  onLeased(holder: string, shopId: string, { from, to }: LeasedNumbers): void {
    const leases = this.#leasesByShop.get(shopId) ?? []
    const other = leases.find((lease) => lease.from <= to && from <= lease.to)
    if (other !== undefined) throw new SimulationFailure(`${holder} leases ${from}-${to}, but ${other.holder} has ${other.from}-${other.to}`)
    this.#leasesByShop.set(shopId, [...leases, { from, to, holder }])
    this.#note('numbers: leased')
  }

  /** A restore goes on above all that were given, a database that went back by itself knows nothing of them. */
  onPutBack(isOnPurpose: boolean): void {
    this.#numberByOrder.clear()
    if (!isOnPurpose) this.#leasesByShop.clear()
  }

  onPushed({ mutations }: PushRequest, results: readonly MutationResult[]): void {
    for (const [index, { ops }] of mutations.entries()) {
      if (results[index]?.outcome !== 'applied') continue
      for (const op of ops) {
        if (op.action !== 'create' || op.collection !== 'orders') continue
        const { number } = op.values
        if (typeof number === 'number') this.#printedByOrder.set(op.id, (this.#printedByOrder.get(op.id) ?? new Set()).add(number))
        else this.#note('numbers: given by the server')
      }
    }
  }

  onShown(states: readonly RowState[]): void {
    for (const { collection, document } of states) {
      if (collection !== 'orders' || !('number' in document)) continue
      const number = Number(document['number'])
      const known = this.#numberByOrder.get(document.id)
      if (known !== undefined && known !== number) throw new SimulationFailure(`The number of order ${document.id} was ${known} and is ${number}`)
      this.#numberByOrder.set(document.id, number)
    }
  }

  /** At the end, by the rows of the server. */
  checkOrders(orders: readonly OrderRow[]): void {
    const seen = new Map<string, string>()
    for (const order of orders) {
      const id = String(order['id'])
      const number = order['number']
      if (typeof number !== 'number' || number < 1) throw new SimulationFailure(`Order ${id} has no number`)
      const place = `${String(order['shop_id'])} ${number}`
      const other = seen.get(place)
      if (other !== undefined) throw new SimulationFailure(`Orders ${other} and ${id} have one number: ${number}`)
      seen.set(place, id)
      const former = JSON.parse(String(order['former_numbers'])) as number[]
      if (former.length > 0) this.#note('numbers: another than was printed')
      for (const printed of this.#printedByOrder.get(id) ?? []) {
        if (printed === number) this.#note('numbers: as printed')
        else if (!former.includes(printed)) throw new SimulationFailure(`${printed} was printed for order ${id}, which is ${number} and not found by it`)
      }
    }
  }
}
