import type { MutationError, Op } from '#schema/api/sync.ts'
import { collectionByName, type CollectionName } from '#schema/collections/index.ts'
import { AppError } from '#schema/errors.ts'
import type { DeviceStore, RefusedEntry } from '../storage/unsent-store.ts'
import { type InputValues, looseToInput, type OpInput } from '../rows/op-input.ts'
import { tellingFullStorage } from '../platform/storage-errors.ts'
import { createStore, type Readable, watchSet } from '../platform/observable.ts'
import { discardedPrefix } from '../storage/stored-work.ts'

export type RefusedChange = {
  id: string
  shopId: string
  /** Times of the mutation and of the refusal. */
  at: string
  refusedAt: string
  /** As the user entered it. */
  ops: Op[]
  error: MutationError
  summary: string
  /** Titles of its rows and their parents at that time, by row (`orders/<id>`). */
  titleByRow: Record<string, string>
  /** The user lost the shop meanwhile: `from` values are gone. */
  isStripped?: true | undefined
}

/** A discard can be undone for a day. */
const discardedKeptMs = 24 * 60 * 60 * 1000

export type RefusedStore = {
  changes: Readable<RefusedChange[]>
  /** Discarded by the user, newest first; deleted at the first start after a day. */
  discarded: Readable<RefusedChange[]>
  list: () => Promise<RefusedChange[]>
  /** The last read list, as stored. */
  entries: () => RefusedEntry[]
  /** Reads the list again and tells the listeners of new refusals. */
  announce: (ids: readonly string[]) => Promise<void>
  onRefused: (listener: (refused: RefusedChange) => void) => () => void
  /** The inputs that retry a refused change, as it was or `corrected`. @throws AppError NOT_FOUND */
  take: (id: string, corrected?: readonly OpInput[]) => Promise<{ entry: RefusedEntry; inputs: OpInput[] }>
  /** Removes it from the list; `putBack` undoes that. Both @throws AppError UNAVAILABLE when the storage is full */
  discard: (id: string) => Promise<void>
  putBack: (id: string) => Promise<void>
  /** Deletes a change that was dealt with. @throws AppError UNAVAILABLE when the storage is full */
  remove: (id: string) => Promise<void>
  /** The same for one already deleted with the storing of its retry. */
  dropFromList: (id: string) => void
}

type DiscardedEntry = RefusedEntry & { discardedAt: string }

/** The "Needs attention" list, shared by the tabs through the device's store. */
export async function openRefusedStore(store: DeviceStore, clock: () => Date): Promise<RefusedStore> {
  const list = async (): Promise<RefusedChange[]> => (await store.refused.orderBy('refusedAt').toArray()).map(toRefusedChange)
  const forgotten = forgetOldDiscarded(store, clock().getTime() - discardedKeptMs)
  const [listed, kept] = await Promise.all([list(), forgotten.then(() => listDiscarded(store))])
  const changes = createStore(listed)
  const discarded = createStore(kept)
  const listeners = new Set<(refused: RefusedChange) => void>()
  const refresh = async (): Promise<void> => {
    changes.set(await list())
    discarded.set(await listDiscarded(store))
  }
  // Avoids reading the list again for each of possibly thousands.
  const dropFromList = (id: string): void => changes.set(changes.get().filter((change) => change.id !== id))
  return {
    changes,
    discarded,
    list,
    entries: () => changes.get().map(toRefusedEntry),
    async announce(ids) {
      await refresh()
      for (const change of changes.get()) if (ids.includes(change.id)) for (const listener of listeners) listener(change)
    },
    onRefused: (listener) => watchSet(listeners, listener),
    async take(id, corrected) {
      const entry = await store.refused.get(id)
      if (entry === undefined) throw new AppError('NOT_FOUND', dealtWithMessage)
      return {
        entry,
        inputs: keepNumbers(entry, keepFirstTime(entry, corrected ?? refusedToInputs(entry))).map((input) =>
          entry.isStripped === true && input.action === 'update' ? { ...input, isSeenForgotten: true } : input,
        ),
      }
    },
    async discard(id) {
      await tellingFullStorage(() =>
        store.transaction('rw', store.refused, store.meta, async () => {
          const entry = await store.refused.get(id)
          if (entry === undefined) return
          await store.meta.put({ key: discardedPrefix + id, value: { ...entry, discardedAt: clock().toISOString() } })
          await store.refused.delete(id)
        }),
      )
      await refresh()
    },
    async putBack(id) {
      await tellingFullStorage(() =>
        store.transaction('rw', store.refused, store.meta, async () => {
          const kept = await store.meta.get(discardedPrefix + id)
          if (kept === undefined) return
          const { discardedAt: _, ...entry } = kept.value as DiscardedEntry
          await store.refused.put(entry)
          await store.meta.delete(discardedPrefix + id)
        }),
      )
      await refresh()
    },
    async remove(id) {
      await tellingFullStorage(() => store.refused.delete(id))
      dropFromList(id)
    },
    dropFromList,
  }
}

