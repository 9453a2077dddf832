import { databaseFileOf } from '../config.ts'
import { openDatabase, type OpenDatabase } from '../db/open.ts'
import type { StatementMeter } from '../metrics/statement-meter.ts'
import { createTestDatabase, readClusterUrl } from './postgres/test-databases.ts'
import { copyFile, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { randomUUID } from 'node:crypto'
import BetterSqlite3 from 'better-sqlite3'

export function onSqlite(define: () => void): void {
  if (readClusterUrl() === undefined) define()
}

export function onPostgres(define: (clusterUrl: string) => void): void {
  const clusterUrl = readClusterUrl()
  if (clusterUrl !== undefined) define(clusterUrl)
}

/** Property test runs; fewer on PostgreSQL, where creating databases is slow. */
export const triesOf = (onFile: number): number => (readClusterUrl() === undefined ? onFile : Math.ceil(onFile / 5))

/** Opens it as another process would. `isNotifying`: with the engine's notifications. */
type OpenElsewhere = (options?: { isNotifying?: boolean; meter?: StatementMeter }) => Promise<OpenDatabase>

/** A test database in the state after a first start. */
type TestDatabase = {
  /** Settings with which a server opens it; empty for the file in the data folder. */
  env: Record<string, string>
  open: OpenElsewhere
  drop: () => Promise<void>
}

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

let template: Promise<string> | undefined

/** Copies a database in the state after a first start, which is faster than creating one. */
export async function copyEmptyDatabase(file: string): Promise<void> {
  await copyFile(await (template ??= makeTemplate()), file)
  // Server ids must be unique.
  const sqlite = new BetterSqlite3(file)
  sqlite.prepare('update server_identity set server_id = ?').run(randomUUID())
  sqlite.close()
}

async function makeTemplate(): Promise<string> {
  const file = path.join(await mkdtemp(path.join(tmpdir(), 'mainspring-template-')), 'shop.db')
  await (await openDatabase({ file })).close()
  return file
}
