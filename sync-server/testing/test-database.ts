import { databaseFileOf } from '../config.ts'
import { openDatabase, type OpenDatabase } from '../db/open.ts'
import type { StatementMeter } from '../metrics/statement-meter.ts'
import { createTestDatabase, readClusterUrl } from './postgres/test-databases.ts'
import { copyEmptyDatabase } from './test-template.ts'

/** Defines tests about SQLite itself, its plans and its files, where it is the engine of this run. */
export function onSqlite(define: () => void): void {
  if (readClusterUrl() === undefined) define()
}

/** Defines tests about PostgreSQL itself where it is the engine of this run. */
export function onPostgres(define: (clusterUrl: string) => void): void {
  const clusterUrl = readClusterUrl()
  if (clusterUrl !== undefined) define(clusterUrl)
}

/** Tries of a property in this run: PostgreSQL takes its time to make databases. */
export const triesOf = (onFile: number): number => (readClusterUrl() === undefined ? onFile : Math.ceil(onFile / 5))

/** As another process would. `isNotifying`: where the engine notifies. */
export type OpenElsewhere = (options?: { isNotifying?: boolean; meter?: StatementMeter }) => Promise<OpenDatabase>

/** For tests: a database of the engine of this run, as a first start makes it. */
export type TestDatabase = {
  /** Settings with which a server opens it; none where it is the file of the data folder. */
  env: Record<string, string>
  open: OpenElsewhere
  drop: () => Promise<void>
}

/** A new one; on SQLite in the data folder. */
export async function makeTestDatabase(dataDir: string, file = databaseFileOf(dataDir)): Promise<TestDatabase> {
  const clusterUrl = readClusterUrl()
  if (clusterUrl === undefined) {
    await copyEmptyDatabase(file)
    return { env: {}, open: (options = {}) => openDatabase({ file, ...options }), drop: async () => undefined }
  }
  const { url, drop } = await createTestDatabase(clusterUrl)
  const env = { DATABASE_URL: url, DATABASE_POOL: '4' }
  return { env, open: (options = {}) => openDatabase({ url, poolSize: 4, ...options }), drop }
}
