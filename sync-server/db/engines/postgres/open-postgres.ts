import { Kysely } from 'kysely'
import type { Database, Db } from '../../database.ts'
import { Notifications } from './notifications.ts'
import { createPostgresDialect } from './postgres-dialect.ts'
import { openPool, PostgresDriver, type PoolOptions } from './postgres-driver.ts'

export type PostgresOptions = PoolOptions & { isNotifying: boolean }

export type OpenPostgres = { db: Db; reader: Db; close: () => Promise<void> }

/** Reads have connections of their own: a transaction that reads elsewhere could wait for one that waits for it. */
export function openPostgres(options: PostgresOptions): OpenPostgres {
  const { url, isNotifying, meter } = options
  const changes = new Notifications(url, isNotifying)
  const openDriver = (): PostgresDriver => new PostgresDriver(openPool(options), meter, () => changes.tell())
  const reads = openDriver()
  const db = new Kysely<Database>({ dialect: createPostgresDialect(openDriver(), { reads, changes }) })
  const reader = new Kysely<Database>({ dialect: createPostgresDialect(reads, { reads, changes }) })
  return {
    db,
    reader,
    async close() {
      await changes.close()
      await reads.destroy()
      await db.destroy()
    },
  }
}
