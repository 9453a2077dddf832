import type { Services } from '../../services.ts'
import { applyMutations } from '../../store/write.ts'
import type { ImportTarget } from './run-import.ts'

/** Writes imported records through the write path without a user; activities show that they were imported. */
export function createImportTarget(services: Services, shopId: string): ImportTarget {
  const caller = { userId: null, privileges: new Set<never>(), shopIds: new Set([shopId]), origin: 'import' as const }
  return {
    shopId,
    async findExisting(collection, ids) {
      if (ids.length === 0) return new Set()
      const rows = await services.reader.selectFrom(collection).select('id').where('id', 'in', ids).execute()
      return new Set(rows.map(({ id }) => id))
    },
    apply: (mutations) => applyMutations(services, caller, { deviceId: null, clockOffsetMs: 0, receivedAt: services.clock(), mutations }),
  }
}
