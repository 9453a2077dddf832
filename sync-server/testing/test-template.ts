import { copyFile, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { randomUUID } from 'node:crypto'
import BetterSqlite3 from 'better-sqlite3'
import { openDatabase } from '../db/open.ts'

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
