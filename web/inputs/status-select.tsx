import type { ComponentProps } from 'react'
import { Select } from '#web/ui/controls/select.tsx'
import { useOrderStatuses } from './use-status-name.ts'
import { t } from '#web/inputs/inputs-texts.ts'

type StatusSelectProps = Omit<ComponentProps<typeof Select>, 'options'>

/** Lists all statuses, because any may follow any other. Works with `register()`. */
export function StatusSelect({ placeholder = t.chooseStatus(), ...rest }: StatusSelectProps) {
  const statuses = useOrderStatuses()
  return <Select {...rest} placeholder={placeholder} options={statuses.map(({ id, statusName }) => ({ value: id, label: statusName }))} />
}
