import { type CashUp, cashUpMethods } from '#schema/rules/money/cash-up.ts'
import { paymentMethodToText } from '#schema/values/payments/payment-kind.ts'
import type { CsvTable } from '#web/list-kit/csv-button.tsx'

/** One row per day; unused methods stay empty, refunds are negative. */
export const cashUpToTable = ({ days }: CashUp): CsvTable => ({
  header: ['Day', ...cashUpMethods.map(paymentMethodToText), 'Refunds', 'Total'],
  rows: days.map(({ day, byMethod, total }) => [
    day,
    ...cashUpMethods.map((method) => byMethod.get(method)?.net ?? null),
    total.refunded === 0 ? null : -total.refunded,
    total.net,
  ]),
})
