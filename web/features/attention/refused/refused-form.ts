import type { MutationError, Op } from '#schema/api/sync.ts'
import { collectionByName, isCollectionName } from '#schema/collections/index.ts'
import type { Json } from '#schema/values/merge.ts'
import { amountToPlain } from '#schema/rules/money/typed-amount.ts'
import type { RowRef } from '#web/device/rows/rows.ts'
import { jointCorrections, refusedForms, rowCorrections, wholeCorrections } from '../../all-drafts.ts'
import type { RefusedForm, RefusedFormKind, RefusedFormOf, ToSource } from '../../define-feature.ts'

type Values = Readonly<Record<string, Json>>

type Change = { id: string; at: string; ops: readonly Op[]; error: MutationError }

/** The form that corrects a change; undefined when no form shows all of its fields, since saving would drop the rest. */
export function changeToForm(change: Change): RefusedForm | undefined {
  const toSource = sourceOf(
    change,
    change.ops.map(({ id }) => id),
  )
  for (const toForm of wholeCorrections) {
    const form = toForm(change.ops, { toSource, isShownWhole })
    if (form !== undefined) return form
  }
  const [first, ...rest] = change.ops
  if (first === undefined || !change.ops.every(isShownWhole)) return undefined
  if (rest.length > 0) return toJointForm(change)
  if (first.action === 'create') return toAddForm(change, first)
  return first.action === 'update' ? toEditForm(change, first) : undefined
}

/** Rows that must be on this device before the form can open. */
export function formToNeededRows<K extends RefusedFormKind>(form: RefusedFormOf<K>): readonly RowRef[] {
  const { needs } = refusedForms[form.kind]
  return needs?.(form) ?? []
}

function toAddForm(change: Change, { collection, id, values }: Extract<Op, { action: 'create' }>): RefusedForm | undefined {
  const correction = rowCorrections.get(collection)
  const owner = values[correction?.ownerField ?? '']
  return correction?.createToForm({
    at: change.at,
    typed: pickShown(collection, values),
    ownerId: typeof owner === 'string' ? owner : undefined,
    toSource: sourceOf(change, [id]),
  })
}

function toEditForm(change: Change, { collection, id, changes }: Extract<Op, { action: 'update' }>): RefusedForm | undefined {
  const sideOf = (side: 'from' | 'to'): Values => Object.fromEntries(Object.entries(changes).map(([name, values]) => [name, values[side]]))
  return rowCorrections.get(collection)?.updateToForm({ id, typed: sideOf('to'), seen: sideOf('from'), toSource: sourceOf(change, [id]) })
}

function toJointForm(change: Change): RefusedForm | undefined {
  const creates = change.ops.filter((op) => op.action === 'create')
  const [first, ...rest] = creates
  if (first === undefined || creates.length < change.ops.length) return undefined
  const names = creates.map(({ collection }) => collection).join()
  const joint = jointCorrections.find(({ collections, by }) => collections.join() === names && rest.every(({ values }) => values[by] === first.id))
  const typed = Object.fromEntries(creates.map(({ collection, values }) => [collection, toFormValues(pickShown(collection, values))]))
  return joint?.toForm({
    typed,
    toSource: sourceOf(
      change,
      change.ops.map(({ id }) => id),
    ),
  })
}

function isShownWhole(op: Op): boolean {
  const correction = rowCorrections.get(op.collection)
  if (correction === undefined || (op.action !== 'create' && op.action !== 'update')) return false
  const { shownFields, ownerField } = correction
  if (op.action === 'update') return Object.keys(op.changes).every((name) => shownFields.has(name))
  return Object.entries(op.values).every(([name, value]) => shownFields.has(name) || name === ownerField || isAsNew(op.collection, name, value))
}

/** True for a field at its initial value or fixed at creation: the user did not type it. */
function isAsNew(collection: string, name: string, value: Json): boolean {
  type Declared = { initial?: unknown; fixed?: string | undefined }
  const field = isCollectionName(collection) ? (collectionByName[collection].fields as Record<string, Declared | undefined>)[name] : undefined
  return field !== undefined && (field.fixed !== undefined || (field.initial ?? null) === value)
}

const pickShown = (collection: string, values: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([name]) => rowCorrections.get(collection)?.shownFields.has(name) !== false))

/** Converts values to form texts. A null country code is omitted, so that the form offers its default. */
const toFormValues = (values: Values): Record<string, Json> =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) =>
      value === null && /countryCode$/i.test(name) ? [] : [[name, typeof value === 'number' ? amountToPlain(value) : (value ?? '')]],
    ),
  )

const sourceOf =
  ({ id, error }: Change, rowIds: string[]): ToSource =>
  (typed, seen = {}) => ({
    changeId: id,
    rowIds,
    draft: { values: toFormValues(typed), opened: { ...seen } },
    issues: error.issues ?? [],
    message: error.message,
  })
