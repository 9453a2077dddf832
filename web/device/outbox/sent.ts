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

/** The server's database went back by itself: so many changes of this device that it had taken are sent again. */
export type SetBackNote = { at: string; count: number }

/** What an answer to a push said of the server: its time, and where the feeds stood then. */
export type TakenNote = { serverTime: string; reached?: Record<string, ReachedPlace> | undefined }

const keptMs = 14 * 24 * 60 * 60 * 1000
const keptMax = 2_000
const keptMaxBytes = 8_000_000
const trimEvery = 200
const trimEveryBytes = 1_000_000
/** More places than the server takes say no more: between two of them lie few mutations. */
const placesMax = 500

const batchPrefix = 'batch/'
const reachedPrefix = 'reached/'
const setBackKey = 'setBack'

export async function readReached(store: DeviceStore): Promise<Map<string, ReachedPlace>> {
  const entries = await store.meta.where('key').startsWith(reachedPrefix).toArray()
  return new Map(entries.map(({ key, value }) => [key.slice(reachedPrefix.length), value as ReachedPlace]))
}

/** How what one answer took is stored: together, under the name that no other answer has. */
export function toSentRecords(entries: readonly SentEntry[], version: number): (SentEntry | SentBatch)[] {
  const [first, ...others] = entries
  if (first === undefined || others.length === 0) return [...entries]
  return [{ id: `${batchPrefix}${version}`, answeredAt: first.answeredAt, entries }]
}

/** Inside the transaction that takes the mutations out of the outbox, as the next. */
export async function keepSent({ sent }: DeviceStore, records: readonly (SentEntry | SentBatch)[]): Promise<void> {
  await sent.bulkPut(records)
}

export async function noteReached(store: DeviceStore, reachedByShop: ReadonlyMap<string, ReachedPlace>): Promise<void> {
  if (reachedByShop.size > 0) await store.meta.bulkPut(reachedToMeta(reachedByShop))
}

export const reachedToMeta = (reachedByShop: ReadonlyMap<string, ReachedPlace>): { key: string; value: ReachedPlace }[] =>
  [...reachedByShop].map(([shopId, reached]) => ({ key: reachedPrefix + shopId, value: reached }))

/** Forgets the oldest beyond what is kept. `now`: by the server's clock. */
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

/** What was erased for good is not kept here either. `ids`: the customers, and whatever of them this device knows. */
export async function forgetSentAbout({ outbox }: LocalState, store: DeviceStore, ids: readonly string[]): Promise<void> {
  await store.transaction('rw', store.sent, store.meta, async () => {
    await removeSent(store, (entry) => ids.some((id) => JSON.stringify(entry).includes(id)))
    await outbox.noteChange([])
  })
  await outbox.reload()
}

/** Trims when enough came in since. `bytes` of what was kept since the last time; `count` of all that is kept. */
export async function trimSentInTime(store: DeviceStore, now: Date, { bytes, count }: { bytes: number; count: number }): Promise<boolean> {
  if (bytes < trimEveryBytes && count <= keptMax + trimEvery) return false
  await trimSent(store, now)
  return true
}

async function sentOf(store: DeviceStore, shopId: string): Promise<SentEntry[]> {
  const entries = (await store.sent.toArray()).flatMap(toSentEntries).filter(({ mutation }) => mutation.shopId === shopId)
  // What was put back into a storage that was emptied may lie in a record of its own too.
  return [...new Map(entries.map((entry) => [entry.id, entry])).values()]
}

/** What the server is asked: up to where its feed is the one that took these mutations. Undefined when nothing was taken in that feed. */
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
 * The server's feed, of the same epoch still, lost what it had beyond `heldSeq`: mutations of this device that it took there go back
 * into the outbox, at the places that they had, in front of what waits. Their rows keep what they show until the server's own come.
 * Runs inside the write lock.
 */
export async function takeBackSent(
  localState: LocalState,
  store: DeviceStore,
  shopId: string,
  { epoch, heldSeq }: { epoch: string; heldSeq: number },
  now: Date,
): Promise<number> {
  const { outbox } = localState
  // Of rows for which something else waits too: its answer is of the life that goes on.
  await outdateBases(localState, shopId)
  const lost = (await sentOf(store, shopId)).filter(({ reached }) => reached?.epoch === epoch && reached.seq > heldSeq).toSorted(bySending)
  const lostIds = new Set(lost.map(({ id }) => id))
  // They came in a file once more: each waits once, in front, where others may build upon it.
  const doubled = outbox.entries.filter(({ mutation }) => lostIds.has(mutation.id))
  const entries = toFreePlaces(
    lost.map(({ id: _, answeredAt: __, reached: ___, ...entry }): OutboxEntry => entry),
    outbox.entries.filter(({ mutation }) => !lostIds.has(mutation.id)),
  )
  const held = await readBases(
    localState,
    entries.flatMap(({ keys }) => keys),
  )
  // Rows of another life of the feed: whatever the server says of them is newer.
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

/** In a storage that was emptied meanwhile another mutation may have the place: then they get places between 0 and what waits. */
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

/** The shop is no longer the person's: nothing of it is sent again. */
export async function forgetSent({ outbox }: LocalState, store: DeviceStore, shopId: string): Promise<void> {
  await store.transaction('rw', store.sent, store.meta, async () => {
    await removeSent(store, ({ mutation }) => mutation.shopId === shopId)
    await store.meta.delete(reachedPrefix + shopId)
    await outbox.noteChange([])
  })
  await outbox.reload()
}
