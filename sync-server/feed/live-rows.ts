import { liveRowsMaxBytes, type Heads, type LiveRange } from '#schema/api/sync.ts'
import { isCollectionName, type CollectionName } from '#schema/collections/index.ts'
import { isAllowed, type Caller } from '#schema/rules/access/access.ts'
import type { Db, Tx } from '../db/database.ts'
import { inTransaction } from '../db/transaction.ts'
import { readCaller } from '../queries/people/read-caller.ts'
import { readMark } from '../store/sequence/feed-marks.ts'
import { tableOf } from '../store/table.ts'
import { addMarks } from './add-marks.ts'
import { readFeedPage } from './feed-rows.ts'

/** Devices pull more rows of one collection than this, however short they are. */
const rowsMax = 64

/** Seqs of one collection of a shop: above `after`, up to `head`. */
type HeadRange = { shopId: string; collection: CollectionName; after: number; head: number }

/**
 * Ranges of moved rows that may be sent with the event. Excludes collections without an earlier head, and employees,
 * who may be in the feeds of two shops. Activities come last, as the least urgent.
 */
export function findRanges(told: Heads, moved: Heads): HeadRange[] {
  const ranges = Object.entries(moved).flatMap(([shopId, heads]) =>
    Object.entries(heads).flatMap(([collection, head]): HeadRange[] => {
      if (!isCollectionName(collection) || collection === 'employees') return []
      const after = told[shopId]?.[collection]
      return after === undefined || after >= head ? [] : [{ shopId, collection, after, head }]
    }),
  )
  return ranges.toSorted((one, other) => Number(one.collection === 'activities') - Number(other.collection === 'activities'))
}

/** Ranges as JSON, if small enough, and callers' current rights, from one snapshot. */
type Answers = { textByRange: ReadonlyMap<string, string>; callerById: ReadonlyMap<string, Caller> }

type Round = { userIds: Set<string>; rangeByKey: Map<string, HeadRange>; answers: Promise<Answers> }

/** Reads rows for live streams: each range and each caller once for all streams that ask at the same time. */
class LiveRowReader {
  readonly #reader: Db
  #round: Round | undefined

  constructor(reader: Db) {
    this.#reader = reader
  }

  /** The data of one `rows` event: the ranges in order, as far as the user may read them and they fit. Undefined when nothing remains. */
  async read(userId: string, ranges: readonly HeadRange[]): Promise<string | undefined> {
    const round = (this.#round ??= this.#begin())
    round.userIds.add(userId)
    for (const range of ranges) round.rangeByKey.set(rangeToKey(range), range)
    const { textByRange, callerById } = await round.answers
    const caller = callerById.get(userId)
    const readable = ranges.filter(({ collection, shopId }) => caller !== undefined && isAllowed(caller, 'read', collection, shopId))
    return joinRanges(readable.flatMap((range) => [{ range, text: textByRange.get(rangeToKey(range)) }]))
  }

  #begin(): Round {
    const userIds = new Set<string>()
    const rangeByKey = new Map<string, HeadRange>()
    // All streams of a round ask synchronously, so a microtask later the batch is complete.
    const answers = Promise.resolve().then(() => {
      this.#round = undefined
      return inTransaction(this.#reader, async (trx) => {
        const callerById = new Map<string, Caller>()
        for (const userId of userIds) callerById.set(userId, await readCaller(trx, userId))
        const textByRange = new Map<string, string>()
        for (const [key, range] of rangeByKey) {
          const text = await readRange(trx, range)
          if (text !== undefined) textByRange.set(key, text)
        }
        return { textByRange, callerById }
      })
    })
    return { userIds, rangeByKey, answers }
  }
}

const readerByDatabase = new WeakMap<Db, LiveRowReader>()

/** The reader shared by all streams of the database. */
export function rowReaderOf(reader: Db): LiveRowReader {
  const known = readerByDatabase.get(reader) ?? new LiveRowReader(reader)
  readerByDatabase.set(reader, known)
  return known
}

const rangeToKey = ({ shopId, collection, after, head }: HeadRange): string => `${shopId}/${collection}/${after}/${head}`

/** Undefined when it is too large or not in this feed. */
async function readRange(trx: Tx, { shopId, collection, after, head }: HeadRange): Promise<string | undefined> {
  const feed = await trx.selectFrom('shop_feed').select(['epoch', 'seq']).where('shop_id', '=', shopId).executeTakeFirst()
  if (feed === undefined || feed.seq < head) return undefined
  const page = await readFeedPage(trx, tableOf(collection), { shopId, seq: after, limit: rowsMax + 1 })
  // Rows written since are above the head and come with a later one.
  const documents = page.filter(({ seq = 0 }) => seq <= head)
  if (documents.length > rowsMax) return undefined
  const afterMark = await readMark(trx, shopId, after)
  const range: LiveRange = {
    after,
    ...(afterMark !== undefined && { afterMark }),
    documents,
    checkpoint: await addMarks(trx, collection, shopId, { epoch: feed.epoch, seq: head }),
  }
  const text = JSON.stringify(range)
  return Buffer.byteLength(text) > liveRowsMaxBytes ? undefined : text
}

/** Joins as many JSON texts as fit. */
function joinRanges(parts: readonly { range: HeadRange; text: string | undefined }[]): string | undefined {
  const partsByShop = new Map<string, string[]>()
  let bytes = 2
  for (const { range, text } of parts) {
    if (text === undefined) continue
    const part = `${JSON.stringify(range.collection)}:${text}`
    const ofShop = partsByShop.get(range.shopId) ?? []
    // Counts the shop's braces, name and commas.
    const more = Buffer.byteLength(part) + 1 + (ofShop.length === 0 ? range.shopId.length + 6 : 0)
    if (bytes + more > liveRowsMaxBytes) continue
    bytes += more
    partsByShop.set(range.shopId, [...ofShop, part])
  }
  if (partsByShop.size === 0) return undefined
  return `{${[...partsByShop].map(([shopId, ofShop]) => `${JSON.stringify(shopId)}:{${ofShop.join(',')}}`).join(',')}}`
}
