import type { BaseRow, DeviceStore, NewerRow, OutboxEntry, ReachedPlace, RefusedEntry, SentEntry } from '../storage/unsent-store.ts'
import type { Draft } from '../storage/stored-draft.ts'
import { noteOffered } from '../storage/offered.ts'
import { findWrittenMutations, markKey, type WrittenMark } from './form-mutations.ts'
import { reachedToMeta } from './sent.ts'

/** A tab's data besides its outbox. `meta`: values by key. */
export type HeldBeside = { refused: readonly RefusedEntry[]; newer: readonly NewerRow[]; drafts: readonly Draft[]; meta: Readonly<Record<string, unknown>> }

type HeldInMemory = HeldBeside & {
  entries: readonly OutboxEntry[]
  bases: readonly BaseRow[]
  marks: ReadonlyMap<string, WrittenMark>
  sent: readonly SentEntry[]
  reachedByShop: ReadonlyMap<string, ReachedPlace>
}

/** Restores what the store lacks of this tab's data; what another tab restored stays. Runs in a transaction on all tables that it names. */
export async function putMissing(store: DeviceStore, held: HeldInMemory): Promise<void> {
  const storedIds = new Set((await store.outbox.toArray()).map(({ mutation }) => mutation.id))
  const positions = new Set(await store.outbox.orderBy('position').primaryKeys())
  for (const entry of held.entries.filter(({ mutation }) => !storedIds.has(mutation.id))) {
    const { position, ...rest } = entry
    // Another tab's older mutation took the position: append this one.
    await store.outbox.add(positions.has(position) ? rest : { ...rest, position })
  }
  const marks = [...held.marks].map(([mutationId, value]) => ({ key: markKey(mutationId), value }))
  const meta = Object.entries(held.meta).map(([key, value]) => ({ key, value }))
  await addMissing(store.meta, [...marks, ...meta, ...reachedToMeta(held.reachedByShop)], ({ key }) => key)
  await addMissing(store.bases, held.bases, ({ key }) => key)
  await addMissing(store.refused, held.refused, ({ id }) => id)
  await addMissing(store.sent, held.sent, ({ id }) => id)
  await addMissing(store.newer, held.newer, ({ key }) => key)
  const written = await findWrittenMutations(
    store,
    held.drafts.flatMap(({ actId }) => actId ?? []),
  )
  await addMissing(
    store.drafts,
    held.drafts.filter(({ actId }) => actId === undefined || !written.has(actId)),
    ({ key }) => key,
  )
}

type KeyedTable<Value, Key> = { bulkGet: (keys: Key[]) => PromiseLike<(Value | undefined)[]>; bulkPut: (values: Value[]) => PromiseLike<unknown> }

async function addMissing<Value, Key extends string>(table: KeyedTable<Value, Key>, values: readonly Value[], keyOf: (value: Value) => Key): Promise<void> {
  const stored = await table.bulkGet(values.map(keyOf))
  await table.bulkPut(values.filter((_, index) => stored[index] === undefined))
}

/** Continues the positions in a cleared store. Which mutations were sent is unknown, so all count as offered. */
export async function goOnCounting(store: DeviceStore, sent: readonly SentEntry[]): Promise<void> {
  const { outbox } = store
  const newest = sent.reduce<SentEntry | undefined>((last, entry) => (entry.position > (last?.position ?? 0) ? entry : last), undefined)
  const last = (await outbox.orderBy('position').last())?.position ?? 0
  if (newest !== undefined && newest.position > last) {
    const { position, mutation, keys, effects, summary, bytes } = newest
    await outbox.put({ position, mutation, keys, effects, summary, bytes })
    await outbox.delete(position)
  }
  await noteOffered(store, Math.max(last, newest?.position ?? 0))
}
