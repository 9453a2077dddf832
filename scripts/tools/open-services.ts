import { createNewId } from '#server/db/new-id.ts'
import { databaseFileOf } from '#server/config.ts'
import { openDatabase } from '#server/db/open.ts'
import { FeedBus } from '#server/events/feed-bus.ts'
import { Metrics } from '#server/metrics/metrics.ts'
import { silentLog, type Services } from '#server/services.ts'

/**
 * Opens the server's services without a server, for programs that fill or read a database; another process may have it open too.
 * `databaseUrl`: of PostgreSQL instead of the file, for programs that a person runs on purpose where the real data is.
 */
export async function openServices(dataDir: string, databaseUrl?: string): Promise<{ services: Services; close: () => Promise<void> }> {
  const database = await openDatabase(databaseUrl === undefined ? { file: databaseFileOf(dataDir) } : { url: databaseUrl, poolSize: 2 })
  const services: Services = {
    db: database.db,
    reader: database.reader,
    clock: () => new Date(),
    newId: createNewId(),
    bus: new FeedBus(),
    log: silentLog,
    metrics: new Metrics(),
  }
  return { services, close: () => database.close() }
}
