import { findSeenFields } from '#schema/rules/merge/follow-ups.ts'
import { isQuoteOfLines } from '#schema/rules/orders/order-follow-ups.ts'
import type { z } from 'zod'
import { capitalize } from '#schema/rules/text/capitalize.ts'
import { toTickId } from '#schema/rules/orders/tick-id.ts'
import type { Op } from '#schema/api/sync.ts'
import { type Collection, collectionToCreateShape, collectionToUpdateShape, rowToNoun } from '#schema/collection.ts'
import type { Field } from '#schema/field.ts'
import { collectionByName, type CollectionName, isCollectionName } from '#schema/collections/index.ts'
import { AppError } from '#schema/errors.ts'
import { jsonEquals, type Json, type MergePolicy } from '#schema/values/merge.ts'
import { formatMoney } from '#schema/values/money.ts'
import { normalizeLineEnds } from '#schema/values/merge-text.ts'
import type { CreateInput, InputValues, UpdateInput } from './op-input.ts'
import type { Row } from './rows.ts'

type Shape = z.ZodType<Record<string, Json | undefined>>

const createShapes = new Map<CollectionName, Shape>()
const updateShapes = new Map<CollectionName, Shape>()

const shapeOf = (
  shapes: Map<CollectionName, Shape>,
  build: (collection: (typeof collectionByName)[CollectionName]) => z.ZodType,
  name: CollectionName,
): Shape => {
  let shape = shapes.get(name)
  if (shape === undefined) {
    // The cast holds: every field's schema yields a JSON value.
    shape = build(collectionByName[name]) as Shape
    shapes.set(name, shape)
  }
  return shape
}

/** Parses a create as the server does. @throws AppError VALIDATION with one issue per invalid field */
export function toCreateOp(input: CreateInput, newId: () => string): Extract<Op, { action: 'create' }> {
  const typed = parse(shapeOf(createShapes, collectionToCreateShape, input.collection), input.values)
  const values = { ...typed, ...withoutUndefined(input.asIssued ?? {}) }
  return { action: 'create', collection: input.collection, id: input.id ?? derivedId(input.collection, values) ?? newId(), values }
}

/**
 * The user's changes, from the values they saw to the new ones. Undefined if there are none.
 * @throws AppError VALIDATION with one issue per invalid field
 */
export function toUpdateOp(input: UpdateInput, row: Row): Extract<Op, { action: 'update' }> | undefined {
  const values = parse(shapeOf(updateShapes, collectionToUpdateShape, input.collection), input.values)
  const seenValues: InputValues | undefined = input.seen
  const changes: Record<string, { from: Json; to: Json }> = {}
  for (const [field, to] of Object.entries(values)) {
    const given = seenValues?.[field]
    const seen = given === null && input.isSeenForgotten === true ? forgottenToBase(mergeOf(input.collection, field), row[field] ?? null, to) : given
    const from = seen === undefined ? (row[field] ?? null) : seen
    if (!jsonEquals(from, to)) changes[field] = { from, to }
  }
  // A retry keeps the values shown when the change was made, not newer ones.
  for (const field of findSeenFields(input.collection, changes)) {
    const shown = seenValues?.[field] ?? row[field] ?? null
    changes[field] ??= { from: shown, to: shown }
  }
  if (isQuoteOfLines(input.collection, changes, values)) changes['quoteFromLines'] = { from: false, to: true }
  return Object.keys(changes).length === 0 ? undefined : { action: 'update', collection: input.collection, id: input.id, changes }
}

function parse(shape: Shape, values: InputValues): Record<string, Json> {
  const result = shape.safeParse(withoutUndefined(values))
  if (!result.success) throw validationError(result.error)
  return withoutUndefined(result.data)
}

const withoutUndefined = (values: InputValues): Record<string, Json> =>
  Object.fromEntries(Object.entries(values).filter((entry): entry is [string, Json] => entry[1] !== undefined))

function validationError(error: z.ZodError): AppError {
  const issues = error.issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => ({ path: key, message: `Unknown field: ${key}` }))
      : [{ path: issue.path.join('.'), message: issue.message }],
  )
  return new AppError('VALIDATION', issues[0]?.message, { issues })
}

