import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fillPlaceholders, findUnknownPlaceholder, finishPlaceholders, hasPlaceholder, placeholders, withoutLink } from './placeholders.ts'

const values = { name: 'Mary {ticket} Smith', ticket: 'H-12', device: 'iPhone 12', shop: 'Harbour', balance: '$89.00', link: 'https://shop.example/h' }

describe('placeholders', () => {
  it('are filled in, each with its own value, which is not looked at again', () => {
    expect(finishPlaceholders('Dear {name}, {device} ({ticket}) is ready: {link}. To pay: {balance}. {shop}', values)).toBe(
      'Dear Mary {ticket} Smith, iPhone 12 (H-12) is ready: https://shop.example/h. To pay: $89.00. Harbour',
    )
  })

  it('stay where there is no value for them yet', () => {
    expect(fillPlaceholders('{name}: {link}', { name: 'Mary' })).toBe('Mary: {link}')
  })

  it.each(['{link}', '{{link}}', '{name} {ticket}', 'O {balance} K', '{nope}', '{', '}}'])(
    'leave the name %s as it is, in however many turns they are filled',
    (name) => {
      const begun = fillPlaceholders('{name}: {link}', { name })
      expect([hasPlaceholder(begun, 'name'), findUnknownPlaceholder(begun) ?? 'nope']).toEqual([false, 'nope'])
      const more = fillPlaceholders(begun, { ...values, name: 'Other', link: undefined })
      expect(finishPlaceholders(more, values)).toBe(`${name}: https://shop.example/h`)
      expect(finishPlaceholders(withoutLink(begun), values)).toBe(`${name}.`)
      expect(finishPlaceholders('{name}: {link}', { ...values, name })).toBe(`${name}: https://shop.example/h`)
    },
  )

  it('are told by name where nothing stands for them', () => {
    expect(findUnknownPlaceholder('Dear {name}, {devise} is ready')).toBe('devise')
    expect(findUnknownPlaceholder('{Name}')).toBe('Name')
    expect(findUnknownPlaceholder('Dear { name}')).toBe(' name')
    expect(findUnknownPlaceholder('To pay: {balance }')).toBe('balance ')
    expect(findUnknownPlaceholder('Braces {} and { } and {two words} and a { are texts')).toBeUndefined()
    expect(findUnknownPlaceholder(placeholders.map((name) => `{${name}}`).join(' '))).toBeUndefined()
  })

  it('leave any text without braces as it is, and know each name that they fill in', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const plain = text.replaceAll(/[{}]/g, '')
        expect(fillPlaceholders(plain, values)).toBe(plain)
        if (findUnknownPlaceholder(text) === undefined)
          for (const name of placeholders) expect(fillPlaceholders(text, { ...values, name: '' })).not.toContain(`{${name}}`.repeat(2))
      }),
    )
  })
})

describe('a text without its link', () => {
  it.each([
    ['See it here: {link}', 'See it here.'],
    ['Look here: {link}.', 'Look here.'],
    ['It is ready – {link}', 'It is ready.'],
    ['We need your word before we go on: {link} Harbour', 'We need your word before we go on. Harbour'],
    ['See it here:\n{link}\nHarbour', 'See it here.\nHarbour'],
    ['To pay: $89.00. {link} Harbour', 'To pay: $89.00. Harbour'],
    ['Is it ready? {link}', 'Is it ready?'],
    ['It is ready ({link}).', 'It is ready.'],
    ['It is ready (see {link})', 'It is ready (see)'],
    ['Press {link}, then wait', 'Press, then wait'],
    ['{link}: your order', 'your order'],
    ['{link}', ''],
    ['Ready:{link}now', 'Ready. now'],
    ['To pay: $89.00', 'To pay: $89.00'],
  ])('reads well: %j', (text, told) => {
    expect(withoutLink(text)).toBe(told)
  })

  it('keeps each word, whatever stands around the link, and is itself where there is none', () => {
    const part = fc.array(fc.constantFrom('Ready', '$89.00', '{name}', ' ', '\n', ':', ',', '.', '–', '-', '(', ')', '!', '{link}', '({link})'), {
      maxLength: 12,
    })
    const toWords = (text: string): string[] => text.match(/[\p{L}\p{N}{}]+/gu) ?? []
    fc.assert(
      fc.property(part, (parts) => {
        const text = parts.join('')
        const told = withoutLink(text)
        expect(toWords(told)).toEqual(toWords(text.replaceAll('{link}', ' ')))
        if (!text.includes('{link}')) expect(told).toBe(text)
        else expect(withoutLink(told)).toBe(told)
      }),
    )
  })
})

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
