import { useState, useSyncExternalStore } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import type { z } from 'zod'
import type { Json } from '#schema/values/merge.ts'
import { createStore, type Readable, type Store } from '#web/device/platform/observable.ts'

export type SubmitWith<Form> = (save: (typed: Form) => Promise<void>) => () => Promise<void>

/**
 * Saves a valid form synchronously in the event, once however often it is pressed. `isSaving` is separate from the
 * form's state, so that no field renders again before the change is stored.
 */
export function useSaving<Form extends FieldValues & Record<string, Json>>(
  form: UseFormReturn<Form>,
  schema: z.ZodType<Form, Form>,
): { isSaving: Readable<boolean>; submit: SubmitWith<Form> } {
  const isSaving = useSavingState()
  return { isSaving, submit: (save) => () => saveOnce(form, schema, isSaving, save) }
}

/** For a form made of several: `set` reports the start and the end of saving. */
export const useSavingState = (): Store<boolean> => useState(() => createStore(false))[0]

export const useIsSaving = ({ isSaving }: { isSaving: Readable<boolean> }): boolean => useSyncExternalStore(isSaving.subscribe, isSaving.get)

async function saveOnce<Form extends FieldValues & Record<string, Json>>(
  form: UseFormReturn<Form>,
  schema: z.ZodType<Form, Form>,
  isSaving: Store<boolean>,
  save: (typed: Form) => Promise<void>,
): Promise<void> {
  if (isSaving.get()) return
  const typed = schema.safeParse(form.getValues())
  // The library shows the errors and focuses the first.
  if (!typed.success) return form.handleSubmit(save)()
  // The form is valid now, so remove the server's errors.
  if (Object.keys(form.formState.errors).length > 0) form.clearErrors()
  const saved = save(typed.data)
  isSaving.set(true)
  await saved.finally(() => isSaving.set(false))
}
