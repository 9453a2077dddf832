import type { Op } from '#schema/api/sync.ts'
import { customerKey } from '#schema/rules/import/customer-row.ts'
import { readOrderRow, type OrderRow } from '#schema/rules/import/order-row.ts'
import { filledOnly } from '#schema/rules/import/shape-issues.ts'
import { foldText } from '#schema/values/customer-match.ts'
import type { ImportedLine, Importer, LineEnd } from './import-table.ts'
import { toEnds } from './import-customers.ts'
import { KnownCustomers } from './known-customers.ts'
import { toCreate, type Act, type Target } from './table-target.ts'

/** An order exists if this file created it before, even if deleted. Orders are renumbered; the file's number stays searchable. */
export async function importOrders(target: Target): Promise<Importer<OrderRow>> {
  const known = new KnownCustomers(target)
  const employees = await target.reader.selectFrom('employees').select(['id', 'name']).where('shop_id', '=', target.shopId).where('deleted', '=', 0).execute()
  const idByName = new Map(employees.map(({ id, name }) => [foldText(name), id]))
  return {
    read: (cells) => readOrderRow(cells, { employeeIdOf: (name) => idByName.get(name) }),
    async write(lines) {
      const existing = await target.findExisting(
        'orders',
        lines.map(({ row }) => target.idOf(row.key)),
      )
      const ends: LineEnd[] = []
      const fresh = new Map<string, ImportedLine<OrderRow>>()
      for (const found of lines) {
        if (existing.has(target.idOf(found.row.key)) || fresh.has(found.row.key)) ends.push({ line: found.line, end: 'existing' })
        else fresh.set(found.row.key, found)
      }
      const rows = [...fresh.values()].map(({ row }) => row)
      await known.learn(rows.map(({ customer }) => customer))
      const { customerIdOf, acts } = await findCustomers(target, known, rows)
      await target.apply(acts)
      const orders = rows.map((row): Act => ({ key: row.key, at: row.createdAt, ops: rowToOps(target, row, customerIdOf(row)) }))
      return [...ends, ...toEnds(fresh, await target.apply(orders))]
    },
  }
}

/** Finds the order's customer by phone or e-mail, else by the name among customers created from files, else creates one. */
async function findCustomers(
  target: Target,
  known: KnownCustomers,
  rows: readonly OrderRow[],
): Promise<{ customerIdOf: (row: OrderRow) => string; acts: Act[] }> {
  const imported = await target.findExisting(
    'customers',
    rows.map(({ customer }) => target.idOf(customerKey(customer))),
  )
  const idByRow = new Map<OrderRow, string>()
  const acts = new Map<string, Act>()
  for (const row of rows) {
    const key = customerKey(row.customer)
    const found = known.findAny(row.customer)
    const id = found ?? target.idOf(key)
    idByRow.set(row, id)
    if (found !== undefined || imported.has(id)) continue
    const act = acts.get(key)
    // Date the customer by their first order.
    if (act !== undefined) act.at = earlierOf(act.at, row.createdAt)
    else acts.set(key, { key, at: row.createdAt, ops: [toCreate('customers', id, toCustomerValues(row))] })
    known.add(id, row.customer)
  }
  return { customerIdOf: (row) => idByRow.get(row) ?? target.idOf(customerKey(row.customer)), acts: [...acts.values()] }
}

const earlierOf = (one: string | null, other: string | null): string | null => (one === null || (other !== null && other < one) ? other : one)

const toCustomerValues = ({ customer: { name, company, phone, email } }: OrderRow) =>
  filledOnly({ name, countryCode: phone?.countryCode, phone: phone?.phone, ...(phone === null && { noPhone: true }), email, company })

function rowToOps(target: Target, { key, values, createdAt, paid, cost }: OrderRow, customerId: string): Op[] {
  const orderId = target.idOf(key)
  const imported = filledOnly({ orderId, afterTax: false, createdAt })
  const ops = [toCreate('orders', orderId, { ...values, customerId })]
  if (paid !== 0) {
    const payment = { paymentText: 'Imported total', paymentAmount: Math.abs(paid), ...(paid < 0 && { kind: 'refund' }) }
    ops.push(toCreate('payments', target.idOf(`payment ${key}`), { ...imported, ...payment }))
  }
  if (cost !== 0) ops.push(toCreate('costs', target.idOf(`cost ${key}`), { ...imported, costText: 'Imported total', costAmount: cost }))
  return ops
}
