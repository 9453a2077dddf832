import { readableCollections } from '#schema/rules/access/access.ts'
import { FirstPages } from './lists/first-pages.ts'
import { type RowReads, withUnheldReads } from './lists/unheld-reads.ts'
import type { LocalParts } from './outbox/local-parts.ts'
import type { SyncApi } from './platform/server-port.ts'
import { shopTimeZone } from './platform/known-shop.ts'
import { isFirstSyncOpen } from './recovery/first-sync.ts'
import type { BootstrapBook } from './sync/bootstrap-book.ts'
import type { ConnectionKeeper } from './sync/connection.ts'
import type { HeadStart, OpensAt } from './sync/head-start.ts'
import { assertOwnBootstrap } from './sync/rights/rights.ts'

type FirstReadsOptions = { api: SyncApi; connection: ConnectionKeeper; isNew: boolean; timeZoneOf: (shopId: string) => string }

type FirstReads = { firstPages: FirstPages; reads: RowReads }

/**
 * The first pages of this device's lists, and the reads beneath them. How many rows a first sync brings is told as soon as a page says
 * so. `isNew`: nothing was ever stored here.
 */
export function openFirstPages(local: LocalParts, { api, connection, isNew, timeZoneOf }: FirstReadsOptions): FirstReads {
  const { userId, localState, ports, closing } = local
  const isOpen = (): boolean => connection.store.get().firstSync !== null
  // A former page did not end it: its lists are not to be taken for whole until the engine of this one says so.
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
  bootstrap: BootstrapBook
  connection: ConnectionKeeper
  firstPages: FirstPages
  /** Rows of a page of the first sync. */
  pageMax: number
  closing: AbortSignal
}

/** On a device that holds nothing: shows the shops as soon as the server named them, and asks for the page of the list that opens. */
export async function beginFirstSync({ headStart, opensAt, userId, bootstrap, connection, firstPages, pageMax, closing }: Begin): Promise<void> {
  if (bootstrap.bootstrap.get() !== null) return
  try {
    const answer = await headStart.bootstrap
    assertOwnBootstrap(answer, userId)
    const place = opensAt(answer)
    if (bootstrap.bootstrap.get() !== null) return
    if (place !== undefined) firstPages.ask(place.view, place.shopId, shopTimeZone(answer, place.shopId))
    // Before the lists show: an empty one would say that there is nothing.
    if (connection.store.get().firstSync === null) connection.patch({ firstSync: { done: 0, total: null } })
    bootstrap.preview(answer)
    // The first sync begins with the list that shows.
    if (place !== undefined && readableCollections(new Set(answer.privileges)).includes(place.view))
      headStart.askAhead({ collection: place.view, limit: pageMax, checkpoint: {} }, closing)
  } catch {
    // The engine asks again, and says what is wrong.
  }
}
