import { Dexie } from 'dexie'
import { addRxPlugin, type RxDatabase } from 'rxdb/plugins/core'
import type { LeasedNumbers } from '#schema/api/numbers.ts'
import type { Bootstrap, DigestAnswer, Mutation, PullResponse, PushResponse } from '#schema/api/sync.ts'
import type { CollectionName } from '#schema/collections/index.ts'
import { AppError, isErrorCode } from '#schema/errors.ts'
import { openDevice } from '#web/device/device.ts'
// Loaded beforehand: a tablet that rests waits for no module.
import '#web/device/numbers/lease-refiller.ts'
import { thumbnailPauseMs } from '#web/device/files/file-store.ts'
import { heartbeatMs } from '#web/device/tabs/leadership.ts'
import { createTabLocks, type WakeUp } from '#web/device/platform/ports.ts'
import type { DeviceSizes } from '#web/device/platform/sizes.ts'
import { rowStorage } from '#web/device/storage/row-database.ts'
import { smallPackedSizes } from '#web/device/testing/packed-sizes.ts'
import { type LiveHandlers, OfflineError, SignedOutError, type SyncApi } from '#web/device/platform/server-port.ts'
import { createStepWriter } from './step-writer.ts'
import type { LocalDisk } from './local-disk.ts'
import type { Answer, Command, FileTaken, Look, Reply, RequestBody, Wish } from '../protocol.ts'
import type { Device } from '#web/device/device-types.ts'

/** The page of the app on one tablet: the device's real modules, with ports that end in wishes to the simulation. */

type Surroundings = { disk: LocalDisk; comeToRest: () => Promise<void>; now: () => number; random: () => number }

/** Smaller than the product's, so that a small run meets many leases, pages and batches. */
const leasedAtOnce = 4
const smallSizes: DeviceSizes = { batchMaxMutations: 4, pageMin: 3, pageMax: 7 }

/** One life of the page, from opening to closing or crash. */
type Life = {
  isOver: boolean
  device: Device | undefined
  answers: Map<string, { resolve: (body: never) => void; reject: (error: unknown) => void }>
  timers: Map<number, () => void>
  streams: Map<string, LiveHandlers>
  wake: (reason: WakeUp) => void
}

