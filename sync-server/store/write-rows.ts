import type { RowState } from '#schema/api/sync.ts'
import type { CollectionName, DocumentByCollection } from '#schema/collections/index.ts'
import type { Json } from '#schema/values/merge.ts'
import type { Services } from '../services.ts'
import type { WriteCaller } from './caller.ts'
import { tableOf } from './table.ts'
import { applyOps } from './write.ts'

type Values = Readonly<Record<string, Json>>

/** One row at a time through the write path, for REST and commands; each throws the AppError of a refusal. */

/** Makes a row with a fresh id, or the given one. `serverValues` are fields that no client writes (hashes, flags). */
export async function createRow<N extends CollectionName>(
  services: Services,
  caller: WriteCaller,
  shopId: string,
  collection: N,
  values: Values,
  options: { id?: string; serverValues?: Values } = {},
): Promise<DocumentByCollection[N]> {
  const id = options.id ?? services.newId()
  const [state] = await applyOps(services, caller, shopId, [{ action: 'create', collection, id, values: { ...values }, serverValues: options.serverValues }])
  return toDocument<N>(state)
}

/** Changes the given fields, as an author who saw the current values. NOT_FOUND, DELETED as in the write path. */
export async function updateRow<N extends CollectionName>(
  services: Services,
  caller: WriteCaller,
  shopId: string,
  collection: N,
  id: string,
  values: Values,
  options: { serverValues?: Values } = {},
): Promise<DocumentByCollection[N]> {
  const [state] = await applyOps(services, caller, shopId, [{ action: 'set', collection, id, values, serverValues: options.serverValues }])
  return toDocument<N>(state)
}

export async function deleteRow(services: Services, caller: WriteCaller, shopId: string, collection: CollectionName, id: string): Promise<void> {
  await applyOps(services, caller, shopId, [{ action: 'delete', collection, id }])
}

/** Erases the customer's identity for good. @throws AppError NOT_FOUND, DELETED, VALIDATION for another name */
export async function eraseCustomerRow(
  services: Services,
  caller: WriteCaller,
  shopId: string,
  id: string,
  name: string,
): Promise<DocumentByCollection['customers']> {
  const [state] = await applyOps(services, caller, shopId, [{ action: 'erase', collection: 'customers', id, name }])
  return toDocument<'customers'>(state)
}

export async function restoreRow<N extends CollectionName>(
  services: Services,
  caller: WriteCaller,
  shopId: string,
  collection: N,
  id: string,
): Promise<DocumentByCollection[N]> {
  const [state] = await applyOps(services, caller, shopId, [{ action: 'restore', collection, id }])
  return toDocument<N>(state)
}

/** The row for REST. Safe because the write path answers the named row first, as it stored it a moment ago. */
function toDocument<N extends CollectionName>(state: RowState | undefined): DocumentByCollection[N] {
  const document: Record<string, unknown> = { ...state?.document }
  // What was written is of a collection that this server knows.
  for (const key of state === undefined ? [] : tableOf(state.collection as CollectionName).guardedKeys) delete document[key]
  return document as DocumentByCollection[N]
}
