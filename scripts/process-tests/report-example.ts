import type { ReportSummary } from '#schema/rules/money/report.ts'

/**
 * Calculated by hand: two days in Toronto, the second with 23 hours (daylight saving), so the range is 05:00 UTC to
 * 04:00 UTC. Money lies on both sides of both bounds.
 */
export const reportExample = { timezone: 'America/Toronto', from: '2026-03-07', to: '2026-03-08', taxPercent: 13 } as const

export type ExampleOrder = 'amplifier' | 'bicycle' | 'camera'
type ExampleMoney = { order: ExampleOrder; amount: number; afterTax: boolean; createdAt: string; text: string }

export const examplePayments: readonly ExampleMoney[] = [
  { order: 'amplifier', amount: 50, afterTax: false, createdAt: '2026-03-07T04:59:59.999Z', text: 'a moment too early' },
  { order: 'amplifier', amount: 113, afterTax: true, createdAt: '2026-03-07T05:00:00.000Z', text: 'first moment' },
  { order: 'amplifier', amount: 20.05, afterTax: false, createdAt: '2026-03-08T06:30:00.000Z', text: 'deposit' },
  { order: 'bicycle', amount: 0.05, afterTax: true, createdAt: '2026-03-08T14:00:00.000Z', text: 'nickel' },
  { order: 'bicycle', amount: 0.05, afterTax: true, createdAt: '2026-03-09T03:59:59.999Z', text: 'last moment' },
  { order: 'bicycle', amount: 99.99, afterTax: true, createdAt: '2026-03-09T04:00:00.000Z', text: 'a moment too late' },
  { order: 'camera', amount: 10, afterTax: false, createdAt: '2026-03-07T00:30:00.000Z', text: 'the right day in London' },
]

export const exampleCosts: readonly ExampleMoney[] = [
  { order: 'amplifier', amount: 56.5, afterTax: true, createdAt: '2026-03-07T12:00:00.000Z', text: 'valves' },
  { order: 'amplifier', amount: 10.1, afterTax: false, createdAt: '2026-03-08T23:59:00.000Z', text: 'courier' },
  { order: 'bicycle', amount: 40, afterTax: false, createdAt: '2026-03-09T02:00:00.000Z', text: 'wheel' },
  { order: 'camera', amount: 5, afterTax: false, createdAt: '2026-03-09T05:00:00.000Z', text: 'the day after' },
]

type ExpectedReport = {
  /** Sorted as in the report: newest line first. */
  orders: readonly { order: ExampleOrder; totalPayments: number; totalCosts: number; net: number; lines: readonly string[] }[]
  summary: ReportSummary
}

export const expectedPlain: ExpectedReport = {
  orders: [
    { order: 'bicycle', totalPayments: 0.1, totalCosts: 40, net: -39.9, lines: ['0.05 AT nickel', '-40.00 BT wheel', '0.05 AT last moment'] },
    {
      order: 'amplifier',
      totalPayments: 133.05,
      totalCosts: 66.6,
      net: 66.45,
      lines: ['113.00 AT first moment', '-56.50 AT valves', '20.05 BT deposit', '-10.10 BT courier'],
    },
  ],
  summary: { totalPayments: 133.15, beforeTaxPayments: 20.05, afterTaxPayments: 113.1, totalCosts: 106.6, netProfit: 26.55 },
}

/** Without 13 % tax: 113 / 1.13 = 100, 56.50 / 1.13 = 50; each 0.05 / 1.13 = 0.0442… rounds to 0.04. */
export const expectedWithoutTax: ExpectedReport = {
  orders: [
    { order: 'bicycle', totalPayments: 0.08, totalCosts: 40, net: -39.92, lines: ['0.04 AT nickel', '-40.00 BT wheel', '0.04 AT last moment'] },
    {
      order: 'amplifier',
      totalPayments: 120.05,
      totalCosts: 60.1,
      net: 59.95,
      lines: ['100.00 AT first moment', '-50.00 AT valves', '20.05 BT deposit', '-10.10 BT courier'],
    },
  ],
  summary: { totalPayments: 120.13, beforeTaxPayments: 20.05, afterTaxPayments: 100.08, totalCosts: 100.1, netProfit: 20.03 },
}
