import { code128, type DrawingContext } from 'bwip-js/generic'

/** Bars from the left, in modules: where each begins and how wide it is. `modules`: of all, without the quiet zones. */
export type Bars = { bars: readonly { from: number; width: number }[]; modules: number }

/** What each side needs to be blank for a reader to find the first bar. */
export const quietModules = 10

/** The Code 128 of a text; null where it holds letters beyond ASCII: of those readers make different texts. */
export function toCode128(text: string): Bars | null {
  if (!/^[ -~]+$/.test(text)) return null
  return code128({ bcid: 'code128', text, scale: 1, height: 10 }, new BarsDrawing())
}

/** Takes the lines that the package would draw as they are: one a bar, as wide as the bar. */
class BarsDrawing implements DrawingContext<Bars> {
  #bars: { from: number; width: number }[] = []
  #modules = 0
  scale = (): [number, number] => [1, 1]
  measure = (): { width: number; ascent: number; descent: number } => ({ width: 0, ascent: 0, descent: 0 })
  init = (width: number): void => void (this.#modules = width)
  // A line's place is its middle, moved to the middle of a pixel where it is an odd number of pixels wide.
  line = (x: number, _y0: number, _x1: number, _y1: number, width: number): void => void this.#bars.push({ from: Math.floor(x - width / 2), width })
  polygon = (): void => undefined
  hexagon = (): void => undefined
  ellipse = (): void => undefined
  fill = (): void => undefined
  text = (): void => undefined
  end = (): Bars => ({ bars: this.#bars, modules: this.#modules })
}
