import '#web/styles/app.css'
import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { Dialog } from './dialog.tsx'

// The lock of a modal dialog writes inherited properties on the body. Where one of them changes there, the browser
// computes the style of each element of the page anew, which was a sixth of the time in which an order opens.
test('a dialog changes nothing that the page below it inherits', async () => {
  const page = (isOpen: boolean) => (
    <>
      <p data-testid="below">Below</p>
      <Dialog open={isOpen} title="Over" onCloseRequest={() => {}}>
        <input />
      </Dialog>
    </>
  )
  const { getByTestId, getByRole, rerender } = await render(page(false))
  // Its custom properties too: Chromium lists them with the others.
  const readStyle = () => {
    const style = getComputedStyle(getByTestId('below').element())
    return Object.fromEntries([...style].map((name) => [name, style.getPropertyValue(name)]))
  }
  const before = readStyle()
  await rerender(page(true))
  await expect.element(getByRole('dialog')).toBeVisible()
  expect(document.body.style.pointerEvents).toBe('none')
  expect(document.body.dataset['scrollLocked']).toBeDefined()
  expect(readStyle()).toEqual(before)
})
