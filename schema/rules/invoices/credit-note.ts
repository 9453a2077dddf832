import type { InvoiceLine, InvoiceSeller, InvoiceTax } from '../../collections/work/invoice-content.ts'
import type { ErrorCode } from '../../errors.ts'
import { amountToCents, centsToAmount, currencyToUnitCents } from '../../values/money.ts'
import { quantityToThousandths } from '../../values/order-lines/quantity.ts'
import { divideHalfUp, toLineCents } from '../money/line-totals.ts'
import { splitTax, toTaxCents } from '../money/price.ts'
import { type InvoiceContent, sumLines, toSums } from './invoice-sums.ts'
import { invoiceTexts } from './invoice-states.ts'

type Document = { lines: readonly InvoiceLine[]; taxes: readonly InvoiceTax[]; total: number }

type Documents = {
  invoice: Document & { number: string; seller: Pick<InvoiceSeller, 'currency' | 'taxMode'> }
  /** The credit notes of the invoice that are issued. */
  earlier: readonly Document[]
}

type CreditInput = Documents & {
  /** Of the draft, as the invoice answered them; none takes back all of it. A smaller quantity or price takes back a part. */
  given: readonly InvoiceLine[]
  money: (amount: number) => string
}

type Refusal = { code: ErrorCode; path: string; message: string }

/** What a credit note takes back of an invoice; its sums are positive and count against. Together they never exceed the invoice. */
export function toCreditContent({ invoice, earlier, given, money }: CreditInput): InvoiceContent | Refusal {
  const left = centsToAmount(earlier.reduce((cents, { total }) => cents - amountToCents(total), amountToCents(invoice.total)))
  const exceeding: Refusal = {
    code: 'CONFLICT',
    path: 'lines',
    message: left > 0 ? `Only ${money(left)} of invoice ${invoice.number} is left to credit.` : `All of invoice ${invoice.number} is credited already.`,
  }
  const taken: Taken[] = []
  for (const line of given.length === 0 ? invoice.lines : given) {
    const one = takeLine(line, taken, { invoice, earlier, given, money })
    if ('code' in one) return given.length === 0 ? exceeding : one
    taken.push(one)
  }
  const content = toContent(taken, invoice, earlier)
  if (content.total > left) return exceeding
  return content.total > 0 ? content : { code: 'CONFLICT', path: 'lines', message: invoiceTexts.nothingToCredit }
}

/** `cents`: as the shop writes prices. */
type Taken = { line: InvoiceLine; cents: number }

function takeLine({ id, quantity, unitPrice }: InvoiceLine, taken: readonly Taken[], { invoice, earlier, money }: CreditInput): Taken | Refusal {
  const refuse = (code: ErrorCode, message: string): Refusal => ({ code, path: 'lines', message })
  const original = invoice.lines.find((line) => line.id === id)
  if (original === undefined) return refuse('VALIDATION', `Line ${id} is not on invoice ${invoice.number}.`)
  if (taken.some(({ line }) => line.id === id)) return refuse('VALIDATION', `Line ${id} stands here twice.`)
  const cents = toLineCents({ quantity, unitPrice }, currencyToUnitCents(invoice.seller.currency))
  const left = leftOfLine(original, { invoice, earlier })
  if (cents !== 0 && (Math.sign(cents) !== Math.sign(left) || Math.abs(cents) > Math.abs(left)))
    return refuse('CONFLICT', `${left === 0 ? 'Nothing' : `Only ${money(centsToAmount(left))}`} of “${original.description}” is left to credit.`)
  return { line: { ...original, quantity, unitPrice }, cents }
}

/** What is left of each line, as another credit note takes all of it back. */
export function toLinesLeft(documents: Documents): InvoiceLine[] {
  const unitCents = currencyToUnitCents(documents.invoice.seller.currency)
  return documents.invoice.lines.flatMap((line) => {
    const left = leftOfLine(line, documents)
    if (left === 0) return []
    const before = linesOf(line, documents.earlier).reduce((sum, { quantity }) => sum + quantityToThousandths(quantity), 0)
    const quantity = (quantityToThousandths(line.quantity) - before) / 1_000
    const isWhole = quantity > 0 && toLineCents({ quantity, unitPrice: line.unitPrice }, unitCents) === left
    return [{ ...line, ...(isWhole ? { quantity } : { quantity: 1, unitPrice: centsToAmount(left) }) }]
  })
}

