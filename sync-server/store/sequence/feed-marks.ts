import { createHash, randomBytes } from 'node:crypto'
import type { FeedPlace, KnownFeeds } from '#schema/api/sync.ts'
import type { Db, Tx } from '../../db/database.ts'
import { settleEach } from '../../db/settle-all.ts'
import { defineStatement } from '../../db/statement.ts'

/** Retention of marks. A checkpoint older than the oldest mark is accepted unchecked. */
const keptMs = 200 * 24 * 60 * 60 * 1000
const endedAtOnce = 5_000

/** Anything after it is not part of the mark: see feed/pull.ts. */
export const markEnd = '~'

const insert = defineStatement<never>((db, argument) =>
  db.insertInto('feed_marks').values({ shop_id: argument('shopId'), seq: argument('seq'), mark: argument('mark'), made_at: argument('at') }),
)

const selectAt = defineStatement<FeedPlace>((db, argument) =>
  db.selectFrom('feed_marks').select(['seq', 'mark']).where('shop_id', '=', argument('shopId')).where('seq', '>=', argument('seq')).orderBy('seq').limit(1),
)

const selectBefore = defineStatement<FeedPlace>((db, argument) =>
  db
    .selectFrom('feed_marks')
    .select(['seq', 'mark'])
    .where('shop_id', '=', argument('shopId'))
    .where('seq', '<', argument('seq'))
    .orderBy('seq', 'desc')
    .limit(1),
)

/**
 * Writes the mark of the transaction that took the seqs up to `seq`. After the database is set back, the same seq gets
 * a different mark.
 */
export async function writeMark(trx: Tx, shopId: string, seq: number, at: Date): Promise<void> {
  await insert(trx, { shopId, seq, mark: newMark(), at: at.toISOString() })
}

/** Includes the time, because a machine resumed from a snapshot may repeat its random bytes. */
function newMark(): string {
  return createHash('sha256').update(randomBytes(16)).update(`${Date.now()} ${process.hrtime.bigint()}`).digest('hex').slice(0, 24)
}

/** The mark of the transaction that took the seq; undefined before the shop's oldest mark. */
export async function readMark(reader: Db, shopId: string, seq: number): Promise<string | undefined> {
  if (seq === 0) return undefined
  const [[at], [before]] = await settleEach([selectAt(reader, { shopId, seq }), selectBefore(reader, { shopId, seq })])
  return before === undefined ? undefined : at?.mark
}

/** Whether the feed has this mark at this seq; true where the feed's mark is unknown. */
export async function containsMark(reader: Db, shopId: string, { seq, mark }: FeedPlace): Promise<boolean> {
  const own = await readMark(reader, shopId, seq)
  return own === undefined || own === mark.split(markEnd)[0]
}

/** Whether the position belongs to the shop's current feed, as far as marks show. */
export async function holdsPlace(reader: Db, shopId: string, { epoch, ...place }: FeedPlace & { epoch: string }): Promise<boolean> {
  const feed = await reader.selectFrom('shop_feed').select(['epoch', 'seq']).where('shop_id', '=', shopId).executeTakeFirst()
  return feed?.epoch === epoch && place.seq <= feed.seq && (await containsMark(reader, shopId, place))
}

/** Finds feeds that were set back below their newest known position: by shop, the greatest known seq that is still valid, 0 for none. */
export async function findSetBack(reader: Db, known: KnownFeeds): Promise<Record<string, number>> {
  const found: Record<string, number> = {}
  for (const [shopId, { epoch, places }] of Object.entries(known)) {
    const feed = await reader.selectFrom('shop_feed').select(['epoch', 'seq']).where('shop_id', '=', shopId).executeTakeFirst()
    // Another epoch means an intended restore from backup.
    if (feed === undefined || feed.epoch !== epoch) continue
    const isHeld = (place: FeedPlace): boolean | Promise<boolean> => place.seq <= feed.seq && containsMark(reader, shopId, place)
    const newest = places.at(-1)
    if (newest === undefined || (await isHeld(newest))) continue
    // Binary search: a feed that contains a position contains all earlier ones.
    let [from, to] = [0, places.length - 1]
    while (from < to) {
      const middle = Math.floor((from + to) / 2)
      const place = places[middle]
      if (place !== undefined && (await isHeld(place))) from = middle + 1
      else to = middle
    }
    found[shopId] = places[from - 1]?.seq ?? 0
  }
  return found
}

/** Current feed positions; feeds without a mark are left out. */
export async function readFeedPlaces(reader: Db, shopIds: readonly string[]): Promise<Record<string, FeedPlace & { epoch: string }>> {
  const places: Record<string, FeedPlace & { epoch: string }> = {}
  for (const shopId of shopIds) {
    const feed = await reader.selectFrom('shop_feed').select(['epoch', 'seq']).where('shop_id', '=', shopId).executeTakeFirst()
    const mark = feed && (await readMark(reader, shopId, feed.seq))
    if (feed !== undefined && mark !== undefined) places[shopId] = { epoch: feed.epoch, seq: feed.seq, mark }
  }
  return places
}

/**
 * Deletes a batch of old marks, but never a shop's newest.
 * @returns how many
 */
export async function forgetOldMarks(trx: Tx, now: Date): Promise<number> {
  const old = await trx
    .selectFrom('feed_marks')
    .select(['shop_id', 'seq'])
    .where('made_at', '<', new Date(now.getTime() - keptMs).toISOString())
    .where((where) =>
      where.exists(
        where
          .selectFrom('feed_marks as later')
          .select('later.seq')
          .whereRef('later.shop_id', '=', 'feed_marks.shop_id')
          .whereRef('later.seq', '>', 'feed_marks.seq'),
      ),
    )
    .orderBy('made_at')
    .limit(endedAtOnce)
    .execute()
  const seqsByShop = Map.groupBy(old, ({ shop_id }) => shop_id)
  for (const [shopId, marks] of seqsByShop) {
    // Delete all earlier ones too: a seq in a gap would seem to have the next mark.
    const upTo = Math.max(...marks.map(({ seq }) => seq))
    await trx.deleteFrom('feed_marks').where('shop_id', '=', shopId).where('seq', '<=', upTo).execute()
  }
  return old.length
}
