import { setImmediate as waitForNextRound } from 'node:timers/promises'
import { createTurns } from '../turns.ts'

/** Splits work on a list into steps of a few ms, so that other requests run in between. */
export type ListSteps = {
  /** Runs one step; at most one list has a step per event loop round. */
  step<Result>(work: () => Result | Promise<Result>): Promise<Result>
}

type ListTurns = ListSteps & {
  /** Runs the filtering and sorting of a list. Few lists do so at once, since it takes memory. */
  choose<Result>(work: () => Promise<Result>): Promise<Result>
}

const chosenAtOnce = 4

export class ListQueues {
  readonly #choosing = createTurns({ total: chosenAtOnce })
  readonly #steps = createTurns({ total: 1 })

  of(caller: string): ListTurns {
    return {
      choose: (work) => this.#choosing.run({ from: caller }, work),
      step: (work) =>
        this.#steps.run({ from: caller }, async () => {
          await waitForNextRound()
          return work()
        }),
    }
  }
}

/** Runs each step immediately, for commands and tests. */
export const inOneGo: ListSteps = { step: async (work) => work() }

const rowsPerStep = 2_000
/** A locale-aware comparison takes a few microseconds. */
const itemsPerStep = 500

/** Reads all rows in ascending key order; `readSome` returns up to `limit` rows above a key. */
export async function readInSteps<Row>(
  steps: ListSteps,
  toKey: (row: Row) => string,
  readSome: (above: string, limit: number) => Promise<readonly Row[]>,
): Promise<Row[]> {
  const rows: Row[] = []
  for (let above = '', isDone = false; !isDone;) {
    const some = await steps.step(() => readSome(above, rowsPerStep))
    rows.push(...some)
    const last = some.at(-1)
    if (last !== undefined) above = toKey(last)
    isDone = some.length < rowsPerStep
  }
  return rows
}

export async function mapInSteps<Item, Result>(steps: ListSteps, items: readonly Item[], toResults: (item: Item) => readonly Result[]): Promise<Result[]> {
  const results: Result[] = []
  for (let start = 0; start < items.length; start += rowsPerStep) {
    const some = items.slice(start, start + rowsPerStep)
    results.push(...(await steps.step(() => some.flatMap(toResults))))
  }
  return results
}

/** A stable merge sort in steps. */
export async function sortInSteps<Item>(steps: ListSteps, items: readonly Item[], compare: (one: Item, other: Item) => number): Promise<Item[]> {
  let sorted: Item[] = []
  for (let start = 0; start < items.length; start += itemsPerStep) {
    const part = items.slice(start, start + itemsPerStep)
    sorted.push(...(items.length > itemsPerStep ? await steps.step(() => part.sort(compare)) : part.sort(compare)))
  }
  for (let width = itemsPerStep; width < items.length; width *= 2) {
    const merged: Item[] = []
    for (let start = 0; start < items.length; start += 2 * width)
      await merge(steps, sorted, { start, middle: start + width, end: start + 2 * width }, compare, merged)
    sorted = merged
  }
  return sorted
}

type Range = { start: number; middle: number; end: number }

async function merge<Item>(
  steps: ListSteps,
  items: readonly Item[],
  { start, middle, end }: Range,
  compare: (one: Item, other: Item) => number,
  merged: Item[],
): Promise<void> {
  let [left, right] = [start, middle]
  const [leftEnd, rightEnd] = [Math.min(middle, items.length), Math.min(end, items.length)]
  const takeSome = (): void => {
    for (let count = 0; count < itemsPerStep && (left < leftEnd || right < rightEnd); count++) {
      const isLeft = right >= rightEnd || (left < leftEnd && compare(items[left] as Item, items[right] as Item) <= 0)
      merged.push(items[isLeft ? left++ : right++] as Item)
    }
  }
  while (left < leftEnd || right < rightEnd) await steps.step(takeSome)
}
