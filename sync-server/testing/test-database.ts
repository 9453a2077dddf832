import { databaseFileOf } from '../config.ts'
import { openDatabase, type OpenDatabase } from '../db/open.ts'
import { createTestDatabase, readClusterUrl } from './postgres/test-databases.ts'
import { copyEmptyDatabase } from './test-template.ts'

/** For tests that are about both engines: the one of this run. */
export const testEngine = readClusterUrl() === undefined ? 'sqlite' : 'postgres'

/** For tests: a new database of the engine of this run, as a first start makes it; on SQLite in that file. */
export async function openTestDatabase(file: string): Promise<OpenDatabase> {
  const clusterUrl = readClusterUrl()
  if (clusterUrl === undefined) {
    await copyEmptyDatabase(file)
    return openDatabase({ file })
  }
  const { url, drop } = await createTestDatabase(clusterUrl)
  const { db, reader, close } = await openDatabase({ url, poolSize: 4 })
  return {
    db,
    reader,
    async close() {
      await close()
      await drop()
    },
  }
}

/** The same for a server that opens its database itself: settings that name it. */
export async function makeTestDatabase(dataDir: string): Promise<{ env: Record<string, string>; drop: () => Promise<void> }> {
  const clusterUrl = readClusterUrl()
  if (clusterUrl === undefined) {
    await copyEmptyDatabase(databaseFileOf(dataDir))
    return { env: {}, drop: async () => undefined }
  }
  const { url, drop } = await createTestDatabase(clusterUrl)
  return { env: { DATABASE_URL: url, DATABASE_POOL: '4' }, drop }
}
