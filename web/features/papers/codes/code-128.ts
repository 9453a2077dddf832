import { code128, type DrawingContext } from 'bwip-js/generic'

/** Bars from the left, in modules, without the quiet zones. `modules`: total width. */
export type Bars = { bars: readonly { from: number; width: number }[]; modules: number }

/** Blank modules that each side needs. */
export const quietModules = 10

/** Encodes a text; null for non-ASCII text, which readers decode differently. */
export function toCode128(text: string): Bars | null {
  if (!/^[ -~]+$/.test(text)) return null
  return code128({ bcid: 'code128', text, scale: 1, height: 10 }, new BarsDrawing())
}

/** Collects the package's drawing calls: one line per bar, as wide as the bar. */
class BarsDrawing implements DrawingContext<Bars> {
  #bars: { from: number; width: number }[] = []
  #modules = 0
  scale = (): [number, number] => [1, 1]
  measure = (): { width: number; ascent: number; descent: number } => ({ width: 0, ascent: 0, descent: 0 })
  init = (width: number): void => void (this.#modules = width)
  // `x` is the line's centre, shifted by half a pixel for odd widths.
  line = (x: number, _y0: number, _x1: number, _y1: number, width: number): void => void this.#bars.push({ from: Math.floor(x - width / 2), width })
  polygon = (): void => undefined
  hexagon = (): void => undefined
  ellipse = (): void => undefined
  fill = (): void => undefined
  text = (): void => undefined
  end = (): Bars => ({ bars: this.#bars, modules: this.#modules })
}
