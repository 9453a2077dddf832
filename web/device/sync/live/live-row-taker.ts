import type { Checkpoint, LiveRange, LiveRows, ShopCheckpoint } from '#schema/api/sync.ts'
import type { WireDocument } from '#schema/collection.ts'
import type { CollectionName } from '#schema/collections/index.ts'
import { rowKey, wireToServerRow } from '../../rows/rows.ts'
import type { ShowEarly } from '../../rows/show-early.ts'
import { isCompared } from '../../storage/checkpoint-marks.ts'
import type { ReachedPlace } from '../../storage/unsent-store.ts'
import type { PullParts } from '../pull/collection-pull.ts'
import type { FeedPlaces } from '../pull/feed-places.ts'
import { isBehindAnswers } from '../pull/pull-checkpoints.ts'
import { type FeedRows, storeFeedRows } from '../pull/store-feed-rows.ts'
import type { ShopRights } from '../rights/shop-rights.ts'

/** Changes that wait for their turn; more are left to a pull. */
const waitingMax = 50

export type LiveRowParts = Omit<PullParts, 'batchSize' | 'shops' | 'serverNow'> & { places: FeedPlaces; rights: ShopRights; showEarly: ShowEarly }

/** One collection's ranges, by shop. */
type Ranges = ReadonlyMap<string, LiveRange>

/**
 * Takes rows that the live stream brings, where this device stands at the very place of the feed at which they begin: they show at
 * once, and are stored as a page is. Whatever is unusual is passed over; the heads that follow then have it pulled.
 */
export class LiveRowTaker {
  readonly #parts: LiveRowParts
  #waiting = 0

  constructor(parts: LiveRowParts) {
    this.#parts = parts
  }

  take(rows: LiveRows, signal: AbortSignal): void {
    const { context, places } = this.#parts
    for (const name of context.localState.database.collections) {
      const ranges = rangesOf(rows, name)
      if (ranges.size === 0 || this.#waiting >= waitingMax) continue
      this.#waiting++
      const over = (): void => void this.#waiting--
      // What could not be stored is pulled, which tells what is wrong.
      void places.inTurn(name, () => this.#takeOne(name, ranges, signal)).then(over, over)
    }
  }

  async #takeOne(name: CollectionName, ranges: Ranges, signal: AbortSignal): Promise<void> {
    const { context, events, places, pusher, setBacks } = this.#parts
    const { localState, withLock } = context
    const { marking } = setBacks
    const place = places.get(name) ?? (await localState.database.readCheckpoint(name))
    if (signal.aborted || !this.#fits(name, ranges, place)) return
    const rows = toFeedRows(name, ranges, place)
    const endEarly = this.#show(rows)
    try {
      await pusher.whenAnswered(localState.outbox.isEmpty ? [] : rows.documents.map(({ id }) => rowKey(name, id)))
      await withLock(async () => {
        signal.throwIfAborted()
        // Rights may have gone and rows been marked meanwhile; what is stored knows.
        if (setBacks.marking !== marking || !this.#fits(name, ranges, await localState.database.readCheckpoint(name))) return
        places.set(name, await storeFeedRows({ ...this.#parts, shops: this.#parts.rights }, rows))
      })
      events.onRows(rows.documents.length, false)
    } catch (error) {
      places.forget(name)
      throw error
    } finally {
      await endEarly()
    }
  }

  #fits(name: CollectionName, ranges: Ranges, place: Checkpoint): boolean {
    const { context, rights } = this.#parts
    const { reachedByShop } = context.localState.outbox
    return (
      rights.readable().includes(name) &&
      [...ranges].every(
        ([shopId, range]) =>
          rights.ids().includes(shopId) &&
          !rights.isLeft(shopId) &&
          beginsAt(range, place[shopId]) &&
          isOfThisLife(range, place[shopId], reachedByShop.get(shopId)),
      )
    )
  }

  /** Only of rows that nothing of this device's own lies upon: those are made anew when they are stored. */
  #show({ collection, documents, from }: FeedRows): () => Promise<void> {
    const { context, showEarly } = this.#parts
    const { outbox } = context.localState
    const isBehind = Object.entries(from).some(([shopId, known]) => isBehindAnswers(known, outbox.reachedByShop.get(shopId)))
    const clean = isBehind ? [] : documents.filter(({ id }) => !outbox.isDirty(rowKey(collection, id)))
    return clean.length === 0
      ? () => Promise.resolve()
      : showEarly(
          collection,
          clean.map((document) => wireToServerRow(collection, document)),
        )
  }
}

/** Those that are whole: the stream comes without the server's mark upon it. */
function rangesOf(rows: LiveRows, name: CollectionName): Ranges {
  const ranges = Object.entries(rows).flatMap(([shopId, byCollection]): [string, LiveRange][] => {
    const range = (byCollection as typeof byCollection | null)?.[name]
    return range == null ? [] : [[shopId, range]]
  })
  return new Map(ranges.every(([shopId, range]) => isWhole(shopId, range)) ? ranges : [])
}

function isWhole(shopId: string, { after, documents, checkpoint }: Partial<LiveRange>): boolean {
  const end = checkpoint?.seq
  if (after === undefined || end === undefined || !Array.isArray(documents)) return false
  return documents.every((document: Partial<WireDocument> | null) => {
    const { id, seq = 0, shopId: ofShop } = document ?? {}
    return typeof id === 'string' && ofShop === shopId && seq > after && seq <= end
  })
}

/** The mark shows that both mean the same life of the feed. Without one nothing is known, but at the start of a feed. */
const beginsAt = ({ after, afterMark, checkpoint }: LiveRange, known: ShopCheckpoint | undefined): boolean =>
  known !== undefined &&
  known.epoch === checkpoint.epoch &&
  known.seq === after &&
  known.mark === afterMark &&
  (afterMark !== undefined || after === 0) &&
  // A page was begun here, or rows are being compared: a pull ends that, or a range up to the very head of which the ones here were read.
  (known.reached === undefined || (known.reached.seq === checkpoint.seq && known.reached.mark === checkpoint.mark)) &&
  !isCompared(known)

/** Answers to pushes may have brought rows from beyond the place: then only the change that they answered is surely of their life. */
function isOfThisLife({ checkpoint }: LiveRange, known: ShopCheckpoint | undefined, answered: ReachedPlace | undefined): boolean {
  if (known === undefined || !isBehindAnswers(known, answered)) return true
  return checkpoint.mark !== undefined && answered?.mark === checkpoint.mark
}

const toFeedRows = (collection: CollectionName, ranges: Ranges, from: Checkpoint): FeedRows => ({
  collection,
  documents: [...ranges.values()].flatMap(({ documents }) => documents),
  isFirst: false,
  from,
  to: { ...from, ...Object.fromEntries([...ranges].map(([shopId, { checkpoint }]) => [shopId, checkpoint])) },
})
