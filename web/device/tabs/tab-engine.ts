import { NewerRows } from '../recovery/newer.ts'
import { forgetLostShops } from '../storage/lost-shops.ts'
import type { Bootstrap } from '#schema/api/sync.ts'
import type { DeviceSizes } from '../platform/sizes.ts'
import type { SyncApi } from '../platform/server-port.ts'
import type { RefusedEntry } from '../storage/unsent-store.ts'
import { SyncEngine } from '../sync/sync-engine.ts'
import type { Rooms } from './rooms.ts'
import { tellRefused } from './tell-tabs.ts'

type Server = { api: SyncApi; sizes: DeviceSizes }

/** The engine of one term of leadership. Passes server events to this tab's modules and to other tabs. */
export function makeTabEngine(rooms: Rooms, { api, sizes }: Server): SyncEngine {
  const { bootstrap, channel, connection, drafts, leading, local, notices, recovery, showEarly, waiting, withLock } = rooms

  const forgetRefusedRows = async (isLost: (shopId: string) => boolean): Promise<void> => {
    if (await forgetLostShops(local.store, isLost)) await tellRefused(rooms, [])
  }

  return new SyncEngine({
    context: { ...local, api, readClockOffsetMs: bootstrap.clockOffset.get, sizes, withLock },
    userId: local.userId,
    bootstrap: { read: bootstrap.bootstrap.get, save: saveBootstrap },
    connection,
    // New for each term, as another tab may have led meanwhile.
    newer: new NewerRows(local.store, recovery.onRowsKept),
    notices,
    visitedShops: rooms.visitedShops.list,
    showEarly,
    async forgetDraftedRows(isLost) {
      await Promise.all([drafts.forgetRows(isLost), forgetRefusedRows(isLost)])
    },
    events: {
      onSettled(entries) {
        waiting.refresh()
        channel.post({ type: 'outbox' })
        if (entries.length > 0) void tellNewlyRefused(entries).catch(() => undefined)
      },
      onCheckProgress(progress) {
        channel.post({ type: 'checking', progress })
        recovery.onCheckProgress(progress)
      },
      onSentAgain() {
        waiting.refresh()
        channel.post({ type: 'outbox' })
        recovery.onRowsKept()
      },
    },
  })

  async function saveBootstrap(next: Bootstrap): Promise<void> {
    // A full storage must not prevent sending.
    await bootstrap.save(next).then(
      () => leading.onStored(),
      (error: unknown) => void connection.fail(error),
    )
    channel.post({ type: 'reference' })
  }

  async function tellNewlyRefused(entries: readonly RefusedEntry[]): Promise<void> {
    // Changes refused because their shop was lost meanwhile.
    const shopIds = bootstrap.shopIds()
    await forgetRefusedRows((shopId) => shopIds !== undefined && !shopIds.includes(shopId)).catch(() => undefined)
    await tellRefused(
      rooms,
      entries.map(({ id }) => id),
    )
  }
}
