import type { ChangesOf, CreateValuesOf } from '#schema/collection.ts'
import type { collectionByName, CollectionName } from '#schema/collections/index.ts'
import type { Json } from '#schema/values/merge.ts'
import type { Seen } from '#schema/rules/merge/since.ts'

type Declared<N extends CollectionName> = (typeof collectionByName)[N]

/** A missing id is made; the receipt names it. */
type Create<N extends string, Values> = { action: 'create'; collection: N; id?: string | undefined; values: Values }

/** `values`: the new values of any fields. `seen`: what the person had before them when they began, else the stored row. */
type Update<N extends string, Values> = {
  action: 'update'
  collection: N
  id: string
  values: Values
  seen?: Values | undefined
  /** A null of `seen` says nothing. */
  isSeenForgotten?: boolean | undefined
}

/**
 * `anyway`: what the person had seen when they first asked, where that was refused because something came since. `into`: of a customer,
 * who takes over orders and devices.
 */
type Delete<N extends string> = { action: 'delete'; collection: N; id: string; anyway?: Seen | undefined; into?: string | undefined }

/** `title` names a row that is no longer on this device, `deletion` the one that this undoes; else it undoes any. */
type Restore<N extends string> = { action: 'restore'; collection: N; id: string; title?: string | undefined; deletion?: string | undefined }

/** What the write path is asked for: one op on one row, with values as the collection declares them. It parses them as the server will. */
export type OpInput<N extends CollectionName = CollectionName> =
  | { [K in N]: Create<K, CreateValuesOf<Declared<K>>> | Update<K, ChangesOf<Declared<K>>> }[N]
  | Delete<N>
  | Restore<N>

export type CreateInput<N extends CollectionName = CollectionName> = Extract<OpInput<N>, { action: 'create' }>
export type UpdateInput<N extends CollectionName = CollectionName> = Extract<OpInput<N>, { action: 'update' }>

/** Values of a collection that only run time knows. `undefined` means: not given. */
export type InputValues = { readonly [field: string]: Json | undefined }

type LooseInput = Create<CollectionName, InputValues> | Update<CollectionName, InputValues> | Delete<CollectionName> | Restore<CollectionName>

/**
 * An op of a collection that only run time knows: a refused change that is tried again, a row of a file, a change that a simulation
 * makes up. No type can follow its fields; the write path parses them all the same and refuses what the collection does not declare.
 */
export const looseToInput = (input: LooseInput): OpInput => input as OpInput
