import type { FirstPages } from './first-pages.ts'
import type { CollectionName } from '#schema/collections/index.ts'
import { type DayRange, isWithinRange } from '../rows/day-range.ts'
import type { LocalDatabase } from '../storage/row-database.ts'
import type { RowListener } from './row-memory.ts'
import { Projection, shopSource } from './projections/projection.ts'
import { type Row, type StoredRow, storedToRow } from '../rows/rows.ts'

/** Rows change in bursts (a pulled page, a queue that is being sent); whoever adds them up does so a few times a second. */
const pauseMs = 150

type Context = {
  database: LocalDatabase
  onChanges: (collection: CollectionName, listener: RowListener) => () => void
}

type Wanted = { collection: CollectionName; shopId: string; range: DayRange }

/**
 * Calls back with the shop's rows that were created in the range, oldest first, once they are read, and again after changes
 * among them. They are read once; changes are put in their places.
 */
export function watchRange({ database, onChanges }: Context, { collection, shopId, range }: Wanted, listener: (rows: Row[]) => void): () => void {
  let isOver = false
  const projection = new Projection({
    async *scan() {
      for await (const rows of database.scanCreated(collection, shopId, range)) {
        // Whoever types a date asks for several ranges in a row.
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
      // Being built was a change too.
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

/** What is held of a small collection: calls back with all rows of the shop, and gives what stops that. */
export type ShopRows = { watch: (listener: (rows: Row[]) => void) => () => void; ready: Promise<void> }

/**
 * All rows of the shop, read once and kept from then on; changes are put in their places. A listener is called as soon as they are
 * there, at once after the first change among them, and with the others of a burst a moment later.
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

/** Changes come with what RxDB keeps beside a row. */
const isStored = (row: Row | StoredRow): row is StoredRow => '_meta' in row

type Whole = { collection: CollectionName; shopId: string; firstPages: Pick<FirstPages, 'isOpen' | 'subscribe' | 'withMissing'> }

/** All rows of a shop, with those that only the first pages know so far. */
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
