import { z } from 'zod'
import type { Privilege } from './privileges.ts'
import { instantSchema } from './fields.ts'
import type { Field, FieldKind, Fields } from './field.ts'

/**
 * One declaration per entity. Types, zod shapes, the local (RxDB) schema, SQL columns, merge policies, references and
 * audit texts derive from it. Adding a field takes one line here, a migration and an input.
 */

/** Who may perform an action on rows of their own shop. `rest`: only through administration's REST commands. */
export type AccessRule = 'member' | 'nobody' | 'rest' | Privilege

type CollectionAccess = { read: AccessRule; create: AccessRule; update: AccessRule; delete: AccessRule }

/**
 * An indexed sort key derived from the row; never sent. The registry erases the document type to `never`; callers pass
 * documents of the declaring collection.
 */
type LocalKey<Document = never> = {
  maxLength: number
  /** If it returns other keys for the same rows, raise the version in `web/device/storage/local-version.ts`. */
  of: (document: Document) => string
  /** Field whose values it holds ('' for null, because IndexedDB does not index nulls). Look-ups by that field use this key. */
  standsFor?: string
  /** Also a server column of that name, which sorts the list's first page, made by this. */
  serverOf?: (document: Document) => string
}

type AuditWording = {
  /** 'order' in "Order 'iPhone 12' updated". */
  noun: string
  titleField: string
  nounOf?: (row: Readonly<Record<string, unknown>>) => string
  titleOf?: (row: Readonly<Record<string, unknown>>) => string
}

export const rowToNoun = ({ audit }: { readonly audit: AuditWording }, row?: Readonly<Record<string, unknown>>): string =>
  row === undefined ? audit.noun : (audit.nounOf?.(row) ?? audit.noun)

/** The name of the row's kind among texts: that of its collection, unless its kind has a noun of its own, such as `credit_note`. */
export function rowToThing(collection: { readonly name: string; readonly audit: AuditWording }, row: Readonly<Record<string, unknown>>): string {
  const noun = rowToNoun(collection, row)
  return noun === collection.audit.noun ? collection.name : noun.replaceAll(' ', '_')
}

export interface Collection<Name extends string = string, F extends Fields = Fields, IsDated extends boolean = boolean> {
  readonly name: Name
  readonly scope: 'synced'
  readonly fields: F
  readonly access: CollectionAccess
  readonly audit: AuditWording
  /** True: clients may set `createdAt` (payments, costs). */
  readonly createdAtEditable: IsDated
  readonly localKeys: Record<string, LocalKey>
  readonly localIndexes: readonly (readonly string[])[]
  /** Keys that REST answers add to a row; ignored when a client sends them back. */
  readonly answeredKeys: readonly string[]
}

/** A table that devices do not hold; it declares every column except `id`. */
export interface ServerTable<Name extends string = string, F extends Fields = Fields> {
  readonly name: Name
  readonly scope: 'server'
  readonly fields: F
}

export type BaseDocument = { id: string; shopId: string; createdAt: string; updatedAt: string; seq: number }

type WireKeys<F extends Fields> = { [K in keyof F]: F[K] extends Field<unknown, boolean, true> ? never : K }[keyof F]
type OptionalKeys<F extends Fields> = { [K in keyof F]: F[K] extends Field<unknown, true> ? K : never }[keyof F]
export type ValueOf<T> = T extends Field<infer V> ? V : never
type Flatten<T> = { [K in keyof T]: T[K] } & {}

export type DocumentOf<C extends { fields: Fields }> = Flatten<BaseDocument & { [K in WireKeys<C['fields']> & string]: ValueOf<C['fields'][K]> }>

type GuardedKeys<F extends Fields> = { [K in keyof F]: F[K] extends { guarded: true } ? K : never }[keyof F]

export type AnsweredOf<C extends { fields: Fields }> = Flatten<Omit<DocumentOf<C>, GuardedKeys<C['fields']> & string>>

type ClientKeys<F extends Fields> = { [K in keyof F & string]: F[K] extends Field<unknown, boolean, boolean, 'client'> ? K : never }[keyof F & string]
type RequiredKeys<F extends Fields> = Exclude<ClientKeys<F>, OptionalKeys<F>>

/** A value as clients may send it: numbers also as text. */
type GivenAs<Value> = Value | (Value extends number ? `${number}` : never)

type GivenTime<C> = C extends { createdAtEditable: true } ? { createdAt?: string | undefined } : unknown

export type ChangesOf<C extends { fields: Fields }> = Flatten<{ [K in ClientKeys<C['fields']>]?: GivenAs<ValueOf<C['fields'][K]>> | undefined } & GivenTime<C>>

export type CreateValuesOf<C extends { fields: Fields }> = Flatten<ChangesOf<C> & { [K in RequiredKeys<C['fields']>]: GivenAs<ValueOf<C['fields'][K]>> }>

export type Tombstone = { id: string; shopId?: string | undefined; seq?: number | undefined; _deleted: true }
export type WireDocument = (BaseDocument & Record<string, unknown>) | Tombstone

export const isTombstone = (document: WireDocument): document is Tombstone => '_deleted' in document && document._deleted === true

