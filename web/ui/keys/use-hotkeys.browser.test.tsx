import { beforeEach, expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { burstGapMs } from './key-burst.ts'
import { useHotkeys } from './use-hotkeys.ts'

const acted: string[] = []

function Keys() {
  useHotkeys({ n: () => acted.push('new'), '/': () => acted.push('search'), 'g o': () => acted.push('orders') })
  return <main>Page</main>
}

const createPress = (key: string): KeyboardEvent => new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })

const press = (...keys: readonly string[]): void => {
  for (const key of keys) document.body.dispatchEvent(createPress(key))
}

/** The page's timers run in order, so earlier keys have acted by then. */
const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, burstGapMs + 10))

beforeEach(async () => {
  acted.length = 0
  await render(<Keys />)
})

test('letters, signs and sequences act', async () => {
  press('n')
  await pause()
  press('/')
  await pause()
  press('g', 'o')
  await pause()
  expect(acted).toEqual(['new', 'search', 'orders'])
})

test('the keys of a scanner that types do not act (SCAN-02)', async () => {
  press('n', '/', '7', 'n', 'Enter')
  await pause()
  expect(acted).toEqual([])
})

test('a sign acts right after a key that no scanner types', () => {
  press('Escape', '/')
  expect(acted).toEqual(['search'])
})

test('keys that were pressed apart act also where a busy page gets them at once', async () => {
  const [letter, sign] = [createPress('x'), await pause().then(() => createPress('/'))]
  document.body.dispatchEvent(letter)
  document.body.dispatchEvent(sign)
  expect(acted).toEqual(['search'])
})
