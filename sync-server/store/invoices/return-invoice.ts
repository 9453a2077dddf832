import { AppError } from '#schema/errors.ts'
import { type Json, jsonEquals } from '#schema/values/merge.ts'
import { applyCreate, type CreateOp } from '../apply/apply-create.ts'
import { applySet } from '../apply/apply-update.ts'
import { findOwnRow, type WriteContext } from '../context.ts'
import { readJson, toWireValue } from '../rows.ts'
import { tableOf } from '../table.ts'
import { isMissingNumber } from './invoice-numbers.ts'

/** Whether a device sends a document that was issued, which it holds and a restored database may lack. */
export const isReturned = ({ collection, values }: { collection: string; values: Readonly<Record<string, Json>> }): boolean =>
  collection === 'invoices' && values['state'] === 'issued' && typeof values['number'] === 'string'

/**
 * Takes a document back that was issued after the backup that was restored: its number must be missing here, so that no other client can
 * give one. Its draft, where the backup has it, becomes the document again.
 * @throws AppError CONFLICT for any other number
 */
export async function applyReturned(context: WriteContext, op: CreateOp): Promise<void> {
  const table = tableOf('invoices')
  const frozen = table.fields.filter(({ name, field }) => field.writer === 'server' || name === 'lines')
  const serverValues: Record<string, Json> = {}
  for (const { name, field } of frozen) {
    const parsed = field.schema.safeParse(op.values[name] ?? null)
    if (!parsed.success) throw new AppError('VALIDATION', `${field.label} is not valid`, { issues: [{ path: name, message: `${field.label} is not valid` }] })
    serverValues[name] = toWireValue(field, parsed.data) as Json
  }
  const existing = await context.memory.find(table, op.id)
  if (existing !== undefined && existing.shopId === context.shopId && existing.deleted === 0) {
    const { document } = await findOwnRow(context, table, op.id)
    if (document['state'] === 'issued' && Object.keys(serverValues).every((name) => jsonEquals(readJson(document, name), serverValues[name] ?? null))) return
  }
  await context.memory.send()
  const number = typeof op.values['number'] === 'string' ? op.values['number'] : ''
  if (!(await isMissingNumber(context.trx, context.shopId, number)))
    throw new AppError('CONFLICT', `The server gives the numbers of invoices, and ${number} is not missing here.`)
  if (existing === undefined) await applyCreate(context, table, op)
  await applySet(context, table, { id: op.id, values: {}, serverValues })
}
