import type { AccessRule } from '../../collection.ts'
import { collectionByName, collectionNames, type CollectionName } from '../../collections/index.ts'
import type { Privilege } from '../../privileges.ts'

/** The caller: privileges are per user, membership is per shop, both count on every call. */
export type Caller = {
  userId: string
  privileges: ReadonlySet<Privilege>
  shopIds: ReadonlySet<string>
  /** A token for chosen shops: what lies beyond them, such as entities, does not exist for it. */
  isWithinShops?: boolean
}

export type RowAction = 'read' | 'create' | 'update' | 'delete' | 'restore'

const ruleOf = (collection: CollectionName, action: RowAction): AccessRule => collectionByName[collection].access[action === 'restore' ? 'delete' : action]

/** Whether the rule allows a member of the shop. `rest` rules allow only the commands of administration. */
const ruleAllows = (rule: AccessRule, privileges: ReadonlySet<Privilege>): boolean => {
  if (rule === 'member') return true
  if (rule === 'nobody' || rule === 'rest') return false
  return privileges.has(rule)
}

export const isMember = (caller: Caller, shopId: string): boolean => caller.shopIds.has(shopId)

/** May the caller do this to rows of the collection in the shop, by REST or by push alike? */
export const isAllowed = (caller: Caller, action: RowAction, collection: CollectionName, shopId: string): boolean =>
  isMember(caller, shopId) && ruleAllows(ruleOf(collection, action), caller.privileges)

/** May somebody with these privileges hold the collection on a device at all? */
export const canReadCollection = (privileges: ReadonlySet<Privilege>, collection: CollectionName): boolean => ruleAllows(ruleOf(collection, 'read'), privileges)

export const readableCollections = (privileges: ReadonlySet<Privilege>): CollectionName[] =>
  collectionNames.filter((name) => canReadCollection(privileges, name))

/** The same person as somebody who may not read the collection. */
export const withoutReading = <Holder extends { privileges: readonly Privilege[] }>(holder: Holder, collection: CollectionName): Holder => ({
  ...holder,
  privileges: holder.privileges.filter((privilege) => privilege !== ruleOf(collection, 'read')),
})
