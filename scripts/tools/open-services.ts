import { createNewId } from '#server/db/new-id.ts'
import { databaseFileOf } from '#server/config.ts'
import { openDatabase } from '#server/db/open.ts'
import { FeedBus } from '#server/events/feed-bus.ts'
import { Metrics } from '#server/metrics/metrics.ts'
import { silentLog, type Services } from '#server/services.ts'

/**
 * Opens the services without a server, for programs that read or write a database; another process may have it open.
 * `databaseUrl`: PostgreSQL instead of the file.
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
