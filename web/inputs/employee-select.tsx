import type { ComponentProps } from 'react'
import { useDevice } from '#web/device/react/provider.tsx'
import { useEmployees } from '#web/device/react/use-device.ts'
import { useEmployeeNames } from './use-employee-names.ts'
import { Select, type SelectOption } from '#web/ui/controls/select.tsx'
import { t } from '#web/inputs/inputs-texts.ts'

type EmployeeSelectProps = Omit<ComponentProps<typeof Select>, 'options' | 'placeholder'> & {
  shopId: string
  /** Options before the employees; by default 'Unassigned' with the value ''. */
  leading?: readonly SelectOption[] | undefined
  /** Id of the chosen employee; stays an option after that employee has left the shop. */
  assignedId: string
}

const unassigned: readonly SelectOption[] = [{ value: '', label: t.unassigned() }]

export function EmployeeSelect({ shopId, leading = unassigned, assignedId, ...rest }: EmployeeSelectProps) {
  return <Select {...rest} options={useEmployeeOptions(shopId, leading, assignedId)} />
}

export function useEmployeeOptions(shopId: string, leading: readonly SelectOption[], assignedId: string): readonly SelectOption[] {
  const employees = useEmployees(shopId)
  const nameOf = useEmployeeNames(shopId)
  const { userId } = useDevice()
  const mine = employees.filter((employee) => employee.userId === userId)
  const options = [
    ...leading,
    ...mine.map(({ id, name }) => ({ value: id, label: mine.length === 1 ? t.me() : t.meNamed({ name }) })),
    ...employees.map(({ id, name }) => ({ value: id, label: name })),
  ]
  const isKnown = options.some(({ value }) => value === assignedId)
  return isKnown ? options : [...options, { value: assignedId, label: nameOf(assignedId) }]
}
