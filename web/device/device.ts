import { getRxStorageDexie } from 'rxdb/plugins/storage-dexie'
import { v7 } from 'uuid'
import type { Bootstrap } from '#schema/api/sync.ts'
import { type CollectionName, collectionNames } from '#schema/collections/index.ts'
import { AppError } from '#schema/errors.ts'
import type { Caller } from '#schema/rules/access/access.ts'
import { type LocalState, reconcile } from './outbox/local-state.ts'
import { StoreClearedError } from './storage/cleared-store.ts'
import { type Connection, connectionToState, createConnectionKeeper } from './sync/connection.ts'
import { type DeviceStore, deviceStoreName, openDeviceStore, readMeta, type RefusedEntry, writeMeta } from './storage/unsent-store.ts'
import { NewerRows } from './recovery/newer.ts'
import { openNewerBook } from './recovery/newer-book.ts'
import { openDraftBook } from './drafts/drafts.ts'
import { readCheckResult, type CheckProgress, type CheckResult } from './recovery/device-check.ts'
import { evictionNotice, noteHeld, readHeld } from './storage/eviction.ts'
import type { Device } from './device-types.ts'
import type { FormRef } from './outbox/form-mutations.ts'
import type { OpeningStep } from './opening.ts'
import type { SyncStatus } from './sync/status.ts'
import type { WaitingChange } from './outbox/waiting-changes.ts'
import type { WriteReceipt } from './outbox/write-receipt.ts'
import type { OpInput } from './rows/op-input.ts'
import { startLeadership } from './tabs/leadership.ts'
import { readInTime } from './leaving/leaving.ts'
import { createLeavePath } from './leaving/leave.ts'
import { assertNotNewer, localVersion } from './storage/local-version.ts'
import { forgetLostShops } from './storage/lost-shops.ts'
import { migrateRows } from './storage/migration.ts'
import { dexieStorageSettings, type LocalDatabase, type LocalStorage, openLocalDatabase } from './storage/row-database.ts'
import { Outbox } from './outbox/outbox.ts'
import { raiseFence } from './outbox/outbox-tables.ts'
import { browserLocks, browserNotes, openBrowserChannel, type Ports, timerWait, watchBrowserWakeUps } from './platform/ports.ts'
import { rowKey } from './rows/rows.ts'
import { dropRowsIfAsked } from './recovery/rows-anew.ts'
import { type SendProgress, toSendProgress } from './outbox/send-progress.ts'
import { openNoticeBook } from './sync/notice-book.ts'
import { openRefusedBook } from './outbox/refused.ts'
import { createRowReader } from './lists/row-reader.ts'
import { readSealedInTime, sealNotice, watchSealed } from './leaving/sealed-work.ts'
import { putBack, type SealKeys } from './leaving/sealing.ts'
import { dismissSetBack, readSetBack } from './outbox/sent.ts'
import { keepDeviceId, readDeviceId } from './storage/identity-store.ts'
import { mendRows, storeHeldAgain } from './recovery/storage-mender.ts'
import { createStore } from './platform/observable.ts'
import { sweepOrphansOfOthers } from './leaving/orphans.ts'
import type { SyncApi } from './platform/server-port.ts'
import { defaultSizes, type DeviceSizes } from './platform/sizes.ts'
import { SyncEngine } from './sync/sync-engine.ts'
import { exportUnsent, importUnsent, previewImport } from './outbox/unsent-transfer.ts'
import { readUnsentDeletes } from './outbox/unsent-deletes.ts'
import { finishWipes, holdOpen, readRemoval, writeLockName } from './storage/wipe.ts'
import { leftMessage } from './storage/stored-work.ts'
import { type Written, writeMutation } from './outbox/write.ts'
import { openWriteLock, StolenLockError, type WriteLock } from './storage/write-lock.ts'

