import { beginFirstSync, openFirstPages } from './begin-first-sync.ts'
import { createDeviceRuns } from './outbox/unfinished-runs.ts'
import { toDeviceDrafts } from './drafts/device-drafts.ts'
import { openDraftStore } from './drafts/drafts.ts'
import { createLeavePath } from './leaving/leave.ts'
import { watchSealed } from './leaving/sealed-work.ts'
import { openKnownPages } from './lists/known-pages.ts'
import { createRowReader } from './lists/row-reader.ts'
import { createDeviceFiles, type DeviceFiles } from './files/device-files.ts'
import { createDeviceLogos } from './logos/keep-logos.ts'
import { NumberLeases } from './numbers/number-leases.ts'
import { openRenumberedStore } from './numbers/renumbered.ts'
import { createVisitedShops } from './numbers/visited-shops.ts'
import { type OpenedStorage, type OpeningOptions, openStorage } from './opening.ts'
import { createDeviceOutbox, type DeviceOutbox } from './outbox/device-outbox.ts'
import { forgetSentGuarded } from './outbox/forget-guarded.ts'
import { createDeviceRefused } from './outbox/device-refused.ts'
import { reconcile } from './outbox/local-state.ts'
import { openRefusedStore } from './outbox/refused.ts'
import { type WaitingChanges, watchWaitingChanges } from './outbox/unsent/waiting-changes.ts'
import type { HeldBeside } from './outbox/put-missing.ts'
import type { LocalParts } from './outbox/local-parts.ts'
import { createWriter } from './outbox/writer.ts'
import { type Ports, browserLocks, browserNotes, openBrowserChannel, timerWait, watchBrowserWakeUps } from './platform/ports.ts'
import type { SyncApi } from './platform/server-port.ts'
import { shopMoney, shopMoneySettings, shopTicketPrefixes, shopTimeZone } from './platform/known-shop.ts'
import { defaultSizes, type DeviceSizes } from './platform/sizes.ts'
import { askToKeepStorage } from './platform/storage-info.ts'
import { createDeviceRecovery, createRecoveryNews } from './recovery/device-recovery.ts'
import { openNewerStore } from './recovery/newer-store.ts'
import { createStorageGuard } from './recovery/storage-guard.ts'
import { type BootstrapStore, openBootstrapStore } from './sync/bootstrap-store.ts'
import { type ConnectionTracker, createConnectionTracker } from './sync/connection.ts'
import { type HeadStart, makeHeadStart, type OpensAt } from './sync/head-start.ts'
import { createDeviceNotices } from './sync/device-notices.ts'
import { createNoticeBook } from './sync/notice-store.ts'
import { watchStatus } from './sync/status.ts'
import { hearTabs } from './tabs/hear-tabs.ts'
import { LeadingTab } from './tabs/leading-tab.ts'
import type { Rooms } from './tabs/rooms.ts'
import { openTabChannel, type TabChannel } from './tabs/tab-channel.ts'
import { makeTabEngine } from './tabs/tab-engine.ts'
import { tellConnection, tellPutBack, tellRead, tellRefused, tellResumed, tellVisit, tellWritten } from './tabs/tell-tabs.ts'
import type { Device } from './device-types.ts'
import type { CollectionName } from '#schema/collections/index.ts'
import { AppError } from '#schema/errors.ts'
import { type Readable, createStore } from './platform/observable.ts'
import type { OpInput } from './rows/op-input.ts'
import type { LocalDatabase } from './storage/row-database.ts'
import type { FirstPages } from './lists/first-pages.ts'
import { v7 } from 'uuid'
import type { WriteLock } from './storage/write-lock.ts'

/** Longer than a form waits before it stores a draft. */
const draftGraceMs = 600

/** A newer app version in another tab wants to upgrade the data: this tab shows that and closes. */
type Outdating = { outdated: Readable<boolean>; onOutdated: () => void }

function createOutdating({ closing, ports }: Pick<LocalParts, 'closing' | 'ports'>, lock: WriteLock, close: () => Promise<void>): Outdating {
  const outdated = createStore(false)
  const letGo = async (): Promise<void> => {
    await ports.wait(draftGraceMs, closing)
    // Wait for the running write; none starts after it.
    await lock.hold(async () => undefined).catch(() => undefined)
    await close()
  }
  return {
    outdated,
    onOutdated() {
      if (outdated.get()) return
      outdated.set(true)
      void letGo()
    },
  }
}

type Options = { database: LocalDatabase; firstPages: FirstPages; connection: Readable<{ phase: string }>; closing: AbortSignal }

/** Collections that first pages show and changes may name. */
const shownCollections = ['orders', 'customers', 'tasks', 'employees', 'payments', 'costs'] as const satisfies CollectionName[]

