import type { Checkpoint, FeedPlace, ShopCheckpoint } from '#schema/api/sync.ts'
import type { ReachedPlace } from '../../storage/unsent-store.ts'

/** Push answers may have brought rows beyond the checkpoint. */
export const isBehindAnswers = ({ epoch, seq }: ShopCheckpoint, answered: ReachedPlace | undefined): answered is ReachedPlace =>
  answered !== undefined && answered.epoch === epoch && answered.seq > seq

/** Adds the position reached by push answers, for which the server must vouch too. */
export function toAsked(checkpoint: ShopCheckpoint, answered: ReachedPlace | undefined): ShopCheckpoint {
  if (!isBehindAnswers(checkpoint, answered)) return checkpoint
  return { ...checkpoint, answered: { seq: answered.seq, mark: answered.mark } }
}

/**
 * Stored with or before the first rows of a page that needs several transactions. After a crash in between, it tells
 * the server the feed history of these rows: the head at which the page was read, or the page's last row if that is the
 * head. Undefined if the page reaches nothing new.
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
