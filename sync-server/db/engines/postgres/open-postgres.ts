import { Kysely } from 'kysely'
import type { Database, Db } from '../../database.ts'
import { createPostgresDialect, openPool, type PoolOptions } from './postgres-driver.ts'

/** Reads have connections of their own: a transaction that reads elsewhere could wait for one that waits for it. */
export function openPostgres(options: PoolOptions): { db: Db; reader: Db; close: () => Promise<void> } {
  const open = (): Db => new Kysely<Database>({ dialect: createPostgresDialect(openPool(options), options.meter) })
  const [db, reader] = [open(), open()]
  return {
    db,
    reader,
    async close() {
      await reader.destroy()
      await db.destroy()
    },
  }
}