/** `createdAt` of a payment or cost is not a declared field. */
const mergeOf = (collection: CollectionName, field: string): MergePolicy =>
  (collectionByName[collection].fields as Record<string, { merge: MergePolicy }>)[field]?.merge ?? 'set'

const derivedId = (collection: CollectionName, values: Record<string, Json>): string | undefined =>
  collection === 'checklist_selections' ? toTickId(values['orderId'] as string, values['dropoffChecklistId'] as string) : undefined

/** References to synced rows among the values, each with its target collection. */
export function syncedReferences(collection: CollectionName, values: Record<string, Json>): { target: CollectionName; id: string }[] {
  const fields: Record<string, Pick<Field, 'reference'>> = collectionByName[collection].fields
  return Object.entries(fields).flatMap(([name, { reference }]) => {
    const id = values[name]
    if (reference === undefined || typeof id !== 'string' || !isCollectionName(reference.collection)) return []
    return [{ target: reference.collection, id }]
  })
}

/** Text for "waiting" and "Needs attention", such as "Order 'iPhone 12': Status, Order notes changed". */
export function describeOps(ops: readonly Op[], titleOf: (op: Op) => string | undefined): string {
  return ops.map((op) => describeOp(op, titleOf(op))).join('; ')
}

function describeOp(op: Op, title: string | undefined): string {
  const collection: Collection = collectionByName[op.collection as CollectionName]
  const { fields } = collection
  const noun = capitalize(rowToNoun(collection, op.action === 'create' ? op.values : undefined))
  const name = title === undefined ? noun : `${noun} '${title}'`
  if (op.action === 'delete' && op.into !== undefined) return `${name} merged into another`
  if (op.action !== 'update') return `${name} ${verbByAction[op.action]}`
  const labels = Object.keys(op.changes).map((field) => fields[field]?.label ?? field)
  return `${name}: ${labels.join(', ')} changed`
}

const verbByAction = { create: 'created', delete: 'deleted', restore: 'restored' } as const

const titleMaxLength = 60

/** The row's title for people; undefined if it has only an id. */
export function titleOfRow(collection: CollectionName, row: Row | undefined): string | undefined {
  const { audit, fields }: Collection = collectionByName[collection]
  const field = fields[audit.titleField]
  const value = row === undefined ? undefined : (audit.titleOf?.(row) ?? row[audit.titleField])
  if (field?.kind === 'id' || value === undefined || value === null) return undefined
  return shortenTitle(String(value))
}

/** The title with money formatted with its currency sign. */
export function nameOfRow(collection: CollectionName, row: Row | undefined, money = formatMoney): string | undefined {
  const { audit, fields } = collectionByName[collection]
  const value = row?.[audit.titleField]
  const isMoney = (fields as Record<string, { kind: string }>)[audit.titleField]?.kind === 'money'
  return isMoney && typeof value === 'number' ? money(value) : titleOfRow(collection, row)
}

export function shortenTitle(title: string): string {
  const text = title.replace(/\s+/g, ' ').trim()
  return text.length > titleMaxLength ? `${text.slice(0, titleMaxLength)}…` : text
}

/**
 * The base value of a field whose original value this device had to forget. `set`: null, so that the author of the
 * replaced value is notified; the held value if the field is cleared or unchanged. `text`: the common lines, so that
 * the merge neither removes nor doubles lines; the held text if none was added. `sum`: the held value, so that the
 * typed count stands. `items`: the held list, so that nothing doubles.
 */
export function forgottenToBase(policy: MergePolicy, held: Json, typed: Json): Json {
  if (policy === 'text') return commonLines(held, typed)
  return policy === 'sum' || policy === 'items' || typed === null || jsonEquals(held, typed) ? held : null
}

/** Keeps the order of `held`. Returns `held` if no line was added. */
function commonLines(held: Json, typed: Json): Json {
  if (typeof held !== 'string' || typeof typed !== 'string' || typed === '') return held
  const typedLines = normalizeLineEnds(typed).split('\n')
  const left = new Map<string, number>()
  for (const line of typedLines) left.set(line, (left.get(line) ?? 0) + 1)
  const common = normalizeLineEnds(held)
    .split('\n')
    .filter((line) => {
      const count = left.get(line) ?? 0
      left.set(line, count - 1)
      return count > 0
    })
  if (common.length === typedLines.length) return held
  return common.length === 0 ? null : common.join('\n')
}
