import type { CollectionName } from '#schema/collections/index.ts'
import { isUnpaid, toBalance } from '#schema/rules/money/balance.ts'
import type { PriceLine, PricingRate } from '#schema/rules/money/price.ts'
import { centsToAmount } from '#schema/values/money.ts'
import type { MoneySettings } from '../../platform/known-shop.ts'
import type { LocalDatabase } from '../../storage/row-database.ts'
import { type ColumnSheet, sharedAt, textAt } from '../../storage/packed/columns/column-sheet.ts'
import { keyToRef, type Row, type RowKey } from '../../rows/rows.ts'
import { toPaidCents } from '../../storage/rows/list-columns.ts'
import type { RowListener } from '../row-cache.ts'
import type { BuildTurns } from './build-turns.ts'
import { Projection, type ProjectionSource } from './projection.ts'
import type { CustomersProjection } from './projection-customers.ts'

/** What a shop's orders cost and what was paid, so that the filter reads no rows. Built on first use and kept current by changes. */
export type OrderSums = {
  readonly isReady: boolean
  readonly version: string
  demand: () => Promise<unknown>
  /** Whether something is left to pay; `quote` in cents, NaN where there is no amount or it is the total of the lines. */
  isUnpaid: (order: { id: string; quote: number; customer: { id: string } }) => boolean
}

/** The order of entries does not matter, so all share one sort key. */
type Entry = { id: string; sortKey: '' }
type Paid = Entry & { orderId: string; cents: number }
type Line = Entry & PriceLine & { orderId: string; productId: string | null }
type Rate = Entry & PricingRate
type ProductRate = Entry & { taxRateId: string | null }

type Options = {
  database: LocalDatabase
  turns: BuildTurns
  onChanges: (collection: CollectionName, listener: RowListener) => () => void
  customers: Pick<CustomersProjection, 'isReady' | 'version' | 'demand' | 'get'>
  settings: () => MoneySettings
}

type Rows<E extends Entry> = Pick<ProjectionSource<E>, 'toEntry' | 'fromSheet' | 'onPlaced'>

export function createOrderSums({ database, turns, onChanges, customers, settings }: Options, shopId: string): OrderSums {
  const project = <E extends Entry>(collection: CollectionName, rows: Rows<E>): Projection<E> => {
    const isHeld = database.collections.includes(collection)
    const projection = new Projection<E>(
      {
        scan: (takeSheets) => (isHeld ? database.scan(collection, { shopId, ...(takeSheets !== undefined && { takeSheets }) }) : nothing()),
        holds: (row) => row.shopId === shopId,
        ...rows,
      },
      turns,
    )
    onChanges(collection, (changes, isRepeat) => {
      if (!isRepeat) projection.apply(changes)
    })
    return projection
  }
  const make = () => {
    const [payments, lines] = [new ByOrder<Paid>(), new ByOrder<Line>()]
    return {
      payments,
      lines,
      sums: [
        project<Paid>('payments', { toEntry: toPaid, fromSheet: sheetToPaid, onPlaced: payments.place }),
        project<Line>('order_lines', { toEntry: toLine, fromSheet: sheetToLines, onPlaced: lines.place }),
      ],
      rates: project<Rate>('tax_rates', { toEntry: toRate }),
      products: project<ProductRate>('products', { toEntry: ({ id, taxRateId }) => ({ id, sortKey: '', taxRateId: textOrNull(taxRateId) }) }),
    }
  }
  let made: ReturnType<typeof make> | undefined
  const parts = () => (made ??= make())
  /** Only tax on top of the prices changes what there is to pay. */
  const isTaxed = (): boolean => settings().taxMode === 'exclusive'
  const needed = () => [...parts().sums, ...(isTaxed() ? [parts().rates, parts().products, customers] : [])]
  return {
    get isReady() {
      return made !== undefined && needed().every(({ isReady }) => isReady)
    },
    get version() {
      const { taxMode, unitCents } = settings()
      return made === undefined ? '' : [taxMode, unitCents, ...needed().map(({ version }) => version)].join()
    },
    demand: () => Promise.all(needed().map((projection) => projection.demand())),
    isUnpaid({ id, quote, customer }) {
      const { payments, lines, rates, products } = parts()
      const paid = [...payments.of(id)].reduce((cents, entry) => cents + entry.cents, 0)
      const ofOrder = [...lines.of(id)]
      if (ofOrder.length === 0 && Number.isNaN(quote)) return false
      // Most orders of a long list are these; the rule gives the same.
      if (ofOrder.length === 0 && !isTaxed() && settings().unitCents === 1) return quote > paid
      return isUnpaid(
        toBalance({
          quotedCost: Number.isNaN(quote) ? null : String(centsToAmount(quote)),
          quoteFromLines: false,
          lines: isTaxed() ? ofOrder.map((line) => ({ ...line, productTaxRateId: products.get(line.productId ?? '')?.taxRateId })) : ofOrder,
          payments: [{ paymentAmount: centsToAmount(paid) }],
          isExempt: isTaxed() && customers.get(customer.id)?.taxExempt === true,
          pricing: { ...settings(), rates: isTaxed() ? [...rates.values()] : [] },
        }),
      )
    },
  }
}

