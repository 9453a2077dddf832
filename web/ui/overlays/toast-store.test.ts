import { expect, test } from 'vitest'
import { createToastStore, toastDurationMs, toastHotkey, toastSwipePx } from './toast-store.ts'

test('the documented numbers', () => {
  expect([toastDurationMs, toastSwipePx, toastHotkey]).toEqual([5000, 50, 'F8'])
})

test('a new toast takes the place of the present one', () => {
  const store = createToastStore()
  const first = store.show({ title: 'Order created' })
  const second = store.show({ title: 'Order updated', tone: 'success' })
  expect(second).not.toBe(first)
  expect(store.read()).toMatchObject({ id: second, title: 'Order updated', isOpen: true })
})

test('a late close of a replaced toast leaves the new one open', () => {
  const store = createToastStore()
  const first = store.show({ title: 'one' })
  store.show({ title: 'two' })
  store.close(first)
  expect(store.read()).toMatchObject({ title: 'two', isOpen: true })
  store.close()
  expect(store.read()).toMatchObject({ title: 'two', isOpen: false })
})

test('listeners are called for each change until they unsubscribe, and not for a second close', () => {
  const store = createToastStore()
  let changes = 0
  const leave = store.subscribe(() => {
    changes += 1
  })
  store.show({ title: 'one' })
  store.close()
  store.close()
  expect(changes).toBe(2)
  leave()
  store.show({ title: 'two' })
  expect(changes).toBe(2)
})
