import { expect, test } from 'vitest'
import { buildReport, type ReportInput, type ReportMoney, reportStepSize } from '#schema/rules/money/report.ts'
import { type Count, createReportCounter, startCount } from './report-counter.ts'

const money = (kind: string, count: number): ReportMoney[] =>
  Array.from({ length: count }, (_, index) => ({
    id: `${kind}${index}`,
    orderId: `order ${(index * 31) % Math.ceil(count * 0.7)}`,
    createdAt: new Date(Date.UTC(2026, 0, 1) + ((index * 7919) % count) * 60_000).toISOString(),
    amount: ((index * 37) % 90_000) / 100 + 0,
    afterTax: index % 2 === 0,
    text: null,
  }))

const input = (count: number, taxPercent: number | null): ReportInput => ({
  payments: money('p', count),
  costs: money('c', count),
  range: { fromInstant: null, toInstantExclusive: null },
  taxPercent,
})

const countToEnd = (wants: Count<string>[]): Promise<Count<string>[]> =>
  new Promise((resolve) => {
    const counted: Count<string>[] = []
    const counter = createReportCounter<string>((count) => {
      counted.push(count)
      if (count === wants.at(-1)) resolve(counted)
      else for (const next of wants.slice(1)) counter.want(next)
    })
    counter.want(wants[0])
  })

test('a small report is counted at once', () => {
  const small = input(reportStepSize / 10, 13)
  expect(startCount('shop', small).report).toEqual(buildReport(small))
})

test('a big report is counted in steps, to the cent as in one', async () => {
  const big = input(3 * reportStepSize, 13)
  const count = startCount('shop', big)
  expect(count.report).toBeUndefined()
  await countToEnd([count])
  expect(count.report).toEqual(buildReport(big))
})

test('money that changes faster than it is counted starves nobody: what has begun is told, then the newest', async () => {
  const [first, passed, newest] = [3, 4, 5].map((steps) => startCount(`${steps}`, input(steps * reportStepSize, null)))
  const counted = await countToEnd([first, passed, newest].filter((count) => count !== undefined))
  expect(counted.map(({ key }) => key)).toEqual(['3', '5'])
  expect(passed?.report).toBeUndefined()
})

test('a counter that was stopped tells nothing more, and goes on when it is wanted again', async () => {
  const count = startCount('shop', input(3 * reportStepSize, null))
  const told: string[] = []
  const counter = createReportCounter<string>(({ key }) => told.push(key))
  counter.want(count)
  counter.stop()
  await new Promise((resolve) => setTimeout(resolve, 5))
  expect(told).toEqual([])
  counter.want(count)
  await expect.poll(() => told).toEqual(['shop'])
})
