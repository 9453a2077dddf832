import type { Checkpoint, FeedPlace, ShopCheckpoint } from '#schema/api/sync.ts'
import type { ReachedPlace } from '../../storage/unsent-store.ts'

/** Rows may have come with answers to pushes that lie beyond the checkpoint. */
export const isBehindAnswers = ({ epoch, seq }: ShopCheckpoint, answered: ReachedPlace | undefined): answered is ReachedPlace =>
  answered !== undefined && answered.epoch === epoch && answered.seq > seq

/** With all for which the server is to vouch before it goes on. */
export function toAsked(checkpoint: ShopCheckpoint, answered: ReachedPlace | undefined): ShopCheckpoint {
  if (!isBehindAnswers(checkpoint, answered)) return checkpoint
  return { ...checkpoint, answered: { seq: answered.seq, mark: answered.mark } }
}

/**
 * What is stored with or before the first rows of a page that takes several transactions: a device that dies between them and their
 * checkpoint tells the server which life of the feed they are of: that of the head at which the page was read, or, where that is its last
 * row, that one's. Undefined when the page reaches nothing new.
 */
export function withNoted(checkpoint: Checkpoint, reached: Checkpoint): Checkpoint | undefined {
  const noted = Object.entries(checkpoint).flatMap(([shopId, known]): [string, ShopCheckpoint][] => {
    const { epoch, seq, mark, reached: head = mark === undefined ? undefined : { seq, mark } } = reached[shopId] ?? known
    return head !== undefined && epoch === known.epoch && seq > known.seq ? [[shopId, { ...known, reached: head }]] : []
  })
  return noted.length === 0 ? undefined : { ...checkpoint, ...Object.fromEntries(noted) }
}

export function withoutShops(checkpoint: Checkpoint, shopIds: readonly string[]): Checkpoint {
  return Object.fromEntries(Object.entries(checkpoint).filter(([shopId]) => !shopIds.includes(shopId)))
}

export function checkpointsAreEqual(a: Checkpoint, b: Checkpoint): boolean {
  const shopIds = Object.keys(a)
  return shopIds.length === Object.keys(b).length && shopIds.every((shopId) => entriesAreEqual(a[shopId], b[shopId]))
}

const entriesAreEqual = (one: ShopCheckpoint | undefined, other: ShopCheckpoint | undefined): boolean =>
  one?.epoch === other?.epoch && one?.seq === other?.seq && one?.mark === other?.mark && placesAreEqual(one?.reached, other?.reached)

const placesAreEqual = (one: FeedPlace | undefined, other: FeedPlace | undefined): boolean => one?.seq === other?.seq && one?.mark === other?.mark
