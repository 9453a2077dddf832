import { useState } from 'react'
import { readDraft } from './read-draft.ts'

/**
 * A form's texts, kept for as long as the tab is: an old phone throws the page out of its memory while its owner
 * reads a message. Gone from the device once they are empty again.
 */
export function useKeptDraft<Draft extends Record<string, string>>(key: string, empty: Draft): [Draft, (draft: Draft) => void] {
  const [draft, setDraft] = useState(() => readDraft(withStorage((storage) => storage.getItem(key)) ?? null, empty))
  const keep = (next: Draft) => {
    setDraft(next)
    withStorage((storage) => (next === empty ? storage.removeItem(key) : storage.setItem(key, JSON.stringify(next))))
  }
  return [draft, keep]
}

/** A browser may forbid its storage; then the texts live as long as the page. */
function withStorage<T>(work: (storage: Storage) => T): T | undefined {
  try {
    return work(window.sessionStorage)
  } catch {
    return undefined
  }
}
