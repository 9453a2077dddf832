import type { Draft } from './stored-draft.ts'
import { tryStorage } from '../platform/ports.ts'

/** What is to become of one draft: `value` undefined means that it is to go. */
export type DraftNote = Omit<Draft, 'value'> & { value?: Draft['value'] | undefined }

/**
 * Notes of drafts on their way into IndexedDB, each for as long as that takes. A page that goes away takes its unfinished
 * transactions along; what it noted here before is found by the next page. Where there is no room or no storage, nothing is noted.
 */
export type DraftNotes = {
  write: (note: DraftNote) => void
  /** It is done; a newer one that has taken its place stays. */
  settle: (note: DraftNote) => void
  list: () => DraftNote[]
  read: (key: string) => DraftNote | undefined
  /** Whether it is still the one that was read. */
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
    settle(note) {
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
