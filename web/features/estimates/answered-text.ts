import type { Estimate } from '#schema/collections/work/estimates.ts'
import { isDecided } from '#schema/rules/estimates/estimate-states.ts'
import { t } from './estimate-answered-texts.ts'

type Change = { row: Estimate; previous: Estimate | undefined }

/** Estimates that a customer just answered by link: the previous row had no answer. */
export const findAnswered = (changes: readonly Change[]): Estimate[] =>
  changes.flatMap(({ row, previous }) =>
    previous !== undefined && !isDecided(previous.state) && isDecided(row.state) && row.decidedBy === 'customer' ? [row] : [],
  )

/** 'H-12: Mary Smith approved the estimate'. */
export const answeredToText = ({ state, decidedName }: Pick<Estimate, 'state' | 'decidedName'>, ticket: string): string =>
  (state === 'approved' ? t.approved : t.declined)({ order: ticket, name: decidedName ?? t.theCustomer() })
