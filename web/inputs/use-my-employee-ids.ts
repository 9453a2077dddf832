import { useMemo } from 'react'
import { useDevice } from '#web/device/react/provider.tsx'
import { useEmployees } from '#web/device/react/use-device.ts'
import { useShownShopId } from './shop-format.tsx'

/** The employees of the shown shop who are the signed-in user; none while loading. */
export function useMyEmployeeIds(): string[] {
  const { userId } = useDevice()
  const employees = useEmployees(useShownShopId() ?? '')
  return useMemo(() => employees.filter((employee) => employee.userId === userId).map(({ id }) => id), [employees, userId])
}
