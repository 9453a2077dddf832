import { addressFields } from '#schema/rules/customers/address-lines.ts'
import type { Customer } from '#schema/collections/work/customers.ts'
import { type MergeChoices, planMerge } from '#schema/rules/customers/plan-merge.ts'
import { jsonEquals } from '#schema/values/merge.ts'
import type { OpInput } from '../rows/op-input.ts'

type Merged = ReturnType<typeof planMerge>
type UpdateInput = Extract<OpInput<'customers'>, { action: 'update' }>

export type Merge = { stays: Customer; goes: Customer; choices: MergeChoices; ownCode: string }

/** One mutation, so the server applies all or nothing. */
export const toMergeOps = ({ stays, goes, choices, ownCode }: Merge): OpInput<'customers'>[] => [
  ...toChangeOps(stays.id, stays, planMerge({ stays, goes }, choices, ownCode)),
  { action: 'delete', collection: 'customers', id: goes.id, into: stays.id },
]

/** Undoes that merge; `deletion`: the id of its mutation. The restored customer gets their former dependents back. */
export const toUndoOps = ({ stays, goes, choices, ownCode }: Merge, deletion: string | undefined): OpInput<'customers'>[] => [
  { action: 'restore', collection: 'customers', id: goes.id, title: goes.name, deletion },
  ...toChangeOps(stays.id, planMerge({ stays, goes }, choices, ownCode), stays),
]

const plainFields = [
  'name',
  'countryCode',
  'phone',
  'alternateCountryCode',
  'alternatePhone',
  'email',
  'company',
  ...addressFields,
  'taxId',
  'language',
  'customerNotes',
  'strangers',
  'noMessages',
  'taxExempt',
  'taxExemptReason',
  'noPhone',
] as const
const flagOfContact = [
  ['phone', 'countryCode', 'phoneUnconfirmed'],
  ['alternatePhone', 'alternateCountryCode', 'alternatePhoneUnconfirmed'],
  ['email', 'email', 'emailUnconfirmed'],
] as const

/** A number or address that staff change counts as confirmed, so a second update marks an unconfirmed one again. */
function toChangeOps(id: string, from: Merged, to: Merged): OpInput<'customers'>[] {
  const changed = plainFields.filter((field) => !jsonEquals(from[field], to[field]))
  const flags = flagOfContact.flatMap(([value, code, flag]) => {
    const isTyped = changed.includes(value) || changed.includes(code)
    return (isTyped ? to[flag] : from[flag] !== to[flag]) ? [[flag, isTyped ? false : from[flag], to[flag]] as const] : []
  })
  return [
    ...toUpdate(
      id,
      changed.map((field) => [field, from[field], to[field]] as const),
    ),
    ...toUpdate(id, flags),
  ]
}

type FieldChange = readonly [field: string, from: string | boolean | null, to: string | boolean | null]

const toUpdate = (id: string, changes: readonly FieldChange[]): UpdateInput[] =>
  changes.length === 0
    ? []
    : [
        {
          action: 'update',
          collection: 'customers',
          id,
          values: Object.fromEntries(changes.map(([field, , to]) => [field, to])),
          seen: Object.fromEntries(changes.map(([field, from]) => [field, from])),
        },
      ]
