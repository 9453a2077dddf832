import { copyFileSync, rmSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import { CompiledQuery } from 'kysely'
import { openDatabase } from '#server/db/open.ts'
import { readNumberHeads } from '#server/store/sequence/number-heads.ts'
import type { SharedDatabase, SqlRow } from './shared-database.ts'

let template: { folder: string; file: string } | undefined

/** An empty database with its tables, made once: a run copies it. */
async function readTemplate(): Promise<string> {
  if (template === undefined) {
    const folder = await mkdtemp(path.join(tmpdir(), 'mainspring-simulation-'))
    template = { folder, file: path.join(folder, 'template.db') }
    // Also when the pool ends the process early.
    process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
    const { close } = await openDatabase({ file: template.file })
    await close()
  }
  return template.file
}

export async function removeTemplate(): Promise<void> {
  if (template !== undefined) await rm(template.folder, { recursive: true, force: true })
  template = undefined
}

/** A real SQLite file with one server; a backup takes its place as a file. */
export async function createFileDatabase(): Promise<SharedDatabase> {
  const from = await readTemplate()
  const folder = await mkdtemp(path.join(path.dirname(from), 'run-'))
  const [file, backup] = [path.join(folder, 'shop.db'), path.join(folder, 'backup.db')]
  copyFileSync(from, file)
  let reader: BetterSqlite3.Database | undefined
  const openReader = (): BetterSqlite3.Database => (reader ??= new BetterSqlite3(file, { readonly: true }))
  const all = (sql: string, parameters: readonly unknown[] = []): unknown[] =>
    openReader()
      .prepare(sql)
      .all(...parameters)
  const closeReader = (): void => {
    reader?.close()
    reader = undefined
  }
  return {
    nodeNames: ['server'],
    async open() {
      const opened = await openDatabase({ file })
      // A power cut of the machine is not simulated here, and waiting for the disk would take most of the time.
      await opened.db.executeQuery(CompiledQuery.raw('pragma synchronous = off'))
      return opened
    },
    read: async (sql) => all(sql) as SqlRow[],
    async readLedger(ids) {
      const rows = all('select id, act_at, rowid as place from mutations where id in (select value from json_each(?))', [JSON.stringify(ids)])
      return new Map((rows as { id: string; act_at: string; place: number }[]).map(({ id, act_at, place }) => [id, { actAtMs: Date.parse(act_at), place }]))
    },
    readNumberHeads: async () => readNumberHeads(file),
    async backUp() {
      rmSync(backup, { force: true })
      openReader().exec(`vacuum into '${backup}'`)
    },
    async putBack() {
      closeReader()
      for (const suffix of ['', '-wal', '-shm']) rmSync(`${file}${suffix}`, { force: true })
      copyFileSync(backup, file)
    },
    settle: async () => undefined,
    cut: () => undefined,
    endConnections: async () => undefined,
    restart: async () => undefined,
    arm: () => undefined,
    listTroubles: () => [],
    async remove() {
      closeReader()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
