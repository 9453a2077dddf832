import { useCallback, useEffect, useRef, useState } from 'react'
import type { DraftClaim } from '#web/device/drafts/draft-claim.ts'
import { useDevice } from '#web/device/react/provider.tsx'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import type { Json } from '#schema/values/merge.ts'
import { type FormDraft, valueToDraft } from './form-draft.ts'

/** `key`: where this form keeps its own draft while it is open. */
type StoredDraft = { state: 'loading' } | { state: 'ready'; key: string; draft: FormDraft | undefined; savedAt: string | undefined }

/** What a form of this kind left behind and nobody else has open, read once. */
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
    // A device that cannot read its drafts still has to open the form.
    device.drafts.claim(formKey).then(finish, () => finish({ key: formKey, draft: undefined, release: () => undefined }))
    return () => {
      isOver = true
      // After the form has stored its draft, which it does as it is taken off the screen.
      queueMicrotask(() => held?.release())
    }
  }, [device, formKey])
  return read.formKey === formKey ? read.stored : { state: 'loading' }
}

/** Whether a form of this kind was left with something typed in it, asked once. */
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

type DraftKeeperOptions = {
  key: string
  /** Where the form can be opened again. */
  shopId: string
  /** Calls back after each change of the form; gives what stops that. */
  watch: (onChange: () => void) => () => void
  /** What to keep now; undefined while nothing differs from what the form was opened with. */
  read: () => FormDraft | undefined
}

/** One form as the keeper wants it. `opened`: the row's fields as they were when it was opened; nothing for a form that adds. */
export const watchForm = <Form extends FieldValues & Record<string, Json>>(
  form: UseFormReturn<Form>,
  opened: Record<string, Json> = {},
): Pick<DraftKeeperOptions, 'watch' | 'read'> => ({
  watch: (onChange) => form.subscribe({ formState: { values: true }, callback: onChange }),
  read: () => (form.formState.isDirty ? { values: form.getValues(), opened } : undefined),
})

/**
 * Keeps what is typed on the device: the first keystroke at once, then three times a second at most.
 * The function it gives removes the draft for good: after saving, or discarded on purpose.
 */
export function useDraftKeeper(options: DraftKeeperOptions): () => Promise<void> {
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
      // Storage that is full must not disturb typing: the sync badge tells of it.
      void (draft === undefined ? device.drafts.remove(key) : device.drafts.save(key, { ...draft, shopId: state.shopId })).catch(() => undefined)
    }
    const saveLater = (): void => {
      timer = setTimeout(() => {
        timer = undefined
        save()
      }, pauseMs)
    }
    const stop = state.watch(() => {
      // React has rendered the change by then; a change that it renders later is kept with the pause.
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
