import { CompiledQuery } from 'kysely'
import type { Services } from '../services.ts'

const intervalMs = 300
const query = CompiledQuery.raw('pragma data_version')

/**
 * Announces commits of other processes (the import) while any stream is open: `data_version` on the writer's connection moves only
 * when somebody else has written. Returns how to stop.
 */
export function watchElsewhere({ db, bus, log }: Services): () => void {
  let version: number | undefined
  let timer: NodeJS.Timeout | undefined
  let isNeeded = false
  const look = async (): Promise<void> => {
    try {
      const { rows } = await db.executeQuery<{ data_version: number }>(query)
      const now = rows[0]?.data_version
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
