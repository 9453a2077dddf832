import { parseAmount, sumAmounts } from '../../values/money.ts'

export type Owed = {
  /** Null where the quote is no plain amount: then nothing can be owed by sum. */
  quoted: number | null
  paid: number
  /** What is left to pay; negative where more was paid than quoted. */
  balance: number | null
}

/** What a receipt says of the money of an order: the quote is what the customer pays, payments are what came (PRINT-01). */
export function toOwed(quotedCost: string | null, payments: readonly { amount: number }[]): Owed {
  const quoted = quotedCost === null ? null : parseAmount(quotedCost)
  const paid = sumAmounts(payments.map(({ amount }) => amount))
  return { quoted, paid, balance: quoted === null ? null : sumAmounts([quoted, -paid]) }
}
