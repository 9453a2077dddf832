import { amountToCents, centsToAmount } from '../../values/money.ts'
import { paymentToSigned } from '../../values/payments/payment-kind.ts'

type Payment = { createdAt: string; paymentAmount: number; kind: string | null }
type Document = { id: string; kind: string; issuedAt: string | null; total: number }

/**
 * What of an issued invoice was paid when it was issued: the order's payments until then, less what its earlier documents took of them.
 * It stays, since payments before an issue are refunded, not changed.
 */
export function toPaidAtIssue(invoice: Document, { payments, documents }: { payments: readonly Payment[]; documents: readonly Document[] }): number {
  const { id, kind, issuedAt, total } = invoice
  if (kind !== 'invoice' || issuedAt === null) return 0
  const received = payments.filter(({ createdAt }) => createdAt <= issuedAt).map((payment) => amountToCents(paymentToSigned(payment)))
  const earlier = documents.filter((document) => document.id !== id && document.issuedAt !== null && document.issuedAt < issuedAt)
  const taken = earlier.map((document) => amountToCents(document.total) * (document.kind === 'invoice' ? 1 : -1))
  return centsToAmount(Math.max(0, Math.min(amountToCents(total), add(received) - add(taken))))
}

const add = (amounts: readonly number[]): number => amounts.reduce((sum, cents) => sum + cents, 0)
