import { getRxStorageDexie } from 'rxdb/plugins/storage-dexie'
import { Dexie } from 'dexie'
import { v7 } from 'uuid'
import type { Bootstrap } from '#schema/api/sync.ts'
import { type CollectionName, collectionNames } from '#schema/collections/index.ts'
import { AppError } from '#schema/errors.ts'
import type { Caller } from '#schema/rules/access.ts'
import { type Applier, reconcile } from './apply.ts'
import { type Contact, contactToState, createContactKeeper } from './contact.ts'
import { deviceStoreName, openDeviceStore, readMeta, type RefusedEntry, writeMeta } from './device-store.ts'
import type { Device, OpInput, RefusedChange, SyncStatus, WaitingChange } from './device-types.ts'
import { startLeadership } from './leadership.ts'
import { deleteLocalDatabase, dexieStorageSettings, type LocalStorage, openLocalDatabase } from './local-database.ts'
import { Outbox } from './outbox.ts'
import { browserLocks, browserNotes, openBrowserChannel, type Ports, timerWait, watchBrowserWakeUps } from './ports.ts'
import { rowKey } from './rows.ts'
import { createRowReader } from './row-reader.ts'
import { readDeviceId } from './session-store.ts'
import { createStore } from './store.ts'
import type { SyncApi } from './sync-api.ts'
import { SyncWorker } from './sync-worker.ts'
import { writeAct } from './write.ts'

export type DeviceOptions = Partial<Ports> & {
  userId: string
  api: SyncApi
  /** Tests: memory, or Dexie with validation. */
  storage?: LocalStorage
  deviceId?: string
  /** Fewer than all: several devices in one process share RxDB's limit of open collections. */
  collections?: readonly CollectionName[]
}

const leaderLockName = (userId: string): string => `mainspring-lead-${userId}`
const writeLockName = (userId: string): string => `mainspring-write-${userId}`
const noteKey = (userId: string): string => `mainspring-held-${userId}`

/** What the tabs of one user tell each other. */
type Message =
  | { type: 'heartbeat' }
  | { type: 'ask' }
  | { type: 'contact'; contact: Contact }
  | { type: 'outbox' }
  | { type: 'wrote' }
  | { type: 'refused'; ids: string[] }
  | { type: 'reference' }
  | { type: 'resume' }
  | { type: 'sync'; nonce: string }
  | { type: 'synced'; nonce: string }

const syncPatienceMs = 20_000