export type DeviceOptions = Partial<Ports> & {
  userId: string
  api: SyncApi
  /** Tests: memory, or Dexie with validation. */
  storage?: LocalStorage
  deviceId?: string
  /** Fewer than all: several devices in one process share RxDB's limit of open collections. */
  collections?: readonly CollectionName[]
  /** Without them nothing is sealed. */
  keys?: SealKeys
  /** Tests: that of another version of the app. */
  localVersion?: number
  /** Tests and the simulation: smaller ones. */
  sizes?: Partial<DeviceSizes>
  /** What keeps the device from opening at once. */
  onOpening?: (step: OpeningStep) => void
}

const leaderLockName = (userId: string): string => `mainspring-lead-${userId}`

/** What the tabs of one user tell each other. */
type Message =
  | { type: 'heartbeat' }
  | { type: 'ask' }
  | { type: 'contact'; connection: Connection }
  | { type: 'outbox' }
  | { type: 'wrote' }
  | { type: 'refused'; ids: string[] }
  | { type: 'notices'; newIds: string[] }
  /** Some were dismissed. */
  | { type: 'read' }
  /** Rows that are newer than the server, or what is said of a server that was set back. */
  | { type: 'newer' }
  | { type: 'check'; nonce: string }
  | { type: 'checking'; progress: CheckProgress | null }
  | { type: 'reference' }
  | { type: 'resume' }
  | { type: 'sync'; nonce: string }
  | { type: 'synced'; nonce: string }
  /** Somebody is about to sign out: what is typed in open forms is stored now. */
  | { type: 'keep'; nonce: string }
  | { type: 'kept'; nonce: string }
  /** The user's data is about to be removed: whoever holds it open lets go and writes nothing more. */
  | { type: 'wipe' }

/** A form opens without what another tab keeps from being stored. */
const writePatienceMs = 3000
const syncPatienceMs = 20_000
const newerDelayMs = 200
const checkPatienceMs = 5 * 60_000
/** Longer than a form waits before it keeps what was just typed. */
const draftGraceMs = 600
const removalGraceMs = 300
/** The leader looks this often, in heartbeats, whether its data is still there. */
const beatsBetweenLooks = 5

/**
 * Opens the user's part of this device: local data at once, the server as soon as it answers. What an older version of the
 * app left is brought into this one's shape first.
 * @throws NewerLocalDataError when a newer version has been here; nothing was touched then
 * @throws AppError UNAVAILABLE when a wipe of this user's former data cannot be ended
 */
export async function openDevice(options: DeviceOptions): Promise<Device> {
  const version = options.localVersion ?? localVersion
  const opening: Opening = {}
  const locks = options.locks ?? browserLocks()
  await sweepOrphansOfOthers({ locks, openChannel: options.openChannel ?? openBrowserChannel, newId: options.newId ?? v7 }, options.userId).catch(
    () => undefined,
  )
  await finishWipes(options.notes ?? browserNotes(), options.userId, (run) => locks.request(writeLockName(options.userId), {}, run))
  let isOutdated = false
  const store = await openDeviceStore(options.userId, {
    version,
    onBlocked: () => options.onOpening?.({ step: 'blocked' }),
    onOutdated() {
      isOutdated = true
      // What is still being opened has nothing to finish.
      if (opening.leave === undefined) store.close()
      else opening.leave()
    },
    onRemoved: () => opening.onRemoved?.(),
  })
  try {
    return await openOnStore(store, version, options, opening)
  } catch (error) {
    await opening.database?.close().catch(() => undefined)
    opening.lock?.close()
    store.close()
    if (isOutdated) await assertNotNewer(deviceStoreName(options.userId), version)
    throw error
  }
}

/** What a device that is being opened has so far. */
type Opening = { database?: LocalDatabase; leave?: () => void; onRemoved?: () => void; onStolen?: () => void; lock?: WriteLock }

