import { createSyncApi } from '#web/api/sync-api.ts'
import { http } from '#web/api/http.ts'
import { openDevice } from '#web/device/device.ts'
import { v7 } from 'uuid'
import type { Device } from '#web/device/device-types.ts'
import type { FileFacts } from '#web/device/files/files-store.ts'
import { attachmentsPerOrder } from '#schema/rules/files/attachments.ts'
import { makePhoto, type MadePhoto } from './made-photo.ts'

export type PhotosTime = {
  /** To the end of the last request that brought a content or a small picture. */
  totalMs: number
  /** Sum of the time of those requests, from sent to answered. */
  requestMs: number
  /** Until the first of them left, and from the end of the last until nothing waited. */
  beforeMs: number
  afterMs: number
}

export type PhotosBench = {
  /** Resolves when it has synced. */
  open(userId: string): Promise<void>
  /** Puts as many photos as described onto the server by plain requests, one after the other; their rows were pushed before. */
  sendPlainly(shopId: string, count: number): Promise<PhotosTime>
  /** Adds photos to orders, as a form does. */
  addPhotos(shopId: string, count: number): Promise<void>
  /** Notes what happens from the browser's next `online` event until nothing waits; `sent` has it. */
  watchSending(): void
  sent: Promise<PhotosTime>
  /** Saves notes of orders, one after the other with pauses; resolves to the milliseconds of each, and to how many were done while photos waited. */
  save(shopId: string, count: number): Promise<{ ms: number[]; meanwhile: number }>
}

/** Of a photo of 400 kB with its small picture, as the app makes them. */
const [photoBytes, thumbnailBytes] = [400_000, 15_000]
/** A hand saves no order every moment. */
const pauseMs = 100

let device: Device | undefined
let ordersUsed = 0
let saved = 0

const isContentPut = ({ name }: PerformanceEntry): boolean => /\/attachments\/[^/]+\/(content|thumbnail)$/.test(name)

function readTimes(startMs: number, endMs: number): PhotosTime {
  const puts = (performance.getEntriesByType('resource') as PerformanceResourceTiming[]).filter((entry) => isContentPut(entry) && entry.startTime >= startMs)
  const lastMs = Math.max(...puts.map(({ responseEnd }) => responseEnd))
  return {
    totalMs: lastMs - startMs,
    requestMs: puts.reduce((total, { duration }) => total + duration, 0),
    beforeMs: Math.min(...puts.map(({ startTime }) => startTime)) - startMs,
    afterMs: endMs - lastMs,
  }
}

function held(): Device {
  if (device === undefined) throw new Error('The device is not open')
  return device
}

/** The next orders, each with as many photos as one may have. */
async function makePhotos(shopId: string, count: number): Promise<{ id: string; orderId: string; photo: MadePhoto; facts: FileFacts }[]> {
  const needed = Math.ceil(count / attachmentsPerOrder)
  const orders = (await held().rows.list('orders', shopId)).slice(ordersUsed, ordersUsed + needed)
  if (orders.length < needed) throw new Error('There are too few orders for the photos')
  ordersUsed += needed
  return Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const photo = await makePhoto(photoBytes, thumbnailBytes)
      const facts = { kind: 'photo', fileName: `photo-${index}.jpg`, mimeType: 'image/jpeg', byteSize: photoBytes, width: 2048, height: 1536 } as const
      return {
        id: v7(),
        orderId: orders[Math.floor(index / attachmentsPerOrder)]?.id ?? '',
        photo,
        facts: { ...facts, sha256: photo.sha256, caption: null, forCustomer: false, takenAt: new Date().toISOString() },
      }
    }),
  )
}

const photosBench: PhotosBench = {
  async open(userId) {
    device = await openDevice({ userId, api: createSyncApi({ http, userId }) })
    await device.sync.run()
    await device.files.open()
  },

  async sendPlainly(shopId, count) {
    const photos = await makePhotos(shopId, count)
    const ops = photos.map(({ id, orderId, facts }) => ({ action: 'create' as const, collection: 'attachments' as const, id, values: { orderId, ...facts } }))
    for (let start = 0; start < ops.length; start += 20) await held().write(shopId, ops.slice(start, start + 20))
    await waitUntil(() => held().outbox.waiting.get().length === 0)
    const startMs = performance.now()
    const put = async (id: string, part: string, bytes: ArrayBuffer): Promise<void> => {
      const headers = { 'content-type': 'image/jpeg' }
      const answer = await fetch(`/api/${shopId}/attachments/${id}/${part}`, { method: 'PUT', body: bytes, headers })
      if (!answer.ok) throw new Error(`The server did not take a photo: ${answer.status} ${await answer.text()}`)
      await answer.arrayBuffer()
    }
    for (const { id, photo } of photos) {
      await put(id, 'content', photo.content)
      await put(id, 'thumbnail', photo.thumbnail)
    }
    return readTimes(startMs, performance.now())
  },

  async addPhotos(shopId, count) {
    const room = await held().files.open()
    for (const { id, orderId, photo, facts } of await makePhotos(shopId, count)) {
      const { content, thumbnail } = photo
      await room.add({ id, shopId, orderId, draftKey: 'bench', facts, content, thumbnail, thumbnailType: 'image/jpeg' })
    }
    const { waiting } = held().files.progress.get()
    if (waiting !== count) throw new Error(`${waiting} photos wait instead of ${count}`)
  },

  watchSending() {
    photosBench.sent = new Promise((resolve, reject) => {
      const onOnline = (): void => {
        const startMs = performance.now()
        const stop = held().files.progress.subscribe(() => {
          const { troubled, waiting } = held().files.progress.get()
          if (troubled > 0) reject(new Error('The server did not take a photo'))
          if (waiting > 0) return
          stop()
          resolve(readTimes(startMs, performance.now()))
        })
      }
      window.addEventListener('online', onOnline, { once: true, capture: true })
    })
  },

  sent: Promise.reject(new Error('Nothing is watched')),

  async save(shopId, count) {
    const orders = await held().rows.list('orders', shopId)
    const ms: number[] = []
    let meanwhile = 0
    for (let index = 0; index < count; index += 1) {
      const order = orders[orders.length - 1 - (saved++ % 100)]
      if (order === undefined) throw new Error('There is no order to save')
      const startMs = performance.now()
      await held().write(shopId, [{ action: 'update', collection: 'orders', id: order.id, values: { orderNotes: `Saved ${saved}` } }])
      ms.push(performance.now() - startMs)
      if (held().files.progress.get().waiting > 0) meanwhile += 1
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
    }
    return { ms, meanwhile }
  },
}

async function waitUntil(isSo: () => boolean): Promise<void> {
  for (let tries = 0; !isSo(); tries += 1) {
    if (tries > 2_000) throw new Error('Waited too long')
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

photosBench.sent.catch(() => undefined)
Object.assign(globalThis, { readPhotosBench: () => photosBench })
