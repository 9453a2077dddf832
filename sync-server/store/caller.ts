import { isAllowed, type Caller, type RowAction } from '#schema/rules/access/access.ts'
import { collectionByName, type CollectionName } from '#schema/collections/index.ts'

/**
 * The author of a write and where it came in. `userId` is null for import, portal and what the server does by itself. `administration` passes access rules that say
 * `rest`: the command that uses it has checked the administrator's privilege itself.
 */
export type WriteCaller = Omit<Caller, 'userId'> & {
  userId: string | null
  origin: 'push' | 'rest' | 'import' | 'portal' | 'administration' | 'server'
}

/** The caller of access rules, which for reading look at the privileges only. */
export const toCaller = (caller: WriteCaller): Caller => ({ ...caller, userId: caller.userId ?? '' })

export function canWrite(caller: WriteCaller, action: Exclude<RowAction, 'read'>, collection: CollectionName, shopId: string): boolean {
  if (caller.origin === 'administration') {
    const rule = collectionByName[collection].access[action === 'restore' ? 'delete' : action]
    if (rule === 'rest') return caller.shopIds.has(shopId)
  }
  return isAllowed(toCaller(caller), action, collection, shopId)
}
