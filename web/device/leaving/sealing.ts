import { AppError } from '#schema/errors.ts'
import { bumpVersionAnew } from '../outbox/outbox-tables.ts'
import type { DeviceStore } from '../storage/unsent-store.ts'
import { storeOffered } from '../storage/offered.ts'
import { createOpener, createSealer, type Opener } from './sealing-crypto.ts'
import {
  clearWork,
  isNoWork,
  isSameWork,
  readWork,
  type Sealed,
  sealedPrefix,
  type SealState,
  type Work,
  workStores,
  type workTables,
} from '../storage/stored-work.ts'

/** The public half of this user's key on this device. */
export type SealKey = { id: string; publicKey: string }

/** The server's part in sealing. Rejects as SyncApi does. */
export type SealKeys = {
  ask: (deviceId: string) => Promise<SealKey>
  /** The shared secret of the key and a sealing's public key. @throws AppError NOT_FOUND when the server does not have the key */
  open: (keyId: string, publicKey: string) => Promise<string>
}

type SealedPart = Sealed & { keyId: string; publicKey: string; parts: number }

/** Characters of JSON per part. */
const partLength = 1_000_000

/**
 * Seals the store's work in one transaction that deletes the plain text; a crash before its end changes nothing.
 * Includes changes made meanwhile. Resolves to the counts of what was sealed.
 */
export async function sealWork(store: DeviceStore, userId: string, key: SealKey, leftAt: string, newId: () => string): Promise<Work> {
  for (;;) {
    const work = await store.transaction('r', workStores(store), () => readWork(store))
    const parts = isNoWork(work) ? [] : await encrypt(work, userId, key, newId())
    const isDone = await store.transaction('rw', workStores(store), async () => {
      if (!isSameWork(work, await readWork(store))) return false
      await store.meta.bulkPut(parts)
      await clearWork(store, leftAt)
      return true
    })
    if (isDone) return work
  }
}

async function encrypt(work: Work, userId: string, key: SealKey, sealId: string): Promise<{ key: string; value: SealedPart }[]> {
  const sealer = await createSealer(key.publicKey)
  const texts = splitWork(work)
  return Promise.all(
    texts.map(async (text, index) => {
      const place = toPlace(sealId, index)
      return {
        key: place,
        value: { ...(await sealer.seal(text, `${userId}/${place}/${texts.length}`)), keyId: key.id, publicKey: sealer.publicKey, parts: texts.length },
      }
    }),
  )
}

const toPlace = (sealId: string, index: number): string => `${sealedPrefix}${sealId}/${index}`

function splitWork(work: Work): string[] {
  const texts: string[] = []
  let lines: string[] = []
  let length = 0
  for (const [table, entries] of Object.entries(work)) {
    for (const entry of entries) {
      const line = JSON.stringify([table, entry])
      if (length > 0 && length + line.length > partLength) {
        texts.push(`[${lines.join()}]`)
        lines = []
        length = 0
      }
      lines.push(line)
      length += line.length
    }
  }
  return [...texts, `[${lines.join()}]`]
}

export type Unsealed = { state: SealState; opened: { place: string; work: Work }[] }

type Sealing = { id: string; parts: Map<number, SealedPart> }

/** Reads the store's sealed work with the server's help; changes nothing in the store. */
export async function readSealed(store: DeviceStore, userId: string, keys: SealKeys): Promise<Unsealed> {
  const opened: Unsealed['opened'] = []
  const states = new Set<SealState>()
  for (const sealing of await listSealings(store)) {
    const work = await openSealing(sealing, userId, keys)
    if (typeof work === 'string') states.add(work)
    else opened.push({ place: `${sealedPrefix}${sealing.id}/`, work })
  }
  return { state: states.has('lost') ? 'lost' : states.has('waiting') ? 'waiting' : 'none', opened }
}

export const hasSealed = async (store: DeviceStore): Promise<boolean> => (await store.meta.where('key').startsWith(sealedPrefix).count()) > 0

async function listSealings(store: DeviceStore): Promise<Sealing[]> {
  const sealingById = new Map<string, Sealing>()
  for (const { key, value } of await store.meta.where('key').startsWith(sealedPrefix).toArray()) {
    const [id = '', index] = key.slice(sealedPrefix.length).split('/')
    const sealing = sealingById.get(id) ?? { id, parts: new Map() }
    sealing.parts.set(Number(index), value)
    sealingById.set(id, sealing)
  }
  return [...sealingById.values()]
}

async function openSealing({ id, parts }: Sealing, userId: string, keys: SealKeys): Promise<Work | 'waiting' | 'lost'> {
  const first = parts.get(0)
  if (first === undefined || parts.size !== first.parts) return 'lost'
  const open = await askForOpener(keys, first)
  if (typeof open === 'string') return open
  try {
    const work: Work = { outbox: [], refused: [], drafts: [], sent: [], newer: [], notices: [], meta: [] }
    for (const [index, part] of parts) {
      const lines = JSON.parse(new TextDecoder().decode(await open(part, `${userId}/${toPlace(id, index)}/${first.parts}`))) as [keyof Work, never][]
      for (const [table, entry] of lines) work[table].push(entry)
    }
    return work
  } catch {
    return 'lost'
  }
}

export async function askForOpener(keys: SealKeys, { keyId, publicKey }: { keyId: string; publicKey: string }): Promise<Opener | 'waiting' | 'lost'> {
  let shared: string
  try {
    shared = await keys.open(keyId, publicKey)
  } catch (error) {
    return error instanceof AppError && (error.code === 'NOT_FOUND' || error.code === 'VALIDATION') ? 'lost' : 'waiting'
  }
  return createOpener(shared, publicKey).catch(() => 'lost')
}

/**
 * Restores opened work in front of later work and deletes the sealing in the same transaction; skips what another tab
 * restored. `isOpen`: sending has begun in position order, so the restored mutations go last. Runs inside the write
 * lock. Resolves to whether anything changed.
 */
export async function putBack(store: DeviceStore, opened: Unsealed['opened'], isOpen: boolean): Promise<boolean> {
  let isChanged = false
  for (const { place, work } of opened) {
    await store.transaction('rw', workStores(store), async () => {
      const parts = await store.meta.where('key').startsWith(place).primaryKeys()
      if (parts.length === 0) return
      isChanged = true
      const known = new Set([...(await store.outbox.toArray()).map(({ mutation }) => mutation.id), ...(await store.refused.toCollection().primaryKeys())])
      const absent = <T>(name: (typeof workTables)[number] | 'meta', entries: T[], keyOf: (entry: T) => string): Promise<unknown> =>
        store
          .table(name)
          .bulkGet(entries.map(keyOf))
          .then((found) => store.table(name).bulkAdd(entries.filter((_, index) => found[index] === undefined)))
      const mutations = work.outbox.filter(({ mutation }) => !known.has(mutation.id))
      const positions = await store.outbox.bulkAdd(isOpen ? mutations.map(({ position: _, ...mutation }) => mutation) : mutations, { allKeys: true })
      // They may have been sent from their old positions before sealing; the new positions come after those.
      if (isOpen) await storeOffered(store, positions.at(-1) ?? 0)
      await store.refused.bulkAdd(work.refused.filter(({ id }) => !known.has(id)))
      await absent('drafts', work.drafts, ({ key }) => key)
      await absent('sent', work.sent, ({ id }) => id)
      await absent('newer', work.newer, ({ key }) => key)
      await absent('notices', work.notices, ({ id }) => id)
      await absent('meta', work.meta, ({ key }) => key)
      await store.meta.bulkDelete(parts)
      await bumpVersionAnew(store)
    })
  }
  return isChanged
}
