import { foldText } from '#schema/values/customer-match.ts'
import { type Search, toSharedTexts } from '#schema/rules/text/search-words.ts'
import type { LocalDatabase } from '../storage/row-database.ts'
import { Projection, shopSource } from './projection.ts'

export type EmployeeEntry = { id: string; sortKey: string; name: string }

export type EmployeesProjection = Projection<EmployeeEntry>

/** Names of those whom tasks may be assigned to, folded for searching. */
export const createEmployeesProjection = (database: LocalDatabase, shopId: string): EmployeesProjection =>
  new Projection(
    shopSource(database, 'employees', shopId, (row) => {
      const name = foldText(String(row['name']))
      return { id: row.id, sortKey: `${name}\u0001${row.id}`, name }
    }),
  )

const nobody = ''

/** Assignees as the lists show them, as far as they matter to the search; '' for one who is not here. */
export function toAssigneeTexts(search: Search, employees: EmployeesProjection): (assigneeId: string | null) => string {
  const toText = toSharedTexts(search, [[nobody, 'unassigned'], ...[...employees.values()].map(({ id, name }) => [id, name] as const)])
  return (assigneeId) => toText(assigneeId ?? nobody)
}
