import type { InvoiceBuyer, InvoiceLine, InvoiceSeller, InvoiceTax } from '../../collections/work/invoice-content.ts'
import type { Invoice } from '../../collections/work/invoices.ts'
import { amountToCents, centsToAmount } from '../../values/money.ts'
import { paymentToSigned } from '../../values/payments/payment-kind.ts'
import { toWaysToPay, type WaysToPay } from '../money/pay-online.ts'
import type { ShopProfile } from '../shop/profile.ts'
import { leftOfInvoice, listCredits, listStanding } from './order-invoices.ts'
import { readInvoiceBuyer, readInvoiceLines, readInvoiceSeller, readInvoiceTaxes } from './read-invoice.ts'

/** What an issued document's paper and the customer's page say. */
export type InvoicePaper = {
  kind: Invoice['kind']
  number: string
  ticket: string
  issuedAt: string
  suppliedAt: string | null
  dueAt: string | null
  /** The invoice that a credit note names. */
  corrects: NamedDocument | null
  seller: InvoiceSeller
  buyer: InvoiceBuyer
  lines: InvoiceLine[]
  taxes: InvoiceTax[]
  net: number
  tax: number
  total: number
  /** Credit notes of this invoice, by now. */
  credits: (NamedDocument & { total: number })[]
  /** Of the order by now; refunds are negative. */
  payments: { at: string; method: string | null; amount: number }[]
  /** What of the payments counts for this invoice. */
  paid: number
  /** What is to pay; null of a credit note. */
  balance: number | null
  pay: WaysToPay | null
  note: string | null
  terms: string | null
}

type NamedDocument = { number: string; issuedAt: string }

type Asked = {
  invoice: Invoice
  /** All documents of the order. */
  documents: readonly Invoice[]
  payments: readonly { createdAt: string; paymentAmount: number; kind: string | null; method: string | null }[]
  profile: Pick<ShopProfile, 'paymentLink' | 'iban' | 'bankName' | 'terms'>
  ticket: string
}

/** Undefined of a draft. */
export function toInvoicePaper({ invoice, documents, payments, profile, ticket }: Asked): InvoicePaper | undefined {
  const { kind, number, issuedAt, suppliedAt, dueAt, net, tax, total, note } = invoice
  const [seller, buyer] = [readInvoiceSeller(invoice.seller), readInvoiceBuyer(invoice.buyer)]
  if (number === null || issuedAt === null || seller === null || buyer === null) return undefined
  const corrects = documents.find(({ id }) => id === invoice.correctsId)
  const isInvoice = kind === 'invoice'
  const received = isInvoice
    ? payments
        .map((payment) => ({ at: payment.createdAt, method: payment.method, amount: paymentToSigned(payment) }))
        .toSorted((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0))
    : []
  const left = isInvoice ? leftOfInvoice(invoice, documents) : 0
  const paid = isInvoice ? toPaid(received, invoice, documents) : 0
  const balance = isInvoice ? centsToAmount(amountToCents(left) - amountToCents(paid)) : null
  return {
    kind,
    number,
    ticket,
    issuedAt,
    suppliedAt,
    dueAt,
    corrects: corrects === undefined ? null : { number: corrects.number ?? '', issuedAt: corrects.issuedAt ?? issuedAt },
    seller,
    buyer,
    lines: readInvoiceLines(invoice.lines),
    taxes: readInvoiceTaxes(invoice.taxes),
    net,
    tax,
    total,
    credits: isInvoice
      ? listCredits(invoice, documents).map((note) => ({ number: note.number ?? '', issuedAt: note.issuedAt ?? issuedAt, total: note.total }))
      : [],
    payments: received,
    paid,
    balance,
    pay: toWaysToPay({ ...profile, currency: seller.currency }, { shopName: seller.name, balance, ticket, reference: number }),
    note,
    terms: profile.terms,
  }
}

/** The last standing invoice of an order takes what the earlier ones left of the payments; one that was taken back takes none. */
function toPaid(received: InvoicePaper['payments'], invoice: Invoice, documents: readonly Invoice[]): number {
  let left = received.reduce((cents, { amount }) => cents + amountToCents(amount), 0)
  const standing = listStanding(documents)
  for (const one of standing) {
    const isLast = one === standing.at(-1)
    const taken = isLast ? left : Math.min(Math.max(left, 0), amountToCents(leftOfInvoice(one, documents)))
    if (one.id === invoice.id) return centsToAmount(taken)
    left -= taken
  }
  return 0
}