/** It was retried, corrected or discarded meanwhile, perhaps in another tab. */
const dealtWithMessage = 'This change is no longer under "Needs attention".'

async function listDiscarded(store: DeviceStore): Promise<RefusedChange[]> {
  const kept = await readDiscarded(store)
  return kept.toSorted((one, other) => (one.discardedAt < other.discardedAt ? 1 : -1)).map(toRefusedChange)
}

const readDiscarded = async (store: DeviceStore): Promise<DiscardedEntry[]> =>
  (await store.meta.where('key').startsWith(discardedPrefix).toArray()).map(({ value }) => value as DiscardedEntry)

async function forgetOldDiscarded(store: DeviceStore, beforeMs: number): Promise<void> {
  const old = (await readDiscarded(store)).filter(({ discardedAt }) => Date.parse(discardedAt) < beforeMs)
  if (old.length > 0) await store.meta.bulkDelete(old.map(({ id }) => discardedPrefix + id))
}

const toRefusedChange = ({ id, mutation, error, refusedAt, summary, titles = {}, isStripped }: RefusedEntry): RefusedChange => ({
  id,
  shopId: mutation.shopId,
  at: mutation.at,
  refusedAt,
  ops: mutation.ops,
  error,
  summary,
  titleByRow: titles,
  ...(isStripped === true && { isStripped }),
})

const toRefusedEntry = ({ id, shopId, at, refusedAt, ops, error, summary, titleByRow, isStripped }: RefusedChange): RefusedEntry => ({
  id,
  mutation: { id, shopId, at, ops },
  error,
  refusedAt,
  summary,
  titles: titleByRow,
  ...(isStripped === true && { isStripped }),
})

/**
 * The change with the values that the user saw, so that a stock count stays a difference and a note stays a merge,
 * whatever the rows hold now.
 */
function refusedToInputs({ mutation, error }: RefusedEntry): OpInput[] {
  return mutation.ops.map((op): OpInput => {
    const collection = op.collection as CollectionName
    switch (op.action) {
      case 'create':
        return looseToInput({ action: 'create', collection, id: op.id, values: op.values })
      case 'update':
        return looseToInput({ action: 'update', collection, id: op.id, values: sideOf(op, 'to'), seen: sideOf(op, 'from') })
      case 'delete':
        // The user confirmed after seeing what changed since.
        return { action: 'delete', collection, id: op.id, anyway: op.anyway ?? (error.code === 'CHANGED_SINCE' ? op.seen : undefined), into: op.into }
      case 'restore':
        return { action: 'restore', collection, id: op.id, deletion: op.deletion }
    }
  })
}

/** A corrected create without its own date keeps the time of the refused mutation, so that the intake day stays right. */
function keepFirstTime({ mutation }: RefusedEntry, inputs: readonly OpInput[]): OpInput[] {
  const madeIds = new Set(mutation.ops.flatMap(({ action, id }) => (action === 'create' ? [id] : [])))
  return inputs.map((input) => {
    if (input.action !== 'create' || !collectionByName[input.collection].createdAtEditable || input.id === undefined || !madeIds.has(input.id)) return input
    const values: InputValues = input.values
    return looseToInput({ ...input, values: { ...values, createdAt: values['createdAt'] ?? mutation.at } })
  })
}

/** A corrected order keeps the number on its paper. */
function keepNumbers({ mutation }: RefusedEntry, inputs: readonly OpInput[]): OpInput[] {
  const numberById = new Map(
    mutation.ops.flatMap((op) => (op.action === 'create' && op.collection === 'orders' && op.values['number'] != null ? [[op.id, op.values['number']]] : [])),
  )
  return inputs.map((input) => {
    const number = input.action === 'create' && input.collection === 'orders' && input.id !== undefined ? numberById.get(input.id) : undefined
    if (number === undefined || input.action !== 'create') return input
    const values: InputValues = input.values
    return looseToInput({ ...input, values: { ...values, number } })
  })
}

const sideOf = ({ changes }: Extract<Op, { action: 'update' }>, side: 'from' | 'to'): InputValues =>
  Object.fromEntries(Object.entries(changes).map(([field, change]) => [field, change[side]]))

/** Call inside the transaction that stores the retry. @throws AppError NOT_FOUND when it was dealt with already */
export async function takeRetried({ refused }: DeviceStore, id: string): Promise<void> {
  if ((await refused.get(id)) === undefined) throw new AppError('NOT_FOUND', dealtWithMessage)
  await refused.delete(id)
}
