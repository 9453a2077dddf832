import { CompiledQuery } from 'kysely'
import type { Services } from '../services.ts'
import { ElsewhereNews } from './elsewhere-news.ts'

const intervalMs = 300
const query = CompiledQuery.raw('pragma data_version')

/**
 * Tells the live streams, while any is open, what other processes committed (another server, the import): `data_version` on the
 * writer's connection moves only when somebody else has written. Returns how to stop.
 */
export function watchElsewhere(services: Services): () => void {
  const { db, bus, log } = services
  const news = new ElsewhereNews(services)
  let version: number | undefined
  let timer: NodeJS.Timeout | undefined
  let isNeeded = false
  const look = async (): Promise<void> => {
    try {
      const { rows } = await db.executeQuery<{ data_version: number }>(query)
      const now = rows[0]?.data_version
      // The first reading is told too: somebody may have written since the first stream read its heads.
      if (now !== version) await news.tell()
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
