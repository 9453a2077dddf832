import type { ComponentProps } from 'react'
import { Select } from '#web/ui/controls/select.tsx'
import { useOrderStatuses } from './use-status-name.ts'

type StatusSelectProps = Omit<ComponentProps<typeof Select>, 'options'>

/** Lists all statuses, because any may follow any other. Works with `register()`. */
export function StatusSelect({ placeholder = 'Choose a status', ...rest }: StatusSelectProps) {
  const statuses = useOrderStatuses()
  return <Select {...rest} placeholder={placeholder} options={statuses.map(({ id, statusName }) => ({ value: id, label: statusName }))} />
}
