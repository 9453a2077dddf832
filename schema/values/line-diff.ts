import { diffIndices } from 'node-diff3'

/** Base lines `start` to `end` are replaced by `lines`; an insertion has an empty range. */
export type Hunk = { start: number; end: number; lines: string[] }

/**
 * Limits of the exact diff, whose cost grows with pairs of equal lines (500 blank lines on both sides: 0.1 s; 20,000:
 * minutes) and with lines × lines if all differ.
 */
const maxEqualPairs = 100_000
const maxLinePairs = 3_000_000
/** Edits that the greedy diff tries before the texts are split at unique lines. */
const maxSteps = 1_000

/** Ascending, non-adjacent hunks. Bounded: tens of thousands of lines take less than a second. */
export function diffLines(base: readonly string[], changed: readonly string[]): Hunk[] {
  const { head, tail } = commonEnds(base, changed)
  const from = base.slice(head, base.length - tail)
  const to = changed.slice(head, changed.length - tail)
  return diffInner(from, to).map(({ start, end, toStart, toEnd }) => ({ start: start + head, end: end + head, lines: to.slice(toStart, toEnd) }))
}

type Span = { start: number; end: number; toStart: number; toEnd: number }

function diffInner(from: string[], to: string[]): Span[] {
  if (from.length === 0 || to.length === 0) return toSpan(0, from.length, 0, to.length)
  if (isSmall(from, to)) return diffSmall(from, to)
  return diffBySteps(from, to) ?? diffByAnchors(from, to)
}

const toSpan = (start: number, end: number, toStart: number, toEnd: number): Span[] =>
  start === end && toStart === toEnd ? [] : [{ start, end, toStart, toEnd }]

function diffSmall(from: string[], to: string[]): Span[] {
  return diffIndices(from, to).map(({ buffer1, buffer2 }) => ({
    start: buffer1[0],
    end: buffer1[0] + buffer1[1],
    toStart: buffer2[0],
    toEnd: buffer2[0] + buffer2[1],
  }))
}

function isSmall(from: readonly string[], to: readonly string[]): boolean {
  if (from.length * to.length > maxLinePairs / 3) return false
  const countByLine = new Map<string, number>()
  for (const line of from) countByLine.set(line, (countByLine.get(line) ?? 0) + 1)
  return to.reduce((pairs, line) => pairs + (countByLine.get(line) ?? 0), 0) <= maxEqualPairs / 3
}

/** Myers' greedy diff: cost grows with the number of edits. Undefined beyond `maxSteps`. */
function diffBySteps(from: readonly string[], to: readonly string[]): Span[] | undefined {
  const limit = Math.min(maxSteps, from.length + to.length)
  if (Math.abs(from.length - to.length) > limit) return undefined
  const reach = new Int32Array(2 * limit + 3)
  const trail: Int32Array[] = []
  for (let step = 0; step <= limit; step++) {
    trail.push(reach.slice(limit + 1 - step, limit + 2 + step))
    for (let diagonal = -step; diagonal <= step; diagonal += 2) {
      const at = limit + 1 + diagonal
      const isDown = diagonal === -step || (diagonal !== step && (reach[at - 1] ?? 0) < (reach[at + 1] ?? 0))
      let x = isDown ? (reach[at + 1] ?? 0) : (reach[at - 1] ?? 0) + 1
      while (x < from.length && x - diagonal < to.length && from[x] === to[x - diagonal]) x++
      reach[at] = x
      if (x >= from.length && x - diagonal >= to.length) return walkBack(trail, step, from.length, to.length)
    }
  }
  return undefined
}

function walkBack(trail: readonly Int32Array[], steps: number, fromLength: number, toLength: number): Span[] {
  const spans: Span[] = []
  let x = fromLength
  let y = toLength
  for (let step = steps; step > 0; step--) {
    const reach = trail[step] ?? new Int32Array()
    const reachOf = (diagonal: number): number => reach[step + diagonal] ?? 0
    const diagonal = x - y
    const isDown = diagonal === -step || (diagonal !== step && reachOf(diagonal - 1) < reachOf(diagonal + 1))
    const fromX = isDown ? reachOf(diagonal + 1) : reachOf(diagonal - 1)
    const fromY = fromX - (isDown ? diagonal + 1 : diagonal - 1)
    addInFront(spans, { start: fromX, end: isDown ? fromX : fromX + 1, toStart: fromY, toEnd: isDown ? fromY + 1 : fromY })
    x = fromX
    y = fromY
  }
  return spans
}

function addInFront(spans: Span[], span: Span): void {
  const next = spans[0]
  if (next !== undefined && next.start === span.end && next.toStart === span.toEnd) spans[0] = { ...next, start: span.start, toStart: span.toStart }
  else spans.unshift(span)
}

/** Patience-style: splits at lines unique in both texts and diffs the parts. */
function diffByAnchors(from: string[], to: string[]): Span[] {
  const spans: Span[] = []
  let [x, y] = [0, 0]
  for (const [anchorX, anchorY] of [...findAnchors(from, to), [from.length, to.length] as const]) {
    const [fromPiece, toPiece] = [from.slice(x, anchorX), to.slice(y, anchorY)]
    const { head, tail } = commonEnds(fromPiece, toPiece)
    const inner = [fromPiece.slice(head, fromPiece.length - tail), toPiece.slice(head, toPiece.length - tail)] as const
    const pieces = isSmall(...inner) && inner[0].length > 0 && inner[1].length > 0 ? diffSmall(...inner) : toSpan(0, inner[0].length, 0, inner[1].length)
    const [byX, byY] = [x + head, y + head]
    for (const piece of pieces) spans.push({ start: piece.start + byX, end: piece.end + byX, toStart: piece.toStart + byY, toEnd: piece.toEnd + byY })
    x = anchorX + 1
    y = anchorY + 1
  }
  return spans
}

function findAnchors(from: readonly string[], to: readonly string[]): (readonly [number, number])[] {
  const placeInTo = findSingles(to)
  const pairs = [...findSingles(from)].flatMap(([line, x]) => {
    const y = placeInTo.get(line)
    return y === undefined ? [] : [[x, y] as const]
  })
  return longestAscending(pairs.sort(([a], [b]) => a - b))
}

function findSingles(lines: readonly string[]): Map<string, number> {
  const placeByLine = new Map<string, number>()
  for (const [place, line] of lines.entries()) placeByLine.set(line, placeByLine.has(line) ? -1 : place)
  for (const [line, place] of placeByLine) if (place < 0) placeByLine.delete(line)
  return placeByLine
}

function longestAscending(pairs: readonly (readonly [number, number])[]): (readonly [number, number])[] {
  type Link = { pair: readonly [number, number]; before: Link | undefined }
  const tops: Link[] = []
  for (const pair of pairs) {
    let [low, high] = [0, tops.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((tops[middle]?.pair[1] ?? 0) < pair[1]) low = middle + 1
      else high = middle
    }
    tops[low] = { pair, before: tops[low - 1] }
  }
  const run: (readonly [number, number])[] = []
  for (let link = tops.at(-1); link !== undefined; link = link.before) run.push(link.pair)
  return run.reverse()
}

function commonEnds(a: readonly string[], b: readonly string[]): { head: number; tail: number } {
  const shortest = Math.min(a.length, b.length)
  let head = 0
  while (head < shortest && a[head] === b[head]) head++
  let tail = 0
  while (tail < shortest - head && a[a.length - 1 - tail] === b[b.length - 1 - tail]) tail++
  return { head, tail }
}
