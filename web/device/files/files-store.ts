import { Dexie, type EntityTable, type Table } from 'dexie'
import { toLasting } from '../storage/lasting-database.ts'
import { filesStoreName, letGoText } from '../storage/files-store-name.ts'
import type { Sealed } from '../storage/stored-work.ts'

export type FileFacts = {
  kind: 'photo' | 'document' | 'signature'
  fileName: string
  mimeType: string
  byteSize: number
  width: number | null
  height: number | null
  sha256: string
  caption: string | null
  forCustomer: boolean
  takenAt: string
  signedName?: string | undefined
  signedTerms?: string | undefined
}

/** A content that the server may lack. It is stored before its row and removed once the server has it. */
export type PendingFile = {
  id: string
  shopId: string
  /** Null while the form of its order is unsaved. */
  orderId: string | null
  /** The unfinished form it was added to; null once its row is written. */
  draftKey: string | null
  facts: FileFacts
  content: ArrayBuffer
  thumbnail: ArrayBuffer | null
  thumbnailType: string | null
  storedAt: string
  /** Why the server rejected it, as user text; stays until the user removes or retries it. */
  trouble: string | null
}

/** The metadata, which lists read without the bytes. */
export type PendingEntry = Omit<PendingFile, 'content' | 'thumbnail' | 'thumbnailType'>

/** Bytes stay here after sending while a KeptMark refers to them. */
type PendingBytes = { id: string; content: ArrayBuffer; thumbnail: ArrayBuffer | null; thumbnailType: string | null }

/** A downloaded content of the server. */
export type KeptFile = { key: string; bytes: ArrayBuffer; mimeType: string }

/** Last use, stored apart so that updating it touches no bytes. `mimeType`: set when the bytes still lie in the table of pending bytes. */
export type KeptMark = { key: string; byteSize: number; usedAt: number; mimeType?: string | undefined }

/** A sealed pending content: metadata as JSON, content and thumbnail, each encrypted separately. The server holds the keys. */
export type SealedFile = { id: string; keyId: string; publicKey: string; entry: Sealed; content: Sealed; thumbnail: Sealed | null }

/**
 * A content that the browser cleared before the server had it and no page could restore; listed until the user
 * acknowledges it. Its name is dropped at sign-out, and unknown for a sealed one.
 */
export type LostFile = { id: string; shopId: string | null; orderId: string | null; kind: FileFacts['kind'] | null; name: string | null; lostAt: string }

export type FilesStore = Dexie & {
  pending: EntityTable<PendingEntry, 'id'>
  bytes: EntityTable<PendingBytes, 'id'>
  kept: Table<KeptFile, string>
  marks: Table<KeptMark, string>
  sealed: EntityTable<SealedFile, 'id'>
  lost: EntityTable<LostFile, 'id'>
  meta: EntityTable<{ key: string; value: unknown }, 'key'>
}

/** Strict durability, as for the outbox: a stored picture survives a power cut. */
export async function openFilesStore(userId: string): Promise<FilesStore> {
  const store = toLasting(new Dexie(filesStoreName(userId), { chromeTransactionDurability: 'strict' }) as FilesStore)
  store.version(3).stores({ pending: 'id, draftKey', bytes: 'id', kept: 'key', marks: 'key, usedAt', sealed: 'id', lost: 'id', meta: 'key' })
  await store.open()
  return store
}

export async function storePending(store: FilesStore, { content, thumbnail, thumbnailType, ...entry }: PendingFile): Promise<void> {
  await store.transaction('rw', store.pending, store.bytes, async () => {
    await store.bytes.put({ id: entry.id, content, thumbnail, thumbnailType })
    await store.pending.put(entry)
  })
}

export async function readPendingFile(store: FilesStore, id: string): Promise<PendingFile | undefined> {
  return store.transaction('r', store.pending, store.bytes, async () => {
    const [entry, bytes] = await Promise.all([store.pending.get(id), store.bytes.get(id)])
    return entry === undefined || bytes === undefined ? undefined : { ...bytes, ...entry }
  })
}

/** Its row's refusal was discarded: it is not counted, and returns when the discard is undone. */
export const isLetGo = ({ trouble }: PendingEntry): boolean => trouble === letGoText

/** Contents to be sent, oldest first, without those of unfinished forms. */
export async function listUnsentEntries(store: FilesStore): Promise<PendingEntry[]> {
  const written = (await store.pending.toArray()).filter((entry) => entry.draftKey === null && !isLetGo(entry))
  return written.toSorted(byAge)
}

/** The same with their bytes, one at a time. */
export async function* eachUnsentFile(store: FilesStore): AsyncGenerator<PendingFile> {
  for (const { id } of await listUnsentEntries(store)) {
    const file = await readPendingFile(store, id)
    if (file !== undefined) yield file
  }
}

export const byAge = (one: PendingEntry, other: PendingEntry): number => one.storedAt.localeCompare(other.storedAt) || one.id.localeCompare(other.id)

export async function removePending(store: FilesStore, ids: readonly string[]): Promise<void> {
  await store.transaction('rw', store.pending, store.bytes, async () => {
    await Promise.all([store.pending.bulkDelete([...ids]), store.bytes.bulkDelete([...ids])])
  })
}
