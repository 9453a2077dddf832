import type { KnownFeeds } from '#schema/api/sync.ts'
import { type LocalState, outdateBases, readBases } from './local-state.ts'
import {
  type DeviceStore,
  type OutboxEntry,
  type ReachedPlace,
  removeSent,
  type SentBatch,
  type SentEntry,
  toSentEntries,
  writeMeta,
} from '../storage/unsent-store.ts'

/** The server was set back: `count` mutations that it had taken are sent again. */
export type SetBackNote = { at: string; count: number }

/** The server's time and the feed positions in an answer to a push. */
export type TakenNote = { serverTime: string; reached?: Record<string, ReachedPlace> | undefined }

const keptMs = 14 * 24 * 60 * 60 * 1000
const keptMax = 2_000
const keptMaxBytes = 8_000_000
const trimEvery = 200
const trimEveryBytes = 1_000_000
/** The server takes no more positions; few mutations lie between two of them. */
const placesMax = 500

const batchPrefix = 'batch/'
const reachedPrefix = 'reached/'
const setBackKey = 'setBack'

export async function readReached(store: DeviceStore): Promise<Map<string, ReachedPlace>> {
  const entries = await store.meta.where('key').startsWith(reachedPrefix).toArray()
  return new Map(entries.map(({ key, value }) => [key.slice(reachedPrefix.length), value as ReachedPlace]))
}

/** Stores one answer's mutations in one record with a unique key. */
export function toSentRecords(entries: readonly SentEntry[], version: number): (SentEntry | SentBatch)[] {
  const [first, ...others] = entries
  if (first === undefined || others.length === 0) return [...entries]
  return [{ id: `${batchPrefix}${version}`, answeredAt: first.answeredAt, entries }]
}

/** Call inside the transaction that removes the mutations from the outbox. */
export async function keepSent({ sent }: DeviceStore, records: readonly (SentEntry | SentBatch)[]): Promise<void> {
  await sent.bulkPut(records)
}

export async function noteReached(store: DeviceStore, reachedByShop: ReadonlyMap<string, ReachedPlace>): Promise<void> {
  if (reachedByShop.size > 0) await store.meta.bulkPut(reachedToMeta(reachedByShop))
}

export const reachedToMeta = (reachedByShop: ReadonlyMap<string, ReachedPlace>): { key: string; value: ReachedPlace }[] =>
  [...reachedByShop].map(([shopId, reached]) => ({ key: reachedPrefix + shopId, value: reached }))

/** Deletes the oldest beyond the limits. `now`: by the server's clock. */
export async function trimSent(store: DeviceStore, now: Date): Promise<void> {
  await store.sent
    .where('answeredAt')
    .below(new Date(now.getTime() - keptMs).toISOString())
    .delete()
  const ends: string[] = []
  let [count, bytes] = [0, 0]
  await store.sent
    .orderBy('answeredAt')
    .reverse()
    .each((record) => {
      const entries = toSentEntries(record)
      count += entries.length
      bytes += entries.reduce((sum, entry) => sum + entry.bytes, 0)
      if (count > keptMax || bytes > keptMaxBytes) ends.push(record.id)
    })
  if (ends.length > 0) await store.sent.bulkDelete(ends)
}

/** Deletes sent mutations about erased customers. `ids`: the customers and their known rows. */
export async function forgetSentAbout({ outbox }: LocalState, store: DeviceStore, ids: readonly string[]): Promise<void> {
  await store.transaction('rw', store.sent, store.meta, async () => {
    await removeSent(store, (entry) => ids.some((id) => JSON.stringify(entry).includes(id)))
    await outbox.noteChange([])
  })
  await outbox.reload()
}

/** Trims once enough was added. `bytes`: added since the last trim; `count`: all that is kept. */
export async function trimSentInTime(store: DeviceStore, now: Date, { bytes, count }: { bytes: number; count: number }): Promise<boolean> {
  if (bytes < trimEveryBytes && count <= keptMax + trimEvery) return false
  await trimSent(store, now)
  return true
}

async function sentOf(store: DeviceStore, shopId: string): Promise<SentEntry[]> {
  const entries = (await store.sent.toArray()).flatMap(toSentEntries).filter(({ mutation }) => mutation.shopId === shopId)
  // After restoring a cleared storage, an entry may be in two records.
  return [...new Map(entries.map((entry) => [entry.id, entry])).values()]
}

