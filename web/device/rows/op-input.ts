import type { ChangesOf, CreateValuesOf } from '#schema/collection.ts'
import type { collectionByName, CollectionName } from '#schema/collections/index.ts'
import type { Json } from '#schema/values/merge.ts'
import type { Seen } from '#schema/rules/merge/since.ts'

type Declared<N extends CollectionName> = (typeof collectionByName)[N]

/**
 * A missing id is generated; the receipt returns it. `asIssued`: what the server once wrote in an issued document that it lost.
 */
type Create<N extends string, Values> = { action: 'create'; collection: N; id?: string | undefined; values: Values; asIssued?: InputValues | undefined }

/** `values`: new values of any fields. `seen`: the values shown when editing began; by default the stored row. */
type Update<N extends string, Values> = {
  action: 'update'
  collection: N
  id: string
  values: Values
  seen?: Values | undefined
  /** If true, a null in `seen` means unknown, not empty. */
  isSeenForgotten?: boolean | undefined
}

/**
 * `anyway`: what the user had seen when a first delete was refused because of newer changes. `into`: the customer who
 * takes over orders and devices of a deleted one.
 */
type Delete<N extends string> = { action: 'delete'; collection: N; id: string; anyway?: Seen | undefined; into?: string | undefined }

/** `title` names a row that is no longer on this device. `deletion`: the deletion to undo; by default any. */
type Restore<N extends string> = { action: 'restore'; collection: N; id: string; title?: string | undefined; deletion?: string | undefined }

/** Input of the write path: one op on one row, with values as the collection declares them. Parsed by the server's rules. */
export type OpInput<N extends CollectionName = CollectionName> =
  | { [K in N]: Create<K, CreateValuesOf<Declared<K>>> | Update<K, ChangesOf<Declared<K>>> }[N]
  | Delete<N>
  | Restore<N>

export type CreateInput<N extends CollectionName = CollectionName> = Extract<OpInput<N>, { action: 'create' }>
export type UpdateInput<N extends CollectionName = CollectionName> = Extract<OpInput<N>, { action: 'update' }>

/** Values of a collection known only at run time. `undefined` means: not given. */
export type InputValues = { readonly [field: string]: Json | undefined }

type LooseInput = Create<CollectionName, InputValues> | Update<CollectionName, InputValues> | Delete<CollectionName> | Restore<CollectionName>

/**
 * Casts an op of a collection known only at run time, such as a retried change or an imported row. The write path still
 * parses it and rejects undeclared fields.
 */
export const looseToInput = (input: LooseInput): OpInput => input as OpInput
