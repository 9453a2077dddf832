import { diffLines, type Hunk } from './line-diff.ts'

/**
 * Three-way merge by lines: `base` as the author saw it, `current` on the server, `next` by the author. Changes match
 * by position, not content. Lines removed by either side go; at one position current's lines come first, equal new
 * lines once.
 * @param mayHoldNext `current` may contain the author's change already; lines present at the position are not added
 *   again
 * @returns the text with '\n' as line ends
 */
export function mergeText(base: string, current: string, next: string, mayHoldNext = false): string {
  const lines = textToLines(base)
  const merged: string[] = []
  let place = 0
  for (const { start, end, hunks } of toClusters(diffLines(lines, textToLines(current)), diffLines(lines, textToLines(next)), mayHoldNext)) {
    for (; place < start; place++) merged.push(lines[place] ?? '')
    for (const line of mayHoldNext ? clusterToLines(hunks) : hunksToLines(hunks)) merged.push(line)
    place = end
  }
  return [...merged, ...lines.slice(place)].join('\n')
}

/** Textareas turn '\r\n' into '\n', which must not count as an edit. */
export function normalizeLineEnds(text: string): string {
  return text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text
}

type SidedHunk = Hunk & { isCurrent: boolean }
type Cluster = { start: number; end: number; hunks: SidedHunk[] }

const toClusters = (current: readonly Hunk[], next: readonly Hunk[], withTouching: boolean): Cluster[] =>
  clusterHunks([...current.map((hunk) => ({ ...hunk, isCurrent: true })), ...next.map((hunk) => ({ ...hunk, isCurrent: false }))].sort(byPlace), withTouching)

function clusterHunks(hunks: readonly SidedHunk[], withTouching: boolean): Cluster[] {
  const clusters: Cluster[] = []
  for (const hunk of hunks) {
    const last = clusters.at(-1)
    // Insertions directly before or after the other side's changed lines stay separate; only insertions among them
    // join.
    if (last !== undefined && (hunk.start < last.end || (withTouching && hunk.start === last.end))) {
      last.hunks.push(hunk)
      last.end = Math.max(last.end, hunk.end)
    } else clusters.push({ start: hunk.start, end: hunk.end, hunks: [hunk] })
  }
  return clusters
}

/** Insertions precede a replacement at the same position; current's come first. */
const byPlace = (a: SidedHunk, b: SidedHunk): number =>
  a.start - b.start || Number(a.end > a.start) - Number(b.end > b.start) || Number(b.isCurrent) - Number(a.isCurrent)

/** Only current's lines if they include all of the other's. */
function clusterToLines(hunks: readonly SidedHunk[]): string[] {
  const [current, next] = [true, false].map((side) => hunks.filter(({ isCurrent }) => isCurrent === side).flatMap(({ lines }) => lines)) as [string[], string[]]
  let held = 0
  for (const line of current) if (line === next[held]) held++
  return held === next.length ? current : clusterHunks(hunks, false).flatMap((cluster) => hunksToLines(cluster.hunks))
}

function hunksToLines(hunks: readonly SidedHunk[]): string[] {
  const current = hunks.filter(({ isCurrent }) => isCurrent)
  const next = hunks.filter(({ isCurrent }) => !isCurrent)
  const currentLines = current.flatMap(({ lines }) => lines)
  const nextLines = next.flatMap(({ lines }) => lines)
  const { head, tail } = countSame(current, next)
  const ends = currentLines.length - tail
  return [...currentLines.slice(0, ends), ...nextLines.slice(head, nextLines.length - tail), ...currentLines.slice(ends)]
}

/** Counts leading and trailing lines that are the same replacement of the same base lines: one edit made by both sides. */
function countSame(current: readonly Hunk[], next: readonly Hunk[]): { head: number; tail: number } {
  const [firstCurrent, firstNext, lastCurrent, lastNext] = [current[0], next[0], current.at(-1), next.at(-1)]
  if (!firstCurrent || !firstNext || !lastCurrent || !lastNext) return { head: 0, tail: 0 }
  const isSameEdit = current.length === 1 && next.length === 1 && isSameHunk(firstCurrent, firstNext)
  if (isSameEdit) return { head: firstNext.lines.length, tail: 0 }
  const headMax = firstCurrent.start === firstNext.start ? shortest(firstCurrent, firstNext) : 0
  let head = 0
  while (head < headMax && firstCurrent.lines[head] === firstNext.lines[head]) head++
  const left = Math.min(placesOf(lastCurrent) - (lastCurrent === firstCurrent ? head : 0), placesOf(lastNext) - (lastNext === firstNext ? head : 0))
  const tailMax = lastCurrent.end === lastNext.end ? left : 0
  let tail = 0
  while (tail < tailMax && lastCurrent.lines.at(-1 - tail) === lastNext.lines.at(-1 - tail)) tail++
  return { head, tail }
}

const isSameHunk = (a: Hunk, b: Hunk): boolean =>
  a.start === b.start && a.end === b.end && a.lines.length === b.lines.length && a.lines.every((line, index) => line === b.lines[index])

const placesOf = ({ start, end, lines }: Hunk): number => Math.min(end - start, lines.length)

const shortest = (a: Hunk, b: Hunk): number => Math.min(placesOf(a), placesOf(b))

function textToLines(text: string): string[] {
  return text === '' ? [] : normalizeLineEnds(text).split('\n')
}
