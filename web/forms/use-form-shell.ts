import { useState } from 'react'
import type { Readable } from '#web/device/platform/observable.ts'
import type { FormDraft } from './drafts/form-draft.ts'
import type { FormOpening } from './form-opening.ts'
import type { RefusedSource } from './drafts/refused-source.ts'
import { useUnsavedText } from './drafts/unsaved.ts'
import { type Closing, useClosing } from './use-closing.ts'
import { useDraftAutosave } from './drafts/use-form-draft.ts'
import { t } from '#web/forms/forms-texts.ts'

/** The form's state for its frame: whether closing asks, the save's result, and the leftover draft. */
export type FormShell = {
  refused: RefusedSource | undefined
  closing: Closing
  isDirty: boolean
  isSaving: Readable<boolean>
  /** Why the last save failed; undefined if none did. */
  result: string | undefined
  setResult: (result: string | undefined) => void
  /** Set while the form shows a leftover draft. */
  draftNote: { savedAt: string; startOver: () => void } | undefined
  removeDraft: () => Promise<void>
  /**
   * After a save: closes the form, or keeps it open with the reason. `onStored` runs in the same turn as the closing,
   * so that a following dialog replaces this one.
   */
  finish: <Value>(outcome: SaveOutcome<Value>, onStored?: (value: Value) => void) => Promise<void>
  leave: () => void
}

type SaveOutcome<Value> = { ok: true; value: Value } | { ok: false; reason: string | undefined }

type ShellOptions = {
  isDirty: boolean
  isSaving: Readable<boolean>
  watch: (onChange: () => void) => () => void
  read: () => FormDraft | undefined
  startOver: () => void
}

/** Common to all dialog forms: keep the draft, guard the page, finish. */
export function useFormShell(
  { shopId, onClose, refused, draftKey, draft, savedAt }: FormOpening,
  { isDirty, isSaving, watch, read, startOver }: ShellOptions,
): FormShell {
  const closing = useClosing(onClose)
  const [isFromDraft, setIsFromDraft] = useState(draft !== undefined)
  const [result, setResult] = useState<string>()
  useUnsavedText(isDirty)
  const removeDraft = useDraftAutosave({ key: draftKey, shopId, watch, read })
  return {
    refused,
    closing,
    isDirty,
    isSaving,
    result,
    setResult,
    removeDraft,
    draftNote:
      isFromDraft && savedAt !== undefined
        ? {
            savedAt,
            startOver: () => {
              startOver()
              setIsFromDraft(false)
            },
          }
        : undefined,
    finish: async (outcome, onStored) => {
      if (!outcome.ok) return setResult(outcome.reason ?? t.notSaved())
      await removeDraft()
      closing.close()
      onStored?.(outcome.value)
    },
    leave: () => {
      void removeDraft()
      closing.close()
    },
  }
}