async function* nothing(): AsyncGenerator<Row[]> {}

/** Entries of a collection by order. */
class ByOrder<E extends Entry & { orderId: string }> {
  readonly #byOrder = new Map<string, Set<E>>()

  readonly place = (before: E | undefined, after: E | undefined): void => {
    if (before !== undefined) this.#remove(before)
    if (after === undefined) return
    const entries = this.#byOrder.get(after.orderId)
    if (entries === undefined) this.#byOrder.set(after.orderId, new Set([after]))
    else entries.add(after)
  }

  of(orderId: string): Iterable<E> {
    return this.#byOrder.get(orderId) ?? []
  }

  #remove(entry: E): void {
    const entries = this.#byOrder.get(entry.orderId)
    entries?.delete(entry)
    if (entries?.size === 0) this.#byOrder.delete(entry.orderId)
  }
}

const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null)

const toPaid = (row: Row): Paid => ({ id: row.id, sortKey: '', orderId: String(row['orderId']), cents: toPaidCents(row) })

const toLine = (row: Row): Line => ({
  id: row.id,
  sortKey: '',
  orderId: String(row['orderId']),
  kind: String(row['kind']),
  quantity: Number(row['quantity']),
  unitPrice: Number(row['unitPrice']),
  included: row['included'] === true,
  percent: typeof row['percent'] === 'number' ? row['percent'] : null,
  taxRateId: textOrNull(row['taxRateId']),
  productId: textOrNull(row['productId']),
  createdAt: row.createdAt,
})

const toRate = (row: Row): Rate => ({
  id: row.id,
  sortKey: '',
  createdAt: row.createdAt,
  name: String(row['name']),
  percent: Number(row['percent']),
  isDefault: row['isDefault'] === true,
  isDefaultForLabour: row['isDefaultForLabour'] === true,
  archived: row['archived'] === true,
  parts: row['parts'],
})

const idAt = (sheet: ColumnSheet, place: number): string => keyToRef(sheet.primaryAt(place) as RowKey).id

function sheetToPaid(sheet: ColumnSheet): Paid[] {
  const [order, cents] = [sheet.texts('order'), sheet.numbers('cents')]
  return sheet.places().map((place) => ({ id: idAt(sheet, place), sortKey: '', orderId: textAt(order, place), cents: cents[place] ?? 0 }))
}

function sheetToLines(sheet: ColumnSheet): Line[] {
  const [order, createdAt] = [sheet.texts('order'), sheet.texts('createdAt')]
  const [kind, taxRate, product] = [sheet.shared('kind'), sheet.shared('taxRate'), sheet.shared('product')]
  const [quantity, unitPrice, included, percent] = [sheet.numbers('quantity'), sheet.numbers('unitPrice'), sheet.numbers('included'), sheet.numbers('percent')]
  return sheet.places().map((place) => ({
    id: idAt(sheet, place),
    sortKey: '',
    orderId: textAt(order, place),
    kind: sharedAt(kind, place) ?? 'other',
    quantity: quantity[place] ?? 0,
    unitPrice: unitPrice[place] ?? 0,
    included: included[place] === 1,
    percent: Number.isNaN(percent[place] ?? Number.NaN) ? null : (percent[place] ?? null),
    taxRateId: sharedAt(taxRate, place),
    productId: sharedAt(product, place),
    createdAt: textAt(createdAt, place),
  }))
}
