import type { Checkpoint, LiveRange, LiveRows, ShopCheckpoint } from '#schema/api/sync.ts'
import type { WireDocument } from '#schema/collection.ts'
import type { CollectionName } from '#schema/collections/index.ts'
import { rowKey, wireToServerRow } from '../../rows/rows.ts'
import type { ShowEarly } from '../../rows/show-early.ts'
import type { ReachedPlace } from '../../storage/unsent-store.ts'
import { type PullParts, isBehindAnswers, type FeedRows, storeFeedRows } from '../pull/collection-pull.ts'
import type { FeedPositions } from '../pull/feed-positions.ts'
import type { ShopRights } from '../rights/shop-rights.ts'
import { isCompared } from '../../storage/rows/checkpoint-table.ts'

/** Ranges that may queue; further ones are left to a pull. */
const waitingMax = 50

type LiveRowParts = Omit<PullParts, 'batchSize' | 'shops' | 'serverNow'> & { places: FeedPositions; rights: ShopRights; showEarly: ShowEarly }

type Ranges = ReadonlyMap<string, LiveRange>

/**
 * Takes rows from the live stream if their range begins exactly at this device's feed position: shows them at once and
 * stores them like a page. Anything else is skipped; the heads that follow trigger a pull.
 */
export class LiveRowReceiver {
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
      // After a failure a pull follows and reports the cause.
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
        // Privileges or checkpoints may have changed meanwhile: compare with the stored checkpoint.
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

  /** Shows only rows without waiting mutations; others are rebased when stored. */
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

/** Validates the ranges, as the stream lacks the headers that identify the server. */
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

/** Equal marks prove the same feed history. Without a mark that is known only at the start of a feed. */
const beginsAt = ({ after, afterMark, checkpoint }: LiveRange, known: ShopCheckpoint | undefined): boolean =>
  known !== undefined &&
  known.epoch === checkpoint.epoch &&
  known.seq === after &&
  known.mark === afterMark &&
  (afterMark !== undefined || after === 0) &&
  // If a page is partly stored, only a range up to the head at which it was read fits; during a comparison none does.
  (known.reached === undefined || (known.reached.seq === checkpoint.seq && known.reached.mark === checkpoint.mark)) &&
  !isCompared(known)

/** Push answers may have brought rows beyond the position: then only a range ending at the answered change surely has their history. */
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
