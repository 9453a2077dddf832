import { AppError } from '#schema/errors.ts'
import { clockOffsetKey, offeredKey, outboxVersionKey, writeFenceKey } from './meta-keys.ts'
import { type DeviceStore, type NewerRow, type NoticeEntry, type OutboxEntry, type RefusedEntry, type SentEntry, toSentEntries } from './unsent-store.ts'
import type { Draft } from './stored-draft.ts'

/** Data that exists only on this device. */
export type Work = {
  outbox: OutboxEntry[]
  refused: RefusedEntry[]
  drafts: Draft[]
  sent: SentEntry[]
  newer: NewerRow[]
  notices: NoticeEntry[]
  meta: { key: string; value: unknown }[]
}

/** Changes that the server has not accepted; `drafts` includes open forms. */
export type WorkCounts = { unsent: number; refused: number; drafts: number }

export const workTables = ['outbox', 'refused', 'drafts', 'sent', 'newer', 'notices'] as const

/**
 * `meta` keys of refused changes discarded less than a day ago: unlike the `refused` table, they are neither counted
 * nor exported, and do not block signing out.
 */
export const discardedPrefix = 'discarded/'

export const sealedPrefix = 'sealed/'
/** Encrypted data; only a key on the server decrypts it. */
export type Sealed = { iv: Uint8Array<ArrayBuffer>; data: ArrayBuffer }
/** `waiting`: the server was not reachable. `lost`: the server has no such key, or a part is damaged; the data is kept. */
export type SealState = 'none' | 'waiting' | 'lost'
/** Set after its user has signed out: pages opened before must not write any more. */
export const leftKey = 'left'
export const madeAtKey = 'madeAt'
export const sealKeyKey = 'sealKey'
/** These hold no data of a shop. */
const keptKeys: ReadonlySet<string> = new Set([leftKey, sealKeyKey, clockOffsetKey, outboxVersionKey, offeredKey, writeFenceKey])

export const workStores = (store: DeviceStore) => [...workTables.map((name) => store.table(name)), store.bases, store.meta]

/** Call inside a transaction on `workStores`, or a reading one. */
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

/** Whether nothing changed: outbox and refused entries are immutable, drafts have `savedAt`. */
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

/** Clears the store except encrypted data, and marks the user as signed out. Call inside a transaction on `workStores`. */
export async function clearWork(store: DeviceStore, leftAt: string): Promise<void> {
  await Promise.all(workTables.map((name) => store.table(name).clear()))
  await store.meta.where('key').startsWith(discardedPrefix).delete()
  await clearRows(store, leftAt)
}

/** The same but keeps the work, for when it cannot be encrypted. */
export async function clearRows(store: DeviceStore, leftAt: string): Promise<void> {
  await store.bases.clear()
  await store.meta.filter(({ key }) => !key.startsWith(sealedPrefix) && !key.startsWith(discardedPrefix) && !keptKeys.has(key)).delete()
  await store.meta.put({ key: leftKey, value: leftAt })
}

export const leftMessage = 'You have signed out on this device. This was not saved.'

/**
 * Call inside every transaction that changes the outbox: a page whose user signed out in another tab must not report a
 * save. @throws AppError UNAVAILABLE
 */
export function assertNotLeft(leftAt: unknown): void {
  if (leftAt !== undefined) throw new AppError('UNAVAILABLE', leftMessage)
}
