import type { Look, Shelf, ShelfLine, StepReport } from '../protocol.ts'
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

type GoneLine = ShelfLine & { id: string; restsOn: string }

/** What waiting steps did to what their tablet showed of parts. */
export class CountBook {
  readonly #moved = new Map<string, ReadonlyMap<string, number>>()
  /** By the deletion that took them along. */
  readonly #gone = new Map<string, readonly GoneLine[]>()

  /** @throws Error */
  onStep(report: StepReport): void {
    const { shelves } = report
    if (shelves === undefined) return
    this.#checkShelves(report, shelves)
    const { before, after } = shelves
    const gone = Object.entries(before.lines).flatMap(([id, line]): GoneLine[] =>
      id in after.lines ? [] : [{ ...line, id, restsOn: restsOn(line.seq, before.waiting[id]) }],
    )
    for (const act of report.acts ?? [report]) {
      if (act.state !== 'written' || act.mutationId === null) continue
      const deleted = new Set(act.intents.flatMap(({ action, id }) => (action === 'delete' ? [id] : [])))
      const taken = gone.filter(({ id, orderId }) => deleted.has(id) || deleted.has(orderId))
      if (deleted.size > 0) this.#gone.set(act.mutationId, taken)
      // Of several acts nobody can tell what each of them moved.
      if (report.acts === undefined)
        this.#moved.set(act.mutationId, new Map(Object.entries(after.parts).map(([part, { count }]) => [part, count - (before.parts[part]?.count ?? 0)])))
    }
  }

  /**
   * Whatever is done with lines, what a tablet shows of a part and what its lines hold make the same together; only who counts changes
   * that, and who takes back a deletion whose lines are others by now.
   */
  #checkShelves(report: StepReport, { before, after }: { before: Shelf; after: Shelf }): void {
    const acts = report.acts ?? [report]
    const intents = acts.flatMap((act) => act.intents)
    const due = this.#dueOf(
      acts.flatMap(({ undoes, state }) => (undoes !== undefined && state === 'written' ? [undoes] : [])),
      before,
      after,
    )
    if (due === undefined) return
    const counted = new Set(intents.flatMap(({ collection, id }) => (collection === 'products' ? [id] : [])))
    for (const [id, { withHeld }] of Object.entries(before.parts)) {
      const part = after.parts[id]
      const expected = withHeld + (due.get(id) ?? 0)
      if (part === undefined || counted.has(id) || part.withHeld === expected) continue
      const was = expected === withHeld ? '' : `, which must become ${expected},`
      throw new Error(`products/${id} lay on the shelf or in lines ${withHeld} times${was} and ${part.withHeld} times behind ${JSON.stringify(intents)}`)
    }
  }

  /**
   * A waiting deletion gives back what its lines held when they went. Taken back, it takes the same again, and the lines hold what they
   * hold by now: by part, the difference. Undefined where nobody saw the deletion, as the page died over it.
   */
  #dueOf(undone: readonly string[], before: Shelf, after: Shelf): ReadonlyMap<string, number> | undefined {
    const due = new Map<string, number>()
    const add = ({ partId, quantity }: ShelfLine, sign: 1 | -1): void => {
      if (partId !== null) due.set(partId, (due.get(partId) ?? 0) + sign * quantity)
    }
    for (const deletion of undone) {
      const gone = this.#gone.get(deletion)
      if (gone === undefined) return undefined
      for (const line of gone) {
        const back = after.lines[line.id]
        checkBack(line, back, before.told[line.id], after.waiting[line.id])
        add(line, -1)
        if (back !== undefined) add(back, 1)
      }
    }
    return due
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

/**
 * A line whose deletion is taken back is as the server says by now, with what waits on it. It is another one than it was only where the
 * server has said something else since, or a step that waited on it was decided. `told`: undefined where the disk does not tell. @throws Error
 */
function checkBack(gone: GoneLine, back: ShelfLine | undefined, told: ShelfLine | null | undefined, waiting: readonly string[] = []): void {
  const seq = told === undefined ? back?.seq : (told?.seq ?? 0)
  const isNews = seq === undefined || restsOn(seq, waiting) !== gone.restsOn
  const isAsTold = told === undefined || (waiting.length > 0 ? told === null || back !== undefined : holdsSame(back, told ?? undefined))
  if (isAsTold && (isNews || holdsSame(back, gone))) return
  throw new Error(
    `order_lines/${gone.id} went as ${JSON.stringify(gone)}, the server says ${JSON.stringify(told)}, and it comes back as ${JSON.stringify(back)}`,
  )
}

const holdsSame = (one: ShelfLine | undefined, other: ShelfLine | undefined): boolean => one?.partId === other?.partId && one?.quantity === other?.quantity

/** The server's word on a line, and the steps that wait upon it. */
const restsOn = (seq: number, waiting: readonly string[] = []): string => [seq, ...waiting].join(' ')
