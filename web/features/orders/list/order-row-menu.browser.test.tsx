import '../../../styles/app.css'
import { beforeEach, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { closeDialog, useDialogs } from '#web/navigation/dialogs.ts'
import { DataTable } from '#web/ui/tables/data-table.tsx'
import { OrderRowMenu } from './order-row-menu.tsx'

beforeEach(closeDialog)

test('a press on the menu of a row prints for that order, and does not open the row', async () => {
  const opened: string[] = []
  const columns = [{ key: 'name', header: 'Name', className: 'relative', cell: (id: string) => <OrderRowMenu orderId={id} /> }]
  const screen = await render(<DataTable label="Orders" columns={columns} rows={['one']} rowKey={(id) => id} onOpen={(id) => opened.push(id)} />)
  const face = screen.getByRole('button', { name: 'Actions of this order' })
  await face.click()
  await screen.getByRole('menuitem', { name: 'Print label' }).click()
  expect(useDialogs.getState().dialog).toEqual({ kind: 'papers', orderIds: ['one'], paper: 'device-label' })
  expect(opened).toEqual([])
})

test('the menu of a row opens, is chosen from and left by keyboard', async () => {
  const screen = await render(<OrderRowMenu orderId="two" />)
  const face = screen.getByRole('button', { name: 'Actions of this order' })
  await expect.element(face).toBeVisible()
  await userEvent.tab()
  await expect.element(face).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(screen.getByRole('menu')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(screen.getByRole('menu')).not.toBeInTheDocument()
  await expect.element(face).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(screen.getByRole('menu')).toBeVisible()
  await userEvent.keyboard('{End}')
  await expect.element(screen.getByRole('menuitem', { name: 'Print job sheet' })).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  expect(useDialogs.getState().dialog).toEqual({ kind: 'papers', orderIds: ['two'], paper: 'job-sheet' })
})
