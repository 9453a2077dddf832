import type { CollectionName } from '#schema/collections/index.ts'
import { AppError } from '#schema/errors.ts'
import { tellingFullStorage } from '../../platform/storage-errors.ts'
import type { OpInput } from '../../rows/op-input.ts'
import { type RowKey, rowKey } from '../../rows/rows.ts'
import type { RowWrite } from '../../storage/row-database.ts'
import type { OutboxEntry } from '../../storage/unsent-store.ts'
import { planMutation, planToEntry, showTakenBack, storeDocuments, type WritePath } from '../write.ts'
import type { WriteReceipt } from '../write-receipt.ts'
import { type Run, runToEntry } from '../unfinished-runs.ts'
import { ReadAhead } from './acts-read-ahead.ts'

/** One of several acts. Creates are written singly: only the next order number is known. */
export type Act = readonly Exclude<OpInput, { action: 'create' }>[]

export type ActOutcome = { receipt: WriteReceipt; error?: undefined } | { receipt?: undefined; error: AppError }

type Made = Awaited<ReturnType<typeof planMutation>>
type PlannedAct = Pick<Made, 'plan'> & { entry: Omit<OutboxEntry, 'position'> }

/** Errors caused by other rows, which an earlier act may have changed. */
const dependingCodes: ReadonlySet<string> = new Set(['INVALID_REFERENCE', 'FOREIGN_KEY_VIOLATION'])

export type StoreActs = typeof writeTogether

/**
 * Writes each act as its own mutation, all in one step: after a crash all are stored or none. An act rejected by this
 * device does not affect the others. Runs inside the write lock. `run`: noted with the first act that is stored.
 * @throws AppError UNAVAILABLE when the device cannot store them; acts before another one on the same row may be stored
 *   then
 */
export async function writeTogether(
  path: WritePath,
  shopId: string,
  acts: readonly Act[],
  run?: Run,
): Promise<{ outcomes: ActOutcome[]; hasChanged: boolean }> {
  const outcomes = new Map<number, ActOutcome>()
  let hasChanged = false
  const noteTakenBack = (taken: ReadonlyMap<number, OutboxEntry>): void => {
    for (const place of taken.keys()) outcomes.set(place, { receipt: { mutationId: null, ids: (acts[place] ?? []).map(({ id }) => id) } })
    hasChanged ||= taken.size > 0
  }
  // Undo of many deletions runs in one step too; mixed with other acts, it depends on the earlier ones.
  if (acts.every(isRestoring)) noteTakenBack(await takeBackTogether(path, new Map(acts.entries())))
  const reading = new ReadAhead(path)
  await reading.read(acts)
  const surroundings: WritePath = { ...path, database: reading.database, findPointing: reading.findPointing }
  let planned: PlannedAct[] = []
  let changed = new Set<RowKey>()
  const store = async (): Promise<void> => {
    await storeActs(path, planned, run && runToEntry(shopId, run))
    hasChanged ||= planned.length > 0
    reading.forget(changed)
    planned = []
    changed = new Set()
  }
  const planAct = async (place: number): Promise<Made | undefined> => {
    const given = acts[place] ?? []
    if (given.some(({ collection, id }) => changed.has(rowKey(collection, id)))) await store()
    if (isRestoring(given)) {
      const taken = await takeBackTogether(path, new Map([[place, given]]))
      noteTakenBack(taken)
      reading.forget([...taken.values()].flatMap(({ keys }) => keys))
      if (taken.size > 0) return undefined
    }
    const first = planMutation(surroundings, shopId, given)
    const isOutdated = await first.then(
      // A row that it read is about to change.
      ({ plan }) => [...plan.lookedAt()].some((key) => changed.has(key)),
      (error: unknown) => changed.size > 0 && error instanceof AppError && dependingCodes.has(error.code),
    )
    if (!isOutdated) return first
    await store()
    return planMutation(surroundings, shopId, given)
  }
  for (const place of acts.keys()) {
    if (outcomes.has(place)) continue
    try {
      const made = await planAct(place)
      if (made === undefined) continue
      const { ids } = made.plan
      if (made.plan.ops.length === 0) {
        outcomes.set(place, { receipt: { mutationId: null, ids } })
        continue
      }
      const entry = planToEntry(made.plan, { id: path.newId(), shopId, titles: made.titles })
      planned.push({ plan: made.plan, entry })
      for (const key of entry.keys) changed.add(key)
      outcomes.set(place, { receipt: { mutationId: entry.mutation.id, ids } })
    } catch (error) {
      if (!(error instanceof AppError) || error.code === 'UNAVAILABLE') throw error
      outcomes.set(place, { error })
    }
  }
  await store()
  return { outcomes: acts.flatMap((_, place) => outcomes.get(place) ?? []), hasChanged }
}

async function storeActs(path: WritePath, planned: readonly PlannedAct[], note?: ReturnType<typeof runToEntry>): Promise<void> {
  if (planned.length === 0) return
  const bases = planned.flatMap(({ plan }) => plan.bases())
  const entries = await tellingFullStorage(() =>
    path.outbox.appendTogether(
      planned.map(({ entry }) => entry),
      bases,
      note,
    ),
  )
  const documents = new Map<CollectionName, RowWrite[]>()
  for (const { plan } of planned) for (const [collection, writes] of plan.writes()) documents.set(collection, [...(documents.get(collection) ?? []), ...writes])
  try {
    await storeDocuments(path, documents, () => path.outbox.removeTogether(entries))
  } finally {
    path.outbox.unfinished.end()
  }
  path.onSendable()
}

const isRestoring = (act: Act): boolean => act.every(({ action }) => action === 'restore')

/** Removes unsent deletions that these acts undo from the outbox; resolves to them by the act's index. */
async function takeBackTogether(path: WritePath, acts: ReadonlyMap<number, Act>): Promise<ReadonlyMap<number, OutboxEntry>> {
  const entryByPlace = new Map<number, OutboxEntry>()
  const touched = new Set<RowKey>()
  for (const [place, act] of acts) {
    const entry = await path.outbox.findUndone(act)
    if (entry === undefined || entry.keys.some((key) => touched.has(key))) continue
    entryByPlace.set(place, entry)
    for (const key of entry.keys) touched.add(key)
  }
  if (entryByPlace.size > 0) {
    await tellingFullStorage(() => path.outbox.removeTogether([...entryByPlace.values()], []))
    await showTakenBack(path, [...touched])
  }
  return entryByPlace
}
