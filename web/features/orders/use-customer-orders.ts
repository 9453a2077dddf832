import { useOrdersPage } from '#web/device/react/use-lists.ts'

/** More orders of one customer are not looked through. */
const mostOrders = 200

/** The orders of one customer that this device holds, in the order of the list. */
export function useCustomerOrders({ isUnpaid, ...of }: { shopId: string; customerId: string; isUnpaid?: boolean }) {
  return useOrdersPage({
    ...of,
    search: '',
    from: null,
    to: null,
    status: 'all',
    assignee: 'all',
    ...(isUnpaid !== undefined && { isUnpaid }),
    page: 1,
    pageSize: mostOrders,
  })
}
