import type { Cost } from '#schema/collections/work/costs.ts'
import type { Payment } from '#schema/collections/work/payments.ts'
import { type MoneyForm, moneyToForm } from './form.ts'

/** A payment or a cost as a line of its order. `amount` is positive. */
export type MoneyLine = { id: string; amount: number; afterTax: boolean; text: string | null; createdAt: string; form: MoneyForm; row: Payment | Cost }

export const paymentToLine = (row: Payment): MoneyLine => ({
  id: row.id,
  amount: row.paymentAmount,
  afterTax: row.afterTax,
  text: row.paymentText,
  createdAt: row.createdAt,
  form: moneyToForm(row),
  row,
})

export const costToLine = (row: Cost): MoneyLine => ({
  id: row.id,
  amount: row.costAmount,
  afterTax: row.afterTax,
  text: row.costText,
  createdAt: row.createdAt,
  form: moneyToForm(row),
  row,
})

/** Oldest first, as they were received. */
export const compareLines = (a: MoneyLine, b: MoneyLine): number => (a.createdAt === b.createdAt ? (a.id < b.id ? -1 : 1) : a.createdAt < b.createdAt ? -1 : 1)
