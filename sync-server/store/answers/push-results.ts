import type { MutationError, MutationResult, RowState } from '#schema/api/sync.ts'
import type { RowAddress } from '../context.ts'
import { keyToName, measureState, type RowStates } from './row-states.ts'

export type Outcome = { id: string; error: MutationError | undefined; rows: readonly RowAddress[] }

/** Approximate maximum characters of rows in one answer, several times what a normal push of 1 MiB needs. */
export const answerMaxLength = 4 * 1024 * 1024

/**
 * Builds the results with their row states. Above the maximum each row appears once, in the last result that names it;
 * if that is still too much, rows are left out, those of refused mutations first. Devices then get the changes from the
 * feed.
 */
export async function toResults(states: RowStates, outcomes: readonly Outcome[], maxLength = answerMaxLength): Promise<MutationResult[]> {
  const { stateByName, isWhole } = await readStates(states, outcomes, maxLength)
  const lastPlaceByName = new Map(outcomes.flatMap(({ rows }, place) => rows.map((key) => [keyToName(key), place] as const)))
  return outcomes.map(({ id, error, rows }, place) => {
    const names = [...new Set(rows.map(keyToName))].filter((name) => isWhole || lastPlaceByName.get(name) === place)
    const documents = names.flatMap((name) => stateByName.get(name) ?? [])
    return error ? { id, outcome: 'rejected', error, documents } : { id, outcome: 'applied', documents }
  })
}

/** Reads each row once, until the limit is reached. */
async function readStates(
  states: RowStates,
  outcomes: readonly Outcome[],
  maxLength: number,
): Promise<{ stateByName: Map<string, RowState>; isWhole: boolean }> {
  const stateByName = new Map<string, RowState>()
  const lengthByName = new Map<string, number>()
  let [length, lengthWithRepeats, isFull] = [0, 0, false]
  for (const { rows } of [...outcomes.filter(({ error }) => !error), ...outcomes.filter(({ error }) => error)]) {
    for (const [name, key] of new Map(rows.map((row) => [keyToName(row), row]))) {
      if (!isFull && !lengthByName.has(name)) {
        const state = await states.readOne(key)
        const ownLength = measureState(state)
        isFull = length + ownLength > maxLength
        if (!isFull) {
          length += ownLength
          lengthByName.set(name, ownLength)
          stateByName.set(name, state)
        }
      }
      lengthWithRepeats += lengthByName.get(name) ?? 0
    }
  }
  return { stateByName, isWhole: !isFull && lengthWithRepeats <= maxLength }
}
