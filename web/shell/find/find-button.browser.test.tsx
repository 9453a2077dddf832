import '../../styles/app.css'
import { beforeEach, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { DropdownMenu, MenuItem } from '#web/ui/overlays/dropdown-menu.tsx'
import { FindButton } from './find-button.tsx'
import { closeFindBox, useFindBox } from './find-store.ts'

const isOpen = (): boolean => useFindBox.getState().isOpen

beforeEach(closeFindBox)

test('the magnifier opens the box, Ctrl+K and Cmd+K open and close it, also from a field', async () => {
  const screen = await render(
    <>
      <FindButton />
      <input aria-label="Notes" />
    </>,
  )
  const button = screen.getByRole('button', { name: /^Find anything \((?:Ctrl |⌘)K\)$/ })
  expect(button.element().getAttribute('aria-keyshortcuts')).toBe('Control+K Meta+K')
  await button.click()
  expect(isOpen()).toBe(true)
  await screen.getByLabelText('Notes').click()
  await userEvent.keyboard('{Control>}k{/Control}')
  expect(isOpen()).toBe(false)
  await userEvent.keyboard('{Meta>}k{/Meta}')
  expect(isOpen()).toBe(true)
  await expect.element(screen.getByLabelText('Notes')).toHaveValue('')
})

test('other keys with K, and an open menu, open nothing', async () => {
  const screen = await render(
    <>
      <FindButton />
      <DropdownMenu trigger={<button type="button">Menu</button>}>
        <MenuItem onSelect={() => undefined}>One</MenuItem>
      </DropdownMenu>
    </>,
  )
  await userEvent.keyboard('k')
  await userEvent.keyboard('{Control>}{Shift>}k{/Shift}{/Control}')
  expect(isOpen()).toBe(false)
  await screen.getByText('Menu').click()
  await expect.element(screen.getByRole('menu')).toBeInTheDocument()
  await userEvent.keyboard('{Control>}k{/Control}')
  expect(isOpen()).toBe(false)
})
