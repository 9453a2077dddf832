import type { KeyboardEvent } from 'react'

const textTypes: ReadonlySet<string> = new Set(['text', 'email', 'tel', 'number', 'password', 'url'])

/** Enter saves only in a one-line field; a select, date or search handles Enter itself. */
export function keepEnterForOneLineFields(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || !(event.target instanceof HTMLInputElement)) return
  const { type, role } = event.target
  if (!textTypes.has(type) || role === 'combobox' || role === 'searchbox') event.preventDefault()
}
