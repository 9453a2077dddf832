import '../../styles/app.css'
import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { TabList } from './tab-list.tsx'

test('a chosen tab beyond the edge is scrolled into view, also when the counts of the others come later', async () => {
  const values = ['open', 'mine', 'ready', 'waiting', 'all'] as const
  const tabs = (count?: number) => (
    <div style={{ width: 220 }}>
      <TabList label="Views" panelId="panel" value="all" tabs={values.map((value) => ({ value, label: value, count }))} onChange={() => {}} />
    </div>
  )
  const screen = await render(tabs())
  const isInView = (): boolean => {
    const right = screen.getByRole('tab', { name: 'all' }).element().getBoundingClientRect().right
    return right <= screen.getByRole('tablist').element().getBoundingClientRect().right
  }
  await expect.poll(isInView).toBe(true)
  await screen.rerender(tabs(1200))
  await expect.poll(isInView).toBe(true)
})

test('a page further down stays where it is when the counts of its tabs come', async () => {
  const tabs = (count?: number) => (
    <div style={{ width: 220, paddingBottom: 3000 }}>
      <TabList label="Views" panelId="panel" value="all" tabs={[{ value: 'all', label: 'all', count }]} onChange={() => {}} />
    </div>
  )
  const screen = await render(tabs())
  window.scrollTo(0, 1000)
  await screen.rerender(tabs(1200))
  await expect.element(screen.getByRole('tab')).toHaveAttribute('title', '1,200')
  expect(window.scrollY).toBe(1000)
})
