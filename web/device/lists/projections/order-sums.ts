import { areSumsUnpaid } from '#schema/rules/money/balance.ts'
import type { CollectionName } from '#schema/collections/index.ts'
import type { LocalDatabase } from '../../storage/row-database.ts'
import { type ColumnSheet, textAt } from '../../storage/packed/columns/column-sheet.ts'
import { keyToRef, type Row, type RowKey } from '../../rows/rows.ts'
import { toLineCents, toPaidCents } from '../../storage/rows/list-columns.ts'
import type { RowListener } from '../row-cache.ts'
import type { BuildTurns } from './build-turns.ts'
import { Projection, type ProjectionSource } from './projection.ts'

/** Payment sums per order of a shop, so that the filter reads no rows. Built on first use and kept current by changes. */
export type OrderSums = {
  readonly isReady: boolean
  readonly version: number
  demand: () => Promise<unknown>
  /** Whether something is left to pay; `quote` in cents, NaN where there is no amount. */
  isUnpaid: (order: { id: string; quote: number }) => boolean
}

/** One row's amount. The order of entries does not matter, so all share one sort key. */
type Part = { id: string; sortKey: ''; orderId: string; cents: number }

type Options = {
  database: LocalDatabase
  turns: BuildTurns
  onChanges: (collection: CollectionName, listener: RowListener) => () => void
}

export function createOrderSums({ database, turns, onChanges }: Options, shopId: string): OrderSums {
  const makeSums = (collection: 'payments' | 'order_lines', toCents: (row: Row) => number): SummedParts => {
    const isHeld = database.collections.includes(collection)
    return new SummedParts(
      {
        scan: (takeSheets) => (isHeld ? database.scan(collection, { shopId, ...(takeSheets !== undefined && { takeSheets }) }) : nothing()),
        holds: (row) => row.shopId === shopId,
        toEntry: (row) => ({ id: row.id, sortKey: '', orderId: String(row['orderId']), cents: toCents(row) }),
        fromSheet: sheetToParts,
      },
      { turns, listen: (listener) => onChanges(collection, listener) },
    )
  }
  let made: { paid: SummedParts; lines: SummedParts } | undefined
  const sums = () => (made ??= { paid: makeSums('payments', toPaidCents), lines: makeSums('order_lines', toLineCents) })
  return {
    get isReady() {
      return made !== undefined && made.paid.projection.isReady && made.lines.projection.isReady
    },
    get version() {
      return made === undefined ? 0 : made.paid.projection.version + made.lines.projection.version
    },
    demand: () => Promise.all([sums().paid.projection.demand(), sums().lines.projection.demand()]),
    isUnpaid({ id, quote }) {
      const { paid, lines } = sums()
      return areSumsUnpaid({ lines: lines.centsOf(id) ?? null, quote: Number.isNaN(quote) ? null : quote, paid: paid.centsOf(id) ?? 0 })
    },
  }
}

async function* nothing(): AsyncGenerator<Row[]> {}

function sheetToParts(sheet: ColumnSheet): Part[] {
  const [order, cents] = [sheet.texts('order'), sheet.numbers('cents')]
  return sheet.places().map((place) => ({
    id: keyToRef(sheet.primaryAt(place) as RowKey).id,
    sortKey: '',
    orderId: textAt(order, place),
    cents: cents[place] ?? 0,
  }))
}

type Sum = { cents: number; count: number }

/** Sums of a collection's rows by order. */
class SummedParts {
  readonly projection: Projection<Part>
  readonly #sumByOrder = new Map<string, Sum>()

  constructor(
    source: Omit<ProjectionSource<Part>, 'onPlaced' | 'isCounted'>,
    { turns, listen }: { turns: BuildTurns; listen: (listener: RowListener) => () => void },
  ) {
    const onPlaced = (before: Part | undefined, after: Part | undefined): void => {
      if (before !== undefined) this.#add(before.orderId, -before.cents, -1)
      if (after !== undefined) this.#add(after.orderId, after.cents, 1)
    }
    this.projection = new Projection({ ...source, onPlaced }, turns)
    listen((changes, isRepeat) => {
      if (!isRepeat) this.projection.apply(changes)
    })
  }

  centsOf(orderId: string): number | undefined {
    return this.#sumByOrder.get(orderId)?.cents
  }

  #add(orderId: string, cents: number, count: number): void {
    const sum = this.#sumByOrder.get(orderId) ?? { cents: 0, count: 0 }
    sum.cents += cents
    sum.count += count
    if (sum.count === 0) this.#sumByOrder.delete(orderId)
    else this.#sumByOrder.set(orderId, sum)
  }
}
