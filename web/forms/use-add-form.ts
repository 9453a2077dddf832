import { useState } from 'react'
import type { FieldValues, Resolver, UseFormReturn } from 'react-hook-form'
import type { Json } from '#schema/rules/merge/merge.ts'
import { withDraft } from './drafts/form-draft.ts'
import type { FormOpening } from './form-opening.ts'
import { expectOwnNews } from './news/own-news.ts'
import { useRefusedIssues } from './drafts/refused-source.ts'
import { useDraftForm } from './drafts/use-draft-form.ts'
import { watchForm } from './drafts/use-form-draft.ts'
import { type FormShell, useFormShell } from './use-form-shell.ts'

type AddFormOptions<Form extends FieldValues> = {
  resolver: Resolver<Form>
  /** The empty form; asked once. */
  makeEmpty: () => Form
  /** The form's field for the path of a server's issue; else they are called the same. */
  toField?: ((path: string) => string | undefined) | undefined
}

/** A form that adds a row: it opens empty, or with what a refused change wanted. */
export function useAddForm<Form extends FieldValues & Record<string, Json>>(
  opening: FormOpening,
  { resolver, makeEmpty, toField }: AddFormOptions<Form>,
): { form: UseFormReturn<Form>; shell: FormShell } {
  const { refused, draft } = opening
  const [opened] = useState(() => withDraft(makeEmpty(), refused?.draft.values))
  const form = useDraftForm<Form>({ resolver, opened, draft })
  useRefusedIssues(form, refused, toField)
  const shell = useFormShell(opening, {
    isDirty: form.formState.isDirty,
    isBusy: form.formState.isSubmitting,
    ...watchForm(form),
    startOver: () => form.reset(opened),
  })
  const settle: FormShell['settle'] = (outcome, onStored) => {
    if (outcome.ok) expectOwnNews()
    return shell.settle(outcome, onStored)
  }
  return { form, shell: { ...shell, settle } }
}
