import { collectionNames } from '#schema/collections/index.ts'
import { createSyncApi } from '#web/api/sync-api.ts'
import { http } from '#web/api/http.ts'
import { openDevice } from '#web/device/device.ts'
import { v7 } from 'uuid'
import { makeBacklog } from './backlog.ts'
import { runBulk, undoBulk } from '#web/features/orders/bulk/bulk-run.ts'
import type { Device } from '#web/device/device-types.ts'

export type PushResult = {
  /** From the browser's `online` event to the moment when nothing waits and every answered row is stored. */
  totalMs: number
  /** Sum of the time of the push requests, from sent to answered. */
  requestMs: number
  /** From `online` until the first push leaves, and from the last answer until everything of it is stored. */
  beforeMs: number
  afterMs: number
  requests: number
}

export type BulkResult = Record<'togetherMs' | 'undoMs' | 'singleMs' | 'deleteMs' | 'restoreMs', number>

async function timed<T>(run: () => Promise<T>): Promise<[ms: number, result: T]> {
  const startMs = performance.now()
  const result = await run()
  return [performance.now() - startMs, result]
}

export type DeviceBench = {
  /** Resolves when it has synced. */
  open(userId: string): Promise<void>
  /** Opens what is stored, and resolves before the server is asked. */
  openStored(userId: string): Promise<void>
  countRows(shopId: string): Promise<Record<string, number>>
  /** So many changes of as many orders: notes, quotes and statuses in turn. */
  change(shopId: string, count: number, statusIds: readonly string[]): Promise<void>
  /** Syncs until the order has these notes. */
  waitForNotes(orderId: string, notes: string): Promise<void>
  /** Saves notes of as many orders, spread over all of them, one after the other; resolves to the milliseconds of each. */
  save(shopId: string, count: number): Promise<number[]>
  /** Moves so many orders to the status in one go, as the list does, and takes it back; milliseconds of both, and of as many single changes. */
  bulk(shopId: string, count: number, statusId: string): Promise<BulkResult>
  /** A week's backlog, put into the outbox at once, as an import of unsent changes does. */
  fillOutbox(shopId: string, count: number, statusIds: readonly string[]): Promise<void>
  close(): Promise<void>
  watchPush(): void
  pushed: Promise<PushResult>
}

/** The app's own device (web/device) in a page without screens, so that a thousand changes can be made through its write path. */
let device: Device | undefined

