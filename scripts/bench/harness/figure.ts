/** The result of one measurement: the runs of the product and of its baseline, and the target. */
export type Figure = {
  /** Stable name, such as `first-sync`; `--only` takes its part before the slash. */
  name: string
  what: string
  unit: string
  product: Series
  /** Undefined for a measurement with an absolute limit (heap). */
  baseline: Series | undefined
  target: Target | undefined
  /** What the numbers consist of, and what limits their meaning. */
  notes: string[]
  /** Lines of a CPU profile, taken in an extra run when the target is missed. */
  profile: string[]
}

export type Series = { label: string; runs: number[]; median: number }

/** `of: 'ratio'` compares product ÷ baseline, `of: 'value'` the product's own median. */
export type Target = { of: 'ratio' | 'value'; atMost: number } | { of: 'ratio' | 'value'; atLeast: number }

export type Verdict = 'met' | 'MISSED' | 'no target'

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
