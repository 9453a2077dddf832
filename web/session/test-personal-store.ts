import type { PersonalStore } from './browser-offline-entry.ts'

/** An in-memory store of personal entries, for tests without a browser. */
export function createPersonalStore(): PersonalStore {
  const entries = new Map<string, unknown>()
  return async (kind, userId, change) => {
    const key = `${kind}:${userId}`
    const next = change(structuredClone(entries.get(key)) as never)
    if (next === undefined) entries.delete(key)
    else entries.set(key, structuredClone(next))
    return next
  }
}
