import Database from 'better-sqlite3'
import type { Db } from '../../db/database.ts'

/** Next ticket number by shop. */
export type NumberHeads = ReadonlyMap<string, number>

/** Numbers skipped where it is unknown how many were given since the backup. */
export const unknownGap = 1_000

/** Reads the database that a restore replaces; undefined if it is unreadable or older than ticket numbers. */
export function readNumberHeads(file: string): NumberHeads | undefined {
  try {
    const database = new Database(file, { readonly: true, fileMustExist: true })
    try {
      const rows = database.prepare('select shop_id, next_number from shop_feed').all() as { shop_id: string; next_number: number }[]
      return new Map(rows.map(({ shop_id, next_number }) => [shop_id, next_number]))
    } finally {
      database.close()
    }
  } catch {
    return undefined
  }
}

/**
 * Keeps a restored database from reusing numbers that were printed since its backup: it continues above those of the
 * replaced database, or after a gap for shops unknown there.
 */
export async function goOnAbove(db: Db, heads: NumberHeads | undefined): Promise<void> {
  await db.transaction().execute(async (trx) => {
    for (const { shop_id, next_number } of await trx.selectFrom('shop_feed').select(['shop_id', 'next_number']).execute()) {
      const next = Math.max(next_number, heads?.get(shop_id) ?? next_number + unknownGap)
      await trx.updateTable('shop_feed').set({ next_number: next }).where('shop_id', '=', shop_id).execute()
    }
  })
}
