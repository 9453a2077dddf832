import { changesOf } from '../db/engines/engine.ts'
import type { Services } from '../services.ts'
import { ElsewhereNews } from './elsewhere-news.ts'

/** Tells the live streams, while any is open, what other processes committed (another server, the import). Returns how to stop. */
export function watchElsewhere(services: Services): () => void {
  const { db, bus, log } = services
  const news = new ElsewhereNews(services)
  const changes = changesOf(db)
  bus.onAnnounce((shopId, heads, taken) => changes.tellHeads?.({ shopId, heads, taken }))
  let stop: (() => void) | undefined
  return bus.onDemand((isWanted) => {
    if (isWanted === (stop !== undefined)) return
    stop?.()
    // The first look is told too: somebody may have written since the first stream read its heads.
    stop = isWanted
      ? changes.watch(
          () => news.tell(),
          (error) => log.warn({ err: error }, 'cannot look for what others have written'),
          ({ shopId, heads, taken }) => bus.announceHeard(shopId, heads, taken),
        )
      : undefined
  })
}
