import { jsonEquals, type Json, type MergePolicy } from '#schema/values/merge.ts'
import { normalizeLineEnds } from '#schema/values/merge-text.ts'

/**
 * The base value of a field whose original value this device had to forget. `set`: null, so that the author of the
 * replaced value is notified; the held value if the field is cleared or unchanged. `text`: the common lines, so that
 * the merge neither removes nor doubles lines; the held text if none was added. `sum`: the held value, so that the
 * typed count stands.
 */
export function forgottenToBase(policy: MergePolicy, held: Json, typed: Json): Json {
  if (policy === 'text') return commonLines(held, typed)
  return policy === 'sum' || typed === null || jsonEquals(held, typed) ? held : null
}

/** Keeps the order of `held`. Returns `held` if no line was added. */
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
