import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import type { Path, UseFormReturn } from 'react-hook-form'
import type { z } from 'zod'
import { useDevice } from '#web/device/react/provider.tsx'
import type { OpInput } from '#web/device/rows/op-input.ts'
import { runAction } from '#web/navigation/notify.ts'
import { DiscardLine } from '../drafts/discard-line.tsx'
import type { FormDraft } from '../drafts/form-draft.ts'
import { type ReportTyped, useReportedLine } from '../drafts/typed-lines.ts'
import { useDraftForm } from '../drafts/use-draft-form.ts'
import { useDraftAutosave, watchForm } from '../drafts/use-form-draft.ts'
import { type LineForm, startOver, useNextLineSubmit } from './use-line-submit.ts'

type TypedLineOptions<Form extends LineForm> = {
  shopId: string
  schema: z.ZodType<unknown, Form>
  draftKey: string
  draft: FormDraft | undefined
  makeEmpty: () => Form
  /** The field to focus for the next line. */
  first: Path<Form>
  toOps: (typed: Form) => readonly OpInput[]
  texts: { success: string; failure: string; save: string }
  report: ReportTyped
  /** By default Ctrl or Cmd with Enter, for a text of many lines. */
  isSaveKey?: (event: KeyboardEvent) => boolean
}

type TypedLine<Form extends LineForm> = {
  form: UseFormReturn<Form>
  save: () => Promise<void>
  /** Saves the line instead of the order around it; Esc asks before it is discarded. */
  onKeyDown: (event: KeyboardEvent) => void
  /** The question of Esc, while it is asked. */
  question: ReactNode
  ask: () => void
}

/** A line that is typed beside an order's form and stored by itself; it stays, emptied, for the next one. */
export function useTypedLine<Form extends LineForm>(options: TypedLineOptions<Form>): TypedLine<Form> {
  const { shopId, schema, draftKey, draft, makeEmpty, first, toOps, texts, report, isSaveKey = isEnterWithControl } = options
  const device = useDevice()
  const [opened] = useState(makeEmpty)
  const form = useDraftForm<Form>({ schema, opened, draft })
  const { isDirty } = form.formState
  const removeDraft = useDraftAutosave({ key: draftKey, shopId, ...watchForm(form) })
  const [isAsking, setIsAsking] = useState(false)
  const isStored = useRef(false)
  const save = useNextLineSubmit(form, {
    store: async (typed) => {
      const outcome = await runAction({
        run: () => device.write(shopId, toOps(typed), { draftKey, isStaying: true }),
        success: texts.success,
        failure: texts.failure,
      })
      if (outcome.ok) setIsAsking(false)
      isStored.current = outcome.ok
      return outcome.ok
    },
    makeEmpty,
    first,
  })
  const saveFromDialog = async (): Promise<boolean> => {
    isStored.current = false
    await save()
    return isStored.current
  }
  useReportedLine(report, draftKey, isDirty, { discard: () => void removeDraft(), save: saveFromDialog, saveText: texts.save })
  const keep = (): void => {
    setIsAsking(false)
    form.setFocus(first)
  }
  const discard = (): void => {
    startOver(form, makeEmpty())
    keep()
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const isEscape = event.key === 'Escape' && isDirty
    const isSave = event.key === 'Enter' && isSaveKey(event)
    if (!isEscape && !isSave) return
    event.preventDefault()
    event.stopPropagation()
    if (isSave) void save()
    else setIsAsking(!isAsking)
  }
  return { form, save, onKeyDown, question: isAsking && <DiscardLine onDiscard={discard} onKeep={keep} />, ask: () => setIsAsking(true) }
}

const isEnterWithControl = ({ ctrlKey, metaKey }: KeyboardEvent): boolean => ctrlKey || metaKey
