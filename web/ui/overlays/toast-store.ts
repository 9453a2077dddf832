import type { ReactNode } from 'react'

export type ToastTone = 'default' | 'success' | 'destructive'

export type ToastContent = {
  title: string
  description?: ReactNode
  tone?: ToastTone | undefined
  /** Stays longer than usual, e.g. while something can be undone. */
  durationMs?: number | undefined
  /** One action, e.g. Undo; the toast closes after it. */
  action?: { label: string; onPress: () => void } | undefined
}

export type Toast = ToastContent & { id: number; isOpen: boolean }

/** How long a toast stays, in milliseconds. */
export const toastDurationMs = 5000
/** The key that moves the focus to the toast. */
export const toastHotkey = 'F8'
/** Distance of a swipe to the right that closes the toast, in pixels. */
export const toastSwipePx = 50

/** Holds at most one toast: a new one takes the place of the present one. */
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
    /** Closes the toast, or only the one with this id if it is still the present one. */
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

/** Shows a toast from anywhere; needs one <ToastViewport/> in the page. Returns its id. */
export function showToast(content: ToastContent): number {
  return toastStore.show(content)
}

/** Closes the present toast, or only the one with this id. */
export function closeToast(id?: number): void {
  toastStore.close(id)
}
