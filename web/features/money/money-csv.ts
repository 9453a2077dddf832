import { paymentMethodToText } from '#schema/values/payments/payment-kind.ts'
import type { CsvTable } from '#web/list-kit/csv-button.tsx'
import type { MoneyLine } from './money-row.ts'

/** Payments or costs of an order; refunds and costs are negative, as in all exports of money. */
export const moneyToTable = (lines: readonly Pick<MoneyLine, 'act' | 'amount' | 'afterTax' | 'method' | 'text' | 'createdAt'>[]): CsvTable => ({
  header: ['Time', 'Amount', 'Description', 'Method', 'After tax'],
  rows: lines.map(({ act, amount, text, method, afterTax, createdAt }) => [
    createdAt,
    act === 'cost' ? -amount : amount,
    text,
    method === null ? '' : paymentMethodToText(method),
    afterTax ? 'Yes' : '',
  ]),
})
