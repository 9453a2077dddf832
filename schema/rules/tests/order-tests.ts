import { readTestItems, type TestOutcome, testOutcomes, type TestPhase, testPhases } from '../../values/tests/outcomes.ts'

type List = { id: string; name: string; deviceKind: string | null; items: unknown; archived: boolean; createdAt: string }
type Result = { id: string; testId: string; item: string; phase: string; result: string; note: string | null; createdAt: string }

export type TestedItem<R extends Result = Result> = { testId: string; item: string; results: Readonly<Record<TestPhase, R | undefined>> }
export type TestedList<R extends Result = Result> = { id: string; name: string; items: readonly TestedItem<R>[] }

/**
 * The lists that fit an order's device, with the newest result of each item and phase; lists and items that were used
 * and are no longer offered stay. `deviceKind`: undefined for an order without a known device, which is offered all lists.
 */
export function toOrderTests<R extends Result>(lists: readonly List[], results: readonly R[], deviceKind: string | undefined): TestedList<R>[] {
  const sorted = results.toSorted((one, other) => (one.createdAt < other.createdAt ? -1 : 1))
  const find = (testId: string, item: string, phase: TestPhase): R | undefined =>
    sorted.findLast((result) => result.testId === testId && result.item === item && result.phase === phase)
  return lists
    .filter(({ id, archived, deviceKind: kind }) => {
      const isOffered = !archived && (kind === null || deviceKind === undefined || kind === deviceKind)
      return isOffered || results.some(({ testId }) => testId === id)
    })
    .toSorted((one, other) => one.name.localeCompare(other.name))
    .map(({ id, name, items }) => {
      const used = sorted.flatMap(({ testId, item }) => (testId === id ? [item] : []))
      const all = [...new Set([...readTestItems(items), ...used])]
      return { id, name, items: all.map((item) => ({ testId: id, item, results: { before: find(id, item, 'before'), after: find(id, item, 'after') } })) }
    })
}

type Asking = List & { beforeStatusId: string | null; afterStatusId: string | null }

/** Of a list: how many of its tests lack a result. */
export type MissingTests = { list: string; phase: TestPhase; open: number; all: number }

/** Which tests an order lacks for a status. */
export function findMissingTests(
  lists: readonly Asking[],
  results: readonly Result[],
  { statusId, deviceKind }: { statusId: string; deviceKind: string | undefined },
): MissingTests[] {
  const offered = new Map(toOrderTests(lists, [], deviceKind).map(({ id }) => [id, true]))
  return lists.flatMap((list) => {
    const phases = testPhases.filter((phase) => (phase === 'before' ? list.beforeStatusId : list.afterStatusId) === statusId)
    return phases.flatMap((phase) => {
      if (!offered.has(list.id)) return []
      const items = readTestItems(list.items)
      const open = items.filter((item) => !results.some((result) => result.testId === list.id && result.item === item && result.phase === phase))
      return open.length === 0 ? [] : [{ list: list.name, phase, open: open.length, all: items.length }]
    })
  })
}

const isOutcome = (result: string): result is TestOutcome => testOutcomes.some((outcome) => outcome === result)

export type PrintedTest = { item: string; outcomes: { phase: TestPhase; result: TestOutcome; note: string }[] }

/** The items that have a result, for papers. */
export const testsToPrinted = (lists: readonly TestedList[]): PrintedTest[] =>
  lists.flatMap(({ items }) =>
    items.flatMap(({ item, results }) => {
      const outcomes = testPhases.flatMap((phase) => {
        const found = results[phase]
        return found !== undefined && isOutcome(found.result) ? [{ phase, result: found.result, note: found.note?.trim() ?? '' }] : []
      })
      return outcomes.length === 0 ? [] : [{ item, outcomes }]
    }),
  )

/** How many items of the offered lists have a result. */
export function countTested(lists: readonly TestedList[], phase: TestPhase): { done: number; all: number; failed: number } {
  const found = lists.flatMap(({ items }) => items.map(({ results }) => results[phase]))
  return { done: found.filter((result) => result !== undefined).length, all: found.length, failed: found.filter((result) => result?.result === 'fail').length }
}