/** Opens the user's part of this device: local data at once, the server as soon as it answers. */
export async function openDevice(options: DeviceOptions): Promise<Device> {
  const { userId, api } = options
  const ports: Ports = {
    locks: options.locks ?? browserLocks(),
    openChannel: options.openChannel ?? openBrowserChannel,
    notes: options.notes ?? browserNotes(),
    clock: options.clock ?? (() => new Date()),
    monotonic: options.monotonic ?? (() => performance.now()),
    newId: options.newId ?? v7,
    random: options.random ?? Math.random,
    wait: options.wait ?? timerWait,
    watchWakeUps: options.watchWakeUps ?? watchBrowserWakeUps,
  }
  const storage = options.storage ?? getRxStorageDexie(dexieStorageSettings)
  const store = await openDeviceStore(userId)
  const database = await openLocalDatabase({ userId, storage, collections: options.collections ?? collectionNames })
  const deviceId = options.deviceId ?? (await readDeviceId(ports.newId))
  const outbox = new Outbox(store)
  const applier: Applier = { database, outbox }
  const countByList = (await readMeta<Record<string, number>>(store, 'counts')) ?? {}
  const closing = new AbortController()
  const channel = ports.openChannel(`mainspring-${userId}`)
  const post = (message: Message): void => {
    if (!closing.signal.aborted) channel.post(message)
  }

  const withLock = async <T>(run: () => Promise<T>): Promise<T> =>
    ports.locks.request(writeLockName(userId), {}, async () => {
      if (await outbox.refresh()) onOutboxChanged()
      return run()
    })

  const reference = createStore<Bootstrap | null>((await readMeta<Bootstrap>(store, 'reference')) ?? null)
  const refusedChanges = createStore<RefusedChange[]>([])
  const waitingCount = createStore(0)
  const outboxListeners = new Set<() => void>()
  const refusedListeners = new Set<(refused: RefusedChange) => void>()

  function onOutboxChanged(): void {
    const count = outbox.entries.length
    if (count !== waitingCount.get()) {
      waitingCount.set(count)
      ports.notes.write(noteKey(userId), String(count))
    }
    for (const listener of outboxListeners) listener()
  }

  const loadRefused = async (): Promise<void> => {
    const entries = await store.refused.orderBy('refusedAt').toArray()
    refusedChanges.set(entries.map(toRefusedChange))
  }

  const contact = createContactKeeper(ports.clock, await evictionNotice(ports, store, userId))
  const heldContact = createStore(contact.store.get())
  let isLeader = false
  let isContactDue = false
  contact.store.subscribe(() => {
    if (isContactDue) return
    isContactDue = true
    // Many pages a second change it; the other tabs and React need the last word only.
    queueMicrotask(() => {
      isContactDue = false
      heldContact.set(contact.store.get())
      if (isLeader) post({ type: 'contact', contact: contact.store.get() })
    })
  })

  const status = createStore<SyncStatus>(toStatus(heldContact.get(), 0, 0))
  const updateStatus = (): void => {
    const next = toStatus(heldContact.get(), waitingCount.get(), refusedChanges.get().length)
    if (JSON.stringify(next) !== JSON.stringify(status.get())) status.set(next)
  }
  for (const source of [heldContact, waitingCount, refusedChanges]) source.subscribe(updateStatus)

  await withLock(async () => {
    const shopIds = reference.get()?.shops.map(({ id }) => id)
    const keys = outbox.dirtyKeys().filter((key) => shopIds === undefined || outbox.actsOf(key).every(({ shopId }) => shopIds.includes(shopId)))
    await reconcile(applier, keys)
  }).catch((error: unknown) => void contact.fail(error))
  onOutboxChanged()
  await loadRefused()
  updateStatus()

  const saveReference = async (next: Bootstrap): Promise<void> => {
    await writeMeta(store, 'reference', next)
    reference.set(next)
    post({ type: 'reference' })
  }

  const emitRefused = (entries: readonly RefusedEntry[]): void => {
    for (const entry of entries) for (const listener of refusedListeners) listener(toRefusedChange(entry))
  }

  const worker = (): SyncWorker =>
    new SyncWorker({
      userId,
      api,
      applier,
      deviceId,
      ports,
      contact,
      withLock,
      readReference: reference.get,
      saveReference,
      onSettled: (refused) => {
        onOutboxChanged()
        post({ type: 'outbox' })
        if (refused.length === 0) return
        void loadRefused().then(() => emitRefused(refused))
        post({ type: 'refused', ids: refused.map(({ id }) => id) })
      },
    })
  let leading: { worker: SyncWorker; signal: AbortSignal } | undefined

  const leadership = startLeadership({
    name: leaderLockName(userId),
    locks: ports.locks,
    wait: ports.wait,
    monotonic: ports.monotonic,
    sendHeartbeat: () => post({ type: 'heartbeat' }),
    lead: async (signal) => {
      const own = worker()
      leading = { worker: own, signal }
      isLeader = true
      try {
        // The former leader may have written since this tab last looked.
        await withLock(async () => undefined)
        await own.run(signal)
      } finally {
        isLeader = false
        leading = undefined
      }
    },
  })

  const pendingSyncs = new Map<string, () => void>()
  channel.listen((data) => void onMessage(data as Message))
  const onMessage = async (message: Message): Promise<void> => {
    if (closing.signal.aborted) return
    switch (message.type) {
      case 'heartbeat':
        return leadership.hear()
      case 'ask':
        return isLeader ? post({ type: 'contact', contact: contact.store.get() }) : undefined
      case 'contact':
        return isLeader ? undefined : heldContact.set(message.contact)
      case 'wrote':
        await withLock(async () => undefined)
        return leading?.worker.onLocalChange()
      case 'outbox':
        return withLock(async () => undefined)
      case 'refused':
        await loadRefused()
        return emitRefused((await store.refused.bulkGet(message.ids)).filter((entry) => entry !== undefined))
      case 'reference':
        return reference.set((await readMeta<Bootstrap>(store, 'reference')) ?? null)
      case 'resume':
        return leading?.worker.onResume()
      case 'sync':
        if (leading === undefined) return
        await leading.worker.syncNow(leading.signal)
        return post({ type: 'synced', nonce: message.nonce })
      case 'synced':
        return pendingSyncs.get(message.nonce)?.()
    }
  }
  post({ type: 'ask' })

  const stopWakeUps = ports.watchWakeUps((reason) => {
    if (reason === 'offline') contact.lose()
    else if (leading !== undefined) leading.worker.onWakeUp()
    else if (reason === 'visible') post({ type: 'ask' })
  })

  const readCaller = (): Caller | undefined => {
    const known = reference.get()
    return known === null ? undefined : { userId, privileges: new Set(known.privileges), shopIds: new Set(known.shops.map(({ id }) => id)) }
  }

  const write: Device['write'] = async (shopId, ops) => {
    const receipt = await withLock(() =>
      writeAct(
        {
          database,
          outbox,
          readCaller,
          findPointing: reader.findPointing,
          clock: ports.clock,
          newId: ports.newId,
          reportProblem: (problem) => contact.patch({ problem }),
        },
        shopId,
        ops,
      ),
    ).catch((error: unknown) => {
      if (error instanceof AppError && error.code === 'UNAVAILABLE') contact.patch({ problem: error.message })
      throw error
    })
    if (receipt.mutationId !== null) {
      onOutboxChanged()
      if (leading !== undefined) {
        post({ type: 'outbox' })
        leading.worker.onLocalChange()
      } else post({ type: 'wrote' })
    }
    return receipt
  }

  const reader = createRowReader({
    database,
    outbox,
    clock: ports.clock,
    onOutboxChange: (listener) => watchSet(outboxListeners, listener),
    counts: {
      read: (collection, shopId) => countByList[`${collection}/${shopId}`],
      write(collection, shopId, count) {
        if (closing.signal.aborted || countByList[`${collection}/${shopId}`] === count) return
        countByList[`${collection}/${shopId}`] = count
        void writeMeta(store, 'counts', countByList).catch(() => undefined)
      },
    },
  })

  let waitingChanges: WaitingChange[] | undefined
  outboxListeners.add(() => {
    waitingChanges = undefined
  })

  const close = async (): Promise<void> => {
    if (closing.signal.aborted) return
    stopWakeUps()
    reader.close()
    closing.abort()
    await leadership.close()
    channel.close()
    await database.close()
    store.close()
  }

  if (typeof navigator !== 'undefined' && navigator.storage?.persist !== undefined) void navigator.storage.persist().catch(() => false)

  return {
    userId,
    write,
    ...reader.reads,
    isUnsent: (collection, id) => outbox.isWaiting(rowKey(collection, id)),
    status,
    reference,
    refusedChanges,
    waitingChanges: {
      get: () => (waitingChanges ??= outbox.entries.map(({ mutation: { id, shopId, at, ops }, summary }) => ({ mutationId: id, shopId, at, ops, summary }))),
      subscribe: (listener) => watchSet(outboxListeners, listener),
    },
    listRefused: async () => (await store.refused.orderBy('refusedAt').toArray()).map(toRefusedChange),
    async retryRefused(id, ops) {
      const entry = await store.refused.get(id)
      if (entry === undefined) throw new AppError('NOT_FOUND')
      const receipt = await write(entry.mutation.shopId, ops ?? refusedToInputs(entry))
      await store.refused.delete(id)
      await loadRefused()
      post({ type: 'refused', ids: [] })
      return receipt
    },
    async discardRefused(id) {
      await store.refused.delete(id)
      await loadRefused()
      post({ type: 'refused', ids: [] })
    },
    onRefused: (listener) => watchSet(refusedListeners, listener),
    countUnsent: () => store.outbox.count(),
    async syncNow() {
      if (leading !== undefined) return leading.worker.syncNow(leading.signal)
      const nonce = ports.newId()
      const answered = new Promise<void>((resolve) => pendingSyncs.set(nonce, resolve))
      post({ type: 'sync', nonce })
      await Promise.race([answered, ports.wait(syncPatienceMs, closing.signal)])
      pendingSyncs.delete(nonce)
    },
    resume() {
      leading?.worker.onResume()
      post({ type: 'resume' })
    },
    readDraft: (key) => store.drafts.get(key),
    saveDraft: async (key, value) => void (await store.drafts.put({ key, value, savedAt: ports.clock().toISOString() })),
    removeDraft: (key) => store.drafts.delete(key),
    close,
    async wipe() {
      await close()
      await deleteLocalDatabase(userId, storage)
      await Dexie.delete(deviceStoreName(userId))
      ports.notes.write(noteKey(userId), null)
    },
  }
}

