import { createElement, useEffect, useSyncExternalStore } from 'react'
import { toastStore } from '#web/ui/overlays/toast-store.ts'
import { createPart } from './parts.ts'

const viewport = createPart(async () => (await import('#web/ui/overlays/toast-viewport.tsx')).ToastViewport)

/** Shows toasts; its code loads with the first one, or ahead. */
export function Toasts() {
  const { loaded } = useSyncExternalStore(viewport.subscribe, viewport.read)
  const hasToast = useSyncExternalStore(toastStore.subscribe, toastStore.read) !== undefined
  useEffect(() => {
    if (hasToast) void viewport.fetch()
  }, [hasToast])
  return loaded === undefined ? null : createElement(loaded)
}

/** For a page that may have to report, offline, by a toast. */
export function useToastsAhead(): void {
  useEffect(() => void viewport.fetch(), [])
}
