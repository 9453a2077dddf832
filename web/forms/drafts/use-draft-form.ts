import { useLayoutEffect, useRef } from 'react'
import { type DefaultValues, type FieldValues, type Path, useForm, type UseFormReturn, type Resolver } from 'react-hook-form'
import type { z } from 'zod'
import type { Json } from '#schema/values/merge.ts'
import { type FormDraft, withDraft } from './form-draft.ts'
import { zodResolver } from '@hookform/resolvers/zod'

/**
 * A form with the values of `opened`, overridden by a draft's, which count as typed, so the form is dirty. `opened`
 * lists the fields in screen order.
 */
export function useDraftForm<Form extends FieldValues & Record<string, Json>>(options: {
  schema: z.ZodType<unknown, Form>
  opened: Form
  draft: FormDraft | undefined
}): UseFormReturn<Form> {
  const first = useRef(options).current
  const form = useForm<Form>({ resolver: schemaToResolver(options.schema), defaultValues: first.opened as DefaultValues<Form>, shouldFocusError: true })
  // The first error in registration order takes the focus; without this, inputs with a Controller would come last.
  for (const name of Object.keys(first.opened)) form.register(name as Path<Form>)
  useLayoutEffect(() => {
    if (first.draft) form.reset(withDraft<Form>(first.opened, first.draft.values), { keepDefaultValues: true })
  }, [first, form])
  return form
}

/** The library's types cannot follow a schema whose form is a type parameter; the resolver validates without changing the values. */
export const schemaToResolver = <Form extends FieldValues>(schema: z.ZodType<unknown, Form>): Resolver<Form> =>
  zodResolver(schema as never) as unknown as Resolver<Form>
