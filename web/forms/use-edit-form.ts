import { useState } from 'react'
import { type FieldValues, type Path, type Resolver, useWatch, type UseFormReturn } from 'react-hook-form'
import type { Json } from '#schema/rules/merge/merge.ts'
import { withDraft } from './drafts/form-draft.ts'
import type { FormOpening } from './form-opening.ts'
import { withPlainLineEnds } from './plain-line-ends.ts'
import { useRefusedIssues } from './drafts/refused-source.ts'
import { findRemoteChanges } from './news/remote-changes.ts'
import { useDraftForm } from './drafts/use-draft-form.ts'
import { watchForm } from './drafts/use-form-draft.ts'
import { type FormShell, useFormShell } from './use-form-shell.ts'

/** How the row of an open form stands. `Values`: the row's fields that the form shows, under the same names. */
export type EditState<Form, Values> = {
  /** What the person saw when they began, as the row's values and as the form's. */
  opened: Values
  openedForm: Form
  /** The row as it is now, as the form would show it; undefined once it was deleted. */
  stored: Form | undefined
  /** What others changed meanwhile. */
  remote: readonly (keyof Form & string)[]
  /** Takes what others typed into a field. */
  takeStored: (name: keyof Form & string) => void
  isDeleting: boolean
  setIsDeleting: (isDeleting: boolean) => void
}

type EditFormOptions<Form extends FieldValues, Values> = {
  resolver: Resolver<Form>
  /** The row as it was when the form opened, and as it is now; undefined once it was deleted. */
  first: Values
  row: Values | undefined
  pickValues: (row: Values) => Values
  valuesToForm: (values: Values) => Form
  /** Something is typed beside the form's own fields. */
  isDirtyBeside?: boolean | undefined
  toField?: ((path: string) => string | undefined) | undefined
}

/** A form that edits a row: it keeps what the person saw first, so that what others change meanwhile is told and merged. */
export function useEditForm<Form extends FieldValues & Record<string, Json>, Values extends Record<keyof Form & string, Json>>(
  opening: FormOpening,
  { resolver, first, row, pickValues, valuesToForm, isDirtyBeside = false, toField }: EditFormOptions<Form, Values>,
): { form: UseFormReturn<Form>; shell: FormShell; edit: EditState<Form, Values> } {
  const { refused, draft } = opening
  const [opened, setOpened] = useState<Values>(() => ({ ...pickValues(first), ...refused?.draft.opened, ...draft?.opened }))
  const toForm = (values: Values): Form => withPlainLineEnds(valuesToForm(values))
  const openedForm = toForm(opened)
  const form = useDraftForm<Form>({ resolver, opened: withDraft(openedForm, refused?.draft.values), draft })
  useRefusedIssues(form, refused, toField)
  const { isDirty, isSubmitting } = form.formState
  const typed = useWatch({ control: form.control, compute: (values: Form) => values })
  const [isDeleting, setIsDeleting] = useState(false)
  const shell = useFormShell(opening, {
    isDirty: isDirty || isDirtyBeside,
    isBusy: isSubmitting,
    ...watchForm(form, opened),
    startOver: () => {
      const now = pickValues(row ?? first)
      setOpened({ ...now, ...refused?.draft.opened })
      form.reset(withDraft(toForm(now), refused?.draft.values))
    },
  })
  const stored = row === undefined ? undefined : toForm(row)
  return {
    form,
    shell,
    edit: {
      opened,
      openedForm,
      stored,
      remote: stored === undefined || isSubmitting ? [] : findRemoteChanges(openedForm, stored, typed),
      takeStored: (name) => {
        if (stored === undefined || row === undefined) return
        resetField(form, name, stored)
        setOpened({ ...opened, [name]: row[name] })
      },
      isDeleting,
      setIsDeleting,
    },
  }
}

/** The library's types cannot tell that a form's own key is a path of the form. */
function resetField<Form extends FieldValues>(form: UseFormReturn<Form>, name: keyof Form & string, values: Form): void {
  form.resetField(name as Path<Form>, { defaultValue: values[name] })
}
