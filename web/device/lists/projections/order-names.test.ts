import fc from 'fast-check'
import { expect, it } from 'vitest'
import { isShortCode } from '#schema/rules/orders/ticket-search.ts'
import { readTicket, toFormerNumbers } from '#schema/rules/orders/ticket.ts'
import { missWords, readSearch } from '#schema/rules/text/search-words.ts'
import { rowKey } from '../../rows/rows.ts'
import { ColumnSheet } from '../../storage/packed/columns/column-sheet.ts'
import { listColumns, toOrderText } from '../../storage/rows/list-columns.ts'
import { orderNameFinder } from './order-names.ts'
import { packColumns } from '../../storage/packed/columns/column-maker.ts'

// Few digits and letters, so that numbers, prefixes and codes often collide.
const number = fc.oneof(fc.integer({ min: 1, max: 30 }), fc.constantFrom(100_111, 111_222))
const code = fc.stringMatching(/^[1a]{6}$/)
const prefix = fc.constantFrom('S-', 'A1', '1', '', 'B/')
const order = fc.record({
  ending: code,
  number: fc.option(number),
  formerNumbers: fc.array(number, { maxLength: 3 }).map((numbers) => JSON.stringify(numbers)),
})
const word = fc.oneof(
  code,
  number.map(String),
  fc.tuple(fc.constantFrom('S-', 's-', 'a1', '#', 'b/', 'x-', 'iphone'), number).map(([before, given]) => `${before}${given}`),
  fc.constantFrom('a1b2c3', 'radio', 'S-', '0', '12345678901', '\u001f'),
)

function toOrders(given: readonly { ending: string; number: number | null; formerNumbers: string }[]) {
  const rows = given.map(({ ending, ...numbers }, index) => {
    const id = `0197f1a2-0000-7000-8000-${String(index).padStart(6, '0')}${ending}`
    return { id, sortKey: `0\u0001${id}`, itemDetails: 'Radio 12', issueDescription: '', createdAt: '', orderStatusId: '', customerId: '', ...numbers }
  })
  const rule = listColumns.orders
  if (rule === undefined) throw new Error('Orders have no columns')
  const packed = packColumns(
    rule,
    { no: 1, count: rows.length },
    rows.map((row) => ({ primary: rowKey('orders', row.id), row })),
    rows.length,
  )
  const sheets = packed.map((stored) => new ColumnSheet(stored))
  return rows.map((row, place) => ({
    row,
    text: toOrderText(row).text,
    inMemory: { endsWith: (ending: string) => row.id.endsWith(ending) },
    inSheet: { endsWith: (ending: string) => sheets[0]?.primaryEndsWith(place, ending) === true },
  }))
}

it('finds by columns and by rows just the words that are a number of the order or its short code (NUM-08)', () => {
  fc.assert(
    fc.property(fc.array(order, { minLength: 1, maxLength: 5 }), fc.array(word, { minLength: 1, maxLength: 4 }), prefix, (given, typed, shopPrefix) => {
      const words = readSearch(typed.join(' ')).words.map(({ text }) => text)
      const findNames = orderNameFinder(words, [shopPrefix])
      for (const { row, text, inMemory, inSheet } of toOrders(given)) {
        const numbers = [row.number, ...toFormerNumbers(row.formerNumbers)]
        const isNamed = (one: string): boolean =>
          readTicket(one, [shopPrefix]).some((wanted) => numbers.includes(wanted)) || (isShortCode(one) && row.id.endsWith(one))
        const named = words.reduce((bits, one, index) => (isNamed(one) ? bits | (1 << index) : bits), 0)
        const asked = 2 ** words.length - 1
        expect(findNames?.(asked, text, inMemory) ?? 0).toBe(named)
        expect(findNames?.(asked, text, inSheet) ?? 0).toBe(named)
        const missing = missWords(readSearch(typed.join(' ')), text)
        expect(findNames?.(missing, text, inSheet) ?? 0).toBe(named & missing)
      }
    }),
  )
})

it('is not there for a search whose words name no order', () => {
  expect(orderNameFinder(['radio', 'screen', 'iphone-12'], ['S-'])).toBeUndefined()
})
