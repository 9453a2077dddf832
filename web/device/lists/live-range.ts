import type { FirstPages } from './first-pages.ts'
import type { CollectionName } from '#schema/collections/index.ts'
import { type DayRange, isWithinRange } from '../rows/day-range.ts'
import type { LocalDatabase } from '../storage/row-database.ts'
import type { RowListener } from './row-cache.ts'
import { Projection, shopSource } from './projections/projection.ts'
import { type Row, type StoredRow, storedToRow } from '../rows/rows.ts'

/** Rows change in bursts (a pulled page, a queue being sent); listeners that sum them up run a few times a second. */
const pauseMs = 150

type Context = {
  database: LocalDatabase
  onChanges: (collection: CollectionName, listener: RowListener) => () => void
}

type Wanted = { collection: CollectionName; shopId: string; range: DayRange }

/** Calls back with the shop's rows created in the range, oldest first, now and after changes. Rows are read once; changes are merged in. */
export function watchRange({ database, onChanges }: Context, { collection, shopId, range }: Wanted, listener: (rows: Row[]) => void): () => void {
  let isOver = false
  const projection = new Projection({
    async *scan() {
      for await (const rows of database.scanCreated(collection, shopId, range)) {
        // Stop early: typing a date asks for several ranges in a row.
        if (isOver) return
        yield rows
      }
    },
    holds: (row) => row.shopId === shopId && isWithinRange(row.createdAt, range),
    toEntry: (row) => ({ id: row.id, sortKey: row.createdAt, row: isStored(row) ? storedToRow(row) : row }),
  })
  let timer: ReturnType<typeof setTimeout> | undefined
  const tell = (): void => {
    timer = undefined
    if (!isOver) listener(projection.sorted().map(({ row }) => row))
  }
  const stopWatching = onChanges(collection, (changes, isRepeat) => {
    if (!isRepeat) projection.apply(changes)
  })
  const stopHearing = projection.subscribe(() => {
    if (projection.isReady) timer ??= setTimeout(tell, pauseMs)
  })
  void projection.demand().then(
    () => {
      // Cancel the call that the build scheduled.
      clearTimeout(timer)
      tell()
    },
    () => undefined,
  )
  return () => {
    isOver = true
    clearTimeout(timer)
    stopWatching()
    stopHearing()
  }
}

/** `watch` calls back with all rows of the shop and returns its unsubscribe function. */
export type ShopRows = { watch: (listener: (rows: Row[]) => void) => () => void; ready: Promise<void> }

/**
 * All rows of the shop, read once; changes are merged in. Listeners are called when the rows are ready, at once after
 * the first change, and a moment later for the rest of a burst.
 */
export function createShopRows({ database, onChanges }: Context, { collection, shopId }: Omit<Wanted, 'range'>): ShopRows {
  const projection = new Projection(
    shopSource(database, collection, shopId, (row) => ({ id: row.id, sortKey: row.id, row: isStored(row) ? storedToRow(row) : row })),
  )
  onChanges(collection, (changes, isRepeat) => {
    if (!isRepeat) projection.apply(changes)
  })
  const watch: ShopRows['watch'] = (listener) => {
    let isDue = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const tell = (): void => {
      isDue = timer !== undefined
      if (isDue || !projection.isReady) return
      timer = setTimeout(() => {
        timer = undefined
        if (isDue) tell()
      }, pauseMs)
      listener(projection.sorted().map(({ row }) => row))
    }
    const stop = projection.subscribe(tell)
    tell()
    return () => {
      clearTimeout(timer)
      stop()
    }
  }
  return { watch, ready: projection.demand() }
}

/** Changed rows carry RxDB's metadata. */
const isStored = (row: Row | StoredRow): row is StoredRow => '_meta' in row

type Whole = { collection: CollectionName; shopId: string; firstPages: Pick<FirstPages, 'isOpen' | 'subscribe' | 'withMissing'> }

/** All rows of a shop, including those known from first pages only. */
export function watchWhole(shopRows: ShopRows, { collection, shopId, firstPages }: Whole, listener: (rows: readonly Row[]) => void): () => void {
  let held: readonly Row[] | undefined
  const tell = async (): Promise<void> => {
    const told = held
    if (told === undefined) return
    const rows = await firstPages.withMissing(collection, told, (row) => row.shopId === shopId)
    if (told === held) listener(rows)
  }
  const stops = [
    shopRows.watch((rows) => {
      held = rows
      if (firstPages.isOpen) void tell().catch(() => undefined)
      else listener(rows)
    }),
    firstPages.subscribe(() => void tell().catch(() => undefined)),
  ]
  return () => {
    held = undefined
    for (const stop of stops) stop()
  }
}
