import { Plus } from 'lucide-react'
import { type FormEvent, type Ref, useImperativeHandle, useRef } from 'react'
import type { FormDraft } from '#web/forms/drafts/form-draft.ts'
import { type ReportTyped, useReportedLine } from '#web/forms/drafts/typed-lines.ts'
import { useDraftForm } from '#web/forms/drafts/use-draft-form.ts'
import { useDraftAutosave, watchForm } from '#web/forms/drafts/use-form-draft.ts'
import { useNextLineSubmit } from '#web/forms/saving/use-line-submit.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Field } from '#web/ui/controls/field.tsx'
import { Select } from '#web/ui/controls/select.tsx'
import { TextField } from '#web/ui/controls/text-field.tsx'
import { useFocusInSight } from '#web/ui/controls/use-focus-in-sight.ts'
import type { CategoryActions } from './category-writes.ts'
import { addCategoryForm, type NewCategoryForm, newCategoryFormToValues } from './category-form.ts'
import { t } from './categories-texts.ts'

const levels = [
  { value: 'parent', label: t.parent() },
  { value: 'child', label: t.child() },
]

/** Preselects the child level and focuses the name. */
export type AddCategoryHandle = { startChild: () => void }

type AddCategoryProps = {
  shopId: string
  categoryId: string
  actions: CategoryActions
  childCount: number
  report: ReportTyped
  ref: Ref<AddCategoryHandle>
  draftKey: string
  draft: FormDraft | undefined
}

export function AddCategory({ shopId, categoryId, actions, childCount, report, ref, draftKey, draft }: AddCategoryProps) {
  const form = useDraftForm<NewCategoryForm>({ schema: addCategoryForm.schema, opened: { ...addCategoryForm.empty }, draft })
  const { errors, isDirty, isSubmitting } = form.formState
  const removeDraft = useDraftAutosave({ key: draftKey, shopId, ...watchForm(form) })
  useReportedLine(report, draftKey, isDirty, { discard: () => void removeDraft() })
  const element = useRef<HTMLFormElement>(null)
  useFocusInSight(element, childCount)
  useImperativeHandle(ref, () => ({
    startChild: () => {
      // Set it as a default value: a typed one would trigger the question on closing.
      form.resetField('level', { defaultValue: 'child' })
      // The form's own `setFocus` runs in a timer, after further keys may have gone elsewhere.
      element.current?.querySelector<HTMLInputElement>('[name="name"]')?.focus()
    },
  }))
  const add = useNextLineSubmit(form, {
    store: (typed) => actions.add(newCategoryFormToValues(typed, categoryId), { draftKey, isStaying: true }),
    makeEmpty: () => ({ ...addCategoryForm.empty }),
    first: 'name',
  })
  return (
    <form
      ref={element}
      noValidate
      aria-label={t.add()}
      className="grid items-start gap-3 sm:grid-cols-[minmax(0,1fr)_10rem]"
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        event.stopPropagation()
        void add()
      }}
    >
      <Field label={addCategoryForm.inputLabels.name} required error={errors.name?.message}>
        <TextField autoComplete="off" {...form.register('name')} />
      </Field>
      <Field label={addCategoryForm.inputLabels.level} required error={errors.level?.message}>
        <Select placeholder={t.selectLevel()} options={levels} {...form.register('level')} />
      </Field>
      <Button type="submit" variant="primary" aria-busy={isSubmitting || undefined} className="justify-self-start">
        <Plus aria-hidden="true" />
        {t.add()}
      </Button>
    </form>
  )
}
