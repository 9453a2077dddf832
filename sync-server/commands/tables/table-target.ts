import { v5 as uuidV5 } from 'uuid'
import type { Mutation, MutationResult, Op } from '#schema/api/sync.ts'
import type { Json } from '#schema/values/merge.ts'
import type { Db, Tx } from '../../db/database.ts'
import type { Services } from '../../services.ts'
import { applyMutations, applyTogether } from '../../store/write.ts'

type Collection = 'customers' | 'orders' | 'products'

/** Operations applied together. `at`: when they happened; null: now. */
export type Act = { key: string; at: string | null; ops: Op[] }

export type Target = {
  shopId: string
  reader: Db
  newId: () => string
  idOf: (key: string) => string
  /** Which of these rows exist, deleted ones included; in a dry run, also rows that would have been created. */
  findExisting: (collection: Collection, ids: readonly string[]) => Promise<ReadonlySet<string>>
  /** Makes later orders get numbers above this one. */
  numberAbove: (number: number) => Promise<void>
  /** Returns refusal reasons by key; writes nothing in a dry run. */
  apply: (acts: readonly Act[]) => Promise<ReadonlyMap<string, string>>
}

type Opening = { userId: string | null; shopId: string; isDryRun: boolean }

export function openTarget(services: Services, { userId, shopId, isDryRun }: Opening): Target {
  const { reader, newId, clock } = services
  const caller = { userId, privileges: new Set<never>(), shopIds: new Set([shopId]), origin: 'import' as const }
  const planned = new Set<string>()
  return {
    shopId,
    reader,
    newId,
    idOf: (key) => uuidV5(key, shopId),
    async findExisting(collection, ids) {
      if (ids.length === 0) return new Set()
      const rows = await reader
        .selectFrom(collection)
        .select('id')
        .where('shop_id', '=', shopId)
        .where('id', 'in', [...ids])
        .execute()
      return new Set([...rows.map(({ id }) => id), ...ids.filter((id) => planned.has(id))])
    },
    async numberAbove(number) {
      if (isDryRun || number === 0) return
      const raise = (trx: Tx) =>
        trx
          .updateTable('shop_feed')
          .set({ next_number: number + 1 })
          .where('shop_id', '=', shopId)
          .where('next_number', '<=', number)
          .execute()
      // The skipped numbers are gaps, as with an unused lease.
      await applyTogether(services, userId, async ({ trx }) => void (await raise(trx)), { origin: 'import', shopIds: [shopId] })
    },
    async apply(acts) {
      for (const { ops } of acts) for (const { id } of ops) planned.add(id)
      if (isDryRun || acts.length === 0) return new Map()
      const receivedAt = clock()
      const keyById = new Map<string, string>()
      const mutations = acts.map(({ key, at, ops }): Mutation => {
        const id = newId()
        keyById.set(id, key)
        return { id, shopId, at: at ?? receivedAt.toISOString(), ops }
      })
      const results = await applyMutations(services, caller, { deviceId: null, clockOffsetMs: 0, receivedAt, mutations })
      return new Map(results.flatMap((result) => (result.outcome === 'rejected' ? [[keyById.get(result.id) ?? '', resultToReason(result)] as const] : [])))
    },
  }
}

const resultToReason = ({ error }: MutationResult): string =>
  [error?.message, ...(error?.issues ?? []).map(({ message }) => message).filter((message) => message !== error?.message)].filter(Boolean).join('; ')

export const toCreate = (collection: string, id: string, values: Readonly<Record<string, Json>>): Op => ({
  action: 'create',
  collection,
  id,
  values: { ...values },
})