async function openOnStore(store: DeviceStore, version: number, options: DeviceOptions, opening: Opening): Promise<Device> {
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
  const collections = options.collections ?? collectionNames
  const writeLock = openWriteLock({
    name: writeLockName(userId),
    locks: ports.locks,
    channel: ports.openChannel(writeLockName(userId)),
    wait: ports.wait,
    monotonic: ports.monotonic,
    fenceOff: () => raiseFence(store),
    onStolen: () => opening.onStolen?.(),
  })
  opening.lock = writeLock
  const removalBefore = readRemoval(ports.notes, userId)
  const sealed = await readSealedInTime(store, userId, options.keys)
  const held = await writeLock.hold(async () => {
    const notice = { ...(await evictionNotice(ports, store, userId)), ...sealNotice(sealed.state), ...(await dropRowsIfAsked(ports, userId)) }
    await putBack(store, sealed.opened, false)
    await migrateRows({ userId, store, version, collections, onProgress: (done, total) => options.onOpening?.({ step: 'updating', done, total }) })
    return notice
  })
  const database = await openLocalDatabase({ userId, storage, collections })
  opening.database = database
  const deviceId = options.deviceId ?? (await readDeviceId(ports.newId))
  const outbox = new Outbox(store)
  const localState: LocalState = { database, outbox }
  const countByList = (await readMeta<Record<string, number>>(store, 'counts')) ?? {}
  const closing = new AbortController()
  const release = holdOpen(ports.locks, userId)
  const channel = ports.openChannel(`mainspring-${userId}`)
  const post = (message: Message): void => {
    if (!closing.signal.aborted) channel.post(message)
  }

  const withLock = async <T>(run: () => Promise<T>): Promise<T> =>
    writeLock.hold(async () => {
      closing.signal.throwIfAborted()
      if (await outbox.refresh().catch(mendIfCleared)) onOutboxChanged()
      if (lostWith !== undefined) await mendLostRows(lostWith.noted)
      return run()
    })

  /** Set while rows that were removed under this tab are not made again. */
  let lostWith: { noted: number } | undefined
  /** What this tab holds of data that was removed under it is stored again, unless somebody removed it on purpose. */
  const mendIfCleared = async (error: unknown): Promise<true> => {
    if (!(error instanceof StoreClearedError)) throw error
    const removal = readRemoval(ports.notes, userId)
    // A browser that removes the data of the site takes this note along too; a person leaves one.
    if (removal !== '' && removal !== removalBefore) {
      void close()
      throw new AppError('UNAVAILABLE', leftMessage)
    }
    lostWith ??= { noted: readHeld(ports.notes, userId) }
    const known = bootstrap.get()
    await storeHeldAgain({
      outbox,
      ports,
      trouble: connection,
      held: {
        refused: refused.entries(),
        newer: newerBook.entries(),
        drafts: drafts.known(),
        meta: { ...(known !== null && { reference: known, clockOffsetMs: clockOffset.get() }), counts: countByList },
      },
    })
    return true
  }

  const mendLostRows = async (noted: number): Promise<void> => {
    if (options.deviceId === undefined) await keepDeviceId(deviceId)
    await mendRows({ userId, localState, ports, trouble: connection, shopIds: bootstrap.get()?.shops.map(({ id }) => id) ?? [], noted })
    lostWith = undefined
    leading?.restart()
    post({ type: 'wrote' })
  }

  const lookAtStorage = (): void =>
    void outbox
      .isCleared()
      .then((isCleared) => (isCleared ? withLock(async () => undefined) : undefined))
      .catch(() => undefined)
  opening.onRemoved = () => {
    // After the removal, which this tab may hold up until it has let go.
    if (closing.signal.aborted) return
    void ports.wait(removalGraceMs, closing.signal).then(async () => {
      if (closing.signal.aborted) return
      await database.reopen().catch(() => undefined)
      lookAtStorage()
    })
  }
  opening.onStolen = () => {
    // Whatever this tab stored half, or stored too late, is made again from what the outbox says now.
    if (!closing.signal.aborted) void withLock(() => reconcile(localState, outbox.dirtyKeys())).catch(() => undefined)
  }

  let leading: { worker: SyncEngine; signal: AbortSignal; restart: () => void } | undefined
  const bootstrap = createStore<Bootstrap | null>((await readMeta<Bootstrap>(store, 'reference')) ?? null)
  const clockOffset = createStore((await readMeta<number>(store, 'clockOffsetMs')) ?? null)
  const waitingCount = createStore(0)
  let sendProgress: SendProgress = null
  const outboxListeners = new Set<() => void>()

  function onOutboxChanged(): void {
    const count = outbox.entries.length
    if (count !== waitingCount.get()) {
      sendProgress = toSendProgress(sendProgress, waitingCount.get(), count)
      waitingCount.set(count)
      noteHeld(ports.notes, userId, count)
    }
    for (const listener of outboxListeners) listener()
  }

  const refused = await openRefusedBook(store, ports.clock)
  const newerBook = await openNewerBook({ store, database, write: (shopId, ops) => write(shopId, ops), onChange: () => post({ type: 'newer' }) })
  const notices = await openNoticeBook(store)

  const connection = createConnectionKeeper(ports.clock, held)
  let isChangeDue = false
  connection.store.subscribe(() => {
    if (isChangeDue) return
    isChangeDue = true
    // Many pages a second change it; the other tabs and React need the last word only.
    queueMicrotask(() => {
      isChangeDue = false
      updateStatus()
      if (leading !== undefined) post({ type: 'contact', connection: connection.store.get() })
    })
  })

  const status = createStore<SyncStatus>(toStatus(connection.store.get(), 0, 0, null))
  let newerCount = 0
  const updateStatus = (): void => {
    const next = {
      ...toStatus(connection.store.get(), waitingCount.get(), refused.changes.get().length, sendProgress),
      ...(newerCount > 0 && { newer: newerCount }),
    }
    if (JSON.stringify(next) !== JSON.stringify(status.get())) status.set(next)
  }
  for (const source of [waitingCount, refused.changes]) source.subscribe(updateStatus)

  await withLock(async () => {
    const shopIds = bootstrap.get()?.shops.map(({ id }) => id)
    const keys = outbox.dirtyKeys().filter((key) => shopIds === undefined || outbox.mutationsOf(key).every(({ shopId }) => shopIds.includes(shopId)))
    await reconcile(localState, keys)
  }).catch((error: unknown) => void connection.fail(error))
  onOutboxChanged()
  updateStatus()

  const saveBootstrap = async (next: Bootstrap): Promise<void> => {
    bootstrap.set(next)
    const offsetMs = Date.parse(next.serverTime) - ports.clock().getTime()
    clockOffset.set(offsetMs)
    await writeMeta(store, 'clockOffsetMs', offsetMs).catch(() => undefined)
    // A full storage must not keep changes from being sent.
    await writeMeta(store, 'reference', next).then(
      () => {
        if (hasTermTrouble) connection.patch({ problem: null })
        hasTermTrouble = false
      },
      (error: unknown) => void connection.fail(error),
    )
    post({ type: 'reference' })
  }

  const forgetRefusedRows = async (isLost: (shopId: string) => boolean): Promise<void> => {
    if (!(await forgetLostShops(store, isLost))) return
    await refused.announce([])
    post({ type: 'refused', ids: [] })
  }

  const checking = createStore<CheckProgress | null>(null)
  const checkResult = createStore<CheckResult | null>((await readCheckResult(store)) ?? null)
  const readResult = (): Promise<void> =>
    readCheckResult(store).then(
      (result) => checkResult.set(result ?? null),
      () => undefined,
    )
  async function onChecking(progress: CheckProgress | null): Promise<void> {
    if (progress === null) await readResult()
    if (progress !== checking.get()) checking.set(progress)
  }
  const setBack = createStore(await readSetBack(store).then((note) => note ?? null))
  const countNewer = (): void => {
    newerCount = newerBook.items.get().length
    updateStatus()
  }
  newerBook.items.subscribe(countNewer)
  countNewer()
  async function refreshNewer(): Promise<void> {
    if (closing.signal.aborted) return
    await newerBook.refresh()
    setBack.set((await readSetBack(store)) ?? null)
  }
  let isNewerDue = false
  /** Each page of a reset may add some: they are read once it rests for a moment. */
  function onNewerChanged(): void {
    if (isNewerDue) return
    isNewerDue = true
    void ports
      .wait(newerDelayMs, closing.signal)
      .then(async () => {
        isNewerDue = false
        await refreshNewer()
        post({ type: 'newer' })
      })
      .catch(() => undefined)
  }

  const worker = (): SyncEngine =>
    new SyncEngine({
      context: { api, localState, store, deviceId, readClockOffsetMs: clockOffset.get, ports, sizes: { ...defaultSizes, ...options.sizes }, withLock },
      userId,
      // Of each term anew: another tab may have led meanwhile.
      newer: new NewerRows(store, onNewerChanged),
      connection,
      bootstrap: { read: bootstrap.get, save: saveBootstrap },
      notices,
      async forgetDraftedRows(isLost) {
        await drafts.forgetRows(isLost)
        await forgetRefusedRows(isLost)
      },
      events: {
        onNotices(newIds) {
          void notices.announce(newIds).catch(() => undefined)
          post({ type: 'notices', newIds })
        },
        onSettled: (entries) => {
          onOutboxChanged()
          post({ type: 'outbox' })
          if (entries.length === 0) return
          const ids = entries.map(({ id }) => id)
          const announce = async (): Promise<void> => {
            await refused.announce(ids)
            post({ type: 'refused', ids })
          }
          // What was refused because its shop was lost meanwhile.
          const shops = bootstrap.get()?.shops
          void forgetRefusedRows((shopId) => shops !== undefined && shops.every(({ id }) => id !== shopId))
            .then(announce, announce)
            .catch(() => undefined)
        },
        onCheckProgress: (progress) => {
          post({ type: 'checking', progress })
          void onChecking(progress)
        },
        onSentAgain: () => {
          onOutboxChanged()
          post({ type: 'outbox' })
          onNewerChanged()
        },
      },
    })

  const catchUp = async (): Promise<void> => {
    post({ type: 'ask' })
    await withLock(async () => undefined).catch(() => undefined)
  }

  let beats = 0
  let hasTermTrouble = false
  const leadership = startLeadership({
    name: leaderLockName(userId),
    locks: ports.locks,
    wait: ports.wait,
    monotonic: ports.monotonic,
    random: ports.random,
    sendHeartbeat: () => {
      post({ type: 'heartbeat' })
      if (++beats % beatsBetweenLooks === 0) lookAtStorage()
    },
    onFailure(error) {
      hasTermTrouble = true
      connection.fail(error)
    },
    lead: async (signal) => {
      try {
        for (let isAgain = true; isAgain && !signal.aborted;) isAgain = await leadOnce(signal)
      } finally {
        leading = undefined
        // A tab that stood still while another took the lead knows nothing of what happened since.
        if (!closing.signal.aborted) void catchUp()
      }
    },
  })

  /** True when another worker must begin, because everything that this one knew of the rows is void. */
  async function leadOnce(signal: AbortSignal): Promise<boolean> {
    const own = worker()
    const round = new AbortController()
    const ending = AbortSignal.any([signal, round.signal])
    leading = { worker: own, signal: ending, restart: () => round.abort() }
    try {
      // The former leader may have written since this tab last looked.
      await withLock(async () => undefined)
      await own.run(ending)
    } catch (error) {
      if (!round.signal.aborted) throw error
    }
    return round.signal.aborted
  }

  const pendingSyncs = new Map<string, () => void>()
  // A message may still arrive while the databases close.
  channel.listen((data) => void onMessage(data as Message).catch(() => undefined))
  const onMessage = async (message: Message): Promise<void> => {
    if (closing.signal.aborted) return
    switch (message.type) {
      case 'heartbeat':
        return leadership.hear()
      case 'ask':
        return leading === undefined ? undefined : post({ type: 'contact', connection: connection.store.get() })
      case 'contact':
        return leading === undefined ? connection.store.set(message.connection) : undefined
      // Two tabs may think for a moment that they lead: whichever does sends what the other one wrote.
      case 'wrote':
      case 'outbox':
        await withLock(async () => undefined)
        return outbox.entries.length === 0 ? undefined : leading?.worker.onLocalChange()
      case 'refused':
        return refused.announce(message.ids)
      case 'notices':
        return notices.announce(message.newIds)
      case 'read':
        await notices.announce([])
        return leading?.worker.demandNotices()
      case 'newer':
        return refreshNewer()
      case 'reference':
        clockOffset.set((await readMeta<number>(store, 'clockOffsetMs')) ?? null)
        return bootstrap.set((await readMeta<Bootstrap>(store, 'reference')) ?? null)
      case 'resume':
        return leading?.worker.onWakeUp()
      case 'sync':
        if (leading === undefined) return
        await leading.worker.syncNow(leading.signal)
        return post({ type: 'synced', nonce: message.nonce })
      case 'check':
        if (leading === undefined) return
        await leading.worker.checkDevice()
        return post({ type: 'synced', nonce: message.nonce })
      case 'checking':
        return onChecking(message.progress)
      case 'synced':
        return pendingSyncs.get(message.nonce)?.()
      case 'keep':
        await leaving.keepForms()
        return post({ type: 'kept', nonce: message.nonce })
      case 'kept':
        return leaving.hear(message.nonce)
      case 'wipe':
        drafts.end()
        return close()
    }
  }
  post({ type: 'ask' })

  const stopWakeUps = ports.watchWakeUps((reason) => {
    if (reason === 'offline') {
      connection.lose()
      leading?.worker.onNetworkLost()
    } else if (leading !== undefined) {
      lookAtStorage()
      leading.worker.onWakeUp()
    } else {
      leadership.wake()
      if (reason === 'visible') void catchUp()
    }
  })

  const readCaller = (): Caller | undefined => {
    const known = bootstrap.get()
    return known === null ? undefined : { userId, privileges: new Set(known.privileges), shopIds: new Set(known.shops.map(({ id }) => id)) }
  }

  const writing = new Map<Promise<WriteReceipt>, readonly OpInput[]>()

  const write = (shopId: string, ops: readonly OpInput[], form?: FormRef, retried?: RefusedEntry): Promise<WriteReceipt> => {
    const written = writeNow(shopId, ops, form, retried)
    writing.set(written, ops)
    const forget = () => void writing.delete(written)
    void written.then(forget, forget)
    return written
  }

  const writeNow = async (shopId: string, ops: readonly OpInput[], form: FormRef | undefined, retried: RefusedEntry | undefined): Promise<WriteReceipt> => {
    let hasTrouble = false
    // Before anything is waited for: pressed again meanwhile, a form is still the same mutation.
    const mutation = form && drafts.mutationOf(form)
    const store = (): Promise<Written> =>
      writeMutation(
        {
          database,
          outbox,
          readCaller,
          findPointing: reader.findPointing,
          clock: ports.clock,
          newId: ports.newId,
          onFinal: () => leading?.worker.onLocalChange(),
          reportProblem: (problem) => {
            hasTrouble = true
            connection.patch({ problem })
          },
        },
        shopId,
        ops,
        { retried, form: mutation },
      )
    const storeForm = (): Promise<Written> => (form === undefined || mutation === undefined ? store() : drafts.whileStoring(form, mutation, store))
    // Where this tab stood still and lost the lock, or the storage was emptied, nothing was stored yet.
    const tried = withLock(storeForm).catch((error: unknown) => {
      if (error instanceof StolenLockError || error instanceof StoreClearedError) return withLock(storeForm)
      throw error
    })
    const receipt = await tried.catch((error: unknown) => {
      if (error instanceof AppError && error.code === 'UNAVAILABLE') connection.patch({ problem: error.message })
      throw error
    })
    const { tookBack = false, ...told } = receipt
    if (receipt.mutationId !== null || tookBack) onWritten(hasTrouble)
    return told
  }

  /** New mutations stand in the outbox; a tab that leads has begun to send them. */
  const onWritten = (hasTrouble: boolean): void => {
    if (!hasTrouble) connection.patch({ problem: null })
    onOutboxChanged()
    post({ type: leading === undefined ? 'wrote' : 'outbox' })
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

  const drafts = openDraftBook({ store, userId, clock: ports.clock, newId: ports.newId })

  const leaving = createLeavePath({
    userId,
    store,
    ports,
    drafts,
    keys: options.keys,
    deviceId,
    storage,
    ask: (nonce) => post({ type: 'keep', nonce }),
    signal: closing.signal,
    end() {
      post({ type: 'wipe' })
      drafts.end()
    },
    close: () => close(),
  })

  watchSealed({
    store,
    userId,
    keys: options.keys,
    state: sealed.state,
    connection,
    isLeading: () => leading !== undefined,
    withLock,
    onConnection: () => void leaving.learnKey(),
    async onOpened() {
      await withLock(() => reconcile(localState, outbox.dirtyKeys()))
      await refused.announce([])
      drafts.announce()
      onOutboxChanged()
      post({ type: 'refused', ids: [] })
      post({ type: 'outbox' })
      leading?.worker.onLocalChange()
    },
  })

  let waitingChanges: WaitingChange[] | undefined
  outboxListeners.add(() => {
    waitingChanges = undefined
  })

  const changeRefused = async (change: Promise<void> | void): Promise<void> => {
    await change
    post({ type: 'refused', ids: [] })
  }

  const close = async (): Promise<void> => {
    if (closing.signal.aborted) return
    stopWakeUps()
    reader.close()
    closing.abort()
    await leadership.close()
    channel.close()
    writeLock.close()
    await database.close()
    store.close()
    release()
  }

  const outdated = createStore(false)
  opening.leave = () => {
    if (outdated.get()) return
    outdated.set(true)
    void (async () => {
      await ports.wait(draftGraceMs, closing.signal)
      // What is being stored right now ends first; nothing begins after it.
      await writeLock.hold(async () => undefined).catch(() => undefined)
      await close()
    })()
  }

  if (typeof navigator !== 'undefined' && navigator.storage?.persist !== undefined) void navigator.storage.persist().catch(() => false)

  return {
    userId,
    write: (shopId, ops, form) => write(shopId, ops, form),
    async whenWritten(id) {
      const ofRow = [...writing].flatMap(([written, ops]) => (ops.some((op) => op.id === id) ? [written] : []))
      if (ofRow.length > 0) await Promise.race([Promise.allSettled(ofRow), ports.wait(writePatienceMs, closing.signal)])
    },
    ...reader.reads,
    isUnsent: (collection, id) => outbox.isWaiting(rowKey(collection, id)),
    status,
    outdated,
    bootstrap,
    clockOffset,
    refusedChanges: refused.changes,
    discardedChanges: refused.discarded,
    waitingChanges: {
      get: () => (waitingChanges ??= outbox.entries.map(({ mutation: { id, shopId, at, ops }, summary }) => ({ mutationId: id, shopId, at, ops, summary }))),
      subscribe: (listener) => watchSet(outboxListeners, listener),
    },
    listRefused: refused.list,
    async retryRefused(id, ops, form) {
      const { entry, inputs } = await refused.take(id, ops)
      const receipt = await write(entry.mutation.shopId, inputs, form, entry)
      await changeRefused(receipt.mutationId === null ? refused.remove(id) : refused.dropFromList(id))
      return receipt
    },
    discardRefused: (id) => changeRefused(refused.discard(id)),
    putBackRefused: (id) => changeRefused(refused.putBack(id)),
    onRefused: refused.onRefused,
    notices: notices.unread,
    async dismissNotices(ids) {
      await notices.dismiss(ids)
      leading?.worker.demandNotices()
      post({ type: 'read' })
    },
    onNotices: notices.onNotices,
    newerRows: newerBook.items,
    listNewer: newerBook.list,
    sendNewer: newerBook.send,
    letNewerGo: newerBook.letGo,
    putBackNewer: newerBook.putBack,
    checking,
    checkResult,
    async checkDevice() {
      if (leading !== undefined) {
        await leading.worker.checkDevice()
        return readResult()
      }
      const nonce = ports.newId()
      const answered = new Promise<void>((resolve) => pendingSyncs.set(nonce, resolve))
      post({ type: 'check', nonce })
      await Promise.race([answered, ports.wait(checkPatienceMs, closing.signal)])
      pendingSyncs.delete(nonce)
      await readResult()
    },
    setBack,
    async dismissSetBack() {
      await dismissSetBack(store)
      setBack.set(null)
      post({ type: 'newer' })
    },
    countUnsent: () => readInTime(store.outbox.count()),
    countRows: (collection, shopId) => database.count(collection, shopId),
    async exportUnsent() {
      const login = bootstrap.get()?.user.login_id ?? ''
      const offsetMs = (await readMeta<number>(store, 'clockOffsetMs')) ?? null
      return withLock(() => exportUnsent(store, { userId, login, deviceId, clockOffsetMs: offsetMs }, ports.clock()))
    },
    previewImport: (text) => withLock(() => previewImport(localState, store, userId, text)),
    async importUnsent(text) {
      let hasTrouble = false
      const receipt = await withLock(() =>
        importUnsent(localState, store, { userId, deviceId }, text, (problem) => {
          hasTrouble = true
          connection.patch({ problem })
        }),
      )
      if (receipt.refused > 0) {
        await refused.announce([])
        post({ type: 'refused', ids: [] })
      }
      if (receipt.changes > 0) {
        leading?.worker.onLocalChange()
        onWritten(hasTrouble)
      }
      return receipt
    },
    async syncNow() {
      if (leading !== undefined) return leading.worker.syncNow(leading.signal)
      const nonce = ports.newId()
      const answered = new Promise<void>((resolve) => pendingSyncs.set(nonce, resolve))
      post({ type: 'sync', nonce })
      await Promise.race([answered, ports.wait(syncPatienceMs, closing.signal)])
      pendingSyncs.delete(nonce)
    },
    resume() {
      leading?.worker.onWakeUp()
      post({ type: 'resume' })
    },
    listUnsentDeletes: (shopId) => readUnsentDeletes({ database, outbox }, shopId),
    claimDraft: drafts.claim,
    saveDraft: drafts.save,
    removeDraft: drafts.remove,
    listLeftDrafts: drafts.listLeft,
    preferDraft: drafts.prefer,
    watchDrafts: drafts.watch,
    close,
    onKeepNow: leaving.onKeepNow,
    countLeaving: leaving.count,
    leave: leaving.leave,
    async wipe() {
      await leaving.leave('discard')
    },
  }
}

function watchSet<T>(listeners: Set<T>, listener: T): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

const toStatus = (connection: Connection, waiting: number, attention: number, progress: SendProgress): SyncStatus => ({
  state: connectionToState(connection, waiting),
  waiting,
  attention,
  offlineSince: connection.offlineSince,
  lastContact: connection.lastContact,
  ...(connection.isForeignServer && { isForeignServer: true }),
  // Right after contact came back nobody says that sending goes on, but it does.
  sending: connection.phase === 'online' && progress !== null && (connection.isSending || progress.done > 0) ? progress : null,
  firstSync: connection.firstSync,
  isServerFull: connection.phase === 'offline' && connection.isServerFull,
  isPolling: connection.phase === 'online' && connection.isPolling,
  problem: connection.problem ?? connection.notice,
})
