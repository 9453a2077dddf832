import Database from 'better-sqlite3'
import type { Db } from '../../db/database.ts'

/** By shop the next ticket number of a database. */
export type NumberHeads = ReadonlyMap<string, number>

/** Numbers that are left out where nobody knows how many were given since the backup. */
export const unknownGap = 1_000

/** Of a database that a restore is about to replace; undefined where it cannot be read, or is of a version without numbers. */
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
 * Lets a restored database give no number that may stand on paper since its backup: it goes on above those of the
 * database that it
 * replaces, and of shops that this does not have with a gap.
 */
export async function goOnAbove(db: Db, heads: NumberHeads | undefined): Promise<void> {
  await db.transaction().execute(async (trx) => {
    for (const { shop_id, next_number } of await trx.selectFrom('shop_feed').select(['shop_id', 'next_number']).execute()) {
      const next = Math.max(next_number, heads?.get(shop_id) ?? next_number + unknownGap)
      await trx.updateTable('shop_feed').set({ next_number: next }).where('shop_id', '=', shop_id).execute()
    }
  })
}
