import { type ComponentType, useState } from 'react'
import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { laterDialog, laterView } from './later.tsx'
import { fetchParts } from './parts.ts'

type Props = { name: string; open?: boolean; onClose: () => void }

function Hello({ name, open = true }: Props) {
  return open && <p role="status">Hello {name}</p>
}

/** Code that loads when the test resolves it; `asked` counts the loads. */
function createSource() {
  const answers: PromiseWithResolvers<ComponentType<Props>>[] = []
  return {
    load: () => {
      const answer = Promise.withResolvers<ComponentType<Props>>()
      answers.push(answer)
      return answer.promise
    },
    asked: () => answers.length,
    come: () => answers.at(-1)?.resolve(Hello),
    fail: () => answers.at(-1)?.reject(new TypeError('Failed to fetch')),
  }
}

const nothing = (): void => undefined

it('a view says that it is coming, then shows itself; the next one is there in the first rendering', async () => {
  const source = createSource()
  const View = laterView(source.load)
  const { rerender, container } = await render(<View name="one" onClose={nothing} />)
  await expect.element(page.getByText('Loading...')).toBeVisible()
  source.come()
  await expect.element(page.getByText('Hello one')).toBeVisible()

  const seen = new Set<string | null>()
  const watcher = new MutationObserver(() => seen.add(container.textContent))
  watcher.observe(container, { childList: true, subtree: true, characterData: true })
  await rerender(<View key="again" name="two" onClose={nothing} />)
  await expect.element(page.getByText('Hello two')).toBeVisible()
  watcher.disconnect()
  expect([...seen]).toEqual(['Hello two'])
  expect(source.asked()).toBe(1)
})

it('a part that was fetched ahead is there at once, and was fetched once', async () => {
  const source = createSource()
  const View = laterView(source.load)
  const isAhead = fetchParts()
  await expect.poll(source.asked).toBe(1)
  source.come()
  await isAhead
  await render(<View name="ahead" onClose={nothing} />)
  expect(page.getByText('Hello ahead').element()).toBeVisible()
  await fetchParts()
  expect(source.asked()).toBe(1)
})

it('a dialog that is not open asks for nothing', async () => {
  const source = createSource()
  const HelloDialog = laterDialog(source.load)
  const { rerender } = await render(<HelloDialog name="one" open={false} onClose={nothing} />)
  expect(source.asked()).toBe(0)
  await rerender(<HelloDialog name="one" open onClose={nothing} />)
  await expect.poll(source.asked).toBe(1)
  source.come()
  await expect.element(page.getByText('Hello one')).toBeVisible()
})

it('a dialog that cannot be had says so, can be closed, and opens when the network comes', async () => {
  const source = createSource()
  const HelloDialog = laterDialog(source.load)
  function Screen() {
    const [isOpen, setIsOpen] = useState(false)
    return (
      <>
        <button type="button" onClick={() => setIsOpen(true)}>
          Open
        </button>
        <HelloDialog name="late" open={isOpen} onClose={() => setIsOpen(false)} />
      </>
    )
  }
  await render(<Screen />)
  await userEvent.click(page.getByRole('button', { name: 'Open' }))
  source.fail()
  const trouble = page.getByRole('dialog', { name: 'Not on this device yet' })
  await expect.element(trouble).toBeVisible()
  await userEvent.click(trouble.getByRole('button', { name: 'Close' }))
  await expect.element(trouble).not.toBeInTheDocument()

  await userEvent.click(page.getByRole('button', { name: 'Open' }))
  await expect.poll(source.asked).toBe(2)
  await expect.element(trouble.getByText(/^This part loads as soon as/)).toBeVisible()
  source.fail()
  // Chromium up to 150 would fail each further time.
  await expect.element(trouble.getByText(/^Some browsers ask for a part only once: load the page again/)).toBeVisible()
  await expect.element(trouble.getByRole('button', { name: 'Load the page again' })).toBeVisible()
  await userEvent.click(trouble.getByRole('button', { name: 'Try again' }))
  await expect.poll(source.asked).toBe(3)
  source.fail()
  await expect.element(trouble).toBeVisible()
  window.dispatchEvent(new Event('online'))
  await expect.poll(source.asked).toBe(4)
  source.come()
  await expect.element(page.getByText('Hello late')).toBeVisible()
  await expect.element(trouble).not.toBeInTheDocument()
})
