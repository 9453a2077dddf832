import { AppError } from '#schema/errors.ts'
import { orderStatusIdByName } from '#schema/values/order-status.ts'
import type { Json } from '#schema/values/merge.ts'
import type { Device } from '#web/device/device-types.ts'
import { type Act, type ActOutcome, writeTogether } from '#web/device/outbox/together/write-together.ts'
import type { OpInput } from '#web/device/rows/op-input.ts'
import type { ActReport, Intent } from '../protocol.ts'
import { pick, type Row, type Tools } from '../tablet/counter-hand.ts'
import type { BulkKind } from './plan-bulk.ts'

/** What one act on several orders made of each: all that its Undo needs. */
export type BulkRun = { shopId: string; done: { mutationId: string; intent: Intent }[] }

const statusIds = Object.values(orderStatusIdByName)

/** An act for each of a few orders that follow each other, or the way back of the former run. */
export async function planBulkActs(kind: BulkKind, tools: Tools, former: BulkRun | undefined): Promise<Intent[]> {
  const { roll, rows } = tools
  const orders = await rows('orders')
  if (kind === 'bulk-undo') return (former?.done ?? []).flatMap((done) => toBack(done, orders))
  const first = Math.floor(roll(1) * orders.length)
  const chosen = orders.slice(first, first + 2 + Math.floor(roll(3) * 3))
  if (kind === 'bulk-delete') return chosen.map(({ id }) => ({ action: 'delete', collection: 'orders', id }))
  const employee = pick(await rows('employees'), roll(4))
  const values: Record<string, Json> =
    kind === 'bulk-status' ? { orderStatusId: pick(statusIds, roll(4)) ?? null } : { assignedEmployeeId: employee?.id ?? null }
  return chosen.map((row) => {
    const seen = Object.fromEntries(Object.keys(values).map((field) => [field, row[field] ?? null]))
    return { action: 'update', collection: 'orders', id: row.id, seen, values }
  })
}

/** What somebody else set since is left as it is. */
function toBack({ mutationId, intent }: BulkRun['done'][number], orders: readonly Row[]): Intent[] {
  if (intent.action === 'delete') return [{ action: 'restore', collection: 'orders', id: intent.id, deletion: mutationId }]
  if (intent.action !== 'update') return []
  const order = orders.find(({ id }) => id === intent.id)
  const isAsSet = order !== undefined && Object.entries(intent.values).every(([field, value]) => order[field] === value)
  return isAsSet ? [{ ...intent, seen: intent.values, values: intent.seen, isStale: true } as Intent] : []
}

/** Does each as an act of its own. @throws AppError UNAVAILABLE when none is stored */
export async function writeActs(device: Device, shopId: string, intents: readonly Intent[], toInput: (intent: Intent) => OpInput): Promise<ActReport[]> {
  const findWaiting = ({ id }: Intent): string | undefined =>
    device.outbox.waiting.get().findLast(({ ops }) => ops.some((op) => op.action === 'delete' && op.id === id))?.mutationId
  const waiting = intents.map((intent) => (intent.action === 'restore' ? findWaiting(intent) : undefined))
  const outcomes = await device.writeTogether(
    shopId,
    // Nothing here makes a row.
    intents.map((intent) => [toInput(intent)] as Act),
    writeTogether,
  )
  return intents.map((intent, place) => {
    const report = outcomeToReport(intent, outcomes[place])
    // Where nothing had to be written, the waiting deletion itself is gone.
    const isTakenBack = report.state === 'written' && report.mutationId === null
    return isTakenBack ? { ...report, undoes: waiting[place] } : report
  })
}

function outcomeToReport(intent: Intent, outcome: ActOutcome | undefined): ActReport {
  if (outcome?.receipt !== undefined) return { intents: [intent], state: 'written', mutationId: outcome.receipt.mutationId }
  if (outcome === undefined || !(outcome.error instanceof AppError)) throw new Error('An act has no outcome')
  return { intents: [intent], state: 'refused-here', code: outcome.error.code }
}