const linesOf = ({ id }: InvoiceLine, earlier: readonly Document[]): InvoiceLine[] => earlier.flatMap(({ lines }) => lines.filter((line) => line.id === id))

const leftOfLine = (line: InvoiceLine, { invoice, earlier }: Documents): number =>
  linesOf(line, earlier).reduce((cents, taken) => cents - lineToCents(taken, invoice), lineToCents(line, invoice))

const lineToCents = ({ net, total }: InvoiceLine, { seller }: CreditInput['invoice']): number => amountToCents(seller.taxMode === 'inclusive' ? total : net)

type Taxed = Pick<InvoiceLine, 'taxName' | 'percent' | 'category'>

const toKey = ({ taxName, percent, category }: Taxed): string => JSON.stringify([taxName, percent, category])

function toContent(taken: readonly Taken[], invoice: CreditInput['invoice'], earlier: readonly Document[]): InvoiceContent {
  const { taxMode, currency } = invoice.seller
  const unitCents = currencyToUnitCents(currency)
  const takenByKey = Map.groupBy(taken, ({ line }) => toKey(line))
  const taxByKey = new Map([...takenByKey].map(([key, group]) => [key, takeTax(key, group, invoice, earlier)]))
  const sumByKey = new Map<string, number>()
  const lines = taken.map(({ line, cents }): InvoiceLine => {
    const key = toKey(line)
    const [tax, of, before] = [taxByKey.get(key) ?? 0, sumCents(takenByKey.get(key) ?? []), sumByKey.get(key) ?? 0]
    sumByKey.set(key, before + cents)
    return { ...line, ...toSums(cents, toShare(tax, before + cents, of, unitCents) - toShare(tax, before, of, unitCents), taxMode) }
  })
  const taxes = [...takenByKey.keys()].flatMap((key): InvoiceTax[] => {
    const like = invoice.taxes.find(({ name, percent, category }) => toKey({ taxName: name, percent, category }) === key)
    if (like === undefined) return []
    const tax = taxByKey.get(key) ?? 0
    const { net: base } = toSums(sumCents(takenByKey.get(key) ?? []), tax, taxMode)
    return [
      {
        ...like,
        base,
        tax: centsToAmount(tax),
        ...(like.parts !== undefined && { parts: splitTax(tax, { percent: like.percent, parts: like.parts }, unitCents) }),
      },
    ]
  })
  return sumLines(lines, taxes)
}

const sumCents = (taken: readonly Taken[]): number => taken.reduce((sum, { cents }) => sum + cents, 0)

/** Whoever takes the rest of a rate takes the rest of its tax, so that all credit notes together are the invoice. */
function takeTax(key: string, taken: readonly Taken[], invoice: CreditInput['invoice'], earlier: readonly Document[]): number {
  const [first] = taken
  if (first === undefined) return 0
  const ofKey = (lines: readonly InvoiceLine[]): readonly InvoiceLine[] => lines.filter((line) => toKey(line) === key)
  const sum = (lines: readonly InvoiceLine[], of: (line: InvoiceLine) => number): number => ofKey(lines).reduce((cents, line) => cents + of(line), 0)
  const before = earlier.flatMap(({ lines }) => lines)
  const leftOf = (of: (line: InvoiceLine) => number): number => sum(invoice.lines, of) - sum(before, of)
  const left = leftOf(({ tax }) => amountToCents(tax))
  const cents = sumCents(taken)
  if (cents === 0) return 0
  const rest = leftOf((line) => lineToCents(line, invoice)) - cents
  if (rest === 0) return left
  const { taxMode, currency } = invoice.seller
  // What stays has no tax against its own sign. It is negative where a discount stays.
  return (rest > 0 ? Math.min : Math.max)(left, toTaxCents(cents, first.line.percent, { taxMode, unitCents: currencyToUnitCents(currency) }))
}

/** The part of the tax that falls on `part` of `whole`. */
function toShare(taxCents: number, part: number, whole: number, unitCents: number): number {
  if (part === whole) return taxCents
  if (whole === 0) return 0
  const [size, sign] = [BigInt(Math.abs(whole)) * BigInt(unitCents), whole < 0 ? -1n : 1n]
  return Number(divideHalfUp(sign * BigInt(taxCents) * BigInt(part), size)) * unitCents
}
