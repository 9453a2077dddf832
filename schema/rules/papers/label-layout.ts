/** How a label's code and letters are sized. Millimetres and points, since printers know nothing else. */

/** Kept free on each side; also the quiet zone of the code towards the edge, which is paper-white in any case. */
export const labelPaddingMm = 1.5

/** The narrowest module that a 203 dpi printer draws, with 2 dots, and a phone reads. */
export const moduleMinMm = 0.25

/** Larger codes read no better. */
const codeMaxMm = 30

export type LabelSize = { widthMm: number; heightMm: number }

export type CodePlace = { sideMm: number; isBeside: boolean }

/**
 * Where the square code of a label stands: beside the text on a wide label, above it on an upright one. Null where its modules would be
 * too small to be read; the text then has the label alone. `modules`: of the code with its quiet zone.
 */
export function placeCode({ widthMm, heightMm }: LabelSize, modules: number): CodePlace | null {
  const width = widthMm - 2 * labelPaddingMm
  const height = heightMm - 2 * labelPaddingMm
  const isBeside = width >= height
  // At least half of the label is the text's.
  const sideMm = Math.min(codeMaxMm, isBeside ? Math.min(height, width / 2) : Math.min(width, height / 2))
  return sideMm / modules >= moduleMinMm ? { sideMm, isBeside } : null
}

/** Letters of a label in points, largest first; the last is the smallest that people read without a glass. */
export const letterSizesPt = [14, 12, 11, 10, 9, 8, 7, 6] as const

export type FittedText = { sizePt: number; text: string }

/**
 * The largest letters with which all of a text fits; where even the smallest do not, as much of its beginning as fits, with an ellipsis.
 * `doesFit` measures; `shorten` gives the first so many letters.
 */
export function fitText(text: string, doesFit: (fitted: FittedText) => boolean, shorten: (text: string, max: number) => string): FittedText {
  const whole = letterSizesPt.map((sizePt) => ({ sizePt, text })).find(doesFit)
  if (whole !== undefined) return whole
  const sizePt = letterSizesPt.at(-1) ?? 6
  let fits = 0
  let tooMany = text.length
  while (tooMany - fits > 1) {
    const middle = Math.floor((fits + tooMany) / 2)
    if (doesFit({ sizePt, text: shorten(text, middle) })) fits = middle
    else tooMany = middle
  }
  return { sizePt, text: fits === 0 ? '' : shorten(text, fits) }
}

/** Whether a row of bars is read: a printer's two dots a module at least, within the label's width. `modules`: with the quiet zones. */
export const canShowBars = (modules: number, { widthMm }: LabelSize): boolean => (widthMm - 2 * labelPaddingMm) / modules >= moduleMinMm
