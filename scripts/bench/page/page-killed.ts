import type { Checkpoint, PullResponse } from '#schema/api/sync.ts'
import { activitiesOnDevice } from '#schema/api/sync.ts'
import { createSyncApi } from '#web/api/sync-api.ts'
import { http } from '#web/api/http.ts'
import { isTombstone, type WireDocument } from '#schema/collection.ts'
import { type CollectionName, collectionNames } from '#schema/collections/index.ts'
import { openDevice } from '#web/device/device.ts'
import type { Device } from '#web/device/device-types.ts'

export type KilledBench = {
  /** Opens what is stored; `isSynced` waits for the server too. */
  open(userId: string, isSynced: boolean): Promise<void>
  /** Gives as many orders these notes, one after the other; each that is saved is told to `window.hearSaved` before the next. */
  save(shopId: string, count: number, notes: string): Promise<void>
  /** Resolves when nothing waits and the server has been asked. */
  settle(): Promise<void>
  waitForNotes(orderId: string, notes: string): Promise<void>
  held(shopId: string): Promise<{ waiting: number; refused: number; orders: number }>
  /** What of the device is not as on the server, a sentence each. */
  compare(shopId: string): Promise<string[]>
}

declare global {
  interface Window {
    hearSaved(note: { id: string; notes: string }): Promise<void>
  }
}

type HeldRow = { id: string; seq: number } & Record<string, unknown>

const pageLimit = 5_000
let opened: Device | undefined

const readDevice = (): Device => {
  if (opened === undefined) throw new Error('The device is not open')
  return opened
}
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** The app's own device in a page without screens, in a browser that is killed under it. */
const killedBench: KilledBench = {
  async open(userId, isSynced) {
    opened = await openDevice({ userId, api: createSyncApi({ http, userId }) })
    if (isSynced) await killedBench.settle()
  },

  async save(shopId, count, notes) {
    const orders = await readDevice().rows.list('orders', shopId)
    for (const { id } of orders.toSorted((a, b) => a.id.localeCompare(b.id)).slice(0, count)) {
      await readDevice().write(shopId, [{ action: 'update', collection: 'orders', id, values: { orderNotes: notes } }])
      await window.hearSaved({ id, notes })
    }
  },

  async settle() {
    for (let tries = 0; tries < 600; tries += 1) {
      await readDevice().sync.run()
      if ((await readDevice().outbox.count()) === 0 && readDevice().sync.status.get().state === 'synced') return
      await pause(100)
    }
    throw new Error(`The device does not come to rest: ${JSON.stringify(readDevice().sync.status.get())}`)
  },

  async waitForNotes(orderId, notes) {
    for (let tries = 0; tries < 600; tries += 1) {
      if ((await readDevice().rows.read('orders', orderId))?.orderNotes === notes) return
      await pause(50)
    }
    throw new Error('The change never came')
  },

  async held(shopId) {
    const orders = await readDevice().rows.count('orders', shopId)
    return { waiting: await readDevice().outbox.count(), refused: readDevice().refused.changes.get().length, orders }
  },

  async compare(shopId) {
    const faults: string[] = []
    for (const name of collectionNames) {
      const rows = (await readDevice().rows.list(name, shopId)) as HeldRow[]
      faults.push(...compareRows(name, rows, await pullAll(name)))
    }
    return faults
  },
}

async function pullAll(collection: CollectionName): Promise<WireDocument[]> {
  const documents: WireDocument[] = []
  let checkpoint: Checkpoint = {}
  for (let isMore = true; isMore;) {
    const answer = await fetch('/api/sync/pull', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ collection, limit: pageLimit, checkpoint }),
    })
    if (!answer.ok) throw new Error(`pull ${collection}: ${answer.status}`)
    const page = (await answer.json()) as PullResponse
    documents.push(...page.documents)
    checkpoint = page.checkpoint
    isMore = page.documents.length === pageLimit
  }
  return documents
}

function compareRows(name: CollectionName, rows: readonly HeldRow[], documents: readonly WireDocument[]): string[] {
  const heldById = new Map(rows.map((row) => [row.id, row]))
  const faults = rows.length === heldById.size ? [] : [`${name} are held twice`]
  // A new device gets only the newest activities, so an older one may hold more than was answered now.
  const isPart = name === 'activities' && documents.length >= activitiesOnDevice
  const oldestSeq = isPart ? Math.min(...documents.map(({ seq }) => seq ?? Infinity)) : 0
  for (const document of documents.filter((one) => !isTombstone(one))) {
    const row = heldById.get(document.id)
    heldById.delete(document.id)
    if (row === undefined) {
      faults.push(`${name}/${document.id} is missing`)
      continue
    }
    for (const [field, sent] of Object.entries(document)) {
      // A device keeps a list of numbers as its text.
      const value = Array.isArray(sent) ? JSON.stringify(sent) : sent
      const isSame = !(field in row) || JSON.stringify(row[field]) === JSON.stringify(value)
      if (!isSame) faults.push(`${name}/${document.id}.${field} is ${JSON.stringify(row[field])}, on the server ${JSON.stringify(value)}`)
    }
  }
  for (const [id, { seq }] of heldById) if (seq >= oldestSeq) faults.push(`${name}/${id} is held, but the server does not have it`)
  return faults
}

Object.assign(globalThis, { readKilledBench: () => killedBench })
