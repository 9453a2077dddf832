import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { LogEnd } from './log-end.tsx'
import type { LogExtent } from './log-extent.ts'

const extent = (more: Partial<LogExtent>): LogExtent => ({
  completeSince: null,
  isAsking: false,
  hasFetched: false,
  isOffline: false,
  isFiltered: false,
  ...more,
})

const end = (beginsAt: string | null, more: Partial<LogExtent> = {}, loadMore = () => {}) => (
  <LogEnd older={{ isLoading: false, loadMore, problem: undefined }} extent={extent(more)} beginsAt={beginsAt} />
)

test('says where the log begins once nothing older is left to fetch', async () => {
  const screen = await render(end('2026-03-01T12:00:00.000Z'))
  await expect.element(screen.getByText(/^The log begins on Mar 1, 2026\. Older entries have been removed/)).toBeVisible()
  expect(screen.getByRole('button').elements()).toEqual([])
})

test('says nothing where the device holds a log of which nothing was removed', async () => {
  const screen = await render(end(null))
  expect(screen.container.textContent).toBe('')
})

test('offers what the server still has of before the beginning, and that works with a press', async () => {
  let presses = 0
  const since = '2026-03-01T12:00:00.000Z'
  const screen = await render(end(since, { completeSince: since }, () => (presses += 1)))
  await expect.element(screen.getByRole('status')).toHaveTextContent('Entries since Mar 1, 2026 are shown.')
  await screen.getByRole('button', { name: 'Load older entries' }).click()
  expect(presses).toBe(1)
})
