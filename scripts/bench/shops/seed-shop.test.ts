import { describe, expect, it } from 'vitest'
import type { LineOutcome } from '#server/operations/import/record.ts'
import { generateLines } from './seed-shop.ts'

const recordsOf = (lines: Iterable<LineOutcome>) => [...lines].flatMap((line) => ('record' in line ? [line.record] : []))

describe('the records of a bench', () => {
  it('are generated alike on every machine, each of them fit for import', () => {
    expect(recordsOf(generateLines(200))).toHaveLength(200)
    expect(generateLines(50)).toEqual(generateLines(50))
  })
})
