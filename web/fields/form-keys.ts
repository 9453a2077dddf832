import type { KeyboardEvent } from 'react'

/** In a form of many fields Enter must not save half of it: only Ctrl/Cmd+Enter and the button do. */
export function keepEnterFromSubmitting(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return
  if (event.target instanceof HTMLInputElement) event.preventDefault()
}
