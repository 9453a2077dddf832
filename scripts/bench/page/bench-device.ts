import { collectionNames } from '#schema/collections/index.ts'
import { createSyncApi } from '#web/api/sync-api.ts'
import { http } from '#web/api/http.ts'
import { openDevice } from '#web/device/device.ts'
import type { Device } from '#web/device/device-types.ts'

export type PushResult = {
  /** From `online` until the outbox is empty and all answered rows are stored. */
  totalMs: number
  requestMs: number
  requests: number
}

export type BenchDevice = {
  countStored(userId: string, shopId: string): Promise<Record<string, number>>
  open(userId: string): Promise<void>
  /** `count` changes of as many orders: notes, quotes and statuses in turn. */
  change(shopId: string, count: number, statusIds: readonly string[]): Promise<void>
  watchPush(): void
  pushed: Promise<PushResult>
}

/** The app's device (web/device) in a page without UI, to make many changes through its write path. */
let device: Device | undefined

const openStored = (userId: string): Promise<Device> => openDevice({ userId, api: createSyncApi({ http, userId }) })

const benchDevice: BenchDevice = {
  async countStored(userId, shopId) {
    const stored = await openStored(userId)
    const rowsByCollection: Record<string, number> = {}
    for (const name of collectionNames) {
      const isLong = name === 'orders' || name === 'customers'
      rowsByCollection[name] = isLong ? await stored.rows.count(name, shopId) : (await stored.rows.list(name, shopId)).length
    }
    await stored.close()
    return rowsByCollection
  },

  async open(userId) {
    device = await openStored(userId)
    await device.sync.run()
  },

  async change(shopId, count, statusIds) {
    const held = opened()
    const orders = (await held.rows.list('orders', shopId)).slice(0, count)
    if (orders.length < count) throw new Error(`The device holds ${orders.length} orders, ${count} are needed`)
    for (const [index, { id, orderNotes, orderStatusId }] of orders.entries()) {
      const statusId = statusIds.find((other) => other !== orderStatusId) ?? orderStatusId
      const changes = [{ orderNotes: `${orderNotes ?? ''}\nCalled the customer` }, { quotedCost: String(40 + (index % 90)) }, { orderStatusId: statusId }]
      await held.write(shopId, [{ action: 'update', collection: 'orders', id, values: changes[index % 3] ?? {} }])
    }
    if ((await held.outbox.count()) !== count) throw new Error('Some changes do not wait')
  },

  watchPush() {
    const held = opened()
    benchDevice.pushed = new Promise((resolve, reject) => {
      const onOnline = (): void => {
        const startMs = performance.now()
        const stop = held.outbox.waiting.subscribe(() => {
          if (held.outbox.waiting.get().length > 0) return
          stop()
          // The event fires after the answered rows are stored.
          const totalMs = performance.now() - startMs
          if (held.refused.changes.get().length > 0) reject(new Error('Some changes were refused'))
          const pushes = performance.getEntriesByType('resource').filter(({ name, startTime }) => name.includes('/api/sync/push') && startTime >= startMs)
          resolve({ totalMs, requestMs: pushes.reduce((total, { duration }) => total + duration, 0), requests: pushes.length })
        })
      }
      window.addEventListener('online', onOnline, { once: true, capture: true })
    })
  },

  pushed: Promise.reject(new Error('Nothing is watched')),
}

function opened(): Device {
  if (device === undefined) throw new Error('The device is not open')
  return device
}

benchDevice.pushed.catch(() => undefined)
Object.assign(globalThis, { readBench: () => benchDevice })
