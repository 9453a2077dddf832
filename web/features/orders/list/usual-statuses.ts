import type { StatusFilter } from '#schema/rules/orders/status-filter.ts'
import { statusFilterToText, textToStatusFilter } from './orders-filters.ts'

type TextStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** Which statuses a person works with in a shop, kept on the device. */
export type UsualStatuses = { read: () => StatusFilter; choose: (status: StatusFilter) => void }

/**
 * "Open" and several statuses are a way to work: they are there again next time, until "All" is chosen. A single status is a
 * look-up: coming back to nothing but "Cancelled" on the next morning would hide the work.
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

/** Where nothing may be stored it lasts as long as the list. */
function attempt<T>(run: () => T): T | undefined {
  try {
    return run()
  } catch {
    return undefined
  }
}
