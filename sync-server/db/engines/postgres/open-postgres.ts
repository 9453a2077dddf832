import { Kysely } from 'kysely'
import type { Database, Db } from '../../database.ts'
import type { ReplicaFacts } from '../read-targets.ts'
import { Notifications } from './notifications.ts'
import { createPostgresDialect } from './postgres-dialect.ts'
import { openPool, PostgresDriver, type PoolOptions } from './postgres-driver.ts'
import type { ReplicaChange } from './replicas/replica.ts'
import { Replicas } from './replicas/replicas.ts'

export type PostgresOptions = PoolOptions & {
  isNotifying: boolean
  /** Addresses of replicas. */
  readUrls?: readonly string[] | undefined
  onReplicaChange?: ((change: ReplicaChange) => void) | undefined
}

export type OpenPostgres = {
  db: Db
  reader: Db
  /** They are read from then on, which takes tables; see `Replicas.start`. */
  startReplicas: () => Promise<void>
  /** How they stand at this time. */
  lookAtReplicas: () => Promise<readonly ReplicaFacts[]>
  close: () => Promise<void>
}

/** Reads have connections of their own: a transaction that reads elsewhere could wait for one that waits for it. */
export function openPostgres(options: PostgresOptions): OpenPostgres {
  const { url, isNotifying, meter, size, readUrls = [], onReplicaChange } = options
  const notifications = new Notifications(url, isNotifying)
  const openDriver = (): PostgresDriver => new PostgresDriver(openPool(options), meter, () => notifications.tell())
  const own = openDriver()
  const replicas =
    readUrls.length === 0
      ? undefined
      : new Replicas(own, { urls: readUrls, size, meter, onChange: onReplicaChange }, (driver) =>
          createPostgresDialect(driver, { own, changes: notifications }),
        )
  const db = new Kysely<Database>({ dialect: createPostgresDialect(openDriver(), { own, changes: notifications }) })
  const reader = new Kysely<Database>({ dialect: createPostgresDialect(own, { own, changes: notifications, targets: replicas }) })
  return {
    db,
    reader,
    startReplicas: async () => replicas?.start(),
    lookAtReplicas: async () => {
      await replicas?.look()
      return replicas?.facts() ?? []
    },
    async close() {
      await notifications.close()
      await replicas?.close()
      await own.destroy()
      await db.destroy()
    },
  }
}
