import '../../../styles/app.css'
import { beforeEach, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { closeDialog, useDialogs } from '#web/navigation/dialogs.ts'
import { OrderRowMenu } from './order-row-menu.tsx'

beforeEach(closeDialog)

test('under the ticket the menu of a row is as large as a finger, named after the order, and prints by touch', async () => {
  const screen = await render(
    <div style={{ width: '2.25rem' }}>
      <OrderRowMenu orderId="one" ticket="H-1042" className="w-full" />
    </div>,
  )
  const face = screen.getByRole('button', { name: 'H-1042, actions of this order' })
  await expect.element(face).toBeVisible()
  expect(face.element().textContent).toBe('H-1042')
  expect(face.element().getBoundingClientRect().height).toBeGreaterThanOrEqual(44)
  await face.click()
  await screen.getByRole('menuitem', { name: 'Print label' }).click()
  expect(useDialogs.getState().dialog).toEqual({ kind: 'papers', orderIds: ['one'], paper: 'device-label' })
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
