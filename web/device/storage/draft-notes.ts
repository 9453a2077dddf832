import type { Draft } from './stored-draft.ts'
import { tryStorage } from '../platform/ports.ts'

/** A pending change of one draft; `value` undefined: delete it. */
export type DraftNote = Omit<Draft, 'value'> & { value?: Draft['value'] | undefined }

/**
 * Synchronous notes of drafts while IndexedDB stores them. A page that closes loses unfinished transactions; the next
 * page finds the note. Writes nothing if the storage is full or missing.
 */
export type DraftNotes = {
  write: (note: DraftNote) => void
  /** Removes a finished note unless a newer one replaced it. */
  remove: (note: DraftNote) => void
  list: () => DraftNote[]
  read: (key: string) => DraftNote | undefined
  holds: (note: DraftNote) => boolean
  clear: () => void
}

export function openDraftNotes(userId: string, storage = tryStorage(() => window.localStorage)): DraftNotes {
  const prefix = `mainspring-draft-${userId}-`
  const keys = (): string[] =>
    tryStorage(() => Array.from({ length: storage?.length ?? 0 }, (_, index) => storage?.key(index) ?? '').filter((key) => key.startsWith(prefix))) ?? []
  const drop = (key: string): void => tryStorage(() => storage?.removeItem(key))
  const holds = (note: DraftNote): boolean => tryStorage(() => storage?.getItem(prefix + note.key)) === JSON.stringify(note)
  const read = (key: string): DraftNote | undefined => {
    const text = tryStorage(() => storage?.getItem(prefix + key)) ?? null
    return text === null ? undefined : tryStorage(() => JSON.parse(text) as DraftNote)
  }
  return {
    write: (note) => tryStorage(() => storage?.setItem(prefix + note.key, JSON.stringify(note))),
    remove(note) {
      if (holds(note)) drop(prefix + note.key)
    },
    read,
    list: () => keys().flatMap((key) => read(key.slice(prefix.length)) ?? []),
    holds,
    clear: () => {
      for (const key of keys()) drop(key)
    },
  }
}
