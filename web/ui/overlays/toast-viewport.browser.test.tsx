import '../../styles/app.css'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Button } from '../controls/button.tsx'
import { ConfirmRow } from './confirm-row.tsx'
import { Dialog } from './dialog.tsx'
import { closeToast, showToast, toastDurationMs } from './toast-store.ts'
import { ToastViewport } from './toast-viewport.tsx'

beforeEach(() => closeToast())
afterEach(() => {
  vi.useRealTimers()
})

test('a toast is one at a time, leaves after five seconds or by its cross, and F8 leads to it', async () => {
  const screen = await render(<ToastViewport />)
  const region = screen.getByRole('region', { name: 'Notifications (F8)' })
  const toast = region.getByRole('listitem')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  showToast({ title: 'First' })
  await expect.element(toast).toHaveTextContent('First')
  vi.advanceTimersByTime(toastDurationMs - 100)
  await expect.element(toast).toBeVisible()
  vi.advanceTimersByTime(200)
  await expect.element(toast).not.toBeInTheDocument()
  vi.useRealTimers()

  showToast({ title: 'Second' })
  await expect.element(toast).toHaveTextContent('Second')
  showToast({ title: 'Third' })
  await expect.element(toast).toHaveTextContent('Third')
  expect(toast.elements()).toHaveLength(1)
  await userEvent.keyboard('{F8}')
  await expect.poll(() => region.element().contains(document.activeElement)).toBe(true)
  await toast.getByRole('button', { name: 'Close' }).click()
  await expect.element(toast).not.toBeInTheDocument()
})

test('the toast goes when it is swiped fifty pixels to the right, and stays when less', async () => {
  const screen = await render(<ToastViewport />)
  const toast = screen.getByRole('region', { name: 'Notifications (F8)' }).getByRole('listitem')
  showToast({ title: 'Swiped' })
  const swipe = async (distance: number): Promise<void> => {
    // Hovering keeps the toast from closing or moving.
    await toast.hover()
    const { left, top, height } = toast.element().getBoundingClientRect()
    const [x, y] = [left + 40, top + height / 2]
    await userEvent.dragAndDrop(toast, page.elementLocator(document.documentElement), {
      sourcePosition: { x: 40, y: height / 2 },
      targetPosition: { x: x + distance, y },
    })
  }
  await swipe(30)
  await expect.element(toast).toHaveAttribute('data-swipe', 'cancel')
  await expect.element(toast).toBeVisible()
  await swipe(80)
  await expect.element(toast).not.toBeInTheDocument()
})

function Form() {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>Edit</Button>
      <Dialog open={isOpen} onCloseRequest={() => setIsOpen(false)} title="A form">
        <ConfirmRow label="Delete" question="Are you sure?" onConfirm={() => showToast({ title: 'Delete failed', tone: 'destructive' })} />
      </Dialog>
      <ToastViewport />
    </>
  )
}

test('Esc in a form reaches the form while a toast is shown', async () => {
  const screen = await render(<Form />)
  const toast = screen.getByText('Delete failed', { exact: true })
  const dialog = screen.getByRole('dialog', { name: 'A form' })
  await screen.getByRole('button', { name: 'Edit' }).click()
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await dialog.getByRole('button', { name: 'Yes' }).click()
  await expect.element(toast).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog.getByRole('button', { name: 'Delete' })).toHaveFocus()
  await expect.element(toast).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(screen.getByRole('button', { name: 'Edit' })).toHaveFocus()
  await userEvent.keyboard('{F8}')
  await userEvent.tab()
  await userEvent.keyboard('{Escape}')
  await expect.element(toast).not.toBeInTheDocument()
})
