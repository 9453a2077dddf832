import { reads } from '#web/api/admin-api.ts'
import { useAuth } from '#web/session/session.ts'
import { dataOf, useOnline } from '../online/online-work.tsx'

/** Users that can be assigned, without disabled ones; undefined while loading. */
export function useAssignableUsers() {
  const { hasPrivilege } = useAuth()
  const isAdministrator = hasPrivilege('view_app_setting')
  const users = dataOf(useOnline(reads.users))
  // For others the server omits disabled users itself.
  const accounts = dataOf(useOnline(isAdministrator ? reads.userAccounts : null))
  if (!isAdministrator) return users
  if (users === undefined || accounts === undefined) return undefined
  const disabledIds = new Set(accounts.filter(({ disabledAt }) => disabledAt !== null).map(({ userId }) => userId))
  return users.filter(({ id }) => !disabledIds.has(id))
}
