import { foldText } from '#schema/values/customer-match.ts'
import { findWords, type Search, type WordBits } from '#schema/rules/text/search-words.ts'
import type { BuildTurns } from './build-turns.ts'
import type { LocalDatabase } from '../../storage/row-database.ts'
import { Projection, shopSource } from './projection.ts'

type EmployeeEntry = { id: string; sortKey: string; name: string }

export type EmployeesProjection = Projection<EmployeeEntry>

/** Folded names of the employees to whom tasks can be assigned. */
export const createEmployeesProjection = (database: LocalDatabase, shopId: string, turns?: BuildTurns): EmployeesProjection =>
  new Projection(
    shopSource(database, 'employees', shopId, (row) => {
      const name = foldText(String(row['name']))
      return { id: row.id, sortKey: `${name}\u0001${row.id}`, name }
    }),
    turns,
  )

/** The search words that match the assignee's name; none for a missing employee. */
export function findAssigneeWords(search: Search, employees: EmployeesProjection, assigneeId: string | null): WordBits {
  return findWords(search, [assigneeId === null ? 'unassigned' : (employees.get(assigneeId)?.name ?? '')])
}
