import { type EstimateLine, readEstimateLines } from '../../values/estimates/estimate-lines.ts'
import { noPricing, toPrice } from '../money/price.ts'

/** The lines of an estimate with what each costs, as they are offered: taxes stand below them. */
export const toOfferedItems = (lines: unknown, { unitCents }: { unitCents: number }): { line: EstimateLine; amount: number }[] =>
  toPrice({ quotedCost: null, quoteFromLines: true, lines: readEstimateLines(lines), isExempt: false, pricing: { ...noPricing, unitCents } }).items.flatMap(
    ({ line, amount }) => (line === null || amount === null ? [] : [{ line, amount }]),
  )
