import { type ReactNode, useRef, useState } from 'react'
import { Button } from '#web/ui/controls/button.tsx'
import { Field } from '#web/ui/controls/field.tsx'
import { Select, type SelectOption } from '#web/ui/controls/select.tsx'

type AssignLineProps = {
  label: string
  placeholder: string
  /** Undefined while loading. */
  options: readonly SelectOption[] | undefined
  buttonText: string
  /** Error under the field if nothing was chosen. */
  missingText: string
  /** Explains an empty list of options. */
  noneText: ReactNode
  /** Resolves to true on success, which clears the choice. */
  onAssign: (id: string) => Promise<boolean>
}

export function AssignLine({ label, placeholder, options, buttonText, missingText, noneText, onAssign }: AssignLineProps) {
  const [chosen, setChosen] = useState('')
  const [hasTried, setHasTried] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  const select = useRef<HTMLSelectElement>(null)
  // Another user may have assigned it meanwhile.
  const value = options?.some((option) => option.value === chosen) === true ? chosen : ''
  return (
    <form
      noValidate
      aria-label={label}
      className="flex flex-wrap items-start gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        event.stopPropagation()
        setHasTried(true)
        if (isBusy || options === undefined) return
        if (value === '') return select.current?.focus()
        setIsBusy(true)
        void onAssign(value)
          .then((isDone) => {
            if (!isDone) return
            setChosen('')
            setHasTried(false)
          })
          .finally(() => setIsBusy(false))
      }}
    >
      <Field
        label={label}
        className="w-full max-w-100 min-w-0 flex-1 basis-60"
        error={hasTried && value === '' ? missingText : undefined}
        hint={options?.length === 0 ? noneText : undefined}
      >
        <Select
          ref={select}
          value={value}
          placeholder={placeholder}
          options={options ?? []}
          disabled={options === undefined}
          onChange={(event) => setChosen(event.target.value)}
        />
      </Field>
      {/* Aligns with the input below its label. */}
      <Button type="submit" busy={isBusy} className="sm:mt-5.5">
        {buttonText}
      </Button>
    </form>
  )
}
