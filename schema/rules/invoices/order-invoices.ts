import type { Invoice } from '../../collections/work/invoices.ts'
import type { InvoiceLine } from '../../collections/work/invoice-content.ts'
import { amountToCents, centsToAmount } from '../../values/money.ts'
import { compareTexts } from '../money/price.ts'
import { isIssued } from './invoice-states.ts'
import type { InvoiceContent } from './invoice-sums.ts'
import { readInvoiceLines, readInvoiceTaxes } from './read-invoice.ts'

/** The documents of one order, as a screen or paper looks at them. */
export type OrderDocument = Pick<Invoice, 'id' | 'kind' | 'state' | 'number' | 'issuedAt' | 'correctsId' | 'lines' | 'taxes' | 'total'>

const compareIssues = (one: OrderDocument, other: OrderDocument): number => ((one.issuedAt ?? '') < (other.issuedAt ?? '') ? -1 : 1)

/** The issued credit notes of an invoice, oldest first. */
export const listCredits = <Document extends OrderDocument>({ id }: { id: string }, documents: readonly Document[]): Document[] =>
  documents.filter((one) => one.correctsId === id && isIssued(one)).toSorted(compareIssues)

/** What its credit notes left of an issued invoice. */
export const leftOfInvoice = (invoice: OrderDocument, documents: readonly OrderDocument[]): number =>
  centsToAmount(listCredits(invoice, documents).reduce((cents, { total }) => cents - amountToCents(total), amountToCents(invoice.total)))

/** The issued invoices that are not taken back as a whole, oldest first. */
export const listStanding = <Document extends OrderDocument>(documents: readonly Document[]): Document[] =>
  documents.filter((one) => one.kind === 'invoice' && isIssued(one) && (one.total === 0 || leftOfInvoice(one, documents) !== 0)).toSorted(compareIssues)

/** The standing invoice, with its credit notes, that says something else than the order charges now; `content`: undefined if that is nothing. */
export function findDiffering<Document extends OrderDocument>(content: InvoiceContent | undefined, documents: readonly Document[]): Document | undefined {
  const invoice = listStanding(documents).at(-1)
  if (invoice === undefined) return undefined
  const credits = listCredits(invoice, documents)
  const isSame =
    content !== undefined &&
    (credits.length === 0
      ? describeLines(readInvoiceLines(invoice.lines)) === describeLines(content.lines)
      : sumByRate(content) === sumByRate(invoice, credits))
  return isSame ? undefined : invoice
}

const describeLines = (lines: readonly InvoiceLine[]): string =>
  JSON.stringify(
    lines.map(({ lineId, description, quantity, unitPrice, total, taxName, percent }) => [lineId, description, quantity, unitPrice, total, taxName, percent]),
  )

type Sums = { taxes: unknown; total: number }

/** In cents; what adds up to nothing is left out. */
function sumByRate(document: Sums, credits: readonly Sums[] = []): string {
  const centsByName = new Map<string, number>()
  const add = (name: string, amount: number, sign: number): unknown => centsByName.set(name, (centsByName.get(name) ?? 0) + sign * amountToCents(amount))
  for (const [one, sign] of [[document, 1] as const, ...credits.map((credit) => [credit, -1] as const)]) {
    add('total', one.total, sign)
    for (const { name, percent, base, tax } of readInvoiceTaxes(one.taxes)) {
      add(JSON.stringify(['base', name, percent]), base, sign)
      add(JSON.stringify(['tax', name, percent]), tax, sign)
    }
  }
  return JSON.stringify([...centsByName].filter(([, cents]) => cents !== 0).toSorted(([one], [other]) => compareTexts(one, other)))
}
