import { type CashUp, cashUpMethods } from '#schema/rules/money/cash-up.ts'
import { paymentMethodToText } from '#schema/values/payments/payment-kind.ts'
import type { CsvTable } from '#web/list-kit/csv-button.tsx'

/** The days of a cash-up; a method that did not occur stays empty, and what was given back is negative. */
export const cashUpToTable = ({ days }: CashUp): CsvTable => ({
  header: ['Day', ...cashUpMethods.map(paymentMethodToText), 'Refunds', 'Total'],
  rows: days.map(({ day, byMethod, total }) => [
    day,
    ...cashUpMethods.map((method) => byMethod.get(method)?.net ?? null),
    total.refunded === 0 ? null : -total.refunded,
    total.net,
  ]),
})
