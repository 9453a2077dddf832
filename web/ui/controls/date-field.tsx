import type { ComponentProps } from 'react'
import { TextField } from './text-field.tsx'

type DateFieldProps = Omit<ComponentProps<'input'>, 'type'> & {
  /** Adds hours and minutes; the value is then 'YYYY-MM-DDTHH:mm' in local time, otherwise 'YYYY-MM-DD'. */
  withTime?: boolean | undefined
}

/** The browser's own date input: a system picker on touch, typed on a keyboard. */
export function DateField({ withTime = false, ...rest }: DateFieldProps) {
  return <TextField numeric {...rest} type={withTime ? 'datetime-local' : 'date'} />
}
