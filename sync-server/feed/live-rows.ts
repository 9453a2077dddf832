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

/** More rows of one collection than this are pulled, however short they are. */
const rowsMax = 64

/** What lies between two heads of one collection of a shop: behind `after`, up to `head`. */
export type HeadRange = { shopId: string; collection: CollectionName; after: number; head: number }

/**
 * What moved, as ranges of rows that may be sent: not where nothing was told before, nor of employees, who may be in the feeds of two
 * shops. The log of activities is last, behind the rows that people look at.
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

/** Each range as JSON, where it is small enough, and each asking user's rights, of one moment. */
type Answers = { textByRange: ReadonlyMap<string, string>; callerById: ReadonlyMap<string, Caller> }

type Round = { userIds: Set<string>; rangeByKey: Map<string, HeadRange>; answers: Promise<Answers> }

/** Reads rows for live streams: each range and each caller once for all streams that ask at the same time. */
export class LiveRowReader {
  readonly #reader: Db
  #round: Round | undefined

  constructor(reader: Db) {
    this.#reader = reader
  }

  /** The data of one event `rows`: of the ranges, in their order, what the user may read now and what fits. Undefined for nothing. */
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
    // Streams are served in one go: all of them have asked when the first of them waits.
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

/** The one that all streams upon the database share. */
export function rowReaderOf(reader: Db): LiveRowReader {
  const known = readerByDatabase.get(reader) ?? new LiveRowReader(reader)
  readerByDatabase.set(reader, known)
  return known
}

const rangeToKey = ({ shopId, collection, after, head }: HeadRange): string => `${shopId}/${collection}/${after}/${head}`

/** Undefined for what is too much, or not in this feed. */
async function readRange(trx: Tx, { shopId, collection, after, head }: HeadRange): Promise<string | undefined> {
  const feed = await trx.selectFrom('shop_feed').select(['epoch', 'seq']).where('shop_id', '=', shopId).executeTakeFirst()
  if (feed === undefined || feed.seq < head) return undefined
  const page = await readFeedPage(trx, tableOf(collection), { shopId, seq: after, limit: rowsMax + 1 })
  // Rows that have gone on since come behind a later head.
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

/** As many as fit; the texts are JSON already. */
function joinRanges(parts: readonly { range: HeadRange; text: string | undefined }[]): string | undefined {
  const partsByShop = new Map<string, string[]>()
  let bytes = 2
  for (const { range, text } of parts) {
    if (text === undefined) continue
    const part = `${JSON.stringify(range.collection)}:${text}`
    const ofShop = partsByShop.get(range.shopId) ?? []
    // With the shop's own braces, name and commas.
    const more = Buffer.byteLength(part) + 1 + (ofShop.length === 0 ? range.shopId.length + 6 : 0)
    if (bytes + more > liveRowsMaxBytes) continue
    bytes += more
    partsByShop.set(range.shopId, [...ofShop, part])
  }
  if (partsByShop.size === 0) return undefined
  return `{${[...partsByShop].map(([shopId, ofShop]) => `${JSON.stringify(shopId)}:{${ofShop.join(',')}}`).join(',')}}`
}
