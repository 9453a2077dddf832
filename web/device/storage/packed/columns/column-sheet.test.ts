import fc from 'fast-check'
import { expect, it } from 'vitest'
import { ColumnSheet, type ColumnsRule, sharedAt, textAt } from './column-sheet.ts'
import { packColumns } from './column-maker.ts'

const rule: ColumnsRule = {
  revision: 3,
  kinds: { text: 'text', shared: 'shared', number: 'number' },
  toValues: ({ text, shared, number }) => [text as string, shared as string | null, number as number],
}
const row = fc.record({
  text: fc.string({ unit: 'grapheme' }),
  shared: fc.option(fc.constantFrom('', 'a', 'b', 'null')),
  number: fc.nat(),
})

it('says of each row what the rule says, in sheets of so many rows', () => {
  fc.assert(
    fc.property(fc.array(row, { maxLength: 12 }), fc.integer({ min: 1, max: 5 }), (rows, sheetRows) => {
      const stored = packColumns(
        rule,
        { no: 7, count: rows.length },
        rows.map((one, index) => ({ primary: `row-${index}`, row: one })),
        sheetRows,
      )
      expect(new Set(stored.map(({ no }) => no)).size).toBe(Math.ceil(rows.length / sheetRows))
      const sheets = stored.map((one) => new ColumnSheet(one))
      expect(sheets.flatMap((sheet) => sheet.primaries())).toEqual(rows.map((_, index) => `row-${index}`))
      const read = sheets.flatMap((sheet) =>
        sheet.places().map((place) => ({
          text: textAt(sheet.texts('text'), place),
          shared: sharedAt(sheet.shared('shared'), place),
          number: sheet.numbers('number')[place],
        })),
      )
      expect(read).toEqual(rows)
    }),
  )
})

it('leaves out what something newer stands for', () => {
  const rows = ['a', 'b', 'c'].map((primary) => ({ primary, row: { text: primary, shared: null, number: 1 } }))
  const [stored] = packColumns(rule, { no: 7, count: 3 }, rows, 5)
  if (stored === undefined) throw new Error('There are no columns')
  const sheet = new ColumnSheet(stored)
  sheet.leaveOut(1)
  expect(sheet.primaries()).toEqual(['a', 'c'])
})
