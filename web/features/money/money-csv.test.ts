import { expect, test } from 'vitest'
import { toCsv } from '#schema/rules/money/csv.ts'
import { moneyToTable } from './money-csv.ts'

test('payments, refunds and costs are saved with their signs, and a description runs in no spreadsheet (CSV-02)', () => {
  const shared = { afterTax: false, method: null, createdAt: '2026-03-01T10:00:00.000Z' }
  const { header, rows } = moneyToTable([
    { ...shared, act: 'payment', amount: 80, text: '=1+1', method: 'cash', afterTax: true },
    { ...shared, act: 'refund', amount: -5.5, text: null },
    { ...shared, act: 'cost', amount: 12, text: 'Glass' },
  ])
  expect(toCsv([header, ...rows])).toBe(
    [
      '\uFEFFTime,Amount,Description,Method,After tax',
      "2026-03-01T10:00:00.000Z,80.00,'=1+1,Cash,Yes",
      '2026-03-01T10:00:00.000Z,-5.50,,,',
      '2026-03-01T10:00:00.000Z,-12.00,Glass,,',
      '',
    ].join('\r\n'),
  )
})
