import type { KeyboardEvent } from 'react'

/** Types of one-line inputs, in which Enter saves. */
const textTypes: ReadonlySet<string> = new Set(['text', 'email', 'tel', 'number', 'password', 'url'])

/** Enter saves from a one-line field, as the primary button does; a choice, a date or a search keeps the key to itself. */
export function keepEnterForOneLineFields(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || !(event.target instanceof HTMLInputElement)) return
  const { type, role } = event.target
  if (!textTypes.has(type) || role === 'combobox' || role === 'searchbox') event.preventDefault()
}
