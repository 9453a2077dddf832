import { Dexie } from 'dexie'
import {
  type FilesStore,
  openFilesStore,
  type PendingEntry,
  type PendingFile,
  readPendingFile,
  removePending,
  type SealedFile,
  storePending,
} from '../files/files-store.ts'
import { filesStoreName } from '../storage/files-store-name.ts'
import { readInTime } from '../storage/patience.ts'
import type { SealState } from '../storage/stored-work.ts'
import { createSealer, type Opener, type Sealer } from './sealing-crypto.ts'
import { askForOpener, type SealKey, type SealKeys } from './sealing.ts'

type Unseal = () => Promise<void>

/**
 * Seals every unsent content of the user, one at a time, each in a transaction that deletes the plain bytes. Memory and
 * storage hold at most one extra copy, and after a crash each content exists once.
 * @throws when one cannot be sealed; none is then
 */
export async function sealFilesOf(userId: string, key: SealKey): Promise<Unseal> {
  if (!(await Dexie.exists(filesStoreName(userId)))) return async () => undefined
  const sealer = await createSealer(key.publicKey)
  const sealedIds: string[] = []
  const unseal: Unseal = () =>
    withStore(userId, async (store) => {
      for (const id of sealedIds) await putBackOne(store, userId, id, sealer.open)
    })
  try {
    await withStore(userId, async (store) => {
      for (const id of await readInTime(store.pending.toCollection().primaryKeys())) {
        await readInTime(sealOne(store, userId, id, key, sealer))
        sealedIds.push(id)
      }
    })
  } catch (error) {
    // What cannot be unsealed now is opened at the next connection.
    await unseal().catch(() => undefined)
    throw error
  }
  return unseal
}

/** Seals the latest version of an entry that changes meanwhile; skips one that is removed. */
async function sealOne(store: FilesStore, userId: string, id: string, key: SealKey, sealer: Sealer): Promise<void> {
  for (;;) {
    const file = await readPendingFile(store, id)
    if (file === undefined) return
    const { content, thumbnail, ...entry } = file
    const place = `${userId}/files/${id}`
    const sealed: SealedFile = {
      id,
      keyId: key.id,
      publicKey: sealer.publicKey,
      entry: await sealer.seal(JSON.stringify(entry), `${place}/entry`),
      content: await sealer.seal(content, `${place}/content`),
      thumbnail: thumbnail === null ? null : await sealer.seal(thumbnail, `${place}/thumbnail`),
    }
    const isDone = await store.transaction('rw', store.pending, store.bytes, store.sealed, async () => {
      const now = await store.pending.get(id)
      if (now === undefined) return true
      if (toMark(now) !== toMark(file)) return false
      await store.sealed.put(sealed)
      await removePending(store, [id])
      return true
    })
    if (isDone) return
  }
}

/** The mutable fields of an entry; its bytes never change. */
const toMark = ({ draftKey, facts, orderId, trouble }: PendingEntry): string => JSON.stringify([draftKey, facts, orderId, trouble])

/** Opens sealed contents with the server's help, one at a time. What cannot be opened stays sealed. */
export async function openSealedFiles(store: FilesStore, userId: string, keys: SealKeys): Promise<SealState> {
  const states = new Set<SealState>()
  const openerBySealing = new Map<string, Opener | 'waiting' | 'lost'>()
  for (const id of await store.sealed.toCollection().primaryKeys()) {
    const sealed = await store.sealed.get(id)
    if (sealed === undefined) continue
    const opener = openerBySealing.get(sealed.publicKey) ?? (await askForOpener(keys, sealed))
    openerBySealing.set(sealed.publicKey, opener)
    states.add(typeof opener === 'string' ? opener : await putBackOne(store, userId, id, opener))
  }
  return states.has('lost') ? 'lost' : states.has('waiting') ? 'waiting' : 'none'
}

/** `waiting`: this device has no room for it now. */
async function putBackOne(store: FilesStore, userId: string, id: string, open: Opener): Promise<SealState> {
  const sealed = await store.sealed.get(id)
  if (sealed === undefined) return 'none'
  const file = await openOne(sealed, `${userId}/files/${id}`, open).catch(() => undefined)
  if (file === undefined) return 'lost'
  try {
    await store.transaction('rw', store.pending, store.bytes, store.sealed, async () => {
      // Another tab may have unsealed it, and sent it since.
      if ((await store.sealed.get(id)) === undefined) return
      if ((await store.pending.get(id)) === undefined) await storePending(store, file)
      await store.sealed.delete(id)
    })
    return 'none'
  } catch {
    return 'waiting'
  }
}

async function openOne({ entry, content, thumbnail }: SealedFile, place: string, open: Opener): Promise<PendingFile> {
  const facts = JSON.parse(new TextDecoder().decode(await open(entry, `${place}/entry`))) as Omit<PendingFile, 'content' | 'thumbnail'>
  return {
    ...facts,
    content: await open(content, `${place}/content`),
    thumbnail: thumbnail === null ? null : await open(thumbnail, `${place}/thumbnail`),
  }
}

async function withStore<T>(userId: string, run: (store: FilesStore) => Promise<T>): Promise<T> {
  const store = await openFilesStore(userId)
  try {
    return await run(store)
  } finally {
    store.close()
  }
}
