import { useState } from 'react'
import { readDraft } from './read-draft.ts'

/**
 * A form's texts, kept in sessionStorage as long as the tab: an old phone may discard the page while its owner reads a
 * message. Removed once they are empty again.
 */
export function useKeptDraft<Draft extends Record<string, string>>(key: string, empty: Draft): [Draft, (draft: Draft) => void] {
  const [draft, setDraft] = useState(() => readDraft(withStorage((storage) => storage.getItem(key)) ?? null, empty))
  const keep = (next: Draft) => {
    setDraft(next)
    withStorage((storage) => (next === empty ? storage.removeItem(key) : storage.setItem(key, JSON.stringify(next))))
  }
  return [draft, keep]
}

/** Ignores a browser that forbids storage: the texts then last as long as the page. */
function withStorage<T>(work: (storage: Storage) => T): T | undefined {
  try {
    return work(window.sessionStorage)
  } catch {
    return undefined
  }
}
