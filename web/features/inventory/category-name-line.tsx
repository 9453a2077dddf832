import { zodResolver } from '@hookform/resolvers/zod'
import type { FormEvent, KeyboardEvent } from 'react'
import { useForm } from 'react-hook-form'
import { type CategoryForm, categoryFormSchema } from '#schema/forms/category.ts'
import { type ReportTyped, useReportedLine } from '#web/fields/typed-lines.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { TextField } from '#web/ui/text-field.tsx'

type CategoryNameLineProps = {
  label: string
  name: string
  submitText: string
  /** Tells whether it was stored. */
  onSave: (name: string) => Promise<boolean>
  onOver: () => void
  report: ReportTyped
  reportKey: string
}

/** A category's name, typed in place: Enter saves, Esc leaves it (VAL-72). */
export function CategoryNameLine({ label, name, submitText, onSave, onOver, report, reportKey }: CategoryNameLineProps) {
  const form = useForm<CategoryForm>({ resolver: zodResolver(categoryFormSchema), defaultValues: { name } })
  const { errors, isDirty, isSubmitting } = form.formState
  useReportedLine(report, reportKey, isDirty, onOver)
  const save = form.handleSubmit(async (typed) => {
    if (await onSave(typed.name.trim())) onOver()
  })
  return (
    <form
      noValidate
      data-own-escape
      className="flex flex-1 flex-wrap items-start gap-2"
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        event.stopPropagation()
        void save(event)
      }}
      onKeyDown={(event: KeyboardEvent) => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        onOver()
      }}
    >
      <Field label={label} labelHidden error={errors.name?.message} className="min-w-40 flex-1">
        <TextField placeholder={label} autoComplete="off" autoFocus {...form.register('name')} />
      </Field>
      <Button type="submit" variant="primary" aria-busy={isSubmitting || undefined}>
        {submitText}
      </Button>
      <Button onClick={onOver}>Cancel</Button>
    </form>
  )
}
