import { Kysely } from 'kysely'
import type { Database, Db } from '../../database.ts'
import { Notifications } from './notifications.ts'
import { createPostgresDialect, openPool, type PoolOptions } from './postgres-driver.ts'

/** Reads have connections of their own: a transaction that reads elsewhere could wait for one that waits for it. */
export function openPostgres(options: PoolOptions & { isNotifying: boolean }): { db: Db; reader: Db; close: () => Promise<void> } {
  const notifications = new Notifications(options.url, options.isNotifying)
  const open = (): Db => new Kysely<Database>({ dialect: createPostgresDialect(openPool(options), options.meter, notifications) })
  const [db, reader] = [open(), open()]
  return {
    db,
    reader,
    async close() {
      await notifications.close()
      await reader.destroy()
      await db.destroy()
    },
  }
}
