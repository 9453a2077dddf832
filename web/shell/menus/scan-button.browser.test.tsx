import '../../styles/app.css'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { closeDialog, useDialogs } from '#web/navigation/dialogs.ts'
import { DropdownMenu } from '#web/ui/overlays/dropdown-menu.tsx'
import { ScanButton, ScanMenuItem } from './scan-button.tsx'

beforeEach(closeDialog)
afterEach(() => page.viewport(1024, 768))

const bar = (
  <header>
    <ScanButton />
    <DropdownMenu trigger={<button type="button">Menu</button>}>
      <ScanMenuItem />
    </DropdownMenu>
  </header>
)

test('on a phone scanning is in the menu, and not in the bar', async () => {
  await page.viewport(390, 844)
  const screen = await render(bar)
  await screen.getByText('Menu').click()
  await screen.getByRole('menuitem', { name: 'Scan a code' }).click()
  expect(useDialogs.getState().dialog).toEqual({ kind: 'scan' })
  await expect.element(screen.getByRole('button', { name: 'Scan a code' })).not.toBeInTheDocument()
})

test('on a tablet scanning is in the bar, and not in the menu', async () => {
  const screen = await render(bar)
  await screen.getByRole('button', { name: 'Scan a code' }).click()
  expect(useDialogs.getState().dialog).toEqual({ kind: 'scan' })
  await screen.getByText('Menu').click()
  await expect.element(screen.getByRole('menu')).toBeInTheDocument()
  await expect.element(screen.getByRole('menuitem')).not.toBeInTheDocument()
})
