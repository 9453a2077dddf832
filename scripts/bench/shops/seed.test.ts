import { describe, expect, it } from 'vitest'
import type { LineOutcome } from '#server/operations/import/record.ts'
import { generateLines, repeatLines } from './seed.ts'

const recordsOf = (lines: Iterable<LineOutcome>) => [...lines].flatMap((line) => ('record' in line ? [line.record] : []))

describe('the records of a bench', () => {
  it('are repeated under other keys, with other customers, when more orders are needed than there are records', () => {
    const records = recordsOf(repeatLines(generateLines(10), 25))
    expect(new Set(records.map(({ key }) => key)).size).toBe(25)
    expect(records[10]?.order).toEqual(records[0]?.order)
    expect(records[10]?.customer.key).toBe(`${records[0]?.customer.key}#2`)
    expect(records[24]?.key).toBe(`${records[4]?.key}#3`)
  })

  it('are generated alike on every machine, each of them fit for import', () => {
    expect(recordsOf(generateLines(200))).toHaveLength(200)
    expect(generateLines(50)).toEqual(generateLines(50))
  })
})
