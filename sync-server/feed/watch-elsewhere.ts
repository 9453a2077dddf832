import { changesOf } from '../db/engines/engine.ts'
import type { Services } from '../services.ts'
import { ProcessChanges } from './process-changes.ts'

/** While live streams are open, announces commits of other processes (another server, the import). Returns a stop function. */
export function watchElsewhere(services: Services): () => void {
  const { db, bus, log } = services
  const news = new ProcessChanges(services)
  const changes = changesOf(db)
  bus.onAnnounce((shopId, heads, taken) => changes.tellHeads?.({ shopId, heads, taken }))
  let stop: (() => void) | undefined
  return bus.onDemand((isWanted) => {
    if (isWanted === (stop !== undefined)) return
    stop?.()
    // Announce at the first look too: another process may have written since the first stream read its heads.
    stop = isWanted
      ? changes.watch(
          () => news.tell(),
          (error) => log.warn({ err: error }, 'cannot look for what others have written'),
          ({ shopId, heads, taken }) => bus.announceHeard(shopId, heads, taken),
        )
      : undefined
  })
}
