import type { Field, FieldKind } from '#schema/field.ts'
import { collectionByName, type CollectionName } from '#schema/collections/index.ts'
import { documentToRow, type Row } from '../../rows/rows.ts'

const fitsByKind = {
  text: isText,
  id: isText,
  instant: isText,
  json: isText,
  numbers: isText,
  boolean: (value) => typeof value === 'boolean',
  integer: (value) => Number.isInteger(value),
  quantity: (value) => typeof value === 'number',
  money: (value) => typeof value === 'number',
} satisfies Record<FieldKind, (value: unknown) => boolean>

function isText(value: unknown): boolean {
  return typeof value === 'string'
}

/**
 * A row of another version as this version declares it: fields that went are left out, fields that came, or whose value does
 * not fit, hold their initial value, and local keys are made anew. `isLacking`: anything the server says of it is newer.
 */
export function fitRow(collection: CollectionName, row: Record<string, unknown>, isLacking: boolean): Row {
  const fitting: Record<string, unknown> = { ...row }
  const fields: Record<string, Pick<Field, 'kind' | 'nullable'>> = collectionByName[collection].fields
  for (const [name, { kind, nullable }] of Object.entries(fields)) {
    const value = fitting[name]
    const plain = kind === 'boolean' && (value === '0' || value === '1') ? value === '1' : value
    fitting[name] = (nullable && plain === null) || fitsByKind[kind](plain) ? plain : undefined
  }
  // Every version's rows carry the base keys.
  const fitted = documentToRow(collection, fitting as Parameters<typeof documentToRow>[1])
  return isLacking ? { ...fitted, seq: 0 } : fitted
}
