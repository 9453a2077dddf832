import type { MutationResult } from '#schema/api/sync.ts'
import { isCollectionName } from '#schema/collections/index.ts'
import { type Row, type RowKey, rowKey, wireToServerRow } from '../rows/rows.ts'
import type { OutboxEntry, ReachedPlace, RefusedEntry, SentEntry } from '../storage/unsent-store.ts'
import type { OutboxChange, OutboxMirror } from './memory/outbox-mirror.ts'
import { findRenumbered, type Renumbered, withToldNumbers } from '../numbers/renumbered.ts'
import { withoutLost } from './forget-guarded.ts'
import type { TakenNote } from './sent.ts'

/** So many bases that nothing waits upon may stay until the outbox is empty, when one request takes all. */
const leftoverMax = 1_000

/** `keys`: rows that the answers concern; `refusedKeys`: of those, rows of refused mutations; `renumbered`: orders with another number. */
export type Answered = {
  change: OutboxChange & { sent: SentEntry[] }
  keys: RowKey[]
  refusedKeys: ReadonlySet<RowKey>
  renumbered: readonly Renumbered[]
}

/** What the answers to a push change of the outbox: mutations leave, and the answered rows become the bases. */
export function answersToChange(
  mirror: OutboxMirror,
  results: readonly MutationResult[],
  toRefused: (entry: OutboxEntry, result: MutationResult) => RefusedEntry,
  noteOf: (id: string) => TakenNote | undefined,
): Answered {
  const entryById = new Map(mirror.entries.map((entry) => [entry.mutation.id, entry]))
  const sent: SentEntry[] = []
  const removed = new Set<OutboxEntry>()
  const refused: RefusedEntry[] = []
  const reachedByShop = new Map<string, ReachedPlace>()
  const renumbered: Renumbered[] = []
  const baseByKey = new Map<RowKey, Row | null>()
  const keys = new Set<RowKey>()
  const refusedKeys = new Set<RowKey>()
  for (const result of results) {
    const entry = entryById.get(result.id)
    // Another tab took an answer to it already (this one lost the lead meanwhile): rows have moved on since, by the feed.
    if (entry === undefined) continue
    removed.add(entry)
    renumbered.push(...findRenumbered(entry, result))
    for (const key of entry.keys) keys.add(key)
    const note = noteOf(result.id)
    const reached = note?.reached?.[entry.mutation.shopId]
    // Of a refusal too: the rows that it brought are of this life of the feed.
    if (reached !== undefined) reachedByShop.set(entry.mutation.shopId, reached)
    if (result.outcome === 'rejected') refused.push(toRefused(entry, result))
    else if (note !== undefined) sent.push({ ...withToldNumbers(entry, result), id: result.id, answeredAt: note.serverTime, reached })
    for (const { collection, document } of result.documents) {
      if (!isCollectionName(collection)) continue
      const key = rowKey(collection, document.id)
      const { row, seq } = wireToServerRow(collection, document)
      const known = baseByKey.has(key) ? baseByKey.get(key) : mirror.baseByKey.get(key)
      // An answer that crossed a newer pull must not take the row back.
      if (known != null && seq !== undefined && seq < known.seq) continue
      // "There is none" without a number may as well mean "you may not see it": the rights, and the feed, say which, and when.
      if (known != null && row === null && seq === undefined) continue
      baseByKey.set(key, row)
      keys.add(key)
    }
    if (result.outcome === 'applied') continue
    for (const key of entry.keys) refusedKeys.add(key)
    // A row that only this refused mutation made, and of which nobody ever said anything, is not on the server.
    for (const key of entry.keys) if (!baseByKey.has(key) && !mirror.baseByKey.has(key)) baseByKey.set(key, null)
  }
  const bases = [...baseByKey].map(([key, row]) => ({ key, row }))
  const droppedBases = mirror.leftovers.size > leftoverMax ? [...mirror.leftovers] : []
  // What the server's newest word of a row lacks, this answer or an earlier one has ended.
  const kept = sent.map((entry) => withoutLost(entry, (key) => (baseByKey.has(key) ? baseByKey.get(key) : mirror.baseByKey.get(key))))
  return { change: { removed: [...removed], bases, droppedBases, refused, sent: kept, reachedByShop, renumbered }, keys: [...keys], refusedKeys, renumbered }
}