export function createTabletPage({ disk, comeToRest, now, random }: Surroundings) {
  let wishes: Wish[] = []
  let tablet = 0
  let counter = 0
  let trueNowMs = 0
  let issuedIds: string[] = []
  const notes = new Map<string, string>()
  let life: Life | undefined
  let writer = createStepWriter()

  const databases = new Set<RxDatabase>()
  addRxPlugin({ name: 'simulation', rxdb: true, hooks: { createRxDatabase: { after: ({ database }) => void databases.add(database) } } })
  const { indexedDB, IDBKeyRange } = disk.globals
  Object.assign(Dexie.dependencies, { indexedDB, IDBKeyRange })

  const newId = (): string => {
    // A skewed clock has parts of a millisecond.
    const hex = (value: number, length: number): string => value.toString(16).replace('.', '0').padStart(length, '0').slice(-length)
    const time = hex(now(), 12)
    const id = `${time.slice(0, 8)}-${time.slice(8)}-7${hex(tablet, 3)}-8${hex(tablet, 3)}-${hex(++counter, 12)}`
    issuedIds.push(id)
    return id
  }

  function apiOf(own: Life): SyncApi {
    const ask = <Body>(request: RequestBody, signal: AbortSignal): Promise<Body> =>
      new Promise((resolve, reject) => {
        if (own.isOver || signal.aborted) return reject(new OfflineError('The page is gone'))
        const requestId = `${tablet}.${++counter}`
        own.answers.set(requestId, { resolve, reject })
        // As bytes go over the wire: what the device does to its objects later does not show.
        wishes.push({ kind: 'request', requestId, ...(JSON.parse(JSON.stringify(request)) as RequestBody) })
        signal.addEventListener('abort', () => {
          own.answers.delete(requestId)
          reject(new OfflineError('Aborted'))
        })
      })
    return {
      bootstrap: (signal) => ask<Bootstrap>({ path: 'bootstrap' }, signal),
      pull: (body, signal) => ask<PullResponse>({ path: 'pull', body }, signal),
      push: (body, signal) => ask<PushResponse>({ path: 'push', body: { ...body, mutations: body.mutations.map(withoutSeen) } }, signal),
      digest: (body, signal) => ask<DigestAnswer>({ path: 'digest', body }, signal),
      numbers: {
        lease: (body, signal) => ask<LeasedNumbers>({ path: 'numbers', body: { ...body, count: Math.min(body.count, leasedAtOnce) } }, signal),
        // Nobody signs out.
        giveBack: () => Promise.reject(new OfflineError()),
      },
      files: {
        async put(place, part, content, signal) {
          const base64 = Buffer.from(await content.arrayBuffer()).toString('base64')
          await ask<FileTaken>({ path: 'file-put', body: { ...place, part, base64 } }, signal)
        },
        get: () => Promise.reject(new OfflineError()),
      },
      openLive(handlers) {
        const streamId = `${tablet}.${++counter}`
        if (own.isOver) return { close: () => undefined }
        own.streams.set(streamId, handlers)
        wishes.push({ kind: 'live-open', streamId })
        return {
          close() {
            if (own.streams.delete(streamId) && !own.isOver) wishes.push({ kind: 'live-close', streamId })
          },
        }
      },
    }
  }

  const waitIn =
    (own: Life) =>
    (durationMs: number, signal: AbortSignal): Promise<void> =>
      new Promise((resolve) => {
        if (signal.aborted) return resolve()
        const timerId = ++counter
        const done = (): void => {
          own.timers.delete(timerId)
          resolve()
        }
        signal.addEventListener('abort', done)
        if (own.isOver) return
        own.timers.set(timerId, done)
        // Heartbeats are for other tabs, and there are none here. Thumbnails come through lists, which wait for turns of Node's own loop.
        if (durationMs !== heartbeatMs && durationMs !== thumbnailPauseMs) wishes.push({ kind: 'timer', timerId, durationMs })
      })

  async function open(userId: string): Promise<void> {
    const own: Life = { isOver: false, device: undefined, answers: new Map(), timers: new Map(), streams: new Map(), wake: () => undefined }
    life = own
    own.device = await openDevice({
      userId,
      api: apiOf(own),
      deviceId: `tablet-${tablet}`,
      locks: createTabLocks(),
      openChannel: () => ({ post: () => undefined, listen: () => undefined, close: () => undefined }),
      notes: {
        read: (key) => notes.get(key) ?? null,
        write(key, value) {
          if (own.isOver) return
          if (value === null) notes.delete(key)
          else notes.set(key, value)
        },
      },
      clock: () => new Date(now()),
      monotonic: () => trueNowMs,
      newId,
      random,
      wait: waitIn(own),
      sizes: smallSizes,
      storage: rowStorage(undefined, smallPackedSizes),
      watchWakeUps(listener) {
        own.wake = listener
        return () => undefined
      },
    })
  }

  /** The browser takes back everything that the page held in memory. */
  async function bury(): Promise<void> {
    const dead = life
    if (dead === undefined) return
    dead.isOver = true
    life = undefined
    let isClosed = dead.device === undefined
    dead.device?.close().then(
      () => void (isClosed = true),
      () => void (isClosed = true),
    )
    for (const { reject } of dead.answers.values()) reject(new OfflineError('The page is gone'))
    for (const done of dead.timers.values()) done()
    await comeToRest()
    // What the page could not close in dying goes with its process.
    for (const database of databases) database.close().catch(() => undefined)
    databases.clear()
    await comeToRest()
    if (!isClosed) throw new Error('The dead page does not let go of its database')
    writer = createStepWriter()
    wishes.push({ kind: 'crashed' })
  }

  async function finish<T>(what: string, run: () => Promise<T>): Promise<T | undefined> {
    const outcome: { value?: T; error?: unknown; isDone: boolean } = { isDone: false }
    run().then(
      (value) => {
        outcome.value = value
        outcome.isDone = true
      },
      (error: unknown) => {
        outcome.error = error
        outcome.isDone = true
      },
    )
    await comeToRest()
    if (disk.isCut) return undefined
    if (!outcome.isDone) throw new Error(`${what} does not end`)
    if (outcome.error !== undefined) throw toError(outcome.error)
    return outcome.value
  }

  function answer(own: Life, requestId: string, given: Answer): boolean {
    const waiting = own.answers.get(requestId)
    if (waiting === undefined) return false
    own.answers.delete(requestId)
    if (given.state === 'ok') waiting.resolve(given.body as never)
    else if (given.state === 'offline') waiting.reject(new OfflineError())
    else if (given.state === 'signed-out') waiting.reject(new SignedOutError())
    else waiting.reject(isErrorCode(given.code) ? new AppError(given.code, given.message) : new OfflineError())
    return true
  }

  function hear(own: Life, streamId: string, event: Extract<Command, { kind: 'live' }>['event']): void {
    const handlers = own.streams.get(streamId)
    if (handlers === undefined) return
    if (event.name === 'open') handlers.onOpen()
    else if (event.name === 'heads') handlers.onHeads(event.heads)
    else if (event.name === 'rows') handlers.onRows?.(event.rows)
    else if (event.name === 'access') handlers.onAccess()
    else if (event.name === 'echo') handlers.onEcho()
    else {
      own.streams.delete(streamId)
      handlers.onError(new OfflineError())
    }
  }

  async function look(device: Device): Promise<Look> {
    const waiting = device.outbox.waiting.get().map(({ mutationId, ops }) => ({ mutationId, ops }))
    const rows: Look['rows'] = {}
    for (const { collection, id } of waiting.flatMap(({ ops }) => ops)) {
      const row = await device.rows.read(collection as CollectionName, id)
      rows[`${collection}/${id}`] = (row as Record<string, never> | undefined) ?? null
    }
    const refusedIds = (await device.refused.list()).map(({ id }) => id)
    return { waiting, rows, refusedIds, status: device.sync.status.get().state }
  }

  async function runInLife(own: Life, device: Device, command: Command): Promise<Partial<Reply>> {
    switch (command.kind) {
      case 'step': {
        issuedIds = []
        const done = await finish('The step', () => writer.perform(device, command.step))
        const { discardedRefusedId, ...report } = done ?? writer.lastAttempt()
        return { step: structuredClone({ ...report, ids: issuedIds }), discardedRefusedId }
      }
      case 'look':
        return { look: await finish('The look', () => look(device)) }
      case 'crash':
        disk.cut()
        return {}
      case 'arm-crash':
        disk.armCrash(command.writes)
        return {}
      case 'answer':
        return { isHeard: answer(own, command.requestId, command.answer) }
      case 'timer':
        own.timers.get(command.timerId)?.()
        return {}
      case 'live':
        hear(own, command.streamId, command.event)
        return {}
      case 'wake':
        own.wake(command.reason)
        return {}
      case 'resume':
        device.sync.resume()
        return {}
      case 'replace':
      case 'open':
      case 'read-disk':
        return {}
    }
  }

  return {
    async run(command: Command, trueMs: number): Promise<Reply> {
      trueNowMs = trueMs
      wishes = []
      let more: Partial<Reply> = {}
      if (command.kind === 'replace') {
        tablet = command.tablet
        counter = 0
        life = undefined
        writer = createStepWriter()
        notes.clear()
      } else if (command.kind === 'open') {
        disk.mend()
        disk.armCrash(command.crashAtWrite)
        await finish('Opening', () => open(command.userId))
      } else if (command.kind === 'read-disk') {
        more = { disk: disk.read() }
      } else if (life?.device !== undefined) {
        more = await runInLife(life, life.device, command)
      }
      await comeToRest()
      if (disk.isCut) await bury()
      return { wishes, ...more }
    },
  }
}

/** Whoever deletes here means it whatever came in since, as a client that does not say what it had seen: so all rows meet deletions. */
const withoutSeen = (mutation: Mutation): Mutation => {
  const ops = mutation.ops.map((op) => (op.action === 'delete' ? { action: op.action, collection: op.collection, id: op.id } : op))
  return { ...mutation, ops }
}

const toError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)))
