import type { Db } from './db/database.ts'
import type { FeedBus } from './events/feed-bus.ts'
import type { Metrics } from './metrics/metrics.ts'

/** Dependencies of every part of the server; tests build their own with a fresh file and their own clock. */
export type Services = {
  /** The one connection that writes. Inside a transaction use only its `trx`: the connection is held until it ends. */
  db: Db
  /** A second connection for reads, which never wait for a writer (WAL). */
  reader: Db
  clock: () => Date
  /** A fresh uuid v7. */
  newId: () => string
  bus: FeedBus
  log: Log
  metrics: Metrics
}

type LogMethod = (fields: Record<string, unknown>, message: string) => void

/** Structural, so that pino fits. Fields carry ids and codes, never names, phones or notes. */
export type Log = { info: LogMethod; warn: LogMethod; error: LogMethod }

export const silentLog: Log = { info: () => {}, warn: () => {}, error: () => {} }
