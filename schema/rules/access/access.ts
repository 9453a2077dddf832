import type { AccessRule } from '../../collection.ts'
import { collectionByName, collectionNames, type CollectionName } from '../../collections/index.ts'
import type { Privilege } from '../../privileges.ts'

/** Privileges are per user, membership is per shop; every call checks both. */
export type Caller = {
  userId: string
  privileges: ReadonlySet<Privilege>
  shopIds: ReadonlySet<string>
  /** A token for chosen shops: anything beyond them, such as entities, is not found. */
  isWithinShops?: boolean
}

export type RowAction = 'read' | 'create' | 'update' | 'delete' | 'restore'

const ruleOf = (collection: CollectionName, action: RowAction): AccessRule => collectionByName[collection].access[action === 'restore' ? 'delete' : action]

const ruleAllows = (rule: AccessRule, privileges: ReadonlySet<Privilege>): boolean => {
  if (rule === 'member') return true
  if (rule === 'nobody' || rule === 'rest') return false
  return privileges.has(rule)
}

export const isMember = (caller: Caller, shopId: string): boolean => caller.shopIds.has(shopId)

export const isAllowed = (caller: Caller, action: RowAction, collection: CollectionName, shopId: string): boolean =>
  isMember(caller, shopId) && ruleAllows(ruleOf(collection, action), caller.privileges)

export const canReadCollection = (privileges: ReadonlySet<Privilege>, collection: CollectionName): boolean => ruleAllows(ruleOf(collection, 'read'), privileges)

export const readableCollections = (privileges: ReadonlySet<Privilege>): CollectionName[] =>
  collectionNames.filter((name) => canReadCollection(privileges, name))

export const withoutReading = <Holder extends { privileges: readonly Privilege[] }>(holder: Holder, collection: CollectionName): Holder => ({
  ...holder,
  privileges: holder.privileges.filter((privilege) => privilege !== ruleOf(collection, 'read')),
})
