import { beginFirstSync, openFirstPages } from './begin-first-sync.ts'
import { toDeviceDrafts } from './drafts/device-drafts.ts'
import { openDraftStore } from './drafts/drafts.ts'
import { createLeavePath } from './leaving/leave.ts'
import { watchSealed } from './leaving/sealed-work.ts'
import { openListCounts } from './lists/list-counts.ts'
import { createRowReader } from './lists/row-reader.ts'
import { createWhenHere } from './lists/when-here.ts'
import { carryFiles } from './carry-files.ts'
import { createDeviceFiles } from './files/device-files.ts'
import { createDeviceLogos } from './logos/keep-logos.ts'
import { NumberLeases } from './numbers/number-leases.ts'
import { openRenumberedStore } from './numbers/renumbered.ts'
import { createVisitedShops } from './numbers/visited-shops.ts'
import { type OpenedStorage, type OpeningOptions, openStorage } from './opening.ts'
import { createDeviceOutbox } from './outbox/device-outbox.ts'
import { forgetSentGuarded } from './outbox/forget-guarded.ts'
import { createDeviceRefused } from './outbox/device-refused.ts'
import { reconcile } from './outbox/local-state.ts'
import { openRefusedStore } from './outbox/refused.ts'
import { watchWaitingChanges } from './outbox/unsent/waiting-changes.ts'
import { createWriter } from './outbox/writer.ts'
import { fillPorts } from './platform/fill-ports.ts'
import type { Ports } from './platform/ports.ts'
import type { SyncApi } from './platform/server-port.ts'
import { shopMoney, shopTicketPrefixes, shopTimeZone } from './platform/known-shop.ts'
import { defaultSizes, type DeviceSizes } from './platform/sizes.ts'
import { askToKeepStorage } from './platform/storage-info.ts'
import { openDeviceRecovery } from './recovery/device-recovery.ts'
import { openNewerStore } from './recovery/newer-store.ts'
import { createStorageGuard } from './recovery/storage-guard.ts'
import { openBootstrapStore } from './sync/bootstrap-store.ts'
import { createConnectionTracker } from './sync/connection.ts'
import { type HeadStart, makeHeadStart, type OpensAt } from './sync/head-start.ts'
import { createDeviceNotices } from './sync/device-notices.ts'
import { createNoticeBook } from './sync/notice-store.ts'
import { watchStatus } from './sync/status.ts'
import { hearTabs } from './tabs/hear-tabs.ts'
import { LeadingTab } from './tabs/leading-tab.ts'
import { createOutdating } from './tabs/page-life.ts'
import type { Rooms } from './tabs/rooms.ts'
import { openTabChannel } from './tabs/tab-channel.ts'
import { makeTabEngine } from './tabs/tab-engine.ts'
import { tellConnection, tellPutBack, tellRead, tellRefused, tellResumed, tellVisit, tellWritten } from './tabs/tell-tabs.ts'
import type { Device } from './device-types.ts'

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
  const { deviceId, keys, logsSync = false, opensAt } = options
  const sizes = { ...defaultSizes, ...options.sizes }
  const server = headStart?.api ?? options.api
  const { events, local, lock } = opened
  const { closing, localState, ports, store, userId } = local
  const { database, outbox } = localState
  const connection = createConnectionTracker(ports.clock, opened.news)
  const channel = openTabChannel(local)
  const leading = new LeadingTab(local, channel, connection)
  const waiting = watchWaitingChanges(local)
  const guard = createStorageGuard({
    local,
    lock,
    memory: {
      held: () => ({
        refused: refused.entries(),
        newer: newer.entries(),
        drafts: drafts.known(),
        meta: { ...bootstrap.toMeta(), ...counts.toMeta(), ...renumbered.toMeta() },
      }),
      shopIds: () => bootstrap.shopIds(),
    },
    trouble: connection,
    removalBefore: opened.removalBefore,
    isDeviceIdStored: deviceId === undefined,
    listener: {
      onOutboxRead: waiting.refresh,
      onRowsMended() {
        leading.restart()
        channel.post({ type: 'wrote' })
      },
      onLeft: () => void close(),
    },
  })
  const { withLock } = guard
  // Watch for cleared storage before the first read.
  events.onRemoved = guard.onRemoved
  events.onStolen = guard.onStolen
  events.onForgotten = () => withLock(() => forgetSentGuarded(localState, store))

  const observed = { api: server, database, waiting, ...ports, closing }
  const { log, api } = logsSync ? (await import('./sync/sync-log.ts')).openSyncLog(observed) : { log: null, api: server }
  const [bootstrap, counts, refused, renumbered] = await Promise.all([
    openBootstrapStore(store, userId, ports.clock),
    openListCounts(store, closing),
    openRefusedStore(store, ports.clock),
    openRenumberedStore(store),
  ])
  const drafts = openDraftStore({ store, userId, clock: ports.clock, newId: ports.newId })
  const findUnstoredFiles = async (): Promise<void> => void (!files.isOff && (await (await files.open()).findUnstored()))
  const onNewerChanged = (): void => channel.post({ type: 'newer' })
  const newer = await openNewerStore({ store, database, write: (shopId, ops) => writer.write(shopId, ops), onChange: onNewerChanged })
  const { recovery, news } = await openDeviceRecovery({ local, newer, runCheck: () => leading.check().then(findUnstoredFiles), onChanged: onNewerChanged })
  const moneyOf = (shopId: string) => shopMoney(bootstrap.bootstrap.get(), shopId)
  const timeZoneOf = (shopId: string): string => shopTimeZone(bootstrap.bootstrap.get(), shopId)
  const ticketPrefixesOf = (shopId: string): readonly string[] => shopTicketPrefixes(bootstrap.bootstrap.get(), shopId)
  const { firstPages, reads } = openFirstPages(local, { api, connection, timeZoneOf, isNew: bootstrap.bootstrap.get() === null })
  if (headStart !== undefined && opensAt !== undefined)
    void beginFirstSync({ headStart, opensAt, userId, bootstrap, connection, firstPages, pageMax: sizes.pageMax, closing })
  const reader = createRowReader({
    database,
    outbox,
    clock: ports.clock,
    onOutboxChange: waiting.changes.subscribe,
    counts,
    firstPages,
    reads,
    timeZoneOf,
    ticketPrefixesOf,
  })
  const { findPointing, showEarly } = reader
  const tabParts = { local, withLock, connection, channel, leading, bootstrap, waiting, showEarly }
  const notices = createNoticeBook(store)
  const rooms: Rooms = { ...tabParts, refused, notices, visitedShops: createVisitedShops(), recovery: news, drafts }
  const writing = { onSendable: () => leading.onLocalChange(), onWritten: () => tellWritten(rooms), onRefused: () => tellRefused(rooms, []) }
  const leases = new NumberLeases(store, local.deviceId)
  const writer = createWriter({
    local,
    withLock,
    forms: drafts,
    readCaller: bootstrap.readCaller,
    findPointing,
    moneyOf,
    leases,
    trouble: connection,
    listener: writing,
  })
  const whenHere = createWhenHere({ database, firstPages, connection: connection.store, closing })
  const logos = createDeviceLogos({ store, api: server, closing })
  bootstrap.bootstrap.subscribe(() => void (leading.isLeading && logos.keep(bootstrap.bootstrap.get()?.shops ?? [])))
  const files = createDeviceFiles({
    isOff: api.files === undefined || !database.collections.includes('attachments'),
    load: async (onProgress) =>
      (await import('./join-files.ts')).openFileRoom(
        { local, api, reader, writer, refused, waiting, connection, bootstrap, keys, removalBefore: opened.removalBefore },
        onProgress,
      ),
    wait: ports.wait,
    closing,
  })
  const status = watchStatus({ connection: connection.store, waiting, refused: refused.changes, newer: newer.items })
  tellConnection(rooms)

  await withLock(async () => {
    const shopIds = bootstrap.shopIds()
    const keys = outbox.dirtyKeys().filter((key) => shopIds === undefined || outbox.mutationsOf(key).every(({ shopId }) => shopIds.includes(shopId)))
    await reconcile(localState, keys)
  }).catch((error: unknown) => void connection.fail(error))
  waiting.refresh()

  const close = async (): Promise<void> => {
    if (closing.aborted) return
    reader.close()
    await opened.close(async () => {
      await leading.close()
      channel.close()
    })
  }
  const end = (): void => {
    channel.post({ type: 'wipe' })
    drafts.end()
  }
  const leavePath = createLeavePath({
    local,
    drafts,
    keys,
    tabs: { ask: (nonce) => channel.post({ type: 'keep', nonce }), end, close },
  })
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
  const { outdated, onOutdated } = createOutdating(local, lock, close)
  events.onOutdated = onOutdated
  void askToKeepStorage()

  return {
    userId,
    outdated,
    async write(shopId, ops, form) {
      await whenHere(ops)
      return writer.write(shopId, ops, form)
    },
    async writeTogether(shopId, acts, store) {
      await whenHere(acts.flat())
      return writer.writeTogether(shopId, acts, store)
    },
    rows: reader.rows,
    lists: reader.lists,
    outbox: carryFiles(createDeviceOutbox({ local, withLock, waiting, writer, readWho: bootstrap.readWho, trouble: connection, listener: writing }), files),
    refused: createDeviceRefused(refused, writer, () => channel.post({ type: 'refused', ids: [] })),
    drafts: toDeviceDrafts(drafts),
    sync: { status, bootstrap: bootstrap.bootstrap, clockOffset: bootstrap.clockOffset, log, run: () => leading.sync(), resume: () => tellResumed(rooms) },
    notices: createDeviceNotices(notices, () => tellRead(rooms)),
    logos,
    numbers: { renumbered, visit: (shopId) => tellVisit(rooms, shopId) },
    files,
    recovery,
    leaving: leavePath.leaving,
    close,
  }
}
