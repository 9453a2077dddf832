import { readableCollections } from '#schema/rules/access/access.ts'
import { FirstPages } from './lists/first-pages.ts'
import { type RowReads, withUnheldReads } from './lists/unheld-reads.ts'
import type { LocalParts } from './outbox/local-parts.ts'
import type { SyncApi } from './platform/server-port.ts'
import { shopTimeZone } from './platform/known-shop.ts'
import { isFirstSyncOpen } from './recovery/first-sync.ts'
import type { BootstrapStore } from './sync/bootstrap-store.ts'
import type { ConnectionTracker } from './sync/connection.ts'
import type { HeadStart, OpensAt } from './sync/head-start.ts'
import { assertOwnBootstrap } from './sync/rights/rights.ts'

type FirstReadsOptions = { api: SyncApi; connection: ConnectionTracker; isNew: boolean; timeZoneOf: (shopId: string) => string }

type FirstReads = { firstPages: FirstPages; reads: RowReads }

/**
 * Opens the first pages of this device's lists and the reads below them; reports the first sync's row total once a page
 * gives it. `isNew`: nothing was ever stored here.
 */
export function openFirstPages(local: LocalParts, { api, connection, isNew, timeZoneOf }: FirstReadsOptions): FirstReads {
  const { userId, localState, ports, closing } = local
  const isOpen = (): boolean => connection.store.get().firstSync !== null
  // An earlier session left the first sync unfinished: lists are incomplete until this session's engine says otherwise.
  if (!isOpen() && isFirstSyncOpen(ports.notes, userId)) connection.patch({ firstSync: { done: 0, total: null } })
  const reads = withUnheldReads(localState.database, () => isNew && isOpen())
  const firstPages = new FirstPages({ api, database: reads, isOpen, onOpen: connection.store.subscribe, clock: ports.clock, timeZoneOf, closing })
  const tellTotal = (): void => {
    const { firstSync } = connection.store.get()
    if (firstSync !== null && firstSync.total === null && firstPages.rows !== null) connection.patch({ firstSync: { ...firstSync, total: firstPages.rows } })
  }
  firstPages.subscribe(tellTotal)
  connection.store.subscribe(tellTotal)
  return { firstPages, reads }
}

type Begin = {
  headStart: HeadStart
  opensAt: OpensAt
  userId: string
  bootstrap: BootstrapStore
  connection: ConnectionTracker
  firstPages: FirstPages
  pageMax: number
  closing: AbortSignal
}

/** On an empty device: shows the shops as soon as the server names them, and requests the first page of the list that opens. */
export async function beginFirstSync({ headStart, opensAt, userId, bootstrap, connection, firstPages, pageMax, closing }: Begin): Promise<void> {
  if (bootstrap.bootstrap.get() !== null) return
  try {
    const answer = await headStart.bootstrap
    assertOwnBootstrap(answer, userId)
    const place = opensAt(answer)
    if (bootstrap.bootstrap.get() !== null) return
    if (place !== undefined) firstPages.ask(place.view, place.shopId, shopTimeZone(answer, place.shopId))
    // Set this before the lists render: an empty list would claim that there are no rows.
    if (connection.store.get().firstSync === null) connection.patch({ firstSync: { done: 0, total: null } })
    bootstrap.preview(answer)
    // Pull the visible list first.
    if (place !== undefined && readableCollections(new Set(answer.privileges)).includes(place.view))
      headStart.askAhead({ collection: place.view, limit: pageMax, checkpoint: {} }, closing)
  } catch {
    // The sync engine asks again and reports the error.
  }
}
