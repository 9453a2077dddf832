import { AppError } from '#schema/errors.ts'
import { clockOffsetKey, offeredKey, outboxVersionKey, writeFenceKey } from './meta-keys.ts'
import { type DeviceStore, type NewerRow, type NoticeEntry, type OutboxEntry, type RefusedEntry, type SentEntry, toSentEntries } from './unsent-store.ts'
import type { Draft } from './stored-draft.ts'

/** What a person loses when it goes: nobody else has it, or nobody else knows that it is theirs. */
export type Work = {
  outbox: OutboxEntry[]
  refused: RefusedEntry[]
  drafts: Draft[]
  sent: SentEntry[]
  newer: NewerRow[]
  notices: NoticeEntry[]
  meta: { key: string; value: unknown }[]
}

/** How much is there that the server has not taken; `drafts` counts open forms too. */
export type WorkCounts = { unsent: number; refused: number; drafts: number }

export const workTables = ['outbox', 'refused', 'drafts', 'sent', 'newer', 'notices'] as const

/** Refused changes that were discarded less than a day ago: what lies in their own table counts, is exported, and holds up signing out. */
export const discardedPrefix = 'discarded/'

export const sealedPrefix = 'sealed/'
/** Bytes under seal, which only a key of the server opens. */
export type Sealed = { iv: Uint8Array<ArrayBuffer>; data: ArrayBuffer }
/** `waiting`: the server could not be asked. `lost`: it does not have the key, or a part is damaged; what is sealed stays as it is. */
export type SealState = 'none' | 'waiting' | 'lost'
/** Where it stands, the person whose store this is has signed out: no page that was open then may write into it. */
export const leftKey = 'left'
export const madeAtKey = 'madeAt'
export const sealKeyKey = 'sealKey'
/** None of these says anything about a shop. */
const keptKeys: ReadonlySet<string> = new Set([leftKey, sealKeyKey, clockOffsetKey, outboxVersionKey, offeredKey, writeFenceKey])

export const workStores = (store: DeviceStore) => [...workTables.map((name) => store.table(name)), store.bases, store.meta]

/** Inside a transaction that holds `workStores`, or one that reads. */
export async function readWork(store: DeviceStore): Promise<Work> {
  const [outbox, refused, drafts, sent, newer, notices, meta] = await Promise.all([
    store.outbox.orderBy('position').toArray(),
    store.refused.toArray(),
    store.drafts.toArray(),
    store.sent.toArray(),
    store.newer.toArray(),
    store.notices.toArray(),
    store.meta.where('key').startsWith(discardedPrefix).toArray(),
  ])
  return { outbox, refused, drafts, sent: sent.flatMap(toSentEntries), newer, notices, meta }
}

export const isNoWork = (work: Work): boolean => Object.values(work).every((entries) => entries.length === 0)

/** Whether the same work lies there as before: entries of the outbox and refused ones never change, drafts tell when they were saved. */
export function isSameWork(one: Work, other: Work): boolean {
  const toMark = (work: Work): string =>
    JSON.stringify([
      work.outbox.map(({ position }) => position),
      work.refused.map(({ id }) => id),
      work.drafts.map(({ key, savedAt, value }) => [key, savedAt, value]),
      work.sent.map(({ id }) => id),
      work.newer.map(({ key }) => key),
      work.notices.map(({ id }) => id),
      work.meta.map(({ key }) => key),
    ])
  return toMark(one) === toMark(other)
}

/** Takes everything out of the store but what is sealed, and marks that its person has left. Inside a transaction that holds `workStores`. */
export async function clearWork(store: DeviceStore, leftAt: string): Promise<void> {
  await Promise.all(workTables.map((name) => store.table(name).clear()))
  await store.meta.where('key').startsWith(discardedPrefix).delete()
  await clearRows(store, leftAt)
}

/** The same, but the work stays as it lies there: where nothing can be sealed. */
export async function clearRows(store: DeviceStore, leftAt: string): Promise<void> {
  await store.bases.clear()
  await store.meta.filter(({ key }) => !key.startsWith(sealedPrefix) && !key.startsWith(discardedPrefix) && !keptKeys.has(key)).delete()
  await store.meta.put({ key: leftKey, value: leftAt })
}

export const leftMessage = 'You have signed out on this device. This was not saved.'

/**
 * Inside every transaction that changes the outbox: a page that was open when its person signed out (in another tab, or while it
 * stood still) must not say that it saved something. @throws AppError UNAVAILABLE
 */
export function assertNotLeft(leftAt: unknown): void {
  if (leftAt !== undefined) throw new AppError('UNAVAILABLE', leftMessage)
}
