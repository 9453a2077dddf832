import { type Bars, quietModules } from './code-128.ts'

/** Total modules, including quiet zones. */
export const countBarModules = ({ modules }: Bars): number => modules + 2 * quietModules

export function BarsPicture({ code, widthMm }: { code: Bars; widthMm: number }) {
  return (
    <svg
      data-code="bars"
      aria-hidden="true"
      viewBox={`${-quietModules} 0 ${countBarModules(code)} 1`}
      preserveAspectRatio="none"
      shapeRendering="crispEdges"
      className="paper-bars"
      style={{ width: `${widthMm}mm` }}
    >
      <path d={code.bars.map(({ from, width }) => `M${from} 0h${width}v1h-${width}z`).join('')} fill="#000000" />
    </svg>
  )
}
