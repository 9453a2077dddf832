import { copyFile, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { randomUUID } from 'node:crypto'
import BetterSqlite3 from 'better-sqlite3'
import { openDatabase } from '../db/open.ts'

let template: Promise<string> | undefined

/** For tests: a database as a first start makes it, without its cost. It goes with the temporary folder of the run. */
export async function copyEmptyDatabase(file: string): Promise<void> {
  await copyFile(await (template ??= makeTemplate()), file)
  // Each server has a name of its own.
  const sqlite = new BetterSqlite3(file)
  sqlite.prepare('update server_identity set server_id = ?').run(randomUUID())
  sqlite.close()
}

async function makeTemplate(): Promise<string> {
  const file = path.join(await mkdtemp(path.join(tmpdir(), 'mainspring-template-')), 'shop.db')
  await (await openDatabase({ file })).close()
  return file
}
