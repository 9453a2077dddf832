import { Dexie, type EntityTable, type Table } from 'dexie'
import { toLasting } from '../storage/clearing/lasting-database.ts'
import { filesStoreName, letGoText } from '../storage/files-store-name.ts'
import type { Sealed } from '../storage/stored-work.ts'

/** What is known of a content before its row says it; under the row's names. */
export type FileFacts = {
  kind: 'photo' | 'document' | 'signature'
  fileName: string
  mimeType: string
  byteSize: number
  width: number | null
  height: number | null
  /** Hex. */
  sha256: string
  caption: string | null
  forCustomer: boolean
  takenAt: string
  signedName?: string | undefined
  signedTerms?: string | undefined
}

/** A content that the server may not have. It is stored before its row, and goes when the server has it. */
export type PendingFile = {
  /** The id of its row. */
  id: string
  shopId: string
  /** Null while the order that it is for is being typed. */
  orderId: string | null
  /** The unfinished form that it was added to; null once its row was written. */
  draftKey: string | null
  facts: FileFacts
  content: ArrayBuffer
  thumbnail: ArrayBuffer | null
  thumbnailType: string | null
  storedAt: string
  /** Why the server did not take it, in words for a person; it stays until somebody lets it go. */
  trouble: string | null
}

/** The small part of it, which lists read without the contents. */
export type PendingEntry = Omit<PendingFile, 'content' | 'thumbnail' | 'thumbnailType'>

/** They stay when they were sent, as long as a mark says so. */
type PendingBytes = { id: string; content: ArrayBuffer; thumbnail: ArrayBuffer | null; thumbnailType: string | null }

/** A content of the server that was looked at here. */
export type KeptFile = { key: string; bytes: ArrayBuffer; mimeType: string }

/** What says how old it is lies apart, so that nothing large is read or written for it. `mimeType`: its bytes lie where they waited to be sent. */
export type KeptMark = { key: string; byteSize: number; usedAt: number; mimeType?: string | undefined }

/** A pending content under seal: what is known of it as JSON, and its bytes, each part for itself. The keys are the server's. */
export type SealedFile = { id: string; keyId: string; publicKey: string; entry: Sealed; content: Sealed; thumbnail: Sealed | null }

/**
 * A content that the browser removed before the server had it, and of which no page held another: told until its person has seen it.
 * What it was called goes when they sign out, and was never known of a sealed one.
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

/** Strict, as the outbox: when a picture counts as stored, a power cut does not undo it. */
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

/** Its row was discarded: it counts nowhere, and comes back where that is undone. */
export const isLetGo = ({ trouble }: PendingEntry): boolean => trouble === letGoText

/** What the server does not have and is to get, oldest first; what belongs to an unfinished form stays with that. */
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

/** Oldest first; those of one moment in one order everywhere. */
export const byAge = (one: PendingEntry, other: PendingEntry): number => one.storedAt.localeCompare(other.storedAt) || one.id.localeCompare(other.id)

export async function removePending(store: FilesStore, ids: readonly string[]): Promise<void> {
  await store.transaction('rw', store.pending, store.bytes, async () => {
    await Promise.all([store.pending.bulkDelete([...ids]), store.bytes.bulkDelete([...ids])])
  })
}
