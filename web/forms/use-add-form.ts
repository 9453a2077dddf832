import { useState } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import type { Json } from '#schema/values/merge.ts'
import type { BesideForm } from './beside-form.ts'
import { withDraft } from './drafts/form-draft.ts'
import type { DefinedForm } from './define-form.ts'
import type { FormOpening } from './form-opening.ts'
import { expectOwnNews } from './news/own-news.ts'
import { useRefusedIssues } from './drafts/refused-source.ts'
import { useDraftForm } from './drafts/use-draft-form.ts'
import { watchForm } from './drafts/use-form-draft.ts'
import { type FormShell, useFormShell } from './use-form-shell.ts'
import { type SubmitWith, useSaving } from './saving/use-saving.ts'

type AddFormOptions<Form extends FieldValues> = {
  definition: Pick<DefinedForm<Form, never, never, unknown>, 'schema' | 'empty' | 'toField'>
  makeEmpty?: (() => Form) | undefined
  beside?: BesideForm | undefined
}

/** A form that adds a row: opens empty, or with a refused change's values. */
export function useAddForm<Form extends FieldValues & Record<string, Json>>(
  opening: FormOpening,
  { definition, makeEmpty = () => ({ ...definition.empty }), beside }: AddFormOptions<Form>,
): { form: UseFormReturn<Form>; shell: FormShell; submit: SubmitWith<Form> } {
  const { refused, draft } = opening
  const [opened] = useState(() => withDraft(makeEmpty(), refused?.draft.values))
  const form = useDraftForm<Form>({ schema: definition.schema, opened, draft })
  useRefusedIssues(form, refused, definition.toField)
  const { isSaving, submit } = useSaving(form, definition.schema)
  const isDirty = form.formState.isDirty || beside?.hasSome === true
  const shell = useFormShell(opening, {
    isDirty,
    isSaving,
    watch: (onChange) => {
      const stops = [watchForm(form).watch(onChange), beside?.watch(onChange)]
      return () => stops.forEach((stop) => stop?.())
    },
    read: () => (isDirty ? { values: form.getValues(), opened: {} } : undefined),
    startOver: () => {
      form.reset(opened)
      beside?.discard()
    },
  })
  const finish: FormShell['finish'] = (outcome, onStored) => {
    if (outcome.ok) expectOwnNews()
    return shell.finish(outcome, onStored)
  }
  return { form, shell: { ...shell, finish }, submit }
}