const notHereMessage = 'This has not arrived on this device yet. It can be changed as soon as there is a connection again.'

/**
 * Delays a change until all rows that it names are stored: one from a first page may not be pulled yet.
 * @throws AppError UNAVAILABLE while there is no connection to pull it
 */
function createWhenHere({ database, firstPages, connection, closing }: Options): (ops: readonly OpInput[]) => Promise<void> {
  const isMissing = async (ops: readonly OpInput[]): Promise<boolean> => {
    const ids = [...new Set(ops.flatMap(toNamedIds))]
    for (const collection of shownCollections) {
      const shown = ids.filter((id) => firstPages.row(collection, id) !== undefined)
      if (shown.length > 0 && (await database.find(collection, shown)).size < shown.length) return true
    }
    return false
  }
  return async (ops) => {
    while (firstPages.isOpen && !closing.aborted) {
      const changed = nextChange({ database, firstPages, connection, closing })
      try {
        if (!(await isMissing(ops))) return
        if (connection.get().phase === 'offline') throw new AppError('UNAVAILABLE', notHereMessage)
        await changed.heard
      } finally {
        changed.stop()
      }
    }
  }
}

function nextChange({ database, firstPages, connection, closing }: Options): { heard: Promise<void>; stop: () => void } {
  const heard = Promise.withResolvers<void>()
  const tell = (): void => heard.resolve()
  const stops = [database.watch(tell), firstPages.subscribe(tell), connection.subscribe(tell)]
  closing.addEventListener('abort', tell, { once: true })
  return {
    heard: heard.promise,
    stop() {
      closing.removeEventListener('abort', tell)
      for (const stopOne of stops) stopOne()
    },
  }
}

/** The row and the rows that its values reference. */
function toNamedIds(op: OpInput): string[] {
  const given: unknown[] = op.action === 'create' || op.action === 'update' ? Object.values(op.values) : []
  return [op.id, ...given].filter((value) => typeof value === 'string')
}

/**
 * `opensAt`: the list whose first page an empty device shows as soon as the server answers. `isSignIn`: the device is
 * probably empty, so it asks the server at once. `logsSync`: keeps a sync log for developers.
 */
export type DeviceOptions = Partial<Ports> &
  OpeningOptions & { api: SyncApi; sizes?: Partial<DeviceSizes>; logsSync?: boolean | undefined; opensAt?: OpensAt | undefined; isSignIn?: boolean | undefined }

/**
 * Opens the user's part of this device: local data at once, the server as soon as it answers.
 * @throws NewerLocalDataError when a newer app version stored data here; nothing is changed
 * @throws AppError UNAVAILABLE when a pending wipe of this user's data cannot finish
 */
export function openDevice(options: DeviceOptions): Promise<Device> {
  const ports = fillPorts(options)
  const headStart =
    options.opensAt === undefined ? undefined : makeHeadStart(options.api, { ...ports, opensAt: options.isSignIn === true ? options.opensAt : undefined })
  return openStorage(options, ports, (opened) => joinRooms(opened, options, headStart))
}

