import type { Op } from '#schema/api/sync.ts'
import type { CollectionName } from '#schema/collections/index.ts'
import { AppError } from '#schema/errors.ts'
import type { DeviceStore, RefusedEntry } from './device-store.ts'
import type { InputValues, OpInput, RefusedChange } from './device-types.ts'
import { createStore, type Readable } from './store.ts'

export type RefusedBook = {
  changes: Readable<RefusedChange[]>
  list: () => Promise<RefusedChange[]>
  /** Reads the list again and tells the listeners of new refusals. */
  announce: (ids: readonly string[]) => Promise<void>
  onRefused: (listener: (refused: RefusedChange) => void) => () => void
  /** What to write to try a refused change once more. @throws AppError NOT_FOUND */
  take: (id: string) => Promise<{ entry: RefusedEntry; inputs: OpInput[] }>
  discard: (id: string) => Promise<void>
}

/** What stands under "Needs attention", shared by the tabs through the device's store. */
export async function openRefusedBook(store: DeviceStore): Promise<RefusedBook> {
  const list = async (): Promise<RefusedChange[]> => (await store.refused.orderBy('refusedAt').toArray()).map(toRefusedChange)
  const changes = createStore(await list())
  const listeners = new Set<(refused: RefusedChange) => void>()
  return {
    changes,
    list,
    async announce(ids) {
      const all = await list()
      changes.set(all)
      for (const change of all) if (ids.includes(change.id)) for (const listener of listeners) listener(change)
    },
    onRefused(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    async take(id) {
      const entry = await store.refused.get(id)
      if (entry === undefined) throw new AppError('NOT_FOUND')
      return { entry, inputs: refusedToInputs(entry) }
    },
    async discard(id) {
      await store.refused.delete(id)
      changes.set(await list())
    },
  }
}

const toRefusedChange = ({ id, mutation, error, refusedAt, summary }: RefusedEntry): RefusedChange => ({
  id,
  shopId: mutation.shopId,
  at: mutation.at,
  refusedAt,
  ops: mutation.ops,
  error,
  summary,
})

/**
 * The change as it was meant: with what the person saw, so that a stock count stays a difference and a note a few lines,
 * whatever the rows hold now.
 */
function refusedToInputs({ mutation }: RefusedEntry): OpInput[] {
  return mutation.ops.map((op): OpInput => {
    const collection = op.collection as CollectionName
    switch (op.action) {
      case 'create':
        return { action: 'create', collection, id: op.id, values: op.values }
      case 'update':
        return { action: 'update', collection, id: op.id, values: sideOf(op, 'to'), seen: sideOf(op, 'from') }
      case 'delete':
      case 'restore':
        return { action: op.action, collection, id: op.id }
    }
  })
}

const sideOf = ({ changes }: Extract<Op, { action: 'update' }>, side: 'from' | 'to'): InputValues =>
  Object.fromEntries(Object.entries(changes).map(([field, change]) => [field, change[side]]))
