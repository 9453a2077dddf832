import type { Json } from '../../values/merge.ts'

type Count = Readonly<Record<string, unknown>>

export const stockTakeTexts = {
  applied: 'This count is applied. Undo the stock take before you change it.',
} as const

/** Why a count may not be changed or deleted; undefined if it may. */
export const whyCountStands = (row: Count): string | undefined => (typeof row['appliedAt'] === 'string' ? stockTakeTexts.applied : undefined)

/** A count is of the time when it was made or changed, and never of a later one. `written`: the fields that the author set. */
export function findCountFollowUps(before: Count | undefined, after: Count, written: readonly string[], at: string): Readonly<Record<string, Json>> {
  const { countedAt } = after
  const isGiven = typeof countedAt === 'string' && (before === undefined || written.includes('countedAt') || !written.includes('counted'))
  return isGiven && countedAt <= at ? {} : { countedAt: at }
}

/** A change of a product's count. `takeId`: of the stock take that made it. */
export type TimedMove = { delta: number; at: string; takeId: string | null }

/**
 * A stock take says how many pieces there were at the time of its product's last count. Its difference is dated then, so that what
 * was sold or received later stays, and what was done earlier but arrives later changes nothing.
 */
export const toTakeDifference = (counted: number, countNow: number, movedSince: number): number => counted - (countNow - movedSince)

/** Whether a move comes after a take of that time. Takes of one time follow each other by id. */
export const isSince = ({ at, takeId }: Omit<TimedMove, 'delta'>, take: { at: string; takeId: string }): boolean =>
  at > take.at || (at === take.at && (takeId ?? '') > take.takeId)