async function joinRooms(opened: OpenedStorage, options: DeviceOptions, headStart: HeadStart | undefined): Promise<Device> {
  const { keys, logsSync = false, opensAt } = options
  const sizes = { ...defaultSizes, ...options.sizes }
  const server = headStart?.api ?? options.api
  const { local } = opened
  const { closing, localState, ports, store, userId } = local
  const { database } = localState
  const connection = createConnectionTracker(ports.clock, opened.news)
  const channel = openTabChannel(local)
  const leading = new LeadingTab(local, channel, connection)
  const waiting = watchWaitingChanges(local)
  const close = async (): Promise<void> => {
    if (closing.aborted) return
    await opened.close(async () => {
      await leading.close()
      channel.close()
    })
  }

  const { guard, stores } = await guardAndReadStores(opened, options, { connection, channel, leading, waiting, close })
  const { withLock } = guard
  const { bootstrap, drafts, newer, refused, renumbered } = stores
  const observed = { api: server, database, waiting, ...ports, closing }
  const { log, api } = logsSync ? (await import('./sync/sync-log.ts')).openSyncLog(observed) : { log: null, api: server }
  const shops = knownShops(bootstrap)
  const { firstPages, reads } = openFirstPages(local, { api, connection, timeZoneOf: shops.timeZoneOf, isNew: bootstrap.bootstrap.get() === null })
  if (headStart !== undefined && opensAt !== undefined)
    void beginFirstSync({ headStart, opensAt, userId, bootstrap, connection, firstPages, pageMax: sizes.pageMax, closing })
  const onOutboxChange = waiting.changes.subscribe
  const reader = createRowReader({ ...localState, ...shops, clock: ports.clock, onOutboxChange, knownPages: stores.knownPages, firstPages, reads })
  closing.addEventListener('abort', reader.close)
  const whenHere = createWhenHere({ database, firstPages, connection: connection.store, closing })

  const news = createRecoveryNews(local, newer, () => channel.post({ type: 'newer' }))
  const notices = createNoticeBook(store)
  const rooms: Rooms = {
    local,
    withLock,
    connection,
    channel,
    leading,
    bootstrap,
    waiting,
    refused,
    notices,
    visitedShops: createVisitedShops(),
    recovery: news,
    drafts,
    showEarly: reader.showEarly,
  }
  tellConnection(rooms)

  const listener = { onSendable: () => leading.onLocalChange(), onWritten: () => tellWritten(rooms), onRefused: () => tellRefused(rooms, []) }
  const writer = createWriter({
    local,
    withLock,
    forms: drafts,
    readCaller: bootstrap.readCaller,
    findPointing: reader.findPointing,
    moneyOf: shops.moneyOf,
    leases: new NumberLeases(store, local.deviceId),
    trouble: connection,
    listener,
  })
  const { removalBefore } = opened
  const files = createDeviceFiles({
    isOff: api.files === undefined || !database.collections.includes('attachments'),
    load: async (onProgress) =>
      (await import('./join-files.ts')).openFileRoom({ local, api, reader, writer, refused, waiting, connection, bootstrap, keys, removalBefore }, onProgress),
    wait: ports.wait,
    closing,
  })
  const outbox = createDeviceOutbox({ local, withLock, waiting, writer, readWho: bootstrap.readWho, trouble: connection, listener })
  const logos = createDeviceLogos({ store, api: server, closing })
  bootstrap.bootstrap.subscribe(() => void (leading.isLeading && logos.keep(bootstrap.bootstrap.get()?.shops ?? [])))
  const runCheck = async (): Promise<void> => {
    await leading.check()
    if (!files.isOff) await (await files.open()).findUnstored()
  }
  const status = watchStatus({ connection: connection.store, waiting, refused: refused.changes, newer: newer.items })

  await withLock(() => rebuildUnsent(local, bootstrap)).catch((error: unknown) => void connection.fail(error))
  waiting.refresh()

  const end = (): void => {
    channel.post({ type: 'wipe' })
    drafts.end()
  }
  const tabs = { ask: (nonce: string) => channel.post({ type: 'keep', nonce }), end, close }
  const leavePath = createLeavePath({ local, drafts, keys, numbers: api.numbers, tabs })
  const sealing = { onConnection: () => void leavePath.learnKey(), onOpened: () => tellPutBack(rooms) }
  watchSealed({ local, withLock, keys, state: opened.sealed, connection, isLeading: () => leading.isLeading, listener: sealing })
  hearTabs({ ...rooms, leaving: leavePath, close })
  const lookAtStorage = (): void => {
    guard.look()
    files.look()
  }
  leading.start({ makeEngine: () => makeTabEngine(rooms, { api, sizes }), withLock, lookAtStorage })
  closing.addEventListener(
    'abort',
    ports.watchWakeUps((reason) => leading.onWakeUp(reason)),
  )
  const { outdated, onOutdated } = createOutdating(local, opened.lock, close)
  opened.events.onOutdated = onOutdated
  void askToKeepStorage()

  return {
    userId,
    outdated,
    async write(shopId, ops, form) {
      await whenHere(ops)
      return writer.write(shopId, ops, form)
    },
    async writeTogether(shopId, acts, storeActs) {
      await whenHere(acts.flat())
      return writer.writeTogether(shopId, acts, storeActs)
    },
    rows: reader.rows,
    lists: reader.lists,
    outbox: files.isOff ? outbox : withFiles(outbox, files),
    refused: createDeviceRefused(refused, writer, () => channel.post({ type: 'refused', ids: [] })),
    drafts: toDeviceDrafts(drafts),
    sync: { status, bootstrap: bootstrap.bootstrap, clockOffset: bootstrap.clockOffset, log, run: () => leading.sync(), resume: () => tellResumed(rooms) },
    notices: createDeviceNotices(notices, () => tellRead(rooms)),
    logos,
    numbers: { renumbered, visit: (shopId) => tellVisit(rooms, shopId) },
    runs: createDeviceRuns(store),
    files,
    recovery: createDeviceRecovery({ store, newer, progress: news.progress, write: writer.write, runCheck }),
    leaving: leavePath.leaving,
    close,
  }
}

