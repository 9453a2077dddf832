import type { StatusFilter } from '#schema/rules/orders/status-filter.ts'
import { statusFilterToText, textToStatusFilter } from './orders-filters.ts'

type TextStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** A user's status filter in a shop, stored on the device. */
export type UsualStatuses = { read: () => StatusFilter; choose: (status: StatusFilter) => void }

/**
 * Remembers "Open" and multiple statuses until "All" is chosen. A single status is a one-time lookup: remembering
 * "Cancelled" would hide the work next morning.
 */
export function openUsualStatuses(userId: string, shopId: string, storage: TextStorage | undefined): UsualStatuses {
  const key = `mainspring-orders-status/${userId}/${shopId}`
  let usual = textToStatusFilter(attempt(() => storage?.getItem(key)) ?? null)
  return {
    read: () => usual,
    choose: (status) => {
      if (typeof status !== 'string' && status.length === 1) return
      usual = status
      attempt(() => (status === 'all' ? storage?.removeItem(key) : storage?.setItem(key, statusFilterToText(status))))
    },
  }
}

/** Without storage it lasts until the list closes. */
function attempt<T>(run: () => T): T | undefined {
  try {
    return run()
  } catch {
    return undefined
  }
}
