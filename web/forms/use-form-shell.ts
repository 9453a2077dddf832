import { useState } from 'react'
import type { Readable } from '#web/device/platform/observable.ts'
import type { FormDraft } from './drafts/form-draft.ts'
import type { FormOpening } from './form-opening.ts'
import type { RefusedSource } from './drafts/refused-source.ts'
import { useUnsavedText } from './drafts/unsaved.ts'
import { type Closing, useClosing } from './use-closing.ts'
import { useDraftKeeper } from './drafts/use-form-draft.ts'

/** What a form's frame must know of it: whether closing has to ask, how saving went, and what was typed before. */
export type FormShell = {
  refused: RefusedSource | undefined
  closing: Closing
  /** Something is typed that is not saved. */
  isDirty: boolean
  isSaving: Readable<boolean>
  /** How the last try to save went wrong; undefined after none. */
  result: string | undefined
  setResult: (result: string | undefined) => void
  /** Set while the form shows what was typed before and not saved. */
  draftNote: { savedAt: string; startOver: () => void } | undefined
  removeDraft: () => Promise<void>
  /**
   * After a try to save: closes the form, or leaves it with all that is typed and says why. `onStored` is called in the same turn
   * as the closing, so that a dialog that follows takes the place of this one.
   */
  finish: <Value>(outcome: SaveOutcome<Value>, onStored?: (value: Value) => void) => Promise<void>
  /** Closes without asking: what is typed is of no use any more. */
  leave: () => void
}

type SaveOutcome<Value> = { ok: true; value: Value } | { ok: false; reason: string | undefined }

type ShellOptions = {
  isDirty: boolean
  isSaving: Readable<boolean>
  watch: (onChange: () => void) => () => void
  read: () => FormDraft | undefined
  /** Puts the form back to what it would be without the draft. */
  startOver: () => void
}

/** What all forms in dialogs do alike around their fields: keep the draft, guard the page, finish. */
export function useFormShell(
  { shopId, onClose, refused, draftKey, draft, savedAt }: FormOpening,
  { isDirty, isSaving, watch, read, startOver }: ShellOptions,
): FormShell {
  const closing = useClosing(onClose)
  const [isFromDraft, setIsFromDraft] = useState(draft !== undefined)
  const [result, setResult] = useState<string>()
  useUnsavedText(isDirty)
  const removeDraft = useDraftKeeper({ key: draftKey, shopId, watch, read })
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
      if (!outcome.ok) return setResult(outcome.reason ?? 'Not saved.')
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
