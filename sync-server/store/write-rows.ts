import type { RowState } from '#schema/api/sync.ts'
import type { CollectionName, DocumentByCollection } from '#schema/collections/index.ts'
import type { Json } from '#schema/values/merge.ts'
import type { Services } from '../services.ts'
import type { WriteCaller } from './caller.ts'
import { tableOf } from './table.ts'
import { applyOps } from './write.ts'

type Values = Readonly<Record<string, Json>>

/** Writes of single rows through the write path, for REST and commands. Each throws the AppError of a refusal. */

/** Creates a row with a new id or the given one. `serverValues`: fields that no client writes (hashes, flags). */
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

/**
 * Sets fields as an author who saw the current values.
 * @throws AppError NOT_FOUND, DELETED as in the write path
 */
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

/** Erases the customer's identity permanently. @throws AppError NOT_FOUND, DELETED, VALIDATION for another name */
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

/** The row for REST. Safe: the write path returns the named row first, as stored. */
function toDocument<N extends CollectionName>(state: RowState | undefined): DocumentByCollection[N] {
  const document: Record<string, unknown> = { ...state?.document }
  // Safe: this server wrote the row, so it knows its collection.
  for (const key of state === undefined ? [] : tableOf(state.collection as CollectionName).guardedKeys) delete document[key]
  return document as DocumentByCollection[N]
}
