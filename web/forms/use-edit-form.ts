import { useState } from 'react'
import { type FieldValues, type Path, useWatch, type UseFormReturn } from 'react-hook-form'
import type { Json } from '#schema/values/merge.ts'
import { withDraft } from './drafts/form-draft.ts'
import type { DefinedForm } from './define-form.ts'
import type { FormOpening } from './form-opening.ts'
import { withPlainLineEnds } from './plain-line-ends.ts'
import { useRefusedIssues } from './drafts/refused-source.ts'
import { findRemoteChanges } from './news/remote-changes.ts'
import { useDraftForm } from './drafts/use-draft-form.ts'
import { watchForm } from './drafts/use-form-draft.ts'
import { type FormShell, useFormShell } from './use-form-shell.ts'
import { type SubmitWith, useSaving } from './saving/use-saving.ts'

/** The state of an open form's row. `Shown`: the row's values that the form shows, by the form's names. */
export type EditState<Form, Shown> = {
  /** What the user saw at opening, as the row's values and as the form's. */
  opened: Shown
  openedForm: Form
  /** The current row as form values; undefined once deleted. */
  stored: Form | undefined
  remote: readonly (keyof Form & string)[]
  takeStored: (name: keyof Form & string) => void
  isDeleting: boolean
  setIsDeleting: (isDeleting: boolean) => void
}

type EditFormOptions<Form extends FieldValues, Shown, Row> = {
  definition: Pick<DefinedForm<Form, Shown, Row, unknown>, 'schema' | 'toShown' | 'toForm' | 'toField'>
  first: Row
  row: Row | undefined
  isDirtyBeside?: boolean | undefined
}

/** A form that edits a row. Keeps the values of its opening, so that others' changes are shown and merged. */
export function useEditForm<Form extends FieldValues & Record<string, Json>, Shown extends Record<string, Json>, Row>(
  opening: FormOpening,
  { definition, first, row, isDirtyBeside = false }: EditFormOptions<Form, Shown, Row>,
): { form: UseFormReturn<Form>; shell: FormShell; edit: EditState<Form, Shown>; submit: SubmitWith<Form> } {
  const { refused, draft } = opening
  const { schema, toShown, toField } = definition
  const [opened, setOpened] = useState<Shown>(() => ({ ...toShown(first), ...refused?.draft.opened, ...draft?.opened }))
  const toForm = (shown: Shown): Form => withPlainLineEnds(definition.toForm(shown))
  const openedForm = toForm(opened)
  const form = useDraftForm<Form>({ schema, opened: withDraft(openedForm, refused?.draft.values), draft })
  useRefusedIssues(form, refused, toField)
  const { isDirty } = form.formState
  const { isSaving, submit } = useSaving(form, schema)
  const typed = useWatch({ control: form.control, compute: (values: Form) => values })
  const [isDeleting, setIsDeleting] = useState(false)
  const shell = useFormShell(opening, {
    isDirty: isDirty || isDirtyBeside,
    isSaving,
    ...watchForm(form, opened),
    startOver: () => {
      const now = toShown(row ?? first)
      setOpened({ ...now, ...refused?.draft.opened })
      form.reset(withDraft(toForm(now), refused?.draft.values))
    },
  })
  const rowNow = row === undefined ? undefined : toShown(row)
  const stored = rowNow === undefined ? undefined : toForm(rowNow)
  return {
    form,
    shell,
    submit,
    edit: {
      opened,
      openedForm,
      stored,
      remote: stored === undefined || isSaving.get() ? [] : findRemoteChanges(openedForm, stored, typed),
      takeStored: (name) => {
        if (stored === undefined || rowNow === undefined) return
        resetField(form, name, stored)
        setOpened({ ...opened, [name]: rowNow[name] })
      },
      isDeleting,
      setIsDeleting,
    },
  }
}

/** The library's types cannot tell that a form's key is a path of the form. */
function resetField<Form extends FieldValues>(form: UseFormReturn<Form>, name: keyof Form & string, values: Form): void {
  form.resetField(name as Path<Form>, { defaultValue: values[name] })
}
