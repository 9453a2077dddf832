import type { CollectionName } from '#schema/collections/index.ts'
import { keyToRef, type Row, type RowKey } from '../../rows/rows.ts'
import { type ColumnSheet, sharedAt, textAt } from '../../storage/packed/columns/column-sheet.ts'
import { toAssetTexts, toProductTexts } from '../../storage/rows/list-columns.ts'
import type { LocalDatabase } from '../../storage/row-database.ts'
import type { BuildTurns } from './build-turns.ts'
import { Projection, shopSource } from './projection.ts'

// Projections for the shop-wide search only; dropped when it closes.

/** A customer's device. `codes`: serial number and IMEI, one per line. */
type AssetEntry = { id: string; sortKey: string; text: string; codes: string; customerId: string }

export type AssetsProjection = Projection<AssetEntry>

/** `text`: name and SKU, one per line; `codes`: the SKU. */
export type ProductEntry = { id: string; sortKey: string; text: string; codes: string; isArchived: boolean }

export type ProductsProjection = Projection<ProductEntry>

export const createAssetsProjection = (database: LocalDatabase, shopId: string, turns: BuildTurns): AssetsProjection =>
  createProjection<AssetEntry>(
    { database, collection: 'assets', shopId, turns },
    (row) => ({ id: row.id, sortKey: row.id, ...toAssetTexts(row), customerId: String(row['customerId']) }),
    (sheet) => {
      const [text, codes, customer] = [sheet.texts('text'), sheet.texts('codes'), sheet.shared('customer')]
      return (id, place) => ({ id, sortKey: id, text: textAt(text, place), codes: textAt(codes, place), customerId: sharedAt(customer, place) ?? '' })
    },
  )

export const createProductsProjection = (database: LocalDatabase, shopId: string, turns: BuildTurns): ProductsProjection =>
  createProjection<ProductEntry>(
    { database, collection: 'products', shopId, turns },
    (row) => toProductEntry(row.id, toProductTexts(row), row['archived'] === true),
    (sheet) => {
      const [text, codes, archived] = [sheet.texts('text'), sheet.texts('codes'), sheet.numbers('archived')]
      return (id, place) => toProductEntry(id, { text: textAt(text, place), codes: textAt(codes, place) }, archived[place] === 1)
    },
  )

/** Sorted by name, with which the text begins. */
const toProductEntry = (id: string, texts: { text: string; codes: string }, isArchived: boolean): ProductEntry => ({
  id,
  sortKey: `${texts.text}\u0001${id}`,
  ...texts,
  isArchived,
})

type Place = { database: LocalDatabase; collection: CollectionName; shopId: string; turns: BuildTurns }

function createProjection<Entry extends { id: string; sortKey: string }>(
  { database, collection, shopId, turns }: Place,
  toEntry: (row: Row) => Entry,
  readSheet: (sheet: ColumnSheet) => (id: string, place: number) => Entry,
): Projection<Entry> {
  const fromSheet = (sheet: ColumnSheet): Entry[] => {
    const toEntryAt = readSheet(sheet)
    const entries = sheet.places().map((place) => toEntryAt(keyToRef(sheet.primaryAt(place) as RowKey).id, place))
    // The store returns rows in id order.
    return entries.sort((one, other) => (one.sortKey < other.sortKey ? -1 : 1))
  }
  return new Projection(shopSource(database, collection, shopId, toEntry, fromSheet), turns)
}
