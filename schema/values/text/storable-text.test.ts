import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { collectionToCreateShape, collectionToUpdateShape } from '../../collection.ts'
import { collectionByName, collectionNames } from '../../collections/index.ts'
import { optionalText, text } from '../../fields.ts'
import { toStorableText } from './storable-text.ts'

const zero = '\u0000'
const pasted = fc
  .array(fc.oneof({ weight: 3, arbitrary: fc.string({ unit: 'grapheme' }) }, { weight: 1, arbitrary: fc.constant(zero) }))
  .map((parts) => parts.join(''))

const freeTexts = collectionNames.flatMap((name) =>
  Object.entries(collectionByName[name].fields).flatMap(([field, { schema, writer }]) =>
    writer === 'client' && schema.safeParse(`Ada${zero} and Bob`).success ? [{ name, field, schema }] : [],
  ),
)

describe('U+0000', () => {
  it('is all that a text loses', () => {
    fc.assert(
      fc.property(pasted, (given) => {
        const stored = toStorableText(given)
        expect(stored).not.toContain(zero)
        expect([...given].filter((sign) => sign !== zero).join('')).toBe(stored)
        expect(toStorableText(stored)).toBe(stored)
      }),
    )
  })

  it('is in no text that a schema lets pass, and changes nothing else about it', () => {
    const fields = [text('Name', { required: 'Name is required' }), text('Task', { required: 'x', merge: 'text' }), optionalText('Note', { merge: 'text' })]
    fc.assert(
      fc.property(fc.constantFrom(...fields), pasted, ({ schema }, given) => {
        const parsed = schema.safeParse(given)
        const plain = schema.safeParse(toStorableText(given))
        expect(parsed.success).toBe(plain.success)
        expect(parsed.data).toEqual(plain.data)
      }),
    )
  })

  it('leaves each field that a person writes freely, on the device and on the server', () => {
    expect(freeTexts.length).toBeGreaterThan(20)
    for (const { name, field, schema } of freeTexts) {
      const value = schema.parse(`Ada${zero} and Bob`)
      expect(value, `${name}.${field}`).toBe('Ada and Bob')
      const changed = collectionToUpdateShape(collectionByName[name]).parse({ [field]: `Ada${zero} and Bob` })
      expect(changed[field], `${name}.${field}`).toBe('Ada and Bob')
    }
  })

  it('alone is no name', () => {
    const result = collectionToCreateShape(collectionByName.customers).safeParse({ name: zero.repeat(3) })
    expect(result.error && z.flattenError(result.error).fieldErrors).toMatchObject({ name: ['Customer name is required'] })
  })

  it('makes no id of what is none', () => {
    const id = '0d9b77d1-7a4e-4c35-9a3e-2b5a1f0a7c13'
    const { schema } = collectionByName.tasks.fields.orderId
    expect([schema.safeParse(id).success, schema.safeParse(`${id}${zero}`).success]).toEqual([true, false])
  })
})
