import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findStockLineIssue, type StockLine, toStockMoves, wholeStockMessage } from './stock-moves.ts'

const line = fc.record({
  productId: fc.constantFrom('a', 'b', null),
  quantity: fc.integer({ min: 1, max: 50 }),
  fromStock: fc.boolean(),
}) satisfies fc.Arbitrary<StockLine>
const lineOrNone = fc.option(line, { nil: undefined })

const taken = (one: StockLine | undefined, productId: string): number =>
  toStockMoves('order_lines', undefined, one).reduce((sum, move) => (move.productId === productId ? sum - move.delta : sum), 0)

describe('what a line moves (LINE-02)', () => {
  it('is what it takes when it comes, and gives when it goes', () => {
    const part = { productId: 'a', quantity: 2, fromStock: true }
    expect(toStockMoves('order_lines', undefined, part)).toEqual([{ productId: 'a', delta: -2 }])
    expect(toStockMoves('order_lines', part, undefined)).toEqual([{ productId: 'a', delta: 2 }])
    expect(toStockMoves('order_lines', part, { ...part, quantity: 5 })).toEqual([{ productId: 'a', delta: -3 }])
    expect(toStockMoves('order_lines', part, { ...part, productId: 'b' })).toEqual([
      { productId: 'a', delta: 2 },
      { productId: 'b', delta: -2 },
    ])
    expect(toStockMoves('order_lines', part, { ...part })).toEqual([])
  })

  it.each([{ fromStock: false }, { productId: null }, { productId: undefined }])('is nothing for a line with %j', (more) => {
    expect(toStockMoves('order_lines', undefined, { productId: 'a', quantity: 2, fromStock: true, ...more })).toEqual([])
  })

  it('adds up over any steps to what the last one holds, whatever was between', () => {
    fc.assert(
      fc.property(fc.array(lineOrNone, { maxLength: 20 }), (steps) => {
        const counts: Record<string, number> = { a: 0, b: 0 }
        let before: StockLine | undefined
        for (const after of steps) {
          for (const { productId, delta } of toStockMoves('order_lines', before, after)) counts[productId] = (counts[productId] ?? 0) + delta
          before = after
        }
        expect(counts).toEqual({ a: 0 - taken(before, 'a'), b: 0 - taken(before, 'b') })
      }),
    )
  })

  it('is the same there and back', () => {
    fc.assert(
      fc.property(lineOrNone, lineOrNone, (one, other) => {
        const back = new Map(toStockMoves('order_lines', other, one).map(({ productId, delta }) => [productId, delta]))
        for (const { productId, delta } of toStockMoves('order_lines', one, other)) expect(back.get(productId)).toBe(-delta)
        expect(back.size).toBe(toStockMoves('order_lines', one, other).length)
      }),
    )
  })

  it('is refused in parts of a piece, from stock only', () => {
    expect(findStockLineIssue({ productId: 'a', quantity: 0.5, fromStock: true })).toEqual({ path: 'quantity', message: wholeStockMessage })
    expect(findStockLineIssue({ productId: 'a', quantity: 0.5, fromStock: false })).toBeUndefined()
    expect(findStockLineIssue({ productId: null, quantity: 0.5, fromStock: true })).toBeUndefined()
    expect(findStockLineIssue({ productId: 'a', quantity: 3, fromStock: true })).toBeUndefined()
  })
})
