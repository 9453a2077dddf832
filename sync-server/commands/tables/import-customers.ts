import { readCustomerRow, type CustomerRow } from '#schema/rules/import/customer-row.ts'
import type { ImportedLine, Importer, LineEnd } from './import-table.ts'
import { KnownCustomers } from './known-customers.ts'
import { toCreate, type Act, type Target } from './table-target.ts'

/** A customer exists if this file created it before (even if deleted), or if one has the same name and the same phone or e-mail. */
export function importCustomers(target: Target): Importer<CustomerRow> {
  const known = new KnownCustomers(target)
  return {
    read: readCustomerRow,
    async write(lines) {
      const existing = await target.findExisting(
        'customers',
        lines.map(({ row }) => target.idOf(row.key)),
      )
      await known.learn(lines.flatMap(({ row }) => (existing.has(target.idOf(row.key)) ? [] : [row])))
      const ends: LineEnd[] = []
      const fresh = new Map<string, ImportedLine<CustomerRow>>()
      for (const found of lines) {
        const id = target.idOf(found.row.key)
        if (existing.has(id) || fresh.has(found.row.key) || known.findSame(found.row) !== undefined) {
          ends.push({ line: found.line, end: 'existing' })
          continue
        }
        fresh.set(found.row.key, found)
        known.add(id, found.row)
      }
      const acts = [...fresh].map(([key, { row }]): Act => ({ key, at: row.createdAt, ops: [toCreate('customers', target.idOf(key), row.values)] }))
      return [...ends, ...toEnds(fresh, await target.apply(acts))]
    },
  }
}

/** Outcomes of the lines whose rows were to be created, by key. */
export const toEnds = (fresh: ReadonlyMap<string, { line: number }>, reasonByKey: ReadonlyMap<string, string>): LineEnd[] =>
  [...fresh].map(([key, { line }]) => {
    const reason = reasonByKey.get(key)
    return reason === undefined ? { line, end: 'created' } : { line, end: 'refused', reason }
  })
