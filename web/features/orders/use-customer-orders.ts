import { useOrdersPage } from '#web/device/react/use-lists.ts'

/** Limit of orders read per customer. */
const mostOrders = 200

/** A customer's orders on this device, in list order. */
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
