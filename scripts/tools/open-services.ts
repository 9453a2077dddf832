import { createNewId } from '#server/db/new-id.ts'
import { databaseFileOf } from '#server/config.ts'
import { openDatabase } from '#server/db/open.ts'
import { FeedBus } from '#server/events/feed-bus.ts'
import { silentLog, type Services } from '#server/services.ts'

/** The server's write paths without the server, for programs that fill or read a database; another process may hold it too. */
export async function openServices(dataDir: string): Promise<{ services: Services; close: () => Promise<void> }> {
  const database = await openDatabase({ file: databaseFileOf(dataDir) })
  const services: Services = { db: database.db, reader: database.reader, clock: () => new Date(), newId: createNewId(), bus: new FeedBus(), log: silentLog }
  return { services, close: () => database.close() }
}
