/** Layout of labels, in millimetres and points as printers need. */

/** Margin on each side; also the code's quiet zone at the edge. */
export const labelPaddingMm = 1.5

/** Two dots of a 203 dpi printer; narrower modules do not scan. */
export const moduleMinMm = 0.25

const codeMaxMm = 30

type LabelSize = { widthMm: number; heightMm: number }

type CodePlace = { sideMm: number; isBeside: boolean }

/**
 * Size and place of the square code: beside the text on wide labels, above it on tall ones; null if its modules would
 * be too small. `modules`: including the quiet zone.
 */
export function placeCode({ widthMm, heightMm }: LabelSize, modules: number): CodePlace | null {
  const width = widthMm - 2 * labelPaddingMm
  const height = heightMm - 2 * labelPaddingMm
  const isBeside = width >= height
  const sideMm = Math.min(codeMaxMm, isBeside ? Math.min(height, width / 2) : Math.min(width, height / 2))
  return sideMm / modules >= moduleMinMm ? { sideMm, isBeside } : null
}

export const letterSizesPt = [14, 12, 11, 10, 9, 8, 7, 6] as const

type FittedText = { sizePt: number; text: string }

/**
 * The largest size at which the text fits; at the smallest size it is truncated with an ellipsis. `doesFit` measures;
 * `shorten` truncates to a number of letters.
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

/** Whether a barcode fits with two printer dots per module. `modules`: including the quiet zones. */
export const canShowBars = (modules: number, { widthMm }: LabelSize): boolean => (widthMm - 2 * labelPaddingMm) / modules >= moduleMinMm
