import '../../../styles/app.css'
import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { BarChart, type ChartBar } from './bar-chart.tsx'

const series = [
  { key: 'income', name: 'Income' },
  { key: 'costs', name: 'Costs' },
] as const

const opened: string[] = []

const toBar = (id: string, income: number, costs: number): ChartBar<'income' | 'costs'> => ({
  id,
  label: id,
  values: { income, costs },
  href: `/rows-of-${id}`,
  onOpen: () => opened.push(id),
})

const chart = (bars: readonly ChartBar<'income' | 'costs'>[]) => (
  <BarChart title="Income and costs" note="In whole dollars" axis="Day" series={series} bars={bars} toText={(value) => `$${value}`} />
)

const heightOf = (link: Element): number => link.querySelector('rect')?.getBoundingClientRect().height ?? 0

test('bars begin at zero, say what they are, and lead to their rows by pointer and by keys', async () => {
  const screen = await render(chart([toBar('Monday', 100, 25), toBar('Tuesday', 50, 0)]))
  const monday = screen.getByRole('link', { name: 'Monday, Income: $100' })
  await expect.element(monday).toHaveAttribute('href', '/rows-of-Monday')
  const tuesday = screen.getByRole('link', { name: 'Tuesday, Income: $50' })
  expect(heightOf(tuesday.element()) / heightOf(monday.element())).toBeCloseTo(0.5, 2)
  expect(heightOf(screen.getByRole('link', { name: 'Monday, Costs: $25' }).element()) / heightOf(monday.element())).toBeCloseTo(0.25, 2)
  await monday.click()
  expect(opened).toEqual(['Monday'])
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(tuesday).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  expect(opened).toEqual(['Monday', 'Tuesday'])
})

test('a bar below zero hangs from it', async () => {
  const screen = await render(chart([toBar('Monday', 100, 0), toBar('Tuesday', -50, 0)]))
  const rectOf = (name: string): DOMRect | undefined => screen.getByRole('link', { name }).element().querySelector('rect')?.getBoundingClientRect()
  await expect.poll(() => (rectOf('Tuesday, Income: $-50')?.top ?? NaN) - (rectOf('Monday, Income: $100')?.bottom ?? NaN)).toBeCloseTo(0, 0)
})

test('the same is there as a table: for screen readers always, for everybody on demand', async () => {
  const screen = await render(chart([toBar('Monday', 100, 25)]))
  await expect.element(screen.getByRole('row', { name: 'Monday $100 $25' })).toBeInTheDocument()
  await screen.getByRole('button', { name: 'Show as table' }).click()
  await expect.element(screen.getByRole('link', { name: 'Monday', exact: true })).toBeVisible()
  await expect.element(screen.getByRole('link', { name: 'Monday, Income: $100' })).not.toBeInTheDocument()
  await screen.getByRole('button', { name: 'Show as chart' }).click()
  await expect.element(screen.getByRole('link', { name: 'Monday, Income: $100' })).toBeVisible()
})

test('where a place has rows of several kinds, each bar and each number of the table leads to its own', async () => {
  const bar = { ...toBar('Ann', 3, 0), onOpen: undefined, hrefs: { income: '/open-of-Ann', costs: '/finished-of-Ann' } }
  const screen = await render(chart([bar, { ...toBar('Bob', 1, 2), onOpen: undefined, hrefs: { income: '/open-of-Bob', costs: '/finished-of-Bob' } }]))
  await expect.element(screen.getByRole('link', { name: 'Bob, Costs: $2' })).toHaveAttribute('href', '/finished-of-Bob')
  await screen.getByRole('button', { name: 'Show as table' }).click()
  await expect.element(screen.getByRole('link', { name: 'Ann', exact: true })).toHaveAttribute('href', '/rows-of-Ann')
  await expect.element(screen.getByRole('link', { name: 'Ann, Income: $3' })).toHaveAttribute('href', '/open-of-Ann')
  await expect.element(screen.getByRole('link', { name: 'Bob, Costs: $2' })).toHaveAttribute('href', '/finished-of-Bob')
  await expect.element(screen.getByRole('link', { name: 'Ann, Costs: $0' })).not.toBeInTheDocument()
})

test('a chart of nothing says so', async () => {
  const screen = await render(chart([]))
  await expect.element(screen.getByText('Nothing to show in this time.')).toBeVisible()
})
