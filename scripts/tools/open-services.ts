import { createNewId } from '#server/db/new-id.ts'
import { databaseFileOf } from '#server/config.ts'
import { openDatabase } from '#server/db/open.ts'
import { FeedBus } from '#server/events/feed-bus.ts'
import { Metrics } from '#server/metrics/metrics.ts'
import { silentLog, type Services } from '#server/services.ts'

/** Opens the server's services without a server, for programs that fill or read a database; another process may have it open too. */
export async function openServices(dataDir: string): Promise<{ services: Services; close: () => Promise<void> }> {
  const database = await openDatabase({ file: databaseFileOf(dataDir) })
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
