import { readCustomerRow } from '#schema/rules/import/customer-row.ts'
import type { ImportColumn } from '#schema/rules/import/import-columns.ts'
import type { ImportKind } from '#schema/rules/import/import-fields.ts'
import { readOrderRow } from '#schema/rules/import/order-row.ts'
import { readProductRow } from '#schema/rules/import/product-row.ts'
import type { DateOrder } from '#schema/rules/import/read-dates.ts'
import { openRows, type ReadingRules } from '#schema/rules/import/row-cells.ts'
import { type TableFacts, TableSurvey } from '#schema/rules/import/table-survey.ts'
import type { ReadTable } from './read-file.ts'

/** The regional settings that cells are read by. */
export type ShopRules = { locale: string; countryCode: string; timeZone: string }

export type UnderstandInput = {
  kind: ImportKind
  table: ReadTable
  columns: readonly ImportColumn[]
  /** The user's choice, for all dates. */
  dateOrder: DateOrder | undefined
  /** By folded text. */
  statusIds: ReadonlyMap<string, string>
  shop: ShopRules
  now: Date
}

/** Cells of one column that go to the notes for the same reason. */
export type KeptKind = { kind: string; count: number; firstLine: number }

export type Understanding = {
  facts: TableFacts
  rules: ReadingRules
  kept: KeptKind[]
  /** Customers or orders of which none has a phone or an e-mail. */
  hasNoContacts: boolean
}

/** Lines read before the page gets a turn. */
const linesAtOnce = 250

/** Parses the table as the server will. Pauses often; undefined when aborted. */
export async function understandTable(input: UnderstandInput, signal: AbortSignal): Promise<Understanding | undefined> {
  const { kind, table, columns, dateOrder, statusIds, shop, now } = input
  const survey = new TableSurvey(kind, columns)
  for (const [place, line] of table.lines.entries()) {
    survey.add(line)
    if (place % linesAtOnce === linesAtOnce - 1 && (await isStopped(signal))) return undefined
  }
  const facts = survey.finish({ locale: shop.locale, delimiter: table.reading.delimiter, dateOrder, statusIds })
  const { countryCode, timeZone } = shop
  const sharedSkus = new Set(facts.sharedSkus)
  const rules: ReadingRules = { kind, columns: facts.columns, countryCode, timeZone, now: now.toISOString(), statusIds, sharedSkus }
  const openRow = openRows(rules)
  const keptByKind = new Map<string, KeptKind>()
  let hasNoContacts = kind !== 'products' && table.lines.length > 0
  for (const [place, line] of table.lines.entries()) {
    if (place % linesAtOnce === linesAtOnce - 1 && (await isStopped(signal))) return undefined
    const row = 'refusal' in line ? line : openRow(line.cells)
    const read = 'refusal' in row ? row : readRow[kind](row.cells, rules)
    if ('refusal' in read) continue
    if (read.hasContact) hasNoContacts = false
    for (const { kind: name } of read.warnings) {
      const kept = keptByKind.get(name)
      if (kept === undefined) keptByKind.set(name, { kind: name, count: 1, firstLine: line.line })
      else kept.count += 1
    }
  }
  return { facts, rules, kept: [...keptByKind.values()], hasNoContacts }
}

async function isStopped(signal: AbortSignal): Promise<boolean> {
  await new Promise((go) => setTimeout(go))
  return signal.aborted
}

type Cells = Parameters<typeof readCustomerRow>[0]
type Contact = { phone: unknown; email: unknown }

const toHasContact = ({ phone, email }: Contact): boolean => phone !== null || email !== null

const readRow = {
  customers(cells: Cells) {
    const read = readCustomerRow(cells)
    return 'refusal' in read ? read : { warnings: read.warnings, hasContact: toHasContact(read.row) }
  },
  orders(cells: Cells) {
    const read = readOrderRow(cells, {})
    return 'refusal' in read ? read : { warnings: read.warnings, hasContact: toHasContact(read.row.customer) }
  },
  products(cells: Cells, rules: ReadingRules) {
    const read = readProductRow(cells, rules)
    return 'refusal' in read ? read : { warnings: read.warnings, hasContact: false }
  },
}
