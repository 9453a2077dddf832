import type { CsvTable } from '#web/list-kit/csv-button.tsx'
import type { MoneyLine } from './money-row.ts'
import { common } from '#web/language/common-texts.ts'
import { methodToText } from '#web/language/payment-methods-texts.ts'

/** Payments or costs of an order; refunds and costs are negative, as in all exports of money. */
export const moneyToTable = (lines: readonly Pick<MoneyLine, 'act' | 'amount' | 'afterTax' | 'method' | 'text' | 'createdAt'>[]): CsvTable => ({
  header: ['Time', 'Amount', 'Description', 'Method', 'After tax'],
  rows: lines.map(({ act, amount, text, method, afterTax, createdAt }) => [
    createdAt,
    act === 'cost' ? -amount : amount,
    text,
    method === null ? '' : methodToText(method),
    afterTax ? common.yes() : '',
  ]),
})
