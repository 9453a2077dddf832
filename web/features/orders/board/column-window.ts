/** Which places of a column are in sight: from the first to before the last, with some beyond both ends. */
export type Span = { from: number; to: number }

/** So many cards beyond the edges are there already when they come into sight. */
const beyond = 3

export function readSpan({ scrollTop, height, stride, count }: { scrollTop: number; height: number; stride: number; count: number }): Span {
  const first = Math.floor(scrollTop / stride) - beyond
  const last = Math.ceil((scrollTop + height) / stride) + beyond
  const from = Math.max(0, Math.min(first, count))
  return { from, to: Math.max(from, Math.min(last, count)) }
}

/** The places that have a card: those in sight, and those that must not go while they are held or have the focus. */
export function toPlaces({ from, to }: Span, kept: readonly number[], count: number): number[] {
  const places = Array.from({ length: to - from }, (_, index) => from + index)
  for (const place of kept) if (place >= 0 && place < count && (place < from || place >= to)) places.push(place)
  return [...new Set(places)].toSorted((a, b) => a - b)
}

/** Where a column must stand for a place to be in sight, from where it stands; the same where it is already. Of too high a card the top. */
export function scrollTo(place: number, { scrollTop, height, stride }: { scrollTop: number; height: number; stride: number }): number {
  const top = place * stride
  if (top < scrollTop || stride > height) return top
  return top + stride > scrollTop + height ? top + stride - height : scrollTop
}
