/** Rows of a QR code, true for dark. */
export type QrModules = readonly (readonly boolean[])[]

export const portalToUrl = (origin: string, shopCode: string): string => `${origin}/${encodeURIComponent(shopCode)}`

/** One SVG path of all dark modules, one unit per module. */
export const modulesToPath = (modules: QrModules): string =>
  modules.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('')

/** The code as an SVG file with 8 px per module. */
export function qrToSvg(modules: QrModules): string {
  const size = modules.length
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${size * 8}" height="${size * 8}" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${modulesToPath(modules)}"/></svg>`
}
