import { v7 } from 'uuid'
import { AppError } from '#schema/errors.ts'
import { FileStore, type FileRoomOptions, type NewFile } from '../files/file-store.ts'
import type { FilesProgress, WritableFile } from '../files/files-port.ts'
import { createTabLocks, timerWait } from '../platform/ports.ts'
import { type FilePart, OfflineError } from '../platform/server-port.ts'

const open = new Set<AbortController>()

/** Call after each test. */
export function closeFileRooms(): void {
  for (const closing of open) closing.abort()
  open.clear()
}

export const until = async (check: () => unknown): Promise<void> => {
  const deadline = Date.now() + 10_000
  while (!(await check())) {
    if (Date.now() > deadline) throw new Error('Waited too long')
    await new Promise((resolve) => setTimeout(resolve, 2))
  }
}

/** A server with file contents, the rows of one device, and a network, all controlled by the test. */
export function createWorld() {
  const world = {
    userId: v7(),
    shopId: v7(),
    orders: new Set<string>(),
    here: new Set<string>(),
    waiting: new Set<string>(),
    refused: new Set<string>(),
    stored: new Set<string>(),
    unstored: [] as WritableFile[],
    isRemovedOnPurpose: false,
    written: [] as WritableFile[],
    server: new Map<string, string>(),
    puts: [] as string[],
    isOnline: true,
    isSaving: false,
    isComplete: true,
    calm: Promise.resolve(),
    discarded: new Set<string>(),
    failNext: [] as (Error | 'answer lost')[],
    waitsMs: [] as number[],
    /** Errors for thumbnails; the other list is for contents. */
    failThumbnails: [] as Error[],
    onPut: (_part: FilePart): void => undefined,
    now: new Date('2026-03-02T09:00:00Z'),
    locks: createTabLocks(),
    rowListeners: new Set<() => void>(),
    channels: new Set<{ listener?: (message: unknown) => void }>(),
    /** While set, messages between tabs are held back. */
    onTheWay: undefined as (() => void)[] | undefined,
    deliver() {
      const messages = world.onTheWay ?? []
      world.onTheWay = undefined
      for (const message of messages) message()
    },
    changeRows(change: () => void) {
      change()
      for (const listener of world.rowListeners) listener()
    },
  }
  return world
}

export type World = ReturnType<typeof createWorld>

export async function openRoom(world: World, options: Partial<Pick<FileRoomOptions, 'heldMaxBytes' | 'keptMaxBytes' | 'openSealed'>> = {}) {
  const closing = new AbortController()
  open.add(closing)
  let progress: FilesProgress | undefined
  const room = await FileStore.open({
    userId: world.userId,
    ...options,
    closing: closing.signal,
    isOnline: () => world.isOnline,
    isRemovedOnPurpose: () => world.isRemovedOnPurpose,
    network: { isSaving: () => world.isSaving, subscribe: () => () => undefined },
    ports: {
      clock: () => world.now,
      locks: world.locks,
      newId: v7,
      random: () => 0.5,
      wait(durationMs, signal) {
        world.waitsMs.push(durationMs)
        return timerWait(durationMs / 100, signal)
      },
      openChannel: () => {
        const channel: { listener?: (message: unknown) => void } = {}
        world.channels.add(channel)
        return {
          post(message) {
            const deliver = (): void => world.channels.forEach((other) => other !== channel && other.listener?.(message))
            if (world.onTheWay === undefined) deliver()
            else world.onTheWay.push(deliver)
          },
          listen: (listener) => void (channel.listener = listener),
          close: () => void world.channels.delete(channel),
        }
      },
    },
    rows: {
      whenCalm: () => world.calm,
      isWaiting: (id) => world.waiting.has(id),
      isHere: async (id) => world.here.has(id),
      isStored: async (id) => world.stored.has(id),
      findUnstored: async (ids) => world.unstored.filter(({ id }) => ids.includes(id)),
      isRefused: (id) => world.refused.has(id),
      discardedIds: () => world.discarded,
      isOrderHere: async (id) => world.orders.has(id),
      isComplete: async () => world.isComplete,
      listOpenOrders: async () => [],
      async write(files) {
        world.written.push(...files)
        for (const { id } of files) world.here.add(id)
      },
      subscribe(listener) {
        world.rowListeners.add(listener)
        return () => void world.rowListeners.delete(listener)
      },
    },
    api: {
      async put({ id }, part, content, signal) {
        signal.throwIfAborted()
        world.puts.push(`${id}/${part}`)
        if (!world.isOnline) throw new OfflineError()
        const failure = part === 'content' ? world.failNext.shift() : world.failThumbnails.shift()
        if (failure !== undefined && failure !== 'answer lost') throw failure
        world.server.set(`${id}/${part}`, await content.text())
        world.onPut(part)
        if (failure === 'answer lost') throw new OfflineError()
      },
      async get({ id }, part) {
        if (!world.isOnline) throw new OfflineError()
        const text = world.server.get(`${id}/${part}`)
        if (text === undefined) throw new AppError('NOT_FOUND')
        return new Blob([text], { type: 'image/jpeg' })
      },
    },
    onProgress: (next) => void (progress = next),
  })
  return { room, readProgress: () => progress, close: () => closing.abort() }
}

const toBytes = (text: string): ArrayBuffer => new TextEncoder().encode(text).buffer

export function newFile(world: World, orderId: string | null, draftKey: string, text = 'a picture'): NewFile {
  const facts = { kind: 'photo', fileName: 'a.jpg', mimeType: 'image/jpeg', byteSize: text.length, width: 4, height: 3 } as const
  return {
    id: v7(),
    shopId: world.shopId,
    orderId,
    draftKey,
    facts: { ...facts, sha256: '00', caption: null, forCustomer: false, takenAt: '2026-03-02T09:00:00.000Z' },
    content: toBytes(text),
    thumbnail: toBytes('small'),
    thumbnailType: 'image/webp',
  }
}
