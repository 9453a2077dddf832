import { createElement, useEffect, useSyncExternalStore } from 'react'
import { toastStore } from '#web/ui/overlays/toast-store.ts'
import { createPart } from './parts.ts'

const viewport = createPart(async () => (await import('#web/ui/overlays/toast-viewport.tsx')).ToastViewport)

/** Where toasts appear; its code comes with the first one, or before. */
export function Toasts() {
  const { loaded } = useSyncExternalStore(viewport.subscribe, viewport.read)
  const hasToast = useSyncExternalStore(toastStore.subscribe, toastStore.read) !== undefined
  useEffect(() => {
    if (hasToast) void viewport.fetch()
  }, [hasToast])
  return loaded === undefined ? null : createElement(loaded)
}

/** For a page that may have to tell, by a toast alone, that there is no network. */
export function useToastsAhead(): void {
  useEffect(() => void viewport.fetch(), [])
}
