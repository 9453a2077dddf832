import { useLayoutEffect, useRef } from 'react'
import { type DefaultValues, type FieldValues, type Path, useForm, type UseFormReturn } from 'react-hook-form'
import type { z } from 'zod'
import type { Json } from '#schema/values/merge.ts'
import { schemaToResolver } from '../schema-resolver.ts'
import { type FormDraft, withDraft } from './form-draft.ts'

/**
 * A form that opens with `opened`, and with what a draft holds on top: that counts as typed, so the form is dirty.
 * `opened` names the fields in the order in which they stand on the screen.
 */
export function useDraftForm<Form extends FieldValues & Record<string, Json>>(options: {
  schema: z.ZodType<unknown, Form>
  opened: Form
  draft: FormDraft | undefined
}): UseFormReturn<Form> {
  const first = useRef(options).current
  const form = useForm<Form>({ resolver: schemaToResolver(options.schema), defaultValues: first.opened as DefaultValues<Form>, shouldFocusError: true })
  // An error takes the focus in the order of registration, where inputs with a Controller would come after all others.
  for (const name of Object.keys(first.opened)) form.register(name as Path<Form>)
  useLayoutEffect(() => {
    if (first.draft) form.reset(withDraft<Form>(first.opened, first.draft.values), { keepDefaultValues: true })
  }, [first, form])
  return form
}
