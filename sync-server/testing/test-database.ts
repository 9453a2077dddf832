import { databaseFileOf } from '../config.ts'
import { openDatabase, type OpenDatabase } from '../db/open.ts'
import { StatementMeter } from '../metrics/statement-meter.ts'
import { createTestDatabase, readClusterUrl } from './postgres/test-databases.ts'
import { copyEmptyDatabase } from './test-template.ts'

/** Defines tests about SQLite itself, its plans and its files, where it is the engine of this run. */
export function onSqlite(define: () => void): void {
  if (readClusterUrl() === undefined) define()
}

/** Tries of a property in this run: PostgreSQL takes its time to make databases. */
export const triesOf = (onFile: number): number => (readClusterUrl() === undefined ? onFile : Math.ceil(onFile / 5))

/** For tests: a database of the engine of this run, as a first start makes it. */
export type TestDatabase = {
  /** Settings with which a server opens it; none where it is the file of the data folder. */
  env: Record<string, string>
  /** As another process would. */
  open: (options?: { isNotifying?: boolean | undefined; meter?: StatementMeter }) => Promise<OpenDatabase>
  drop: () => Promise<void>
}

/** A new one; on SQLite in the data folder. */
export async function makeTestDatabase(dataDir: string, file = databaseFileOf(dataDir)): Promise<TestDatabase> {
  const clusterUrl = readClusterUrl()
  if (clusterUrl === undefined) {
    await copyEmptyDatabase(file)
    return { env: {}, open: ({ meter = new StatementMeter() } = {}) => openDatabase({ file, meter }), drop: async () => undefined }
  }
  const { url, drop } = await createTestDatabase(clusterUrl)
  return {
    env: { DATABASE_URL: url, DATABASE_POOL: '4' },
    open: ({ isNotifying = true, meter = new StatementMeter() } = {}) => openDatabase({ url, poolSize: 4, isNotifying, meter }),
    drop,
  }
}
