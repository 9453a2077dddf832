import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toCsv, unguardText } from './csv.ts'
import { reportCsvColumns, reportFileName, reportToCsv } from './report-csv.ts'

const read = (csv: string): string[][] => parse(csv, { bom: true })

describe('a CSV', () => {
  it('begins with a byte order mark, ends lines with CRLF and quotes what needs it', () => {
    expect(
      toCsv([
        ['a', 'b "c", d'],
        ['two\nlines', 1.5],
      ]),
    ).toBe('\uFEFFa,"b ""c"", d"\r\n"two\nlines",1.50\r\n')
  })

  it('writes whole numbers as they are, below 0 too', () => {
    expect(toCsv([[-2n, 3n, -2, '-2']])).toBe("\uFEFF-2,3,-2.00,'-2\r\n")
  })

  it.each(['=1+1', '+44', '-x', '@cmd', '\tx', '\rx', '\nx', '＝1+1', '＋1', '－1', '＠x'])('keeps a spreadsheet from running %j', (text) => {
    const [row] = read(toCsv([[text, 'x']]))
    expect(row).toEqual([`'${text}`, 'x'])
    expect(row?.map(unguardText)).toEqual([text, 'x'])
  })

  it.each([
    ['a;=1+1', "a;'=1+1"],
    ['=a;-1;@b', "'=a;'-1;'@b"],
    ['a; +1', "a; '+1"],
    ['a;"=1+1"', 'a;"\'=1+1"'],
    ['a\t＝1', "a\t'＝1"],
    ['broken\n=1+1', "broken\n'=1+1"],
    ['broken\r\n-1', "broken\r\n'-1"],
  ])('keeps a spreadsheet that splits at semicolons, tabs or every line break from running %j', (text, guarded) => {
    const csv = toCsv([['first', text, 'last']])
    expect(read(csv)).toEqual([['first', guarded, 'last']])
    expect(unguardText(guarded)).toBe(text)
    const cells = csv
      .slice(1)
      .split(/[;\t\r\n]+/)
      .map((cell) => cell.replace(/^[ "]+/, ''))
    expect(cells.filter((cell) => /^[=+\-@＝＋－＠]/.test(cell))).toEqual([])
  })

  it('leaves semicolons and lines alone that begin no formula', () => {
    const text = 'Screen; battery (a;b)\nglass = broken - twice'
    expect(read(toCsv([[text]]))).toEqual([[text]])
  })

  it('leaves an apostrophe alone that is no guard', () => {
    expect(["'t Hooft", "''=1", '', "'"].map(unguardText)).toEqual(["'t Hooft", "''=1", '', "'"])
  })

  it('leaves negative numbers alone', () => {
    expect(toCsv([[-12.5, null]])).toBe('\uFEFF-12.50,\r\n')
  })

  it('is read back whole by a CSV reader, whatever the texts hold', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.string(), fc.string()), { minLength: 1 }), (rows) => {
        // Readers drop a byte order mark in the first cell and empty lines.
        fc.pre(!rows.some((row) => row.some((text) => text.startsWith('\uFEFF')) || row.every((text) => text === '')))
        // A text that already looks guarded cannot be recovered.
        fc.pre(!rows.flat().some((text) => /(^|[;\t\r\n][ "]*)'/.test(text)))
        expect(read(toCsv(rows)).map((row) => row.map(unguardText))).toEqual(rows)
      }),
    )
  })
})

describe('the report as CSV', () => {
  const order = {
    orderId: 'o1',
    totalPayments: 113,
    totalCosts: 40,
    net: 73,
    lines: [],
    customerName: 'Ann "Nan" Lee',
    countryCode: '+1',
    phone: '5551234567',
    itemDetails: 'iPhone 12, blue',
    issueDescription: '=cracked',
    quotedCost: '90',
    statusName: 'Fixed',
    createdAt: '2026-03-02T03:00:00.000Z',
  }

  it('has the documented columns and the day on which the order was made in the zone', () => {
    expect(read(reportToCsv([order], 'America/Toronto'))).toEqual([
      [...reportCsvColumns],
      ['Ann "Nan" Lee', "'+1 555-123-4567", 'iPhone 12, blue', "'=cracked", '90', 'Fixed', '113.00', '-40.00', '73.00', '2026-03-01'],
    ])
  })

  it('writes no cost as 0.00 and a customer without phone as an empty cell', () => {
    const [, row] = read(reportToCsv([{ ...order, totalCosts: 0, countryCode: null, phone: null }], 'UTC'))
    expect([row?.[1], row?.[7]]).toEqual(['', '0.00'])
  })

  it.each([
    ['2026-03-01', '2026-03-31', 'Joe_s_Fix_It_Orders_Report_2026-03-01_to_2026-03-31.csv'],
    ['2026-03-01', null, 'Joe_s_Fix_It_Orders_Report_from_2026-03-01.csv'],
    [null, '2026-03-31', 'Joe_s_Fix_It_Orders_Report_until_2026-03-31.csv'],
    [null, null, 'Joe_s_Fix_It_Orders_Report.csv'],
  ])('is named after the shop and the range %s to %s', (from, to, name) => {
    expect(reportFileName("Joe's Fix & It", from, to)).toBe(name)
  })
})
