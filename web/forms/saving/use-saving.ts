import { useState, useSyncExternalStore } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import type { z } from 'zod'
import type { Json } from '#schema/values/merge.ts'
import { createStore, type Readable, type Store } from '#web/device/platform/observable.ts'

/** Makes of what is done with a valid form what its button does. */
export type SubmitWith<Form> = (save: (typed: Form) => Promise<void>) => () => Promise<void>

/**
 * Saves what is valid in the very event that asks for it, once however often that is asked. `isSaving` stands beside the form's own
 * state, so that no field is drawn anew while the change has yet to be stored.
 */
export function useSaving<Form extends FieldValues & Record<string, Json>>(
  form: UseFormReturn<Form>,
  schema: z.ZodType<Form, Form>,
): { isSaving: Readable<boolean>; submit: SubmitWith<Form> } {
  const isSaving = useSavingState()
  return { isSaving, submit: (save) => () => saveOnce(form, schema, isSaving, save) }
}

/** For a form that is made of several: `set` says when it begins to be saved, and that it is over. */
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
  // The library shows what is wrong, and takes the focus there.
  if (!typed.success) return form.handleSubmit(save)()
  // What a server found wrong has been corrected.
  if (Object.keys(form.formState.errors).length > 0) form.clearErrors()
  const saved = save(typed.data)
  isSaving.set(true)
  await saved.finally(() => isSaving.set(false))
}
