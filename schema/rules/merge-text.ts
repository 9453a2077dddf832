import { diff3Merge, diffComm, diffIndices } from 'node-diff3'

/**
 * The line diff slows with the pairs of equal lines: 500 blank lines on both sides cost 0.1 s, 20,000 cost minutes; and with lines
 * times lines where all are different. Past either bound the texts are joined by line membership instead.
 */
const maxEqualPairs = 100_000
/** Three texts of a thousand lines each that were changed from the first to the last. */
const maxLinePairs = 3_000_000

/**
 * Three-way merge by lines. `base` is what the author saw, `current` what the server holds, `next` what the author
 * wrote. Each line that either side added stays, each that either side removed goes; where both changed the same
 * place, the current text's lines come first. Line ends become '\n'.
 */
export function mergeText(base: string, current: string, next: string): string {
  const baseLines = textToLines(base)
  const currentLines = textToLines(current)
  const nextLines = textToLines(next)
  const { head, tail } = commonEnds(baseLines, currentLines, nextLines)
  const inner = (lines: string[]) => lines.slice(head, lines.length - tail)
  const merged = mergeLines(inner(baseLines), inner(currentLines), inner(nextLines))
  return [...baseLines.slice(0, head), ...merged, ...baseLines.slice(baseLines.length - tail)].join('\n')
}

/** One spelling of line ends: a textarea turns '\r\n' into '\n', which is no change that anybody made. */
export function normalizeLineEnds(text: string): string {
  return text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text
}

function mergeLines(base: string[], current: string[], next: string[]): string[] {
  const linePairs = base.length * current.length + base.length * next.length + current.length * next.length
  if (linePairs > maxLinePairs) return joinByMembership(base, current, next)
  const equalPairs = countEqualPairs(base, current) + countEqualPairs(base, next) + countEqualPairs(current, next)
  if (equalPairs > maxEqualPairs) return joinByMembership(base, current, next)
  return diff3Merge(current, base, next).flatMap((region) =>
    region.conflict === undefined
      ? (region.ok ?? [])
      : mergeConflict(region.conflict.o, region.conflict.a, region.conflict.b),
  )
}

/** Lines that both sides hold appear once; a base line that one of them removed goes; the rest is kept, current first. */
function mergeConflict(base: string[], current: string[], next: string[]): string[] {
  const currentKept = dropRemovedLines(base, current, next)
  const nextKept = dropRemovedLines(base, next, current)
  return diffComm(currentKept, nextKept).flatMap((part) => part.common ?? [...(part.buffer1 ?? []), ...(part.buffer2 ?? [])])
}

/** `mine` without the lines that it took over from the base unchanged while the other side removed them. */
function dropRemovedLines(base: string[], mine: string[], theirs: string[]): string[] {
  const removed = new Set<number>()
  for (const { buffer1 } of diffIndices(base, theirs)) {
    for (let index = buffer1[0]; index < buffer1[0] + buffer1[1]; index++) removed.add(index)
  }
  const kept: string[] = []
  let baseIndex = 0
  for (const part of diffComm(base, mine)) {
    if (part.common === undefined) {
      kept.push(...part.buffer2)
      baseIndex += part.buffer1.length
    } else {
      for (const line of part.common) {
        if (!removed.has(baseIndex)) kept.push(line)
        baseIndex++
      }
    }
  }
  return kept
}

/** Linear stand-in for huge texts: everything current, then what next has beyond base and current. */
function joinByMembership(base: string[], current: string[], next: string[]): string[] {
  const known = new Set([...base, ...current])
  return [...current, ...next.filter((line) => !known.has(line))]
}

function countEqualPairs(a: string[], b: string[]): number {
  const countByLine = new Map<string, number>()
  for (const line of a) countByLine.set(line, (countByLine.get(line) ?? 0) + 1)
  return b.reduce((pairs, line) => pairs + (countByLine.get(line) ?? 0), 0)
}

function commonEnds(base: string[], current: string[], next: string[]): { head: number; tail: number } {
  const shortest = Math.min(base.length, current.length, next.length)
  let head = 0
  while (head < shortest && base[head] === current[head] && base[head] === next[head]) head++
  let tail = 0
  while (tail < shortest - head && base.at(-1 - tail) === current.at(-1 - tail) && base.at(-1 - tail) === next.at(-1 - tail)) {
    tail++
  }
  return { head, tail }
}

function textToLines(text: string): string[] {
  return text === '' ? [] : normalizeLineEnds(text).split('\n')
}
