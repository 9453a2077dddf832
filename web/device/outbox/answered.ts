import type { MutationResult } from '#schema/api/sync.ts'
import { isCollectionName } from '#schema/collections/index.ts'
import { type Row, type RowKey, rowKey, wireToServerRow } from '../rows/rows.ts'
import type { OutboxEntry, ReachedPlace, RefusedEntry, SentEntry } from '../storage/unsent-store.ts'
import type { OutboxChange, OutboxMirror } from './memory/outbox-mirror.ts'
import { findRenumbered, type Renumbered, withToldNumbers } from '../numbers/renumbered.ts'
import { withoutLost } from './forget-guarded.ts'
import type { TakenNote } from './sent.ts'

/** Limit of unneeded bases kept until the outbox is empty, when one request deletes all. */
const leftoverMax = 1_000

/** `keys`: answered rows; `refusedKeys`: those of refused mutations. */
export type Answered = {
  change: OutboxChange & { sent: SentEntry[] }
  keys: RowKey[]
  refusedKeys: ReadonlySet<RowKey>
}

/** The outbox change that a push's answers cause: mutations leave, and the answered rows become the bases. */
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
    // Another tab took its answer after this one lost the lead; pulls have updated the rows since.
    if (entry === undefined) continue
    removed.add(entry)
    renumbered.push(...findRenumbered(entry, result))
    for (const key of entry.keys) keys.add(key)
    const note = noteOf(result.id)
    const reached = note?.reached?.[entry.mutation.shopId]
    // For a refusal too: its rows are of this epoch of the feed.
    if (reached !== undefined) reachedByShop.set(entry.mutation.shopId, reached)
    if (result.outcome === 'rejected') refused.push(toRefused(entry, result))
    else if (note !== undefined) sent.push({ ...withToldNumbers(entry, result), id: result.id, answeredAt: note.serverTime, reached })
    for (const { collection, document } of result.documents) {
      if (!isCollectionName(collection)) continue
      const key = rowKey(collection, document.id)
      const { row, seq } = wireToServerRow(collection, document)
      const known = baseByKey.has(key) ? baseByKey.get(key) : mirror.baseByKey.get(key)
      // An answer older than a later pull must not revert the row.
      if (known != null && seq !== undefined && seq < known.seq) continue
      // A missing row without a sequence number may only be invisible to the user; rights and feed decide that.
      if (known != null && row === null && seq === undefined) continue
      baseByKey.set(key, row)
      keys.add(key)
    }
    if (result.outcome === 'applied') continue
    for (const key of entry.keys) refusedKeys.add(key)
    // A row created by this refused mutation only, without any state from the server, does not exist there.
    for (const key of entry.keys) if (!baseByKey.has(key) && !mirror.baseByKey.has(key)) baseByKey.set(key, null)
  }
  const bases = [...baseByKey].map(([key, row]) => ({ key, row }))
  const droppedBases = mirror.leftovers.size > leftoverMax ? [...mirror.leftovers] : []
  // Drops values that the newest server rows no longer have.
  const kept = sent.map((entry) => withoutLost(entry, (key) => (baseByKey.has(key) ? baseByKey.get(key) : mirror.baseByKey.get(key))))
  return { change: { removed: [...removed], bases, droppedBases, refused, sent: kept, reachedByShop, renumbered }, keys: [...keys], refusedKeys }
}
