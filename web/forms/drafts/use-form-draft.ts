import { useCallback, useEffect, useRef, useState } from 'react'
import type { DraftClaim } from '#web/device/drafts/draft-claim.ts'
import { useDevice } from '#web/device/react/provider.tsx'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import type { Json } from '#schema/values/merge.ts'
import { type FormDraft, valueToDraft } from './form-draft.ts'

/** `key`: where the open form stores its own draft. */
type StoredDraft = { state: 'loading' } | { state: 'ready'; key: string; draft: FormDraft | undefined; savedAt: string | undefined }

/** A leftover draft of such a form that is not open elsewhere, read once. */
export function useStoredDraft(formKey: string): StoredDraft {
  const device = useDevice()
  const [read, setRead] = useState<{ formKey: string; stored: StoredDraft }>({ formKey: '', stored: { state: 'loading' } })
  useEffect(() => {
    let isOver = false
    let held: DraftClaim | undefined
    const finish = (claim: DraftClaim): void => {
      held = claim
      if (isOver) return claim.release()
      const { key, draft } = claim
      setRead({ formKey, stored: { state: 'ready', key, draft: valueToDraft(draft?.value), savedAt: draft?.savedAt } })
    }
    // The form must open even if the drafts cannot be read.
    device.drafts.claim(formKey).then(finish, () => finish({ key: formKey, draft: undefined, release: () => undefined }))
    return () => {
      isOver = true
      // After the form has stored its draft, which it does on unmount.
      queueMicrotask(() => held?.release())
    }
  }, [device, formKey])
  return read.formKey === formKey ? read.stored : { state: 'loading' }
}

/** Whether a leftover draft of such a form exists, read once. */
export function useHasLeftDraft(formKey: string): boolean {
  const device = useDevice()
  const [hasDraft, setHasDraft] = useState(false)
  useEffect(() => {
    let isOver = false
    const find = async (): Promise<void> => {
      const drafts = await device.drafts.listLeft()
      if (!isOver && drafts.some(({ key }) => key.split('~', 1)[0] === formKey)) setHasDraft(true)
    }
    find().catch(() => undefined)
    return () => {
      isOver = true
    }
  }, [device, formKey])
  return hasDraft
}

const pauseMs = 300

type DraftAutosaveOptions = {
  key: string
  shopId: string
  /** Calls back after each change of the form; returns an unsubscribe function. */
  watch: (onChange: () => void) => () => void
  /** The draft to store now; undefined while nothing differs from `opened`. */
  read: () => FormDraft | undefined
}

/** Adapts one form for `useDraftAutosave`. `opened`: the row's fields at opening; omitted by a form that adds. */
export const watchForm = <Form extends FieldValues & Record<string, Json>>(
  form: UseFormReturn<Form>,
  opened: Record<string, Json> = {},
): Pick<DraftAutosaveOptions, 'watch' | 'read'> => ({
  watch: (onChange) => form.subscribe({ formState: { values: true }, callback: onChange }),
  read: () => (form.formState.isDirty ? { values: form.getValues(), opened } : undefined),
})

/**
 * Stores the typed text as a draft: the first keystroke at once, then at most three times a second. The returned
 * function removes the draft permanently, after saving or discarding.
 */
export function useDraftAutosave(options: DraftAutosaveOptions): () => Promise<void> {
  const device = useDevice()
  const { key } = options
  const latest = useRef({ ...options, isOver: false })
  Object.assign(latest.current, options)

  useEffect(() => {
    const state = latest.current
    state.isOver = false
    let timer: ReturnType<typeof setTimeout> | undefined
    let kept: string | undefined
    const save = (): void => {
      if (state.isOver) return
      const draft = state.read()
      const text = draft && JSON.stringify(draft)
      if (draft !== undefined && text === kept) return
      kept = text
      // A full storage must not disturb typing; the sync badge reports it.
      void (draft === undefined ? device.drafts.remove(key) : device.drafts.save(key, { ...draft, shopId: state.shopId })).catch(() => undefined)
    }
    const saveLater = (): void => {
      timer = setTimeout(() => {
        timer = undefined
        save()
      }, pauseMs)
    }
    const stop = state.watch(() => {
      // React has rendered the change by then; a later change is stored after the pause.
      timer ??= setTimeout(() => {
        save()
        saveLater()
      }, 0)
    })
    const flush = (): void => {
      if (timer === undefined) return
      clearTimeout(timer)
      timer = undefined
      save()
    }
    const stopKeeping = device.leaving.onKeepNow(flush)
    window.addEventListener('pagehide', flush)
    document.addEventListener('visibilitychange', flush)
    return () => {
      flush()
      stop()
      stopKeeping()
      window.removeEventListener('pagehide', flush)
      document.removeEventListener('visibilitychange', flush)
    }
  }, [device, key])

  return useCallback(async () => {
    latest.current.isOver = true
    await device.drafts.remove(key).catch(() => undefined)
  }, [device, key])
}
