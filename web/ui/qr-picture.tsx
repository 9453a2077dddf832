import { encode } from 'uqr'

/** Blank modules that readers need around the code. */
const quietZone = 4

/** Dark modules as one path; adjacent ones are merged, since printers leave hairlines between pieces. */
function modulesToPath(rows: readonly (readonly boolean[])[]): string {
  return rows.flatMap((row, y) => toRuns(row).map(({ from, width }) => `M${from} ${y}h${width}v1h-${width}z`)).join('')
}

function toRuns(row: readonly boolean[]): { from: number; width: number }[] {
  const runs: { from: number; width: number }[] = []
  for (const [x, isDark] of row.entries()) {
    const last = runs.at(-1)
    if (!isDark) continue
    if (last !== undefined && last.from + last.width === x) last.width += 1
    else runs.push({ from: x, width: 1 })
  }
  return runs
}

const toQr = (text: string) => encode(text, { ecc: 'M', border: quietZone })

/** Modules per side, including quiet zones. */
export const countModules = (text: string): number => toQr(text).size

export function QrPicture({ text, sideMm }: { text: string; sideMm: number }) {
  const { data, size } = toQr(text)
  return (
    <svg data-code="qr" aria-hidden="true" viewBox={`0 0 ${size} ${size}`} shapeRendering="crispEdges" style={{ width: `${sideMm}mm`, height: `${sideMm}mm` }}>
      <path d={modulesToPath(data)} fill="#000000" />
    </svg>
  )
}
