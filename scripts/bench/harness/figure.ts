/** The result of one measurement: the runs of the product and of its baseline, and the target. */
export type Figure = {
  /** Stable name, such as `first-sync/peer`; `--only` takes its part before the slash. */
  name: string
  what: string
  unit: string
  product: Series
  /** Undefined for a measurement with an absolute limit. */
  baseline?: Series
  target?: Target
  /** What the numbers consist of, and what limits their meaning. */
  notes?: string[]
}

export type Series = { label: string; runs: number[]; median: number }

/** `of: 'ratio'` compares product ÷ baseline, `of: 'value'` the product's own median. */
export type Target = { of: 'ratio' | 'value'; atMost: number } | { of: 'ratio' | 'value'; atLeast: number }

export type Verdict = 'met' | 'MISSED' | 'no target'

/** @throws RangeError without runs */
export const toSeries = (label: string, runs: number[]): Series => ({ label, runs, median: median(runs) })

/** The middle value, or the mean of the two in the middle. @throws RangeError without values */
export function median(values: readonly number[]): number {
  if (values.length === 0) throw new RangeError('A median needs at least one value')
  const sorted = values.toSorted((a, b) => a - b)
  const upper = Math.floor(sorted.length / 2)
  const lower = sorted.length % 2 === 0 ? upper - 1 : upper
  return ((sorted[lower] ?? Number.NaN) + (sorted[upper] ?? Number.NaN)) / 2
}

export function figureToRatio({ product, baseline }: Pick<Figure, 'product' | 'baseline'>): number | undefined {
  return baseline === undefined ? undefined : product.median / baseline.median
}

/** A measure may end without an error and still have measured nothing. */
export const hasNumbers = ({ product, baseline }: Pick<Figure, 'product' | 'baseline'>): boolean =>
  [product, baseline].every((series) => series === undefined || Number.isFinite(series.median))

export function judgeFigure(figure: Pick<Figure, 'product' | 'baseline' | 'target'>): Verdict {
  const { target } = figure
  if (target === undefined) return 'no target'
  const value = target.of === 'ratio' ? figureToRatio(figure) : figure.product.median
  if (value === undefined || !Number.isFinite(value)) return 'MISSED'
  const isMet = 'atMost' in target ? value <= target.atMost : value >= target.atLeast
  return isMet ? 'met' : 'MISSED'
}
