import type { ComponentProps } from 'react'
import { useEmployees } from '#web/device/react/use-device.ts'
import { useEmployeeNames } from './use-employee-names.ts'
import { Select, type SelectOption } from '#web/ui/controls/select.tsx'

type EmployeeSelectProps = Omit<ComponentProps<typeof Select>, 'options' | 'placeholder'> & {
  shopId: string
  /** Options in front of the employees; by default 'Unassigned' with the value ''. */
  leading?: readonly SelectOption[] | undefined
  /** Id of the chosen employee; stays as an option when that person is not of this shop any more. */
  assignedId: string
}

const unassigned: readonly SelectOption[] = [{ value: '', label: 'Unassigned' }]

/** A select of the shop's employees. Works with `register()`. */
export function EmployeeSelect({ shopId, leading = unassigned, assignedId, ...rest }: EmployeeSelectProps) {
  const employees = useEmployees(shopId)
  const nameOf = useEmployeeNames(shopId)
  const options = [...leading, ...employees.map(({ id, name }) => ({ value: id, label: name }))]
  const isKnown = options.some(({ value }) => value === assignedId)
  return <Select {...rest} options={isKnown ? options : [...options, { value: assignedId, label: nameOf(assignedId) }]} />
}
