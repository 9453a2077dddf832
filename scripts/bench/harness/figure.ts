export type Figure = {
  /** Such as `first-sync/peer`; `--only` takes the part before the slash. */
  name: string
  what: string
  unit: string
  product: Series
  /** Undefined for a measurement with an absolute limit. */
  baseline?: Series
  target?: Target
  notes?: string[]
}

type Series = { label: string; runs: number[]; median: number }

/** 'ratio': product ÷ baseline; 'value': the product's median. */
export type Target = { of: 'ratio' | 'value'; atMost: number } | { of: 'ratio' | 'value'; atLeast: number }

type Verdict = 'met' | 'MISSED' | 'no target'

export const toSeries = (label: string, runs: number[]): Series => ({ label, runs, median: median(runs) })

/** @throws RangeError without values */
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

/** A measure may succeed without having measured anything. */
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
