import { describe, expect, it } from 'vitest'
import type { Estimate } from '#schema/collections/work/estimates.ts'
import { readEstimateLines } from '#schema/values/estimates/estimate-lines.ts'
import { describeEstimateDraft } from './estimate-draft-text.ts'
import { compareVersions, stateToWords, versionToText } from './estimate-words.ts'
import { emptyTypedLine, estimateForm, readTypedLines, toTypedTotal, type TypedLine, typedLinesToText } from './form.ts'

const line = (part: Partial<TypedLine>): TypedLine => ({ ...emptyTypedLine, ...part })
const typed = (...lines: TypedLine[]) => ({ ...estimateForm.empty, lines: typedLinesToText(lines) })
const problemOf = (...lines: TypedLine[]) => estimateForm.problemOf('lines', typedLinesToText(lines))

describe('an estimate as it is typed', () => {
  it('becomes lines with numbers, without rows that nobody filled in', () => {
    const form = typed(
      line({ description: ' Screen ', unitPrice: '79.5' }),
      emptyTypedLine,
      line({ kind: 'labour', description: 'Repair', quantity: '0.75', unitPrice: '40' }),
    )
    expect(readEstimateLines(estimateForm.toValues(form).lines)).toEqual([
      { kind: 'part', description: 'Screen', quantity: 1, unitPrice: 79.5 },
      { kind: 'labour', description: 'Repair', quantity: 0.75, unitPrice: 40 },
    ])
    expect(toTypedTotal(form.lines)).toBe(109.5)
  })

  it('costs what its lines cost by the rates of their products, whatever the order costs', () => {
    const rate = { createdAt: '', isDefault: false, isDefaultForLabour: false, archived: false, parts: [] }
    const rates = [
      { ...rate, id: 'vat', name: 'VAT', percent: 20, isDefault: true },
      { ...rate, id: 'books', name: 'Reduced', percent: 5 },
    ]
    const productId = '018f4d2a-7c1e-7b6a-9f00-3d6c2b1a0e55'
    const money = { pricing: { taxMode: 'exclusive' as const, unitCents: 1, rates }, isExempt: false, productRates: new Map([[productId, 'books']]) }
    const ofOrder = { ...money, quotedCost: '999', quoteFromLines: false, lines: [{ kind: 'part', quantity: 1, unitPrice: 999 }] }
    const { lines } = typed(line({ description: 'Book', unitPrice: '100', productId }), line({ description: 'Case', unitPrice: '10' }))
    expect(toTypedTotal(lines, ofOrder)).toBe(117)
  })

  it('comes back from its row as it was typed', () => {
    const form = typed(line({ description: 'Screen', unitPrice: '79.50', productId: '018f4d2a-7c1e-7b6a-9f00-3d6c2b1a0e55' }))
    const { lines } = estimateForm.toValues(form)
    expect(readTypedLines(estimateForm.toForm(estimateForm.toShown({ lines: lines ?? '[]', note: null, validUntil: null })).lines)).toEqual(
      readTypedLines(form.lines),
    )
  })

  it.each([
    [line({ description: '', unitPrice: '5' }), 'Line 1: Description is required'],
    [line({ description: 'Glue', quantity: '0', unitPrice: '5' }), 'Line 1: Quantity must be a positive number with at most three decimals'],
    [line({ description: 'Glue', unitPrice: '' }), 'Line 1: Unit price is required'],
    [line({ description: 'Gold', quantity: '10000', unitPrice: '99999' }), 'The total is too large'],
  ])('says which line is wrong, and how', (wrong, message) => {
    expect(problemOf(wrong)).toBe(message)
  })

  it('takes an estimate without lines, which can be sent later', () => {
    expect(problemOf(emptyTypedLine)).toBeUndefined()
    expect(estimateForm.toValues(typed()).lines).toBe('[]')
  })

  it('ends with the day that was chosen', () => {
    const { validUntil } = estimateForm.toValues({ ...typed(), validUntil: '2026-03-09' })
    expect(new Date(String(validUntil)).getDate()).toBe(9)
    expect(estimateForm.toForm(estimateForm.toShown({ lines: '[]', note: null, validUntil: validUntil ?? null })).validUntil).toBe('2026-03-09')
    expect(estimateForm.problemOf('validUntil', 'soon')).toBe('Valid until is not a valid date')
  })

  it('is told whole where it was left over', () => {
    const values = { ...typed(line({ description: 'Screen', unitPrice: '80' })), note: 'Two days' }
    expect(describeEstimateDraft({ values, opened: {} })).toBe('1 × Screen 80\nTwo days')
  })
})

describe('the versions of an order', () => {
  const estimate = (version: number, createdAt: string) => ({ version, createdAt }) as Estimate

  it('stand in their order, with those behind that the server has not numbered yet', () => {
    const [second, first, waiting] = [estimate(2, '2026-03-01'), estimate(1, '2026-03-02'), estimate(0, '2026-02-01')]
    expect([waiting, second, first].toSorted(compareVersions)).toEqual([first, second, waiting])
    expect([versionToText(0), versionToText(2)]).toEqual(['Version follows', 'Version 2'])
  })

  it('say when the link of a sent one has ended', () => {
    const sent = { state: 'sent', validUntil: '2026-03-02T10:00:00.000Z' } as const
    expect([stateToWords(sent, '2026-03-02T09:59:00.000Z').name, stateToWords(sent, '2026-03-02T10:00:00.000Z').name]).toEqual(['Sent', 'Ended'])
  })
})