/** Declares an entity that devices hold. The name is used on the wire, for the local collection and for the SQL table. */
export function defineCollection<const Name extends string, F extends Fields, const IsDated extends boolean = false>(declaration: {
  name: Name
  fields: F
  access: CollectionAccess
  audit: Omit<AuditWording, 'titleField'> & { titleField: keyof F & string }
  createdAtEditable?: IsDated
  localKeys?: Record<string, LocalKey<DocumentOf<{ fields: F }>>>
  localIndexes?: readonly (readonly string[])[]
  answeredKeys?: readonly string[]
}): Collection<Name, F, IsDated> {
  return {
    localIndexes: [],
    answeredKeys: [],
    ...declaration,
    createdAtEditable: isDated(declaration),
    localKeys: declaration.localKeys ?? {},
    scope: 'synced',
  }
}

const isDated = <IsDated extends boolean>({ createdAtEditable = false as IsDated }: { createdAtEditable?: IsDated }): IsDated => createdAtEditable

export function defineServerTable<const Name extends string, F extends Fields>(declaration: { name: Name; fields: F }): ServerTable<Name, F> {
  return { ...declaration, scope: 'server' }
}

export const baseKeys = ['id', 'shopId', 'createdAt', 'updatedAt', 'seq', '_deleted'] as const

export const toSnakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

const unitByKind: Partial<Record<FieldKind, string>> = { money: '_cents', quantity: '_thousandths', percent: '_ppm' }

/** `quotedCost` → `quoted_cost`; scaled integers name their unit: `paymentAmount` → `payment_amount_cents`. */
export const fieldToColumn = (name: string, { kind }: Field): string => `${toSnakeCase(name)}${unitByKind[kind] ?? ''}`

/** Every column of the table, unordered. A test compares it with the migrations. */
export function collectionToColumns(collection: Collection | ServerTable): string[] {
  const own = Object.entries(collection.fields).map(([name, field]) => fieldToColumn(name, field))
  const base = collection.scope === 'synced' ? ['shop_id', 'created_at', 'updated_at', 'seq', 'deleted', 'deleted_with'] : []
  return ['id', ...base, ...own, ...(collection.scope === 'synced' ? serverKeysOf(collection).map(([name]) => toSnakeCase(name)) : [])]
}

type KeyOfRow = (row: Readonly<Record<string, unknown>>) => string

/** Safe casts: callers pass rows of the key's own collection. */
export const localKeyToText = ({ of }: LocalKey): KeyOfRow => of as KeyOfRow

const clientFields = (collection: Collection) => Object.entries(collection.fields).filter(([, field]) => field.writer === 'client')

const createdAtShape = instantSchema()

/** Schema of a new row. Unknown keys are refused; absent optional keys get their initial value. */
export function collectionToCreateShape(collection: Collection) {
  const shape: Record<string, z.ZodType> = {}
  for (const [name, field] of clientFields(collection)) {
    shape[name] = field.optional ? field.schema.optional().transform((value) => (value === undefined ? field.initial : value)) : field.schema
  }
  if (collection.createdAtEditable) shape['createdAt'] = createdAtShape.optional()
  return z.strictObject(shape)
}

export function collectionToUpdateShape(collection: Collection) {
  const shape: Record<string, z.ZodType> = {}
  for (const [name, field] of clientFields(collection)) shape[name] = field.schema.optional()
  if (collection.createdAtEditable) shape['createdAt'] = createdAtShape.optional()
  return z.strictObject(shape)
}

const jsonTypeByKind = {
  text: 'string',
  id: 'string',
  instant: 'string',
  json: 'string',
  numbers: 'string',
  boolean: 'boolean',
  integer: 'integer',
  money: 'number',
  quantity: 'number',
  percent: 'number',
} as const satisfies Record<FieldKind, string>

type LocalProperty = {
  type: string | string[]
  maxLength?: number
  minimum?: number
  maximum?: number
  multipleOf?: number
}

/** The local database's schema: structure only, since zod checks content on write. */
type LocalSchema = {
  title: string
  version: number
  primaryKey: 'id'
  type: 'object'
  properties: Record<string, LocalProperty>
  required: string[]
  indexes: string[][]
  additionalProperties: false
}

const localSchemaVersion = 0

export function collectionToLocalSchema(collection: Collection): LocalSchema {
  const properties: Record<string, LocalProperty> = {
    id: { type: 'string', maxLength: 36 },
    shopId: { type: 'string', maxLength: 36 },
    createdAt: { type: 'string', maxLength: 24 },
    updatedAt: { type: 'string', maxLength: 24 },
    seq: { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER, multipleOf: 1 },
  }
  for (const [name, field] of Object.entries(collection.fields)) {
    if (field.secret) continue
    const type = jsonTypeByKind[field.kind]
    properties[name] = {
      type: field.nullable ? [type, 'null'] : type,
      ...(type === 'string' && { maxLength: field.maxLength }),
    }
  }
  for (const [name, key] of Object.entries(collection.localKeys)) properties[name] = { type: 'string', maxLength: key.maxLength }
  return {
    title: collection.name,
    version: localSchemaVersion,
    primaryKey: 'id',
    type: 'object',
    properties,
    required: Object.keys(properties),
    indexes: collection.localIndexes.map((fields) => [...fields]),
    additionalProperties: false,
  }
}

export const serverKeysOf = ({ localKeys }: Collection): [name: string, keyOf: KeyOfRow][] =>
  Object.entries(localKeys).flatMap(([name, { serverOf }]) => (serverOf === undefined ? [] : [[name, serverOf as KeyOfRow]]))
