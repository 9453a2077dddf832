import { useRef } from 'react'
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import type { Json } from '#schema/values/merge.ts'

type Submit = () => Promise<void>

export type LineForm = FieldValues & Record<string, Json>

/** Submits a line that disappears once stored, such as a payment in its order. Pressing again meanwhile does not store it twice. */
export function useLineSubmit<Form extends LineForm>(form: UseFormReturn<Form>, store: (typed: Form) => Promise<void>): Submit {
  const isRunning = useRef(false)
  const submit = form.handleSubmit(store)
  return async () => {
    if (isRunning.current) return
    isRunning.current = true
    await submit().finally(() => {
      isRunning.current = false
    })
  }
}

type NextLine<Form> = {
  store: (typed: Form) => Promise<boolean>
  makeEmpty: () => Form
  /** The field to focus for the next line. */
  first: Path<Form>
}

/**
 * Submits a line that stays, emptied, for the next one. Text typed before the first is stored begins the next line,
 * whose submit waits. Pressing again without a change does not store it twice.
 */
export function useNextLineSubmit<Form extends LineForm>(form: UseFormReturn<Form>, { store, makeEmpty, first }: NextLine<Form>): Submit {
  const running = useRef<{ sent: Form; end: Promise<void> }>(undefined)
  const submit = async (sent: Form): Promise<void> => {
    let isStored = false
    await form.handleSubmit(async (typed) => {
      isStored = await store(typed)
    })()
    if (isStored && !startNext(form, sent, makeEmpty())) form.setFocus(first)
  }
  return async () => {
    while (running.current !== undefined) {
      if (findChanges(running.current.sent, form.getValues()).length === 0) return
      await running.current.end
    }
    const sent = { ...form.getValues() }
    const end = submit(sent).finally(() => {
      running.current = undefined
    })
    running.current = { sent, end }
    await end
  }
}

/** Empties the mounted form with all its registered fields. */
export const startOver = <Form extends LineForm>(form: UseFormReturn<Form>, empty: Form): void => form.reset(empty, { keepFieldsRef: true })

/** `sent` is stored: resets the form to `next` plus what was typed meanwhile. Returns whether anything was. */
export function startNext<Form extends LineForm>(form: UseFormReturn<Form>, sent: Form, next: Form): boolean {
  const typed = findChanges(sent, form.getValues())
  startOver(form, next)
  for (const [name, value] of typed) form.setValue(name, value, { shouldDirty: true })
  return typed.length > 0
}

const findChanges = <Form extends LineForm>(before: Form, now: Form): [Path<Form>, Form[Path<Form>]][] =>
  Object.entries(now).filter(([name, value]) => value !== before[name]) as [Path<Form>, Form[Path<Form>]][]
