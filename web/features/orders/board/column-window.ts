/** Visible indexes plus some overscan; `to` is exclusive. */
export type Span = { from: number; to: number }

/** Overscan in cards on both ends. */
const beyond = 3

export function readSpan({ scrollTop, height, stride, count }: { scrollTop: number; height: number; stride: number; count: number }): Span {
  const first = Math.floor(scrollTop / stride) - beyond
  const last = Math.ceil((scrollTop + height) / stride) + beyond
  const from = Math.max(0, Math.min(first, count))
  return { from, to: Math.max(from, Math.min(last, count)) }
}

/** Indexes to mount: visible cards plus dragged or focused ones. */
export function toPlaces({ from, to }: Span, kept: readonly number[], count: number): number[] {
  const places = Array.from({ length: to - from }, (_, index) => from + index)
  for (const place of kept) if (place >= 0 && place < count && (place < from || place >= to)) places.push(place)
  return [...new Set(places)].toSorted((a, b) => a - b)
}

/** The new scrollTop that makes an index visible; unchanged if it is. A card taller than the column aligns to its top. */
export function scrollTo(place: number, { scrollTop, height, stride }: { scrollTop: number; height: number; stride: number }): number {
  const top = place * stride
  if (top < scrollTop || stride > height) return top
  return top + stride > scrollTop + height ? top + stride - height : scrollTop
}
