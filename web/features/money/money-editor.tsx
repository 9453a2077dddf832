import { zodResolver } from '@hookform/resolvers/zod'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { Controller, useWatch } from 'react-hook-form'
import { type MoneyForm, moneyFormSchema, type MoneyKind, switchesToAfterTax } from '#schema/forms/money-row.ts'
import type { FormDraft } from '#web/fields/form-draft.ts'
import { instantToLocalInput, localInputToInstant } from '#web/fields/local-input.ts'
import { type ReportTyped, useReportedLine } from '#web/fields/typed-lines.ts'
import { useDraftForm } from '#web/fields/use-draft-form.ts'
import { useDraftKeeper, watchForm } from '#web/fields/use-form-draft.ts'
import { DiscardLine } from '#web/fields/discard-line.tsx'
import { Button } from '#web/ui/button.tsx'
import { cn } from '#web/ui/cn.ts'
import { DateField } from '#web/ui/date-field.tsx'
import { Field } from '#web/ui/field.tsx'
import { TextField } from '#web/ui/text-field.tsx'

type MoneyEditorProps = {
  kind: MoneyKind
  shopId: string
  opened: MoneyForm
  draftKey: string
  draft: FormDraft | undefined
  saveText: string
  /** Stores it; false when that failed, and what was typed stays. */
  onSave: (form: MoneyForm) => Promise<boolean>
  onCancel: () => void
  report: ReportTyped
}

const highlightMs = 1_500

/** One payment or cost being typed, inside its order's dialog: Enter saves, Esc leaves it as it was, and asks first where something is typed. */
export function MoneyEditor({ kind, shopId, opened, draftKey, draft, saveText, onSave, onCancel, report }: MoneyEditorProps) {
  const form = useDraftForm<MoneyForm>({ resolver: zodResolver(moneyFormSchema(kind)), opened, draft })
  const { errors, isDirty, isSubmitting } = form.formState
  const afterTax = useWatch({ control: form.control, name: 'afterTax' })
  const { isHighlighted, highlight } = useHighlight()
  const [isAsking, setIsAsking] = useState(false)
  const amountBefore = useRef(draft?.values['amount'] ?? opened.amount)
  const removeDraft = useDraftKeeper({
    key: draftKey,
    shopId,
    ...watchForm(form, opened),
  })
  useReportedLine(report, draftKey, isDirty, () => void removeDraft())

  const save = form.handleSubmit(async (typed) => {
    if (!(await onSave(typed))) return
    await removeDraft()
  })
  const cancel = (): void => {
    void removeDraft()
    onCancel()
  }

  const amountInput = form.register('amount', {
    onChange: () => {
      const before = amountBefore.current
      amountBefore.current = form.getValues('amount')
      if (typeof before !== 'string' || !switchesToAfterTax(before, form.getValues())) return
      form.setValue('afterTax', true, { shouldDirty: true })
      highlight()
    },
  })

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && event.target instanceof HTMLInputElement && event.target.type !== 'radio') {
      event.preventDefault()
      event.stopPropagation()
      void save()
    } else if (event.key === 'Escape') {
      event.preventDefault()
      event.stopPropagation()
      if (isDirty && !isAsking) setIsAsking(true)
      else if (isAsking) setIsAsking(false)
      else cancel()
    }
  }

  return (
    <div role="group" aria-label={saveText} data-own-escape onKeyDown={onKeyDown} className="flex flex-col gap-3 rounded-md bg-sunken p-3">
      <div className="flex flex-wrap items-start gap-3">
        <Field label="Amount" required error={errors.amount?.message} className="w-32 max-sm:flex-1">
          <TextField inputMode="decimal" autoComplete="off" numeric autoFocus {...amountInput} />
        </Field>
        <TaxChoice afterTax={afterTax} isHighlighted={isHighlighted} onChange={(value) => form.setValue('afterTax', value, { shouldDirty: true })} />
        <Field label="Description" error={errors.text?.message} className="min-w-40 flex-1">
          <TextField autoComplete="off" {...form.register('text')} />
        </Field>
        <Controller
          control={form.control}
          name="date"
          render={({ field }) => (
            <Field label="Date" className="w-60 max-sm:w-full" hint={field.value === '' ? 'Now, when it is saved' : undefined}>
              <DateField withTime value={instantToLocalInput(field.value)} onChange={(event) => field.onChange(localInputToInstant(event.target.value))} />
            </Field>
          )}
        />
      </div>
      {isAsking ? (
        <DiscardLine
          onDiscard={cancel}
          onKeep={() => {
            setIsAsking(false)
            form.setFocus('amount')
          }}
        />
      ) : (
        <div className="flex justify-end gap-2">
          <Button onClick={cancel}>Cancel</Button>
          <Button variant="primary" aria-busy={isSubmitting || undefined} onClick={() => void save()}>
            {isSubmitting ? 'Saving...' : saveText}
          </Button>
        </div>
      )}
    </div>
  )
}

const taxChoices = [
  { afterTax: false, label: 'Before tax' },
  { afterTax: true, label: 'After tax' },
] as const

/** PAY-02..04: whether the amount holds tax; lights up for a moment when a decimal point switched it. */
function TaxChoice({ afterTax, isHighlighted, onChange }: { afterTax: boolean; isHighlighted: boolean; onChange: (afterTax: boolean) => void }) {
  return (
    <fieldset className="flex flex-col gap-1">
      <legend className="mb-1 text-sm font-semibold">Tax</legend>
      <div data-highlighted={isHighlighted || undefined} className={cn('flex rounded-md border border-line-strong bg-surface transition-shadow', isHighlighted && 'ring-3 ring-warn')}>
        {taxChoices.map((choice) => (
          <label key={choice.label} className="flex min-h-10.5 cursor-pointer items-center px-3 first:rounded-l-md last:rounded-r-md has-checked:bg-accent-soft has-checked:text-accent-ink has-focus-visible:outline-2 has-focus-visible:outline-focus">
            <input type="radio" className="sr-only" checked={afterTax === choice.afterTax} onChange={() => onChange(choice.afterTax)} />
            {choice.label}
          </label>
        ))}
      </div>
      <span role="status" className="sr-only">
        {isHighlighted ? 'Changed to after tax' : ''}
      </span>
    </fieldset>
  )
}

function useHighlight(): { isHighlighted: boolean; highlight: () => void } {
  const [isHighlighted, setIsHighlighted] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  return {
    isHighlighted,
    highlight: () => {
      setIsHighlighted(true)
      clearTimeout(timer.current)
      timer.current = setTimeout(() => setIsHighlighted(false), highlightMs)
    },
  }
}
