import fc from 'fast-check'
import { expect, test } from 'vitest'
import { papersAtOnce, toPaperParts } from './order-papers-dialog.tsx'

test('parts hold every order once, in order, and none holds more than are laid out at once', () => {
  fc.assert(
    fc.property(fc.nat(1_300), (count) => {
      const ids = Array.from({ length: count }, (_, place) => String(place))
      const parts = toPaperParts(ids)
      expect(parts.flatMap((part) => part.ids)).toEqual(ids)
      expect(parts.every((part) => part.ids.length <= papersAtOnce)).toBe(true)
      expect(parts).toHaveLength(Math.max(1, Math.ceil(count / papersAtOnce)))
    }),
  )
})

test('each part says which orders it holds', () => {
  const names = toPaperParts(Array.from({ length: 450 }, String)).map(({ name }) => name)
  expect(names).toEqual(['1 of 3: orders 1 to 200', '2 of 3: orders 201 to 400', '3 of 3: orders 401 to 450'])
})
