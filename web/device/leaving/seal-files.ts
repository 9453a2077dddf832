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

/** Takes back what was sealed, for who stays. */
export type Unseal = () => Promise<void>

/**
 * Puts every content of the user that the server lacks under seal, one at a time, each in a transaction that takes the
 * plain
 * bytes away: memory and storage hold one more at the most, and a page that dies in between has each in one place.
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
    // What this cannot put back now opens with the next connection.
    await unseal().catch(() => undefined)
    throw error
  }
  return unseal
}

/** What changes meanwhile is sealed as it is then; what leaves meanwhile is left alone. */
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

/** What may change of a content; its bytes never do. */
const toMark = ({ draftKey, facts, orderId, trouble }: PendingEntry): string => JSON.stringify([draftKey, facts, orderId, trouble])

/** Opens what lies sealed, with the server's help, one content at a time. What cannot be opened stays as it is. */
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
      // Another tab may have put it back, and sent it since.
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