/** The feed positions by which the server finds out whether it was set back. Undefined when nothing was taken in that feed. */
export async function listKnownPlaces(store: DeviceStore, shopId: string): Promise<KnownFeeds | undefined> {
  const newest = (await readReached(store)).get(shopId)
  if (newest === undefined) return undefined
  const { epoch } = newest
  const places = [...(await sentOf(store, shopId)).flatMap(({ reached }) => (reached?.epoch === epoch ? [reached] : [])), newest]
  const markBySeq = new Map(places.map(({ seq, mark }) => [seq, mark]))
  const ascending = [...markBySeq].map(([seq, mark]) => ({ seq, mark })).toSorted((one, other) => one.seq - other.seq)
  const step = Math.ceil(ascending.length / placesMax)
  return { [shopId]: { epoch, places: ascending.filter((_, index) => (ascending.length - 1 - index) % step === 0) } }
}

/**
 * The server's feed, still of the same epoch, lost everything beyond `heldSeq`: the mutations taken there return to the
 * outbox at their old positions, before the waiting ones. Their rows stay as shown until the server's rows arrive. Runs
 * inside the write lock.
 */
export async function takeBackSent(
  localState: LocalState,
  store: DeviceStore,
  shopId: string,
  { epoch, heldSeq }: { epoch: string; heldSeq: number },
  now: Date,
): Promise<number> {
  const { outbox } = localState
  // Bases of other waiting mutations too: their answers come from the shortened feed.
  await outdateBases(localState, shopId)
  const lost = (await sentOf(store, shopId)).filter(({ reached }) => reached?.epoch === epoch && reached.seq > heldSeq).toSorted(bySending)
  const lostIds = new Set(lost.map(({ id }) => id))
  // They were imported again: keep one of each, in front, because later ones may build on it.
  const doubled = outbox.entries.filter(({ mutation }) => lostIds.has(mutation.id))
  const entries = toFreePlaces(
    lost.map(({ id: _, answeredAt: __, reached: ___, ...entry }): OutboxEntry => entry),
    outbox.entries.filter(({ mutation }) => !lostIds.has(mutation.id)),
  )
  const held = await readBases(
    localState,
    entries.flatMap(({ keys }) => keys),
  )
  // Any server row counts as newer than these bases.
  const bases = held.map(({ key, row }) => ({ key, row: row === null ? null : { ...row, seq: 0 } }))
  await store.transaction('rw', [store.outbox, store.bases, store.sent, store.meta], async () => {
    await store.outbox.bulkDelete(doubled.map(({ position }) => position))
    await store.outbox.bulkPut(entries)
    await outbox.noteOffered(Math.max(0, ...entries.map(({ position }) => position)))
    await store.bases.bulkPut(bases)
    await removeSent(store, ({ id }) => lostIds.has(id))
    await store.meta.delete(reachedPrefix + shopId)
    if (lost.length > 0) {
      const before = await readSetBack(store)
      await writeMeta(store, setBackKey, { at: now.toISOString(), count: (before?.count ?? 0) + lost.length } satisfies SetBackNote)
    }
    await outbox.noteChange(bases.map(({ key }) => key))
  })
  await outbox.reload()
  return lost.length
}

const bySending = (one: SentEntry, other: SentEntry): number => one.answeredAt.localeCompare(other.answeredAt) || one.position - other.position

/** In a cleared storage another mutation may have the position; then they get positions between 0 and the first waiting one. */
function toFreePlaces(entries: readonly OutboxEntry[], waiting: readonly OutboxEntry[]): OutboxEntry[] {
  const places = new Set([...entries, ...waiting].map(({ position }) => position))
  if (places.size === entries.length + waiting.length) return [...entries]
  const step = (waiting[0]?.position ?? 1) / (entries.length + 1)
  return entries.map((entry, index) => ({ ...entry, position: step * (index + 1) }))
}

export async function readSetBack(store: DeviceStore): Promise<SetBackNote | undefined> {
  return (await store.meta.get(setBackKey))?.value as SetBackNote | undefined
}

export const dismissSetBack = (store: DeviceStore): Promise<void> => store.meta.delete(setBackKey)

/** The user lost the shop: nothing of it is sent again. */
export async function forgetSent({ outbox }: LocalState, store: DeviceStore, shopId: string): Promise<void> {
  await store.transaction('rw', store.sent, store.meta, async () => {
    await removeSent(store, ({ mutation }) => mutation.shopId === shopId)
    await store.meta.delete(reachedPrefix + shopId)
    await outbox.noteChange([])
  })
  await outbox.reload()
}
