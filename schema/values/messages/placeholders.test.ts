import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fillPlaceholders, findUnknownPlaceholder, placeholders } from './placeholders.ts'

const values = { name: 'Mary {ticket} Smith', ticket: 'H-12', device: 'iPhone 12', shop: 'Harbour', balance: '$89.00', link: 'https://shop.example/h' }

describe('placeholders', () => {
  it('are filled in, each with its own value, which is not looked at again', () => {
    expect(fillPlaceholders('Dear {name}, {device} ({ticket}) is ready: {link}. To pay: {balance}. {shop}', values)).toBe(
      'Dear Mary {ticket} Smith, iPhone 12 (H-12) is ready: https://shop.example/h. To pay: $89.00. Harbour',
    )
  })

  it('stay where there is no value for them yet', () => {
    expect(fillPlaceholders('{name}: {link}', { name: 'Mary' })).toBe('Mary: {link}')
  })

  it('are told by name where nothing stands for them', () => {
    expect(findUnknownPlaceholder('Dear {name}, {devise} is ready')).toBe('devise')
    expect(findUnknownPlaceholder('{Name}')).toBe('Name')
    expect(findUnknownPlaceholder('Braces {} and { name } and a { are texts')).toBeUndefined()
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
