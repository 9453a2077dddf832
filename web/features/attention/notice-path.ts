import type { CollectionName } from '#schema/collections/index.ts'
import { dashboardPath } from '#web/navigation/paths.ts'

/** Where a living row can be seen: itself, or the order that it belongs to. Undefined where it has no place of its own. */
export function noticeToPath(collection: CollectionName, shopId: string, rowId: string, row: Readonly<Record<string, unknown>>): string | undefined {
  const orderId = collection === 'orders' ? rowId : row['orderId']
  if (typeof orderId === 'string') return dashboardPath({ shopId, orderId })
  switch (collection) {
    case 'customers':
      return dashboardPath({ shopId, tab: 'customers', customerId: rowId })
    case 'tasks':
      return dashboardPath({ shopId, tab: 'tasks', taskId: rowId })
    case 'products':
    case 'categories':
    case 'suppliers':
      return dashboardPath({ shopId, tab: 'inventory' })
    default:
      return undefined
  }
}
