import { engineOf } from '../db/engines/engine.ts'
import type { Services } from '../services.ts'

const intervalMs = 300

/**
 * Announces commits of other processes (the import, another node) while any stream is open. Returns how to stop.
 */
export function watchElsewhere({ db, bus, log }: Services): () => void {
  let version: unknown
  let timer: NodeJS.Timeout | undefined
  let isNeeded = false
  const look = async (): Promise<void> => {
    try {
      const now = await engineOf(db).readChangeMark(db)
      // The first reading is announced too: somebody may have written since the first stream read its heads.
      if (now !== version) bus.announceElsewhere()
      version = now
    } catch (error) {
      if (isNeeded) log.warn({ err: error }, 'cannot watch the database file')
    }
    if (isNeeded) timer = setTimeout(() => void look(), intervalMs).unref()
  }
  return bus.onDemand((isWanted) => {
    if (isWanted === isNeeded) return
    isNeeded = isWanted
    clearTimeout(timer)
    version = undefined
    if (isNeeded) void look()
  })
}
