import type { Checkpoint, ShopCheckpoint } from '#schema/api/sync.ts'
import type { ReachedPlace } from '../../storage/unsent-store.ts'

/** Rows may have come with answers to pushes that lie beyond the checkpoint. */
export function withReached(checkpoint: ShopCheckpoint, answered: ReachedPlace | undefined): ShopCheckpoint {
  // Where a page was begun, its rows may lie here though it was never finished: the server vouches for them first.
  if (checkpoint.reached !== undefined) return checkpoint
  if (answered === undefined || answered.epoch !== checkpoint.epoch || answered.seq <= checkpoint.seq) return checkpoint
  return { ...checkpoint, reached: { seq: answered.seq, mark: answered.mark } }
}

/**
 * What is stored with or before the first rows of a page that takes several transactions: a device that dies between them and their
 * checkpoint tells the server which life of the feed they are of. Undefined when the page reaches nothing new.
 */
export function withNoted(checkpoint: Checkpoint, reached: Checkpoint): Checkpoint | undefined {
  const noted = Object.entries(checkpoint).flatMap(([shopId, known]): [string, ShopCheckpoint][] => {
    const { epoch, seq, mark } = reached[shopId] ?? known
    return mark !== undefined && epoch === known.epoch && seq > known.seq ? [[shopId, { ...known, reached: { seq, mark } }]] : []
  })
  return noted.length === 0 ? undefined : { ...checkpoint, ...Object.fromEntries(noted) }
}

export function withoutShops(checkpoint: Checkpoint, shopIds: readonly string[]): Checkpoint {
  return Object.fromEntries(Object.entries(checkpoint).filter(([shopId]) => !shopIds.includes(shopId)))
}

export function checkpointsAreEqual(a: Checkpoint, b: Checkpoint): boolean {
  const shopIds = Object.keys(a)
  return (
    shopIds.length === Object.keys(b).length &&
    shopIds.every((shopId) => a[shopId]?.epoch === b[shopId]?.epoch && a[shopId]?.seq === b[shopId]?.seq && a[shopId]?.mark === b[shopId]?.mark)
  )
}
