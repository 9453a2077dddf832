import { isAllowed, type Caller, type RowAction } from '#schema/rules/access/access.ts'
import { collectionByName, type CollectionName } from '#schema/collections/index.ts'

/**
 * The author of a write and its origin. `userId` is null for import, portal and automatic writes. `administration`
 * passes `rest` access rules: its commands check the privilege themselves.
 */
export type WriteCaller = Omit<Caller, 'userId'> & {
  userId: string | null
  origin: 'push' | 'rest' | 'import' | 'portal' | 'administration' | 'server'
}

/** The caller for access rules, which check only privileges for reads. */
export const toCaller = (caller: WriteCaller): Caller => ({ ...caller, userId: caller.userId ?? '' })

export function canWrite(caller: WriteCaller, action: Exclude<RowAction, 'read'>, collection: CollectionName, shopId: string): boolean {
  if (caller.origin === 'administration') {
    const rule = collectionByName[collection].access[action === 'restore' ? 'delete' : action]
    if (rule === 'rest') return caller.shopIds.has(shopId)
  }
  return isAllowed(toCaller(caller), action, collection, shopId)
}
