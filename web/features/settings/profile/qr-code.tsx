import { encode } from 'uqr'
import { modulesToPath } from '../shops/portal-qr.ts'

/** Dark on white in both themes, as cameras expect. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: 3 })
  return (
    <svg role="img" aria-label={label} viewBox={`0 0 ${size} ${size}`} shapeRendering="crispEdges" className="size-50 shrink-0 rounded-md">
      <rect width={size} height={size} fill="#ffffff" />
      <path d={modulesToPath(data)} fill="#000000" />
    </svg>
  )
}
