import { Dexie, type EntityTable, type Table } from 'dexie'
import type { FeedPlace, MutationError, Mutation } from '#schema/api/sync.ts'
import type { Notice } from '#schema/rules/merge/notices.ts'
import type { Draft } from './stored-draft.ts'
import { toLasting } from './lasting-database.ts'
import { assertNotNewer, assertOpenedOwn, localVersion } from './local-version.ts'
import type { Effect } from '../rows/rebase.ts'
import type { Row, RowKey } from '../rows/rows.ts'

/** Titles by row key (`orders/<id>`), the row itself first, then its parents. */
export type Titles = Record<string, string>

/** A mutation that the server has not confirmed; sent in the order of `position`. */
export type OutboxEntry = {
  position: number
  mutation: Mutation
  effects: Effect[]
  /** All rows that the mutation changes on this device. */
  keys: RowKey[]
  /** Size of the mutation as JSON. */
  bytes: number
  summary: string
  /** Titles of the mutation's rows and their parents when it was made. */
  titles?: Titles | undefined
  /** Set if the mutation was imported from another device's file. */
  origin?: MutationOrigin | undefined
}

/** The device that made a mutation, and how many milliseconds the server's clock is ahead of its own; null if unknown. */
export type MutationOrigin = { deviceId: string; clockOffsetMs: number | null }

/** The server's state of a row with waiting mutations (null: the server has none); removed when none is left. */
export type BaseRow = { key: RowKey; row: Row | null }

/** Bases from one answer in one record: separate records take twenty times as long. */
export type BaseBatch = { key: string; rows: readonly BaseRow[] }

export type RefusedEntry = {
  id: string
  mutation: Mutation
  error: MutationError
  refusedAt: string
  summary: string
  titles?: Titles | undefined
  /** The shop was lost: previous row values are removed, and `from` is meaningless. */
  isStripped?: boolean | undefined
}

/** A mutation that the server accepted, kept for a while in case the server is set back. Instants are server time. */
export type SentEntry = OutboxEntry & { id: string; answeredAt: string; reached?: ReachedPlace | undefined }

/** Mutations accepted by one answer, in one record as with bases. */
export type SentBatch = { id: string; answeredAt: string; entries: readonly SentEntry[] }

/** Position of a shop's feed after the server accepted a push. */
export type ReachedPlace = FeedPlace & { epoch: string }

/** A row as this device held it when the server turned out to have an older state, none, or a deleted one. */
export type NewerRow = { key: RowKey; row: Row; foundAt: string; isDeletedThere?: boolean | undefined }

/** A notice of the server about other users' changes to this user's work. */
export type NoticeEntry = {
  id: string
  shopId: string
  value: Notice
  createdAt: string
  /** Dismissed here; not yet reported to the server. */ isDismissed?: boolean
}

type MetaEntry = { key: string; value: unknown }

export type DeviceStore = Dexie & {
  outbox: EntityTable<OutboxEntry, 'position'>
  bases: Table<BaseRow | BaseBatch, string>
  refused: EntityTable<RefusedEntry, 'id'>
  drafts: EntityTable<Draft, 'key'>
  sent: Table<SentEntry | SentBatch, string>
  newer: Table<NewerRow, RowKey>
  notices: EntityTable<NoticeEntry, 'id'>
  meta: EntityTable<MetaEntry, 'key'>
}

export const deviceStoreName = (userId: string): string => `mainspring-device-${userId}`

type DeviceStoreOptions = {
  /** For tests: another version of the app. */
  version?: number | undefined
  /** A tab with an older app version holds the store open; opening continues when it closes the store. */
  onBlocked?: (() => void) | undefined
  /** The browser, or the user in its settings, removes the store. */
  onRemoved?: (() => void) | undefined
  /** A newer app version waits for this tab to close the store; nothing may be written after that. */
  onOutdated?: (() => void) | undefined
}

/**
 * Data of this device that cannot be fetched again, above all the outbox. Hence strict durability: a power cut does not
 * undo a confirmed save. Every tab that may write local data holds the store open, so after an upgrade no older app
 * version is running.
 * @throws NewerLocalDataError
 */
export async function openDeviceStore(userId: string, options: DeviceStoreOptions = {}): Promise<DeviceStore> {
  const { version = localVersion, onBlocked, onOutdated, onRemoved } = options
  await assertNotNewer(deviceStoreName(userId), version)
  const store = toLasting(new Dexie(deviceStoreName(userId), { chromeTransactionDurability: 'strict' }) as DeviceStore)
  const tables = {
    outbox: '++position',
    bases: 'key',
    refused: 'id, refusedAt',
    drafts: 'key',
    sent: 'id, answeredAt',
    newer: 'key',
    notices: 'id, createdAt',
    meta: 'key',
  }
  store.version(version).stores(tables)
  store.on('blocked', () => {
    onBlocked?.()
    return false
  })
  store.on('versionchange', ({ newVersion }) => {
    if (newVersion === null) onRemoved?.()
    if (newVersion === null || onOutdated === undefined) return
    onOutdated()
    // Dexie's own listener would close at once, and reopen with the next read.
    return false
  })
  // On every opening: after a removal Dexie reopens by itself.
  store.on('ready', () => store.backendDB().addEventListener('close', () => onRemoved?.()), true)
  await store.open()
  assertOpenedOwn(store, version)
  return store
}

export async function readMeta<T>(store: DeviceStore, key: string): Promise<T | undefined> {
  const entry = await store.meta.get(key)
  return entry?.value as T | undefined
}

export async function writeMeta(store: DeviceStore, key: string, value: unknown): Promise<void> {
  await store.meta.put({ key, value })
}

export const toSentEntries = (record: SentEntry | SentBatch): readonly SentEntry[] => ('entries' in record ? record.entries : [record])

/** Call inside a transaction. The rest of a batch becomes single records. */
export async function removeSent({ sent }: Pick<DeviceStore, 'sent'>, isGone: (entry: SentEntry) => boolean): Promise<void> {
  const records = await sent.filter((record) => toSentEntries(record).some(isGone)).toArray()
  if (records.length === 0) return
  await sent.bulkDelete(records.map(({ id }) => id))
  await sent.bulkPut(records.flatMap((record) => toSentEntries(record).filter((entry) => !isGone(entry))))
}
