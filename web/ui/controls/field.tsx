import { CircleAlert } from 'lucide-react'
import { createContext, type ReactNode, useContext, useId, useMemo } from 'react'
import { cn } from '../cn.ts'
import { toErrorText } from './error-text.ts'

type FieldControl = {
  id: string | undefined
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
  'aria-required': true | undefined
}

const noField: FieldControl = { id: undefined, 'aria-describedby': undefined, 'aria-invalid': undefined, 'aria-required': undefined }
const FieldContext = createContext<FieldControl>(noField)

/** The attributes an input inside a Field spreads onto its element: id, description, invalid, required. */
export function useFieldControl(): FieldControl {
  return useContext(FieldContext)
}

type FieldProps = {
  label: ReactNode
  /** The text under the field; its presence marks the input invalid. */
  error?: string | undefined
  hint?: ReactNode
  required?: boolean | undefined
  labelHidden?: boolean | undefined
  aside?: ReactNode
  className?: string | undefined
  /** One kit input (TextField, Select, …), which gets its ids from context. */
  children: ReactNode
}

export function Field({ label, error, hint, required, labelHidden = false, aside, className, children }: FieldProps) {
  const id = useId()
  const noteId = `${id}-note`
  const hasNote = Boolean(error) || hint !== undefined
  const control = useMemo<FieldControl>(
    () => ({
      id,
      'aria-describedby': hasNote ? noteId : undefined,
      'aria-invalid': error ? true : undefined,
      'aria-required': required ? true : undefined,
    }),
    [id, noteId, hasNote, error, required],
  )
  return (
    <div data-field={labelHidden ? undefined : ''} className={cn('flex min-w-0 flex-col gap-1', className)}>
      <div className={cn('flex items-baseline justify-between gap-3', labelHidden && 'sr-only')}>
        <label htmlFor={id} id={`${id}-label`} className="text-sm font-semibold text-ink">
          {label}
          {required && (
            <span aria-hidden="true" className="text-muted">
              {'\u00a0*'}
            </span>
          )}
        </label>
        {aside}
      </div>
      <FieldContext value={control}>{children}</FieldContext>
      {error ? (
        <p id={noteId} role="alert" className="flex items-start gap-1 text-sm text-danger-ink">
          <CircleAlert aria-hidden="true" className="mt-px size-4 shrink-0" />
          {toErrorText(error)}
        </p>
      ) : (
        hint !== undefined && (
          <p id={noteId} className="text-sm text-muted">
            {hint}
          </p>
        )
      )}
    </div>
  )
}

export const inputClass = cn(
  'w-full min-w-0 min-h-11 rounded-md border border-line-strong bg-surface px-3 text-input text-ink transition-colors',
  'hover:border-muted focus-visible:outline-offset-0 disabled:bg-sunken disabled:text-muted aria-invalid:border-danger',
)
