import type { ReactNode } from 'react'

export type ToastTone = 'default' | 'success' | 'destructive'

type ToastContent = {
  title: string
  description?: ReactNode
  tone?: ToastTone | undefined
  durationMs?: number | undefined
  /** One action, e.g. Undo; the toast closes after it. */
  action?: { label: string; onPress: () => void } | undefined
}

type Toast = ToastContent & { id: number; isOpen: boolean }

export const toastDurationMs = 5000
export const toastHotkey = 'F8'
export const toastSwipePx = 50

/** Holds at most one toast: a new one replaces it. */
export function createToastStore() {
  let toast: Toast | undefined
  let lastId = 0
  const listeners = new Set<() => void>()
  const set = (next: Toast | undefined) => {
    toast = next
    for (const listener of listeners) listener()
  }
  return {
    show: (content: ToastContent): number => {
      lastId += 1
      set({ ...content, id: lastId, isOpen: true })
      return lastId
    },
    /** Closes the toast; with an id, only if it is still the current one. */
    close: (id?: number): void => {
      if (toast?.isOpen && (id === undefined || toast.id === id)) set({ ...toast, isOpen: false })
    },
    read: () => toast,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
  }
}

export const toastStore = createToastStore()

/** Callable from anywhere; needs one <ToastViewport/> in the page. Returns the toast's id. */
export function showToast(content: ToastContent): number {
  return toastStore.show(content)
}

/** With an id, only if it is still the current toast. */
export function closeToast(id?: number): void {
  toastStore.close(id)
}
