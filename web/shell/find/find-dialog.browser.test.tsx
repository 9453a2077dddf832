import '../../styles/app.css'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { readFindQuery } from '#schema/rules/find/find-query.ts'
import { List } from 'lucide-react'
import type { Customer } from '#schema/collections/work/customers.ts'
import { FindDialog } from './find-dialog.tsx'
import type { FindGroup, FindOption } from './find-options.ts'

const act = (label: string): FindOption => ({ key: `act/${label}`, kind: 'act', act: { key: label, label, other: '', Icon: List, leadsTo: 'shortcuts' } })
const customer = {
  id: 'c1',
  name: 'Élodie Smith',
  countryCode: '+1',
  phone: '4155550199',
  alternateCountryCode: null,
  alternatePhone: null,
  email: null,
} as Customer

const groups: FindGroup[] = [
  { title: 'Customers', count: '1 of 7', options: [{ key: 'customer/c1', kind: 'customer', customer }] },
  { title: 'Commands', count: '', options: [act('New order'), act('Inventory')] },
]

type BoxProps = { shown?: readonly FindGroup[]; state?: 'empty' | 'reading' | 'found' | 'failed'; onChoose?: (key: string) => void }

function Page({ shown = groups, state = 'found', onChoose = () => undefined }: BoxProps) {
  const [isOpen, setIsOpen] = useState(false)
  const [typed, setTyped] = useState('')
  return (
    <>
      <button type="button" onClick={() => setIsOpen(true)}>
        Find
      </button>
      {isOpen && (
        <FindDialog
          shop={{ id: 's1', name: 'Main Street' }}
          typed={typed}
          groups={shown}
          query={readFindQuery(typed)}
          state={state}
          onType={setTyped}
          onChoose={({ key }) => onChoose(key)}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  )
}

async function openBox(props: BoxProps = {}) {
  const screen = await render(<Page {...props} />)
  await screen.getByRole('button', { name: 'Find' }).click()
  const box = screen.getByRole('combobox')
  await expect.element(box).toHaveFocus()
  return { screen, box, chosen: screen.getByRole('option', { selected: true }) }
}

test('arrows move through all groups and around the ends, the focus stays in the box, Enter chooses', async () => {
  const onChoose = vi.fn<(key: string) => void>()
  const { screen, box, chosen } = await openBox({ onChoose })
  await expect.element(chosen).toMatchTextContent(/Élodie Smith/)
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(chosen).toHaveTextContent('New order')
  await userEvent.keyboard('{ArrowUp}{ArrowUp}')
  await expect.element(chosen).toHaveTextContent('Inventory')
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(chosen).toMatchTextContent(/Élodie Smith/)
  await expect.element(box).toHaveFocus()
  expect(box.element().getAttribute('aria-activedescendant')).toBe(chosen.element().id)
  expect(box.element().getAttribute('aria-controls')).toBe(screen.getByRole('listbox').element().id)
  await userEvent.keyboard('{Enter}')
  expect(onChoose.mock.calls).toEqual([['customer/c1']])
})

test('groups are named and counted, what was found is marked, and how many there are is told', async () => {
  const { screen, box } = await openBox()
  await box.fill('smith')
  await expect.element(screen.getByRole('group', { name: 'Customers 1 of 7' })).toBeVisible()
  await expect.element(screen.getByRole('group', { name: 'Commands' }).getByRole('option').first()).toHaveTextContent('New order')
  expect(screen.getByRole('option', { name: /Smith/ }).element().querySelector('mark')?.textContent).toBe('Smith')
  await expect.element(screen.getByRole('status')).toHaveTextContent('3 results')
  await expect.element(screen.getByRole('dialog')).toMatchTextContent(/Orders, customers and products of Main Street/)
})

test('Enter before the answer waits for it; what is typed behind it takes that back', async () => {
  const onChoose = vi.fn<(key: string) => void>()
  const screen = await render(<Page state="reading" shown={[]} onChoose={onChoose} />)
  await screen.getByRole('button', { name: 'Find' }).click()
  await screen.getByRole('combobox').fill('H-1')
  await userEvent.keyboard('{Enter}')
  await screen.getByRole('combobox').fill('H-10')
  await screen.rerender(<Page onChoose={onChoose} />)
  await expect.element(screen.getByRole('option').first()).toBeVisible()
  expect(onChoose).not.toHaveBeenCalled()

  await screen.rerender(<Page state="reading" shown={[]} onChoose={onChoose} />)
  await expect.element(screen.getByRole('status')).toHaveTextContent('Still reading what is on this device. More may follow.')
  await userEvent.keyboard('{Enter}')
  expect(onChoose).not.toHaveBeenCalled()
  await screen.rerender(<Page onChoose={onChoose} />)
  await expect.poll(() => onChoose.mock.calls).toEqual([['customer/c1']])
})

test('a press or a finger chooses and leaves the focus in the box; a former search is typed again', async () => {
  const onChoose = vi.fn<(key: string) => void>()
  const { screen, box } = await openBox({
    onChoose,
    shown: [...groups, { title: 'Recent searches', count: '', options: [{ key: 'search/iron', kind: 'search', typed: 'iron' }] }],
  })
  await screen.getByRole('option', { name: 'Inventory' }).click()
  expect(onChoose.mock.calls).toEqual([['act/Inventory']])
  await screen.getByRole('option', { name: 'iron' }).click()
  await expect.element(box).toHaveValue('iron')
  await expect.element(box).toHaveFocus()
})

test('what is not found, or cannot be read, is said', async () => {
  const { screen, box } = await openBox({ shown: [] })
  await box.fill('zzz')
  await expect.element(screen.getByRole('status')).toHaveTextContent('Nothing in Main Street was found for “zzz”. Other shops are not searched.')
  await userEvent.keyboard('{ArrowDown}{Enter}')
  await screen.rerender(<Page state="failed" shown={[]} />)
  await expect.element(screen.getByRole('alert')).toMatchTextContent(/^This device could not read what it has\./)
})

test('Esc closes and gives the focus back', async () => {
  const { screen, box } = await openBox()
  await box.fill('smith')
  await userEvent.keyboard('{Escape}')
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument()
  await expect.element(screen.getByRole('button', { name: 'Find' })).toHaveFocus()
})
