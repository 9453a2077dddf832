import { useCallback, useMemo } from 'react'
import { useBootstrap, useEmployees, useIsFirstSync } from '#web/device/react/use-device.ts'
import { t } from '#web/inputs/inputs-texts.ts'

/**
 * Names of employees by id, including those who moved to another shop. An unknown id is '…' during the first sync, then
 * 'No longer listed'.
 */
export function useEmployeeNames(shopId: string): (id: string) => string {
  const employees = useEmployees(shopId)
  const isFirstSync = useIsFirstSync()
  const former = useBootstrap()?.formerEmployees
  const nameById = useMemo(() => new Map([...(former ?? []), ...employees].map(({ id, name }) => [id, name])), [employees, former])
  return useCallback((id) => nameById.get(id) ?? (isFirstSync ? '…' : t.notListed()), [nameById, isFirstSync])
}
