import { useMemo } from 'react'
import { useAuth } from '#web/session/session.ts'
import { openUsualStatuses, type UsualStatuses } from './usual-statuses.ts'

/** One customer's orders are few and all of them matter. */
const allStatuses: UsualStatuses = { read: () => 'all', choose: () => undefined }

/** The statuses that this person works with in the shop's list. */
export function useUsualStatuses(shopId: string, customerId: string | undefined): UsualStatuses {
  const userId = useAuth().user?.id
  return useMemo(
    () => (userId === undefined || customerId !== undefined ? allStatuses : openUsualStatuses(userId, shopId, findStorage())),
    [userId, shopId, customerId],
  )
}

function findStorage(): Storage | undefined {
  try {
    return window.localStorage
  } catch {
    return undefined
  }
}
