import { useCallback, useEffect, useRef, useState } from 'react'
import type { Json } from '#schema/rules/merge.ts'
import { useDevice } from '#web/db/provider.tsx'
import { type FormDraft, valueToDraft } from './form-draft.ts'

export type StoredDraft = { state: 'loading' } | { state: 'ready'; draft: FormDraft | undefined; savedAt: string | undefined }

/** The draft that a form of this key left behind, read once. */
export function useStoredDraft(key: string): StoredDraft {
  const device = useDevice()
  const [read, setRead] = useState<{ key: string; stored: StoredDraft }>({ key: '', stored: { state: 'loading' } })
  useEffect(() => {
    let isOver = false
    const finish = (draft: { value: Json; savedAt: string } | undefined) => {
      if (isOver) return
      setRead({ key, stored: { state: 'ready', draft: valueToDraft(draft?.value), savedAt: draft?.savedAt } })
    }
    // A device that cannot read its drafts still has to open the form.
    device.readDraft(key).then(finish, () => finish(undefined))
    return () => {
      isOver = true
    }
  }, [device, key])
  return read.key === key ? read.stored : { state: 'loading' }
}

const pauseMs = 300

type DraftKeeperOptions = {
  key: string
  /** Calls back after each change of the form; gives what stops that. */
  watch: (onChange: () => void) => () => void
  /** What to keep now; undefined while nothing differs from what the form was opened with. */
  read: () => FormDraft | undefined
}

/**
 * Keeps what is typed on the device from the first keystroke on (look.md, design section 6).
 * The function it gives removes the draft for good: after saving, or discarded on purpose.
 */
export function useDraftKeeper(options: DraftKeeperOptions): () => Promise<void> {
  const device = useDevice()
  const { key } = options
  const latest = useRef({ ...options, isOver: false })
  latest.current.watch = options.watch
  latest.current.read = options.read

  useEffect(() => {
    const state = latest.current
    state.isOver = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const save = () => {
      clearTimeout(timer)
      timer = undefined
      if (state.isOver) return
      const draft = state.read()
      // Storage that is full must not disturb typing: the sync badge tells of it.
      void (draft === undefined ? device.removeDraft(key) : device.saveDraft(key, draft)).catch(() => undefined)
    }
    const stop = state.watch(() => {
      timer ??= setTimeout(save, pauseMs)
    })
    const flush = () => {
      if (timer !== undefined) save()
    }
    window.addEventListener('pagehide', flush)
    document.addEventListener('visibilitychange', flush)
    return () => {
      flush()
      stop()
      window.removeEventListener('pagehide', flush)
      document.removeEventListener('visibilitychange', flush)
    }
  }, [device, key])

  return useCallback(async () => {
    latest.current.isOver = true
    await device.removeDraft(key).catch(() => undefined)
  }, [device, key])
}