function watchSet<T>(listeners: Set<T>, listener: T): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

const toStatus = (contact: Contact, waiting: number, attention: number): SyncStatus => ({
  state: contactToState(contact, waiting),
  waiting,
  attention,
  offlineSince: contact.offlineSince,
  lastContact: contact.lastContact,
  firstSync: contact.firstSync,
  problem: contact.problem ?? contact.notice,
})

const toRefusedChange = ({ id, mutation, error, refusedAt, summary }: RefusedEntry): RefusedChange => ({
  id,
  shopId: mutation.shopId,
  at: mutation.at,
  refusedAt,
  ops: mutation.ops,
  error,
  summary,
})

/** The change as it was typed, on top of what the rows hold now. */
function refusedToInputs({ mutation }: RefusedEntry): OpInput[] {
  return mutation.ops.map((op): OpInput => {
    const collection = op.collection as CollectionName
    switch (op.action) {
      case 'create':
        return { action: 'create', collection, id: op.id, values: op.values }
      case 'update':
        return { action: 'update', collection, id: op.id, values: Object.fromEntries(Object.entries(op.changes).map(([field, { to }]) => [field, to])) }
      case 'delete':
      case 'restore':
        return { action: op.action, collection, id: op.id }
    }
  })
}

/** The note outside of IndexedDB remembers that this user's data was here; if the database is new then, the browser removed it. */
async function evictionNotice(ports: Ports, store: Awaited<ReturnType<typeof openDeviceStore>>, userId: string): Promise<Partial<Contact>> {
  const note = ports.notes.read(noteKey(userId))
  const isKnown = (await readMeta<string>(store, 'madeAt')) !== undefined
  if (!isKnown) await writeMeta(store, 'madeAt', ports.clock().toISOString())
  const lastContact = (await readMeta<Bootstrap>(store, 'reference'))?.serverTime ?? null
  if (isKnown || note === null) return { lastContact }
  const lost = Number(note)
  ports.notes.write(noteKey(userId), '0')
  const removed = 'The browser removed the local data of this device; it is being fetched again.'
  const unsent = lost === 1 ? ' 1 change that had not been sent was lost.' : ` ${lost} changes that had not been sent were lost.`
  return { lastContact, notice: lost > 0 ? removed + unsent : removed }
}
