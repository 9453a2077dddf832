import { type FormEvent, type KeyboardEvent, useState } from 'react'
import type { FormRef } from '#web/device/outbox/form-mutations.ts'
import { DiscardLine } from '#web/forms/drafts/discard-line.tsx'
import type { FormDraft } from '#web/forms/drafts/form-draft.ts'
import { type ReportTyped, useReportedLine } from '#web/forms/drafts/typed-lines.ts'
import { useDraftForm } from '#web/forms/drafts/use-draft-form.ts'
import { useDraftAutosave, useStoredDraft, watchForm } from '#web/forms/drafts/use-form-draft.ts'
import { useLineSubmit } from '#web/forms/saving/use-line-submit.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Field } from '#web/ui/controls/field.tsx'
import { TextField } from '#web/ui/controls/text-field.tsx'
import { categoryForm } from './category-form.ts'
import { common } from '#web/language/common-texts.ts'

type CategoryNameLineProps = {
  shopId: string
  /** The draft key. */
  formKey: string
  label: string
  name: string
  submitText: string
  /** Resolves to whether it was stored. */
  onSave: (name: string, form: FormRef) => Promise<boolean>
  onOver: () => void
  report: ReportTyped
}

/** Edits a category's name in place: Enter saves; Esc and Cancel close, and ask first when something is typed. */
export function CategoryNameLine(props: CategoryNameLineProps) {
  const stored = useStoredDraft(props.formKey)
  if (stored.state === 'loading') return null
  return <CategoryNameForm {...props} draftKey={stored.key} draft={stored.draft} />
}

function CategoryNameForm({
  shopId,
  label,
  name,
  submitText,
  onSave,
  onOver,
  report,
  draftKey,
  draft,
}: CategoryNameLineProps & { draftKey: string; draft: FormDraft | undefined }) {
  const [opened] = useState({ name })
  const form = useDraftForm({ schema: categoryForm.schema, opened, draft })
  const { errors, isDirty, isSubmitting } = form.formState
  const [isAsking, setIsAsking] = useState(false)
  const removeDraft = useDraftAutosave({ key: draftKey, shopId, ...watchForm(form, opened) })
  const discard = (): void => {
    void removeDraft()
    onOver()
  }
  useReportedLine(report, draftKey, isDirty, { discard })
  const save = useLineSubmit(form, async (typed) => {
    if (!(await onSave(typed.name.trim(), { draftKey }))) return
    await removeDraft()
    onOver()
  })
  const cancel = (): void => (isDirty ? setIsAsking(true) : discard())
  return (
    <form
      noValidate
      data-own-escape
      className="flex flex-1 flex-wrap items-start gap-2"
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        event.stopPropagation()
        void save()
      }}
      onKeyDown={(event: KeyboardEvent) => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        if (isAsking) setIsAsking(false)
        else cancel()
      }}
    >
      <Field label={label} labelHidden error={errors.name?.message} className="min-w-40 flex-1">
        <TextField placeholder={label} autoComplete="off" autoFocus {...form.register('name')} />
      </Field>
      {isAsking ? (
        <DiscardLine
          onDiscard={discard}
          onKeep={() => {
            setIsAsking(false)
            form.setFocus('name')
          }}
        />
      ) : (
        <>
          <Button type="submit" variant="primary" aria-busy={isSubmitting || undefined}>
            {submitText}
          </Button>
          <Button onClick={cancel}>{common.cancel()}</Button>
        </>
      )}
    </form>
  )
}
