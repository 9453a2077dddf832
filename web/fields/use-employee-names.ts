import { useCallback, useMemo } from 'react'
import { useEmployees, useSyncStatus } from '#web/db/use-device.ts'

/** Names of a shop's employees by id; one who left is 'No longer listed', one who has not arrived yet is '…'. */
export function useEmployeeNames(shopId: string): (id: string) => string {
  const employees = useEmployees(shopId)
  const isFirstSync = useSyncStatus().firstSync !== null
  const nameById = useMemo(() => new Map(employees.map(({ id, name }) => [id, name])), [employees])
  return useCallback((id) => nameById.get(id) ?? (isFirstSync ? '…' : 'No longer listed'), [nameById, isFirstSync])
}
