import { isUuid } from '#schema/values/uuid.ts'
import type { BulkAct } from './bulk-act.ts'

type NoteStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>

/** The record of a bulk run; it survives the page. */
export type BulkNote = { runId: string; act: BulkAct; ids: readonly string[]; tried: number }

/**
 * Stores records of running bulk changes on the device. Ids are stored apart from the count, which changes at each
 * step. If storage is full the run continues without a record.
 */
export function openBulkNotes(userId: string, shopId: string, storage: NoteStorage | undefined) {
  const prefix = `mainspring-bulk/${userId}/${shopId}/`
  const triedKey = (runId: string): string => `${prefix}${runId}/tried`
  return {
    begin({ runId, act, ids }: Omit<BulkNote, 'tried'>): void {
      attempt(() => storage?.setItem(prefix + runId, JSON.stringify({ act, ids })))
    },
    note(runId: string, tried: number): void {
      attempt(() => storage?.setItem(triedKey(runId), String(tried)))
    },
    end(runId: string): void {
      attempt(() => storage?.removeItem(prefix + runId))
      attempt(() => storage?.removeItem(triedKey(runId)))
    },
    /** Runs that did not end. */
    list(): BulkNote[] {
      const keys = attempt(() => Array.from({ length: storage?.length ?? 0 }, (_, index) => storage?.key(index) ?? '')) ?? []
      return keys.flatMap((key) => {
        const runId = key.slice(prefix.length)
        if (!key.startsWith(prefix) || !isUuid(runId)) return []
        const kept = attempt(() => JSON.parse(storage?.getItem(key) ?? '') as Pick<BulkNote, 'act' | 'ids'>)
        if (kept === undefined) return []
        return [{ runId, ...kept, tried: Number(attempt(() => storage?.getItem(triedKey(runId))) ?? 0) }]
      })
    },
  }
}

export type BulkNotes = ReturnType<typeof openBulkNotes>

function attempt<T>(run: () => T): T | undefined {
  try {
    return run()
  } catch {
    return undefined
  }
}
