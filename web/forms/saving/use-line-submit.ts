import { useRef } from 'react'
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import type { Json } from '#schema/values/merge.ts'

/** Submits the form; resolves when that is over. */
type Submit = () => Promise<void>

type LineForm = FieldValues & Record<string, Json>

/** Submits a line that goes once it is stored, such as a payment in its order: pressed again meanwhile it is not stored twice. */
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
  /** Tells whether it was stored. */
  store: (typed: Form) => Promise<boolean>
  makeEmpty: () => Form
  /** Where the next line begins. */
  first: Path<Form>
}

/**
 * Submits a line that stays, empty, for the next one. What is typed before the first is stored begins the next: it is kept, and
 * submitting it waits its turn. Pressed again with nothing changed, the line is not stored twice.
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

/** Empties the form where it stands, with the fields that are on the screen. */
export const startOver = <Form extends LineForm>(form: UseFormReturn<Form>, empty: Form): void => form.reset(empty, { keepFieldsRef: true })

/** `sent` is stored: the form stands there with `next`, and with what was typed meanwhile. Tells whether anything was. */
export function startNext<Form extends LineForm>(form: UseFormReturn<Form>, sent: Form, next: Form): boolean {
  const typed = findChanges(sent, form.getValues())
  startOver(form, next)
  for (const [name, value] of typed) form.setValue(name, value, { shouldDirty: true })
  return typed.length > 0
}

const findChanges = <Form extends LineForm>(before: Form, now: Form): [Path<Form>, Form[Path<Form>]][] =>
  Object.entries(now).filter(([name, value]) => value !== before[name]) as [Path<Form>, Form[Path<Form>]][]
