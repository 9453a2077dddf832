import { useState } from 'react'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderOnDevice } from '#web/testing/render-on-device.tsx'
import { makeShop } from '#web/testing/shop-server.ts'
import { toastStore } from '#web/ui/overlays/toast-store.ts'
import { ScanKeys } from './scan-keys.tsx'

beforeEach(() => page.viewport(360, 740))

type Key = { key: string; code?: string; shiftKey?: boolean }

/** All keys at once, as a scanner types: the field gets each that nobody has stopped. */
function scan(target: HTMLElement, keys: readonly Key[]): void {
  for (const key of keys) {
    const isTaken = target.dispatchEvent(new KeyboardEvent('keydown', { ...key, bubbles: true, cancelable: true }))
    if (!isTaken || key.key.length !== 1 || !(target instanceof HTMLInputElement)) continue
    target.setRangeText(key.key, target.value.length, target.value.length, 'end')
    target.dispatchEvent(new Event('input', { bubbles: true }))
  }
}

const keysOf = (text: string): Key[] => [...text].map((key) => ({ key }))
const toast = (): unknown => toastStore.read()?.description

function Fields() {
  const [quantity, setQuantity] = useState('2')
  const [price, setPrice] = useState('9.50')
  const [isSubmitted, setIsSubmitted] = useState(false)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        setIsSubmitted(true)
      }}
    >
      <input aria-label="Quantity" data-quantity inputMode="decimal" value={quantity} onChange={(event) => setQuantity(event.target.value)} />
      <input aria-label="Price" inputMode="decimal" value={price} onChange={(event) => setPrice(event.target.value)} />
      <p>{isSubmitted ? 'Saved' : `${quantity} for ${price}`}</p>
    </form>
  )
}

async function openFields() {
  const shop = makeShop()
  const shown = shop.server.shops.get(shop.id) ?? expect.fail()
  const { screen } = await renderOnDevice(
    <>
      <ScanKeys shop={shown} />
      <Fields />
    </>,
    { shop, collections: ['products'] },
  )
  const field = (name: string) => screen.getByRole('textbox', { name }).element() as HTMLInputElement
  return { screen, field }
}

test('a code that a scanner types into a quantity or an amount is none: the field is as it was, and nothing is saved', async () => {
  const { screen, field } = await openFields()
  await expect.element(screen.getByText('2 for 9.50')).toBeVisible()
  for (const [name, code, end] of [
    ['Quantity', '4006381333931', 'Enter'],
    ['Quantity', 'H-1042', 'Tab'],
    ['Price', '4006381333931', 'Enter'],
  ] as const) {
    scan(field(name), [...keysOf(code), { key: end }])
    await expect.poll(toast).toBe(`A scanner typed ${code} here. The field is as it was.`)
    await expect.element(screen.getByText('2 for 9.50')).toBeVisible()
  }
})

test('a number that somebody types quickly stays', async () => {
  const { screen, field } = await openFields()
  field('Quantity').select()
  scan(field('Quantity'), keysOf('50'))
  scan(field('Price'), [...keysOf('1'), { key: 'Tab' }])
  await expect.element(screen.getByText('250 for 9.501')).toBeVisible()
})

test('a scanner that is set to another keyboard is read by the place of its keys, and Tab ends its code', async () => {
  const { screen } = await openFields()
  await expect.element(screen.getByText('2 for 9.50')).toBeVisible()
  const codes = ['KeyQ', 'KeyQ', 'Minus', 'Digit1', 'Digit0', 'Digit4', 'Digit2']
  const french = [...`AA)&à'é`].map((key, place) => ({ key, code: codes[place] ?? '' }))
  scan(document.body, [...french, { key: 'Tab' }])
  await expect.poll(toast).toContain(`Nothing here has the code AA)&à'é. If the label says something else, set the scanner to the keyboard`)
  scan(document.body, [...[...'&àé'].map((key, place) => ({ key, code: ['Digit1', 'Digit0', 'Digit2'][place] ?? '' })), { key: 'Enter' }])
  await expect.poll(() => window.location.pathname).toMatch(/\/t\/102$/)
})

function Receiving() {
  const [typed, setTyped] = useState('')
  const [received, setReceived] = useState('nothing')
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        setReceived(typed)
      }}
    >
      <input aria-label="Receive" data-scan-field value={typed} onChange={(event) => setTyped(event.target.value)} />
      <button type="button">Receive one</button>
      <p>Received {received}</p>
    </form>
  )
}

test('PARTS-02, PARTS-04: where pieces are received or counted, a code is for that field, also while a button has the focus', async () => {
  const shop = makeShop()
  const shown = shop.server.shops.get(shop.id) ?? expect.fail()
  const { screen } = await renderOnDevice(
    <>
      <ScanKeys shop={shown} />
      <Receiving />
    </>,
    { shop, collections: ['products'] },
  )
  const button = screen.getByRole('button', { name: 'Receive one' })
  await expect.element(button).toBeVisible()
  const pressed = button.element() as HTMLElement
  pressed.focus()
  scan(pressed, [...keysOf('4006381333931'), { key: 'Enter' }])
  await expect.element(screen.getByText('Received 4006381333931')).toBeVisible()
})