const deviceBench: DeviceBench = {
  async open(userId) {
    await deviceBench.openStored(userId)
    await device?.sync.run()
  },

  async openStored(userId) {
    device = await openDevice({ userId, api: createSyncApi({ http, userId }) })
  },

  async countRows(shopId) {
    if (device === undefined) throw new Error('The device is not open')
    const rowsByCollection: Record<string, number> = {}
    for (const name of collectionNames) {
      // Those that may be long are counted without being read.
      const isLong = name === 'orders' || name === 'customers'
      rowsByCollection[name] = isLong ? await device.rows.count(name, shopId) : (await device.rows.list(name, shopId)).length
    }
    return rowsByCollection
  },

  async change(shopId, count, statusIds) {
    if (device === undefined) throw new Error('The device is not open')
    const orders = (await device.rows.list('orders', shopId)).slice(0, count)
    if (orders.length < count) throw new Error(`The device holds ${orders.length} orders, ${count} are needed`)
    for (const [index, { id, orderNotes, orderStatusId }] of orders.entries()) {
      const statusId = statusIds.find((other) => other !== orderStatusId) ?? orderStatusId
      const changes = [{ orderNotes: `${orderNotes ?? ''}\nCalled the customer` }, { quotedCost: String(40 + (index % 90)) }, { orderStatusId: statusId }]
      await device.write(shopId, [{ action: 'update', collection: 'orders', id, values: changes[index % 3] ?? {} }])
    }
    if ((await device.outbox.count()) !== count) throw new Error('Some changes do not wait')
  },

  async waitForNotes(orderId, notes) {
    for (let tries = 0; (await device?.rows.read('orders', orderId))?.orderNotes !== notes; tries += 1) {
      if (device === undefined || tries > 500) throw new Error('The change never came')
      await device.sync.run()
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  },

  async save(shopId, count) {
    if (device === undefined) throw new Error('The device is not open')
    const orders = await device.rows.list('orders', shopId)
    const step = Math.max(1, Math.floor(orders.length / count))
    const times: number[] = []
    for (const { id, orderNotes } of orders.filter((_, index) => index % step === 0).slice(0, count)) {
      const startMs = performance.now()
      await device.write(shopId, [{ action: 'update', collection: 'orders', id, values: { orderNotes: `${orderNotes ?? ''}\nSaved` } }])
      times.push(performance.now() - startMs)
    }
    return times
  },

  async bulk(shopId, count, statusId) {
    if (device === undefined) throw new Error('The device is not open')
    const held = device
    const orders = (await held.rows.list('orders', shopId)).filter(({ orderStatusId }) => orderStatusId !== statusId)
    const [ids, others] = [orders.slice(0, count), orders.slice(count, 2 * count)].map((some) => some.map(({ id }) => id))
    if (ids === undefined || others?.length !== count) throw new Error(`The device holds ${orders.length} orders, ${2 * count} are needed`)
    const act = { kind: 'status', value: statusId } as const
    const options = { device: held, shopId, signal: new AbortController().signal, onProgress: () => undefined }
    const [togetherMs, { done, refused }] = await timed(() => runBulk(act, { ...options, ids }))
    if (done.length !== count || refused.length > 0) throw new Error('Some orders were not moved')
    const [undoMs, undone] = await timed(() => undoBulk(act, done, options))
    if (undone.done.length !== count) throw new Error('Some orders were not taken back')
    const [singleMs] = await timed(async () => {
      for (const id of others) await held.write(shopId, [{ action: 'update', collection: 'orders', id, values: { orderStatusId: statusId } }])
    })
    const [deleteMs, deleted] = await timed(() => runBulk({ kind: 'delete' }, { ...options, ids }))
    if (deleted.done.length !== count) throw new Error('Some orders were not deleted')
    const [restoreMs, restored] = await timed(() => undoBulk({ kind: 'delete' }, deleted.done, options))
    if (restored.done.length !== count) throw new Error('Some orders were not restored')
    return { togetherMs, undoMs, singleMs, deleteMs, restoreMs }
  },

  async fillOutbox(shopId, count, statusIds) {
    if (device === undefined) throw new Error('The device is not open')
    const [orders, customers] = [await device.rows.list('orders', shopId), await device.rows.list('customers', shopId)]
    const backlog = makeBacklog({ shopId, orders, customers, statusIds, count, now: new Date(), newId: v7 })
    // An export of this device names it, so that the mutations count as its own.
    const file = JSON.parse((await device.outbox.exportFile()).text) as Record<string, unknown>
    const { changes } = await device.outbox.importFile(
      JSON.stringify({ ...file, mutations: backlog.map((mutation) => ({ mutation, effects: [], summary: 'Bench' })) }),
    )
    if (changes !== count) throw new Error(`The outbox took ${changes} of ${count} changes`)
  },

  async close() {
    await device?.close()
    device = undefined
  },

  watchPush() {
    const held = device
    if (held === undefined) throw new Error('The device is not open')
    deviceBench.pushed = new Promise((resolve, reject) => {
      const onOnline = (): void => {
        const startMs = performance.now()
        const stop = held.outbox.waiting.subscribe(() => {
          if (held.outbox.waiting.get().length > 0) return
          stop()
          // The device tells this after the answered rows are stored.
          const totalMs = performance.now() - startMs
          if (held.refused.changes.get().length > 0) reject(new Error('Some changes were refused'))
          const pushes = performance.getEntriesByType('resource').filter(({ name, startTime }) => name.includes('/api/sync/push') && startTime >= startMs)
          resolve({
            totalMs,
            requestMs: pushes.reduce((total, { duration }) => total + duration, 0),
            beforeMs: (pushes[0]?.startTime ?? startMs) - startMs,
            afterMs: startMs + totalMs - ((pushes.at(-1)?.startTime ?? 0) + (pushes.at(-1)?.duration ?? 0)),
            requests: pushes.length,
          })
        })
      }
      window.addEventListener('online', onOnline, { once: true, capture: true })
    })
  },

  pushed: Promise.reject(new Error('Nothing is watched')),
}

deviceBench.pushed.catch(() => undefined)
Object.assign(globalThis, { readBench: () => deviceBench })
