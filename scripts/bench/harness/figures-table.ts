import { figureToRatio, judgeFigure, type Figure, type Target } from './figure.ts'

const headings = ['Measure', 'Product', 'Baseline', 'Ratio', 'Target', 'Verdict']

export function figuresToText(figures: readonly Figure[]): string {
  const rows = figures.map((figure) => {
    const { product, baseline, unit, target } = figure
    const ratio = figureToRatio(figure)
    return [
      figure.what,
      `${number(product.median)} ${unit}`,
      baseline === undefined ? '' : `${number(baseline.median)} ${unit}`,
      ratio === undefined ? '' : number(ratio),
      target === undefined ? '' : targetToText(target, unit),
      judgeFigure(figure),
    ]
  })
  return [...alignRows([headings, ...rows]), '', ...figures.flatMap(figureToDetails)].join('\n')
}

function targetToText(target: Target, unit: string): string {
  const limit = 'atMost' in target ? `≤ ${target.atMost}` : `≥ ${target.atLeast}`
  return target.of === 'ratio' ? limit : `${limit} ${unit}`
}

function alignRows(rows: readonly (readonly string[])[]): string[] {
  const widths = headings.map((_, column) => Math.max(...rows.map((row) => (row[column] ?? '').length)))
  const lines = rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  )
  return [...lines.slice(0, 1), widths.map((width) => '─'.repeat(width)).join('  '), ...lines.slice(1)]
}

function figureToDetails(figure: Figure): string[] {
  const series = [figure.product, ...(figure.baseline === undefined ? [] : [figure.baseline])]
  return [
    `${figure.name}: ${judgeFigure(figure)}`,
    ...series.map(({ label, runs }) => `  ${label}: ${runs.map(number).join(', ')} ${figure.unit}`),
    ...(figure.notes ?? []).map((note) => `  ${note}`),
    '',
  ]
}

/** Three significant digits, whole numbers from 100: 12.34 → 12.3, 1234 → 1234. */
export const roundForPeople = (value: number): number => (!Number.isFinite(value) || Math.abs(value) >= 100 ? Math.round(value) : Number(value.toPrecision(3)))

const number = (value: number): string => String(roundForPeople(value))
