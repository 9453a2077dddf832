import '../../styles/app.css'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { DataTable } from './data-table.tsx'
import type { Column, RowSelecting, TableSort } from './table-model.ts'

type Row = { id: string; name: string }

const rows: Row[] = ['Radio', 'Lamp', 'Kettle'].map((name, index) => ({ id: String(index), name }))
const columns: Column<Row>[] = [{ key: 'name', header: 'Name', cell: (row) => row.name }]
const rowKey = (row: Row): string => row.id

test('a list is one stop for the keyboard: arrows move in it, Enter and Space open a row', async () => {
  const onOpen = vi.fn<(row: Row) => void>()
  const screen = await render(<DataTable label="Things" columns={columns} rows={rows} rowKey={rowKey} onOpen={onOpen} />)
  const row = (index: number) => screen.getByRole('row').nth(index + 1)
  await expect.element(row(2)).toBeVisible()
  expect(document.querySelectorAll('tbody [tabindex="0"]')).toHaveLength(1)

  await userEvent.tab()
  await expect.element(row(0)).toHaveFocus()
  for (const [key, index] of [
    ['ArrowDown', 1],
    ['ArrowDown', 2],
    ['ArrowDown', 2],
    ['ArrowUp', 1],
    ['Home', 0],
    ['ArrowUp', 0],
    ['End', 2],
  ] as const) {
    await userEvent.keyboard(`{${key}}`)
    await expect.element(row(index)).toHaveFocus()
  }
  await userEvent.keyboard('{Enter}')
  await userEvent.keyboard(' ')
  expect(onOpen.mock.calls).toEqual([[rows[2]], [rows[2]]])
})

test('a row that shows the same is not rendered again when others come, and opens what it shows now', async () => {
  const cell = vi.fn<(row: Row) => string>((row) => row.name)
  const counted: Column<Row>[] = [{ key: 'name', header: 'Name', cell }]
  const opened: string[] = []
  const table = (shown: readonly Row[], round: string) => (
    <DataTable label="Things" columns={counted} rows={shown} rowKey={rowKey} onOpen={({ name }) => opened.push(`${round} ${name}`)} />
  )
  const screen = await render(table(rows, 'first'))
  await expect.element(screen.getByText('Radio')).toBeVisible()
  cell.mockClear()
  await screen.rerender(table([...rows.slice(0, 2), { id: '2', name: 'Iron' }], 'second'))
  await expect.element(screen.getByText('Iron')).toBeVisible()
  expect(new Set(cell.mock.calls.map(([{ name }]) => name))).toEqual(new Set(['Iron']))
  await screen.getByText('Radio').click()
  expect(opened).toEqual(['second Radio'])
})

test('texts for screen readers in a long list of cards do not make the page itself scroll', async () => {
  await page.viewport(390, 500)
  const many = Array.from({ length: 60 }, (_, index) => ({ id: String(index), name: `Radio ${index}` }))
  const spoken: Column<Row>[] = [
    {
      key: 'name',
      header: 'Name',
      cell: ({ name }) => (
        <>
          {name}
          <span className="sr-only"> of the shop</span>
        </>
      ),
    },
  ]
  const screen = await render(
    <div style={{ display: 'flex', flexDirection: 'column', height: 400 }}>
      <DataTable label="Things" columns={spoken} rows={many} rowKey={rowKey} />
    </div>,
  )
  const list = screen.getByRole('list', { name: 'Things' })
  await expect.element(list).toBeVisible()
  expect(list.element().scrollHeight).toBeGreaterThan(1000)
  expect(document.documentElement.scrollHeight).toBeLessThan(600)
})

/** `toggled` collects each row's name and whether Shift was held. */
function selectable({ selected = [] as string[], isShown = true } = {}) {
  const toggled: [string, boolean][] = []
  const onToggleAll = vi.fn<() => void>()
  const onOpen = vi.fn<(row: Row) => void>()
  const selecting: RowSelecting<Row> = {
    isShown,
    isSelected: ({ name }) => selected.includes(name),
    onToggle: ({ name }, isRange) => void toggled.push([name, isRange]),
    toLabel: ({ name }) => `Select ${name}`,
    allLabel: 'Select all',
    onToggleAll,
  }
  const table = <DataTable label="Things" columns={columns} rows={rows} rowKey={rowKey} onOpen={onOpen} selecting={selecting} />
  return { table, toggled, onToggleAll, onOpen }
}

test('a row is marked by its box, with Shift as a range, and is not opened by it', async () => {
  const { table, toggled, onToggleAll, onOpen } = selectable({ selected: ['Lamp'] })
  const screen = await render(table)
  await screen.getByRole('checkbox', { name: 'Select Radio' }).click()
  await screen.getByRole('checkbox', { name: 'Select Kettle' }).click({ modifiers: ['Shift'] })
  await screen.getByRole('checkbox', { name: 'Select all' }).click()
  expect(toggled).toEqual([
    ['Radio', false],
    ['Kettle', true],
  ])
  expect(onToggleAll).toHaveBeenCalledOnce()
  expect(onOpen).not.toHaveBeenCalled()
  await expect.element(screen.getByRole('checkbox', { name: 'Select Lamp' })).toBeChecked()
  await expect.element(screen.getByRole('checkbox', { name: 'Select all' })).toBePartiallyChecked()
  await expect.element(screen.getByRole('row', { selected: true })).toHaveTextContent('Lamp')
})

test('x marks the row that has the focus, also where no boxes show, and Shift x a range', async () => {
  const { table, toggled, onOpen } = selectable({ isShown: false })
  const screen = await render(table)
  expect(screen.getByRole('checkbox').elements()).toEqual([])
  await userEvent.tab()
  await userEvent.keyboard('x{ArrowDown}{ArrowDown}{Shift>}X{/Shift}')
  await userEvent.keyboard('{Control>}x{/Control}')
  expect(toggled).toEqual([
    ['Radio', false],
    ['Kettle', true],
  ])
  expect(onOpen).not.toHaveBeenCalled()
})

test('on a phone a card has its box in front, as high and wide as a finger', async () => {
  await page.viewport(390, 700)
  const { table, toggled, onOpen } = selectable()
  const screen = await render(table)
  const box = screen.getByRole('checkbox', { name: 'Select Lamp' })
  const target = box.element().closest('label')?.getBoundingClientRect()
  expect(Math.min(target?.width ?? 0, target?.height ?? 0)).toBeGreaterThanOrEqual(44)
  await box.click()
  expect(toggled).toEqual([['Lamp', false]])
  expect(onOpen).not.toHaveBeenCalled()
  await page.viewport(1024, 700)
})

test('a header sorts up, then down, then not at all, by press and by key, and says so (DAY-01)', async () => {
  const sortable: Column<Row>[] = columns.map((column) => ({ ...column, sortBy: 'name' }))
  function Things() {
    const [sort, setSort] = useState<TableSort>(null)
    return <DataTable label="Things" columns={sortable} rows={rows} rowKey={rowKey} sort={sort} onSort={setSort} />
  }
  const screen = await render(<Things />)
  const header = screen.getByRole('columnheader', { name: 'Name' })
  await expect.element(header).not.toHaveAttribute('aria-sort')
  await header.getByRole('button').click()
  await expect.element(header).toHaveAttribute('aria-sort', 'ascending')
  await userEvent.keyboard('{Enter}')
  await expect.element(header).toHaveAttribute('aria-sort', 'descending')
  await userEvent.keyboard(' ')
  await expect.element(header).not.toHaveAttribute('aria-sort')
})
