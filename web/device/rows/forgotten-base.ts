import { jsonEquals, type Json, type MergePolicy } from '#schema/values/merge.ts'
import { normalizeLineEnds } from '#schema/values/merge-text.ts'

/**
 * What stands for what a person saw of a field where this device had to forget it. `set`: nothing, so that whoever set what is
 * replaced is told; emptied, or the same already, it counts as seen. `text`: the lines of both, so that what is added takes no
 * line away and doubles none; where nothing is added, what is held. `sum`: what is held, so that the typed count stands.
 */
export function forgottenToBase(policy: MergePolicy, held: Json, typed: Json): Json {
  if (policy === 'text') return commonLines(held, typed)
  return policy === 'sum' || typed === null || jsonEquals(held, typed) ? held : null
}

/** In the order of `held`. Whoever added nothing took something away: of what is held. */
function commonLines(held: Json, typed: Json): Json {
  if (typeof held !== 'string' || typeof typed !== 'string' || typed === '') return held
  const typedLines = normalizeLineEnds(typed).split('\n')
  const left = new Map<string, number>()
  for (const line of typedLines) left.set(line, (left.get(line) ?? 0) + 1)
  const common = normalizeLineEnds(held)
    .split('\n')
    .filter((line) => {
      const count = left.get(line) ?? 0
      left.set(line, count - 1)
      return count > 0
    })
  if (common.length === typedLines.length) return held
  return common.length === 0 ? null : common.join('\n')
}
