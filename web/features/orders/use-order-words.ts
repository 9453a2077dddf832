import { useCustomerName } from './use-customer-name.ts'
import { useShopFormat } from '#web/inputs/shop-format.tsx'
import { useEmployeeNames } from '#web/inputs/use-employee-names.ts'
import { useNow } from '#web/inputs/time/use-now.ts'
import { useOrderStatuses } from '#web/inputs/use-status-name.ts'
import type { OrderWords } from './order-texts.ts'

/** How this shop's ids read; `customerId` is the customer that may have to be named. */
export function useOrderWords(shopId: string, customerId: string): OrderWords {
  const statuses = useOrderStatuses()
  const employeeName = useEmployeeNames(shopId)
  const now = useNow()
  const { dateTime } = useShopFormat()
  const customerName = useCustomerName(customerId)
  return {
    statusName: (id) => statuses.find((status) => status.id === id)?.statusName ?? 'Unknown status',
    employeeName,
    customerName: (id) => (id === customerId ? customerName : 'another customer'),
    dateTime: (instant) => dateTime(instant, now),
  }
}
