import { useState } from 'react'
import { readDraft } from './read-draft.ts'

/**
 * A form's texts, stored in sessionStorage: an old phone may discard the page while its user reads a message. Removed
 * once all are empty.
 */
export function useKeptDraft<Draft extends Record<string, string>>(key: string, empty: Draft): [Draft, (draft: Draft) => void] {
  const [draft, setDraft] = useState(() => readDraft(withStorage((storage) => storage.getItem(key)) ?? null, empty))
  const keep = (next: Draft) => {
    setDraft(next)
    withStorage((storage) => (next === empty ? storage.removeItem(key) : storage.setItem(key, JSON.stringify(next))))
  }
  return [draft, keep]
}

/** Without storage the texts last as long as the page. */
function withStorage<T>(work: (storage: Storage) => T): T | undefined {
  try {
    return work(window.sessionStorage)
  } catch {
    return undefined
  }
}
