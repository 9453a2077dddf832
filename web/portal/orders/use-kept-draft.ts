import { useState } from 'react'

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

/** A form's stored texts; missing, unknown or broken data falls back to `empty`. */
export function readDraft<Draft extends Record<string, string>>(stored: string | null, empty: Draft): Draft {
  const kept = parse(stored)
  if (typeof kept !== 'object' || kept === null) return empty
  const entries = Object.entries(kept).filter(([name, value]) => Object.hasOwn(empty, name) && typeof value === 'string')
  return { ...empty, ...Object.fromEntries(entries) }
}

function parse(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return null
  }
}
