import { isCollectionName } from '#schema/collections/index.ts'
import { AppError } from '#schema/errors.ts'
import { toDynamicDb } from '../../db/database.ts'
import type { WriteContext } from '../context.ts'
import { seededTitle } from './seeded-titles.ts'
import { tableOf, type Table, type TableField } from '../table.ts'

type ReferenceState = 'living' | 'deleted' | 'absent'

/** The state of a referenced row. A row of another shop is `absent`, so that the answer reveals nothing of it. */
export async function readReferenceState(context: WriteContext, { field }: TableField, id: string): Promise<ReferenceState> {
  const target = field.reference?.collection
  if (target === undefined) return 'living'
  if (!isCollectionName(target)) return (await hasGlobalRow(context, target, id)) ? 'living' : 'absent'
  const row = await context.memory.find(tableOf(target), id)
  if (!row) return 'absent'
  if (row.shopId !== context.shopId) return target === 'employees' && (await hasLeft(context, id)) ? 'deleted' : 'absent'
  return row.deleted === 1 ? 'deleted' : 'living'
}

/** Requires that a referenced row belongs to the same shop, and is alive unless it `mayBeDeleted`, else 400. */
export async function assertReference(context: WriteContext, field: TableField, value: unknown, mayBeDeleted = false): Promise<void> {
  if (typeof value !== 'string' || field.field.reference === undefined) return
  const state = await readReferenceState(context, field, value)
  if (state === 'living' || (mayBeDeleted && state === 'deleted')) return
  const message = state === 'deleted' ? `${field.field.label} was deleted in the meantime` : `${field.field.label} does not exist in this shop`
  throw new AppError('INVALID_REFERENCE', message, { issues: [{ path: field.name, message }] })
}

export async function assertReferences(context: WriteContext, table: Table, values: Readonly<Record<string, unknown>>): Promise<void> {
  for (const field of table.fields) await assertReference(context, field, values[field.name])
}

/** Whether the employee moved to another shop; the old shop treats them as deleted. */
const hasLeft = async ({ trx, shopId }: WriteContext, employeeId: string): Promise<boolean> =>
  (await trx.selectFrom('employee_departures').select('seq').where('employee_id', '=', employeeId).where('shop_id', '=', shopId).executeTakeFirst()) !==
  undefined

/** Looks up a global row once per push: such rows are never removed. */
async function hasGlobalRow({ memory, knownGlobals }: WriteContext, table: string, id: string): Promise<boolean> {
  if (seededTitle(table, id) !== undefined) return true
  const key = `${table}/${id}`
  if (knownGlobals.has(key)) return true
  const row = await memory.apart((trx) => toDynamicDb(trx).selectFrom(table).select('id').where('id', '=', id).executeTakeFirst())
  if (row) knownGlobals.add(key)
  return row !== undefined
}
