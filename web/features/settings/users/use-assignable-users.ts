import { reads } from '#web/api/admin-api.ts'
import { useAuth } from '#web/session/session.ts'
import { dataOf, useOnline } from '../online/online-work.tsx'

/** Whom something can be given to: nobody who is disabled. Undefined while that is not known. */
export function useAssignableUsers() {
  const { hasPrivilege } = useAuth()
  const isAdministrator = hasPrivilege('view_app_setting')
  const users = dataOf(useOnline(reads.users))
  // Others are not told of disabled people at all.
  const accounts = dataOf(useOnline(isAdministrator ? reads.userAccounts : null))
  if (!isAdministrator) return users
  if (users === undefined || accounts === undefined) return undefined
  const disabledIds = new Set(accounts.filter(({ disabledAt }) => disabledAt !== null).map(({ userId }) => userId))
  return users.filter(({ id }) => !disabledIds.has(id))
}
