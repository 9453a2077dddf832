import type { Look, StepReport } from '../protocol.ts'
import type { Model, Movement } from './oracle-model.ts'

/** What must hold of parts: each piece lies on the shelf or in a living line, and every change of a count says why. */

type SqlRow = Record<string, string | number | null>
type Content = { rowsByCollection: ReadonlyMap<string, readonly SqlRow[]>; movements: readonly SqlRow[] }

/** @throws Error */
export function checkStock(model: Model, { rowsByCollection, movements }: Content): void {
  const held = new Map<string, number>()
  for (const line of rowsByCollection.get('order_lines') ?? []) {
    if (line['deleted'] !== 0 || line['from_stock'] !== 1 || line['product_id'] === null) continue
    const productId = String(line['product_id'])
    held.set(productId, (held.get(productId) ?? 0) + Number(line['quantity_thousandths']) / 1000)
  }
  const movementsByPart = Map.groupBy(movements, (row) => String(row['product_id']))
  const dueByPart = Map.groupBy(model.movements, ({ productId }) => productId)
  for (const { id, inventory_count: count } of rowsByCollection.get('products') ?? []) {
    const own = movementsByPart.get(String(id)) ?? []
    const sumOf = (rows: readonly SqlRow[]): number => rows.reduce((sum, row) => sum + Number(row['delta']), 0)
    if (sumOf(own) !== count) throw new Error(`products/${String(id)} has the count ${String(count)}, its movements make ${sumOf(own)}`)
    const counted = sumOf(own.filter(({ reason }) => reason === 'count'))
    const inLines = held.get(String(id)) ?? 0
    if (counted - inLines !== count)
      throw new Error(`products/${String(id)} has the count ${String(count)}: ${counted} were counted, and ${inLines} are in lines`)
    checkMovements(String(id), own, dueByPart.get(String(id)) ?? [])
  }
}

function checkMovements(id: string, rows: readonly SqlRow[], due: readonly Movement[]): void {
  const stored = rows.map((row) => [row['delta'], row['count_after'], row['reason'], row['order_id'], row['user_id']].join(' '))
  const expected = due.map(({ delta, countAfter, reason, orderId, userId }) => [delta, countAfter, reason, orderId, userId].join(' '))
  const place = expected.findIndex((line, index) => line !== stored[index])
  if (place >= 0 || stored.length > expected.length)
    throw new Error(`products/${id} has the movement '${stored.at(place) ?? 'none'}', the oracle: '${expected.at(place) ?? 'none'}'`)
}

/** Whatever is done with lines, what a tablet shows of a part and what its lines hold make the same together; only who counts changes that. @throws Error */
export function checkShelves({ intents, shelves }: StepReport): void {
  const counted = new Set(intents.flatMap(({ collection, id }) => (collection === 'products' ? [id] : [])))
  for (const [id, before] of Object.entries(shelves?.before ?? {})) {
    const after = shelves?.after[id]
    if (after === undefined || counted.has(id) || after.withHeld === before.withHeld) continue
    throw new Error(`products/${id} lay on the shelf or in lines ${before.withHeld} times, and ${after.withHeld} times behind ${JSON.stringify(intents)}`)
  }
}

/** By how much waiting steps moved what their tablet showed of parts. */
export class CountBook {
  readonly #moved = new Map<string, ReadonlyMap<string, number>>()

  onStep(id: string, { shelves }: StepReport): void {
    if (shelves === undefined) return
    const { before, after } = shelves
    this.#moved.set(id, new Map(Object.entries(after).map(([part, { count }]) => [part, count - (before[part]?.count ?? 0)])))
  }

  /** What is shown is what the server said, moved by what waits; what others did since is in the former. @throws Error */
  check({ waiting, counts }: Look): void {
    const own = waiting.filter(({ ops }) => ops.some(({ collection }) => ['products', 'order_lines', 'orders'].includes(collection)))
    if (own.some(({ mutationId }) => !this.#moved.has(mutationId))) return
    for (const [part, { shown, told }] of Object.entries(counts)) {
      // Where a count stops depends on what it comes upon.
      if (own.some(({ ops }) => ops.some(({ id }) => id === part))) continue
      const moved = own.reduce((sum, { mutationId }) => sum + (this.#moved.get(mutationId)?.get(part) ?? 0), 0)
      if (shown !== told + moved) throw new Error(`products/${part} shows ${shown}: the server said ${told}, and what waits moved it by ${moved}`)
    }
  }
}
