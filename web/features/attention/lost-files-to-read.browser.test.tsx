import '../../styles/app.css'
import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { useRef, useState } from 'react'
import { LostFilesList, type LostItem } from './lost-files-to-read.tsx'

const items: LostItem[] = [
  { id: 'one', kind: 'photo', name: 'The crack', order: 'iPhone 12', isUnsaved: false, path: '/shop/orders/order/order' },
  { id: 'two', kind: 'signature', name: null, order: null, isUnsaved: true, path: undefined },
]

/** Stands in for "Needs attention": its heading takes the focus when the focused item disappears. */
function Attention({ dismiss, onLeave = () => undefined }: { dismiss?: (ids: readonly string[]) => Promise<void>; onLeave?: () => void }) {
  const [shown, setShown] = useState(items)
  const headingRef = useRef<HTMLHeadingElement>(null)
  const letGo = async (ids: readonly string[]): Promise<void> => {
    await dismiss?.(ids)
    setShown((before) => before.filter(({ id }) => !ids.includes(id)))
  }
  return (
    <section>
      <h3 ref={headingRef} tabIndex={-1}>
        Needs attention
      </h3>
      <LostFilesList items={shown} dismiss={letGo} onLeave={onLeave} onDismissed={() => headingRef.current?.focus()} />
    </section>
  )
}

test('lost photos are told with name and order, and leave the list when their person has read them', async () => {
  const screen = await render(<Attention />)
  const list = screen.getByRole('list', { name: 'Lost photos' })
  await expect.element(list.getByRole('article')).toHaveLength(2)
  const crack = list.getByRole('article', { name: 'The crack' })
  await expect.element(crack.getByText("The browser removed this photo of order 'iPhone 12' before it was sent. Take it again if you can.")).toBeVisible()
  const signature = list.getByRole('article', { name: 'Signature' })
  await expect.element(signature.getByText('The browser removed this signature before its form was saved. Ask for it again if you can.')).toBeVisible()
  await crack.getByRole('button', { name: 'Got it' }).click()
  await expect.element(list.getByRole('article')).toHaveLength(1)
  await expect.element(screen.getByRole('heading', { name: 'Needs attention' })).toHaveFocus()
  await list.getByRole('button', { name: 'Got it' }).click()
  await expect.element(list).not.toBeInTheDocument()
})

test('the order of a lost photo opens from the list by keyboard; one that is not on this device has no link', async () => {
  let left = 0
  const screen = await render(<Attention onLeave={() => left++} />)
  await expect.element(screen.getByRole('link')).toHaveLength(1)
  screen.getByRole('link', { name: 'Open' }).element().focus()
  await userEvent.keyboard('{Enter}')
  expect(left).toBe(1)
  expect(window.location.pathname).toBe('/shop/orders/order/order')
})

test('a lost photo stays on the list where the storage does not take that it was read', async () => {
  const screen = await render(<Attention dismiss={() => Promise.reject(new Error('The storage of this device is full.'))} />)
  await screen.getByRole('button', { name: 'Dismiss all' }).click()
  await expect.element(screen.getByRole('article')).toHaveLength(2)
})
