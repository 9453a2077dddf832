import { z } from 'zod'
import { parseInput } from '#schema/api/parse.ts'
import { AppError } from '#schema/errors.ts'
import { instantSchema } from '#schema/fields.ts'
import type { SqlValue } from '../../../db/database.ts'
import { nextSeq, type BringOp, type WriteContext } from '../../context.ts'
import { createdMark, recordAuthor } from '../../deletions/row-authors.ts'
import { rowToContent, valueToSql } from '../../rows.ts'
import { bringMovements } from '../../stock/move-stock.ts'
import type { StoredRow, Table } from '../../table.ts'
import { assertCategoryPlace } from '../category-place.ts'
import { recordCreated } from '../field-changes.ts'
import { assertReference, readReferenceState } from '../references.ts'
import { writeStatusHistory } from '../side-effects.ts'

/**
 * Imports a row from another server's archive. Optional references to rows that are not here are cleared. An existing
 * row stays as it is, so that an archive can be imported again, but for references that were cleared.
 * @throws AppError CONFLICT for an id or a number that another row has
 */
export async function applyBring(context: WriteContext, table: Table, { id, values: given, beside = {} }: BringOp): Promise<void> {
  if (context.caller.origin !== 'import') throw new AppError('FORBIDDEN')
  const existing = await context.memory.find(table, id)
  if (existing?.shopId === context.shopId && existing.deleted === 0) return fillReferences(context, table, existing, given)
  if (existing) throw new AppError('CONFLICT', `This server has had this ${table.collection.audit.noun} already, in another shop or deleted`)
  const values = await dropMissing(context, table, parseInput(toBroughtShape(table), given))
  if (table.name === 'categories') await assertCategoryPlace(context, id, values['parentId'])
  const numbers = table.name === 'orders' ? await bringNumber(context, id, values) : {}
  const { statusHistory = [], stockMovements = [] } = beside
  const seqs: number[] = []
  // The row itself gets the last seq, which is the one that devices receive.
  while (seqs.length < statusHistory.length + stockMovements.length) seqs.push(await context.seqs.take(context.shopId))
  const seq = await nextSeq(context, table.name)
  const row: Record<string, SqlValue> & { id: string } = {
    id,
    shop_id: context.shopId,
    created_at: String(values['createdAt']),
    updated_at: String(values['updatedAt']),
    seq,
  }
  for (const { name, column, field } of table.fields) row[column] = valueToSql(field, { ...values, ...numbers }[name] ?? field.initial)
  Object.assign(row, table.toListKeys({ ...values, id }))
  context.memory.insert(table, row)
  recordCreated(context, table, id)
  recordAuthor(context, table.name, id, seq, [createdMark])
  for (const [place, { orderStatusId, createdAt }] of statusHistory.entries()) writeStatusHistory(context, id, orderStatusId, seqs[place] ?? seq, createdAt)
  bringMovements(context, id, stockMovements, seqs.slice(statusHistory.length))
  context.written.push({ collection: table.name, id, seq })
}

const shapes = new Map<string, z.ZodType<Record<string, unknown>>>()

/** Validates every field of REST answers by its own rules, including server-written ones: the file may come from anybody. */
function toBroughtShape(table: Table): z.ZodType<Record<string, unknown>> {
  const known = shapes.get(table.name)
  if (known !== undefined) return known
  const fields = table.fields
    .filter(({ field }) => !field.secret && field.guarded !== true)
    .map(({ name, field }) => {
      // Order lines may have taken a count below 0, which users cannot type.
      const schema = field.merge === 'sum' ? z.int() : field.schema
      return [name, field.optional ? schema.optional() : schema] as const
    })
  const shape = z.object({ createdAt: instantSchema(), updatedAt: instantSchema(), ...Object.fromEntries(fields) })
  shapes.set(table.name, shape)
  return shape
}

async function dropMissing(context: WriteContext, table: Table, values: Record<string, unknown>): Promise<Record<string, unknown>> {
  const kept = { ...values }
  for (const field of table.fields) {
    const value = values[field.name]
    if (typeof value !== 'string' || field.field.reference === undefined) continue
    if (field.field.nullable && (await readReferenceState(context, field, value)) !== 'living') kept[field.name] = null
    else await assertReference(context, field, value)
  }
  return kept
}

/** Gives a row what an earlier run left out because the referenced row was refused. Nothing that somebody changed since. */
async function fillReferences(context: WriteContext, table: Table, existing: StoredRow, given: BringOp['values']): Promise<void> {
  if (existing['updatedAt'] !== given['updatedAt']) return
  const filled: Record<string, string> = {}
  for (const field of table.fields) {
    const value = given[field.name]
    if (typeof value !== 'string' || field.field.reference === undefined || existing[field.name] !== null) continue
    if ((await readReferenceState(context, field, value)) === 'living') filled[field.name] = value
  }
  const names = Object.keys(filled)
  if (names.length === 0) return
  const seq = await nextSeq(context, table.name)
  const columns = Object.fromEntries(table.fields.filter(({ name }) => name in filled).map(({ name, column }) => [column, filled[name] ?? null]))
  context.memory.update(table, existing.id, { ...columns, ...table.toListKeys({ ...rowToContent(table, existing), ...filled }), seq })
  recordAuthor(context, table.name, existing.id, seq, names)
  context.written.push({ collection: table.name, id: existing.id, seq })
}

/** Keeps the archived order's number and its former numbers. */
async function bringNumber(context: WriteContext, id: string, { number, formerNumbers }: Record<string, unknown>): Promise<Record<string, unknown>> {
  if (typeof number !== 'number') return context.numbers.give({ shopId: context.shopId, userId: null, deviceId: null }, id, null)
  const former = Array.isArray(formerNumbers) ? formerNumbers.map(Number) : []
  if (!(await context.numbers.bring(context.shopId, id, number, former))) throw new AppError('CONFLICT', `The ticket number ${number} is taken in this shop`)
  return { number, formerNumbers: former }
}
