import { expect, test } from 'vitest'
import { sizeByReceiptPaper, toLabelSize } from './paper.ts'
import { toPageRules } from './paper-stack.tsx'

test('pages of sheets and labels have their own size, the same for all (PRINT-03)', () => {
  expect(toPageRules(sizeByReceiptPaper.A4, [297, 560])).toBe('@page { size: 210mm 297mm; margin: 14mm }')
  expect(toPageRules(toLabelSize({ labelWidthMm: 40, labelHeightMm: 20 }), [20])).toBe('@page { size: 40mm 20mm; margin: 0mm }')
})

test('each paper of a roll is as long as what stands on it; browsers without named pages get the longest', () => {
  expect(toPageRules(sizeByReceiptPaper['58mm'], [120, 340]).split('\n')).toEqual([
    '@page { size: 58mm 340mm; margin: 0mm }',
    '@page roll0 { size: 58mm 120mm; margin: 0mm }',
    '@page roll1 { size: 58mm 340mm; margin: 0mm }',
  ])
})
