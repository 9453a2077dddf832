import { describe, expect, it } from 'vitest'
import { fillPlaceholders } from './placeholders.ts'

const fill = (text: string, balance = ''): string =>
  fillPlaceholders(text, { name: 'Mary', ticket: 'H-1', device: 'iPhone 12', shop: 'Harbour', balance, link: 'https://shop.example/h' })

describe('the text of an order without a price', () => {
  it.each([
    ['Dear {name}, {device} ({ticket}) is ready. To pay: {balance}. {link}', 'Dear Mary, iPhone 12 (H-1) is ready. https://shop.example/h'],
    ['{device} is ready. To pay: {balance} {link}', 'iPhone 12 is ready. https://shop.example/h'],
    ['{device} is ready. To pay: {balance}', 'iPhone 12 is ready.'],
    ['{device} is ready.\nTo pay: {balance}\nYour {shop}', 'iPhone 12 is ready.\n\nYour Harbour'],
    ['{device} is ready, please bring {balance}.', 'iPhone 12 is ready.'],
    ['{device} is ready – {balance} to pay', 'iPhone 12 is ready.'],
    ['{device} is ready ({balance} to pay).', 'iPhone 12 is ready.'],
    ['{device} is ready (to pay: {balance}). {shop}', 'iPhone 12 is ready. Harbour'],
    ['To pay: {balance}. {device} is ready.', 'iPhone 12 is ready.'],
    ['{balance} is due; {device} is ready.', 'iPhone 12 is ready.'],
    ['Get {device} for {balance} at {shop}.', 'Get iPhone 12 for the amount due at Harbour.'],
    ['To pay: {balance}.', 'To pay: the amount due.'],
    ['{device} is ready.', 'iPhone 12 is ready.'],
  ])('says nothing of it: %j', (text, told) => {
    expect(fill(text)).toBe(told)
  })

  it('names an amount of zero', () => {
    expect(fill('To pay: {balance}.', '$0.00')).toBe('To pay: $0.00.')
  })
})