type Surroundings = { connection: ConnectionTracker; channel: TabChannel; leading: LeadingTab; waiting: WaitingChanges; close: () => Promise<void> }

async function guardAndReadStores(opened: OpenedStorage, options: DeviceOptions, { connection, channel, leading, waiting, close }: Surroundings) {
  const { events, local, lock } = opened
  // Watch for cleared storage before the first read: what was read by then is put back.
  const guard = createStorageGuard({
    local,
    lock,
    memory: { held: () => heldBeside(stores), shopIds: () => stores.bootstrap.shopIds() },
    trouble: connection,
    removalBefore: opened.removalBefore,
    isDeviceIdStored: options.deviceId === undefined,
    listener: {
      onOutboxRead: waiting.refresh,
      onRowsMended() {
        leading.restart()
        channel.post({ type: 'wrote' })
      },
      onLeft: () => void close(),
    },
  })
  events.onRemoved = guard.onRemoved
  events.onStolen = guard.onStolen
  events.onForgotten = () => guard.withLock(() => forgetSentGuarded(local.localState, local.store))
  const stores = await readStores(local, () => channel.post({ type: 'newer' }))
  return { guard, stores }
}

/** What this page keeps in memory of the device's store. */
async function readStores({ closing, localState: { database }, ports, store, userId }: LocalParts, onNewerChanged: () => void) {
  const [bootstrap, knownPages, refused, renumbered] = await Promise.all([
    openBootstrapStore(store, userId, ports.clock),
    openKnownPages(store, closing),
    openRefusedStore(store, ports.clock),
    openRenumberedStore(store),
  ])
  const drafts = openDraftStore({ store, userId, clock: ports.clock, newId: ports.newId })
  const newer = await openNewerStore({ store, database, onChange: onNewerChanged })
  return { bootstrap, knownPages, drafts, newer, refused, renumbered }
}

const heldBeside = ({ bootstrap, drafts, newer, refused, renumbered }: Awaited<ReturnType<typeof readStores>>): HeldBeside => ({
  refused: refused.entries(),
  newer: newer.entries(),
  drafts: drafts.known(),
  meta: { ...bootstrap.toMeta(), ...renumbered.toMeta() },
})

/** Facts of shops as of the last bootstrap. */
const knownShops = ({ bootstrap }: BootstrapStore) => ({
  timeZoneOf: (shopId: string) => shopTimeZone(bootstrap.get(), shopId),
  ticketPrefixesOf: (shopId: string) => shopTicketPrefixes(bootstrap.get(), shopId),
  moneyOf: (shopId: string) => shopMoney(bootstrap.get(), shopId),
  moneySettingsOf: (shopId: string) => shopMoneySettings(bootstrap.get(), shopId),
})

/** The page may have died between an outbox row and its documents. Call inside the write lock. */
async function rebuildUnsent({ localState }: LocalParts, bootstrap: BootstrapStore): Promise<void> {
  const { outbox } = localState
  const shopIds = bootstrap.shopIds()
  const isOfShops = ({ shopId }: { shopId: string }): boolean => shopIds === undefined || shopIds.includes(shopId)
  await reconcile(
    localState,
    outbox.dirtyKeys().filter((key) => outbox.mutationsOf(key).every(isOfShops)),
  )
}

/** Adds file contents to the export of unsent work. On import, contents are stored before their changes, as on the device itself. */
const withFiles = (outbox: DeviceOutbox, files: DeviceFiles): DeviceOutbox => ({
  ...outbox,
  async exportFile() {
    const { addFilesToExport } = await import('./files/carried-files.ts')
    const exported = await outbox.exportFile()
    return addFilesToExport(exported, (await files.open()).eachUnsent())
  },
  async previewImport(content) {
    const { readCarried } = await import('./files/carried-files.ts')
    return outbox.previewImport((await readCarried(content)).text)
  },
  async importFile(content) {
    const { readCarried } = await import('./files/carried-files.ts')
    const carried = await readCarried(content)
    // Check owner and format before storing anything.
    await outbox.previewImport(carried.text)
    await (await files.open()).takeOver(carried.files())
    return outbox.importFile(carried.text)
  },
})

/** The browser's implementations for all ports that are not given. */
const fillPorts = (given: Partial<Ports>): Ports => ({
  locks: given.locks ?? browserLocks(),
  openChannel: given.openChannel ?? openBrowserChannel,
  notes: given.notes ?? browserNotes(),
  clock: given.clock ?? (() => new Date()),
  monotonic: given.monotonic ?? (() => performance.now()),
  newId: given.newId ?? v7,
  random: given.random ?? Math.random,
  wait: given.wait ?? timerWait,
  watchWakeUps: given.watchWakeUps ?? watchBrowserWakeUps,
})
