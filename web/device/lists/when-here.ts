import type { CollectionName } from '#schema/collections/index.ts'
import { AppError } from '#schema/errors.ts'
import type { Readable } from '../platform/observable.ts'
import type { OpInput } from '../rows/op-input.ts'
import type { LocalDatabase } from '../storage/row-database.ts'
import type { FirstPages } from './first-pages.ts'

type Options = { database: LocalDatabase; firstPages: FirstPages; connection: Readable<{ phase: string }>; closing: AbortSignal }

/** Collections that first pages show and changes may name. */
const shownCollections = ['orders', 'customers', 'tasks', 'employees', 'payments', 'costs'] as const satisfies CollectionName[]

const notHereMessage = 'This has not arrived on this device yet. It can be changed as soon as there is a connection again.'

/**
 * Delays a change until all rows that it names are stored: one from a first page may not be pulled yet.
 * @throws AppError UNAVAILABLE while there is no connection to pull it
 */
export function createWhenHere({ database, firstPages, connection, closing }: Options): (ops: readonly OpInput[]) => Promise<void> {
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
