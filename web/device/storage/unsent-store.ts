import { Dexie, type EntityTable, type Table } from 'dexie'
import type { FeedPlace, MutationError, Mutation } from '#schema/api/sync.ts'
import type { Notice } from '#schema/rules/merge/notices.ts'
import type { Draft } from './stored-draft.ts'
import { toLasting } from './clearing/lasting-database.ts'
import { assertNotNewer, assertOpenedOwn, localVersion } from './local-version.ts'
import type { Effect } from '../rows/rebase.ts'
import type { Row, RowKey } from '../rows/rows.ts'

/** Names by row (`orders/<id>`), from the row itself outwards. */
export type Titles = Record<string, string>

/** One mutation that waits for the server's word. Entries leave in the order of `position`. */
export type OutboxEntry = {
  position: number
  mutation: Mutation
  effects: Effect[]
  /** Every row the mutation touches on this device. */
  keys: RowKey[]
  /** Size of the mutation as JSON. */
  bytes: number
  /** What a person reads of it. */
  summary: string
  /** What the rows that it is about, and those they belong to, were called when it was made. */
  titles?: Titles | undefined
  /** Set when the mutation was made on another device and came here as a file. */
  origin?: MutationOrigin | undefined
}

/** The device on which a mutation was made, and how far the server's clock is ahead of that device's; null when it never knew. */
export type MutationOrigin = { deviceId: string; clockOffsetMs: number | null }

/** The server's state of a row that this device changed (null: the server has none); removed when nothing waits for the row. */
export type BaseRow = { key: RowKey; row: Row | null }

/** The bases that one answer brought, in one record under a name of its own: as many records of rows take twenty times as long. */
export type BaseBatch = { key: string; rows: readonly BaseRow[] }

export type RefusedEntry = {
  id: string
  mutation: Mutation
  error: MutationError
  refusedAt: string
  summary: string
  titles?: Titles | undefined
  /** The shop was lost: what its rows held before the change is gone, and `from` says nothing. */
  isStripped?: boolean | undefined
}

/** A mutation that the server took, kept for a while: a server that was set back may have forgotten it. Instants are the server's. */
export type SentEntry = OutboxEntry & { id: string; answeredAt: string; reached?: ReachedPlace | undefined }

/** What one answer took, in one record under an id of its own, as with bases. */
export type SentBatch = { id: string; answeredAt: string; entries: readonly SentEntry[] }

/** Where a shop's feed stood when the server had taken what was sent. */
export type ReachedPlace = FeedPlace & { epoch: string }

/** A row as this device held it when the server turned out to know an older state of it, or none; or to have it as deleted. */
export type NewerRow = { key: RowKey; row: Row; foundAt: string; isDeletedThere?: boolean | undefined }

/** What the server told this person of what others did to their work. */
export type NoticeEntry = {
  id: string
  shopId: string
  value: Notice
  createdAt: string
  /** Read here; the server has not heard of it yet. */ isDismissed?: boolean
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

export type DeviceStoreOptions = {
  /** Tests: that of another version of the app. */
  version?: number | undefined
  /** Another tab with an older version still holds the store; it goes on by itself once that one has let go. */
  onBlocked?: (() => void) | undefined
  /** The browser, or somebody in its settings, removes the store under this tab. */
  onRemoved?: (() => void) | undefined
  /** A newer version of the app waits for this tab to let go: nothing may be written once the store is closed. */
  onOutdated?: (() => void) | undefined
}

/**
 * What belongs to this device and cannot be fetched again: the outbox above all. Hence strict durability: when a save
 * says that it is done, a power cut does not undo it. It is also the gate of all local data: a tab holds it open as long as it
 * may write any, so whoever has raised its version knows that no older version of the app is at work.
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
    // Dexie's own listener would close at once, and open again with the next read.
    return false
  })
  // Each time that it opens: after a removal Dexie opens the next one by itself.
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

/** Inside a transaction: what is left of a batch lies in records of its own from here on. */
export async function removeSent({ sent }: Pick<DeviceStore, 'sent'>, isGone: (entry: SentEntry) => boolean): Promise<void> {
  const records = await sent.filter((record) => toSentEntries(record).some(isGone)).toArray()
  if (records.length === 0) return
  await sent.bulkDelete(records.map(({ id }) => id))
  await sent.bulkPut(records.flatMap((record) => toSentEntries(record).filter((entry) => !isGone(entry))))
}
