import type { Field, FieldKind } from '#schema/field.ts'
import { collectionByName, type CollectionName } from '#schema/collections/index.ts'
import { documentToRow, type Row } from '../../rows/rows.ts'

/** A row as RxDB's Dexie storage puts it: flags that stand in an index are '0' or '1', and so is `_deleted`. */
export type RawRow = { id: string; _deleted: unknown; _rev: unknown; _meta: unknown; _attachments: unknown } & Record<string, unknown>

const fitsByKind = {
  text: isText,
  id: isText,
  instant: isText,
  json: isText,
  boolean: (value) => typeof value === 'boolean',
  integer: (value) => Number.isInteger(value),
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

/** The stored row to put in its place; undefined where it is as it should be. */
export function fitStoredRow(collection: CollectionName, stored: RawRow, isLacking: boolean): RawRow | undefined {
  const { _deleted, _rev, _meta, _attachments, ...row } = stored
  const fitted: Record<string, unknown> = fitRow(collection, row, isLacking)
  for (const name of indexedFlags(collection)) fitted[name] = fitted[name] === true ? '1' : '0'
  const names = new Set([...Object.keys(row), ...Object.keys(fitted)])
  if ([...names].every((name) => row[name] === fitted[name])) return undefined
  return { ...fitted, id: stored.id, _deleted, _rev, _meta, _attachments }
}

function indexedFlags(collection: CollectionName): string[] {
  const { fields, localIndexes } = collectionByName[collection]
  const kinds: Record<string, Pick<Field, 'kind' | 'nullable'>> = fields
  return localIndexes.flat().filter((name) => kinds[name]?.kind === 'boolean' && !kinds[name].nullable)
}
