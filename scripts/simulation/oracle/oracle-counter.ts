import type { Json } from '#schema/values/merge.ts'
import { orderStatusIdByName } from '#schema/values/order-status.ts'
import { isDone, isFinished } from './oracle-facts.ts'
import type { Model } from './oracle-model.ts'

/** What must hold of passcodes: no finished order keeps one, nothing but the order tells it, and each look at one is in the log once. */

type SqlRow = Record<string, string | number | null>
type Rows = readonly SqlRow[]
type Content = { rowsByCollection: ReadonlyMap<string, Rows>; ledger: Rows; notices: Rows }

/** The word that every passcode of the simulation begins with. */
export const passcodeWord = 'secret'
const told = new RegExp(`${passcodeWord} t\\d`)

/** @throws Error */
export function checkPasscodes(model: Model, { rowsByCollection, ledger, notices }: Content): void {
  for (const { id, order_status_id: statusId, passcode } of rowsByCollection.get('orders') ?? [])
    if (isFinished(statusId) && passcode !== null) throw new Error(`The order ${String(id)} is finished and holds its passcode`)
  const activities = rowsByCollection.get('activities') ?? []
  for (const [what, rows] of Object.entries({ activities, ledger, notices })) {
    const leak = rows.find((row) => Object.values(row).some((value) => typeof value === 'string' && told.test(value)))
    if (leak !== undefined) throw new Error(`A passcode stands in the ${what}: ${JSON.stringify(leak)}`)
  }
  const shown = activities.filter(({ audit_text: text }) => /^Passcode of order '.*' shown$/.test(String(text))).map((row) => String(row['order_id']))
  const due = model.looks.map(({ orderId }) => orderId)
  if (shown.sort().join() !== due.sort().join()) throw new Error(`${shown.length} looks at passcodes are in the log, ${due.length} were`)
}

/** Of rows as a device holds or shows them. @throws Error */
export function checkLocalPasscode(key: string, row: Readonly<Record<string, Json>>): void {
  if (isFinished(row['orderStatusId']) && row['passcode'] != null) throw new Error(`${key} is finished and holds its passcode`)
}

/** An order is Fixed since a time of its history, as long as it is finished (PICT-01). @throws Error */
export function checkFixed(model: Model, orders: Rows, history: Rows): void {
  const times = Map.groupBy(history, (row) => row['order_id'])
  for (const { id = null, order_status_id: statusId, fixed_at: fixedAt } of orders) {
    const isTold = times.get(id)?.some((row) => row['order_status_id'] === orderStatusIdByName.Fixed && row['created_at'] === fixedAt) === true
    const isRight = fixedAt === null ? statusId !== orderStatusIdByName.Fixed : isTold && isDone(statusId)
    const isDue = model.find('orders', String(id))?.isFixed === true
    if (!isRight || isDue !== (fixedAt !== null)) throw new Error(`The order ${String(id)} is Fixed since ${String(fixedAt)}, and its history says otherwise`)
  }
}
