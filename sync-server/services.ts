import type { Db } from './db/database.ts'
import type { FeedBus } from './events/feed-bus.ts'
import type { Metrics } from './metrics/metrics.ts'

/** Dependencies of all server parts; tests build their own with a fresh database and clock. */
export type Services = {
  /** The only writing connection. Inside a transaction use its `trx`: the connection is held until it ends. */
  db: Db
  /** A second connection for reads, which never wait for a writer (WAL). */
  reader: Db
  clock: () => Date
  /** A new uuid v7. */
  newId: () => string
  bus: FeedBus
  log: Log
  metrics: Metrics
}

type LogMethod = (fields: Record<string, unknown>, message: string) => void

/** Structural, so that pino fits. Log ids and codes only, never names, phones or notes. */
export type Log = { info: LogMethod; warn: LogMethod; error: LogMethod }

export const silentLog: Log = { info: () => {}, warn: () => {}, error: () => {} }
