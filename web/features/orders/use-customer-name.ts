import { useRow } from '#web/device/react/use-row.ts'

export function useCustomerName(customerId: string): string {
  const found = useRow('customers', customerId)
  return found.state === 'ready' ? (found.row?.name ?? 'a customer who is not here') : '…'
}
