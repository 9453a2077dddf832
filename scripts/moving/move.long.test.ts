import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { databaseFileOf } from '#server/config.ts'
import type { Db } from '#server/db/database.ts'
import { makePrivateFolder } from '#server/db/files/private-files.ts'
import { lockForServer } from '#server/db/files/server-lock.ts'
import { openDatabase } from '#server/db/open.ts'
import { toAnyDb, type Row, type Cell } from '#server/operations/move/cells.ts'
import { readTables, type MovedTable } from '#server/operations/move/tables.ts'
import { startCluster } from '#server/testing/postgres/cluster.ts'
import { createTestDatabase, type TestDatabase } from '#server/testing/postgres/test-databases.ts'
import { pinnedNode } from '../process-tests/server-process.ts'

/** Valid values of columns with check constraints. */
const fixed: Readonly<Record<string, string>> = { outcome: 'applied', reason: 'line' }

/** Adds rows to every table, bypassing the write path; triggers apply. */
async function fillEveryTable(db: Db, rowCount: number): Promise<void> {
  const placeAt = (shift: number): number => shift % rowCount
  for (const table of await readTables(db)) {
    const { rows: references } = await sql<{ from: string; table: string; to: string }>`
      select "from", "table", "to" from pragma_foreign_key_list(${table.name})`.execute(db)
    const { rows: columns } = await sql<{ name: string; type: string }>`select name, type from pragma_table_info(${table.name})`.execute(db)
    const parents = new Map<string, Cell[]>()
    for (const reference of references) {
      const ids = await toAnyDb(db).selectFrom(reference.table).select(reference.to).orderBy(reference.to).execute()
      parents.set(
        reference.from,
        ids.map((row) => row[reference.to] ?? null),
      )
    }
    const toCell = (name: string, type: string, place: number): Cell => {
      const ids = parents.get(name)
      if (ids !== undefined) return ids[placeAt(place) % Math.max(ids.length, 1)] ?? null
      if (name === table.countedKey) return place + 1
      if (type === 'INTEGER') return table.key.includes(name) ? place : place % 2
      if (type === 'BLOB') return new Uint8Array([0, place % 256, 255])
      return fixed[name] ?? `${table.name} ${name} ${place} 'é' 😀 \\u0000`
    }
    const rows = Array.from({ length: rowCount }, (_, place): Row => Object.fromEntries(columns.map(({ name, type }) => [name, toCell(name, type, place)])))
    // Some tables allow only one row.
    for (const row of table.countedKey !== undefined && table.name !== 'access_changes' ? rows.slice(0, 1) : rows) {
      await toAnyDb(db)
        .insertInto(table.name)
        .values(row)
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    }
  }
}

async function readEverything(db: Db, tables: readonly MovedTable[]): Promise<Record<string, Row[]>> {
  const found: Record<string, Row[]> = {}
  for (const { name, key } of tables) {
    const rows = await toAnyDb(db).selectFrom(name).selectAll().execute()
    const toKey = (row: Row): string => JSON.stringify(key.map((column) => row[column]))
    found[name] = rows.toSorted((one, other) => (toKey(one) < toKey(other) ? -1 : 1))
  }
  return found
}

const root = path.dirname(path.dirname(import.meta.dirname))
/** More than one batch. */
const manyRows = 1_100
/** Printed after the rows; the periodic progress line of a slow machine comes earlier. */
const customersMoved = ' customers: 40 rows, moved'

const cluster = await startCluster()
if (cluster === undefined) console.warn('NO POSTGRESQL RUNS HERE: the tests of moving are skipped.')

let folder = ''
let target: TestDatabase

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'mainspring-move-'))
  target = await createTestDatabase(cluster?.url ?? '', true)
})
afterEach(async () => {
  await target.drop()
  await rm(folder, { recursive: true, force: true })
})
afterAll(() => cluster?.stop())

type Run = { code: number | null; stdout: string; stderr: string }

async function run(verb: 'move-to-postgres' | 'move-to-sqlite', args: string[], killAt?: string): Promise<Run> {
  const killer = killAt === undefined ? [] : ['--import', pathToFileURL(path.join(import.meta.dirname, 'kill-at-line.ts')).href]
  const child = spawn(pinnedNode, [...killer, path.join(root, 'scripts', `${verb}.ts`), ...args], {
    cwd: root,
    env: { ...process.env, DATABASE_URL: '', KILL_AT_LINE: killAt },
  })
  let [stdout, stderr] = ['', '']
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, stdout, stderr }
}

const dataDirOf = (name: string): string => path.join(folder, name)

async function withFile<Result>(dataDir: string, work: (db: Db) => Promise<Result>): Promise<Result> {
  const { db, close } = await openDatabase({ file: databaseFileOf(dataDir) })
  try {
    return await work(db)
  } finally {
    await close()
  }
}

async function withTarget<Result>(work: (db: Db) => Promise<Result>): Promise<Result> {
  const { db, close } = await openDatabase({ url: target.url, poolSize: 2 })
  try {
    return await work(db)
  } finally {
    await close()
  }
}

async function makeSource(rowCount = 40): Promise<{ dataDir: string; everything: Record<string, Row[]> }> {
  const dataDir = dataDirOf('from')
  await makePrivateFolder(dataDir)
  return {
    dataDir,
    everything: await withFile(dataDir, async (db) => {
      await fillEveryTable(db, rowCount)
      return readEverything(db, await readTables(db))
    }),
  }
}

const readFile = (dataDir: string) => withFile(dataDir, async (db) => readEverything(db, await readTables(db)))

describe.skipIf(cluster === undefined)('moving to PostgreSQL and back', () => {
  test('brings every row of every table there and back, whatever the triggers would make of them, and counts on behind the greatest number', async () => {
    const { dataDir, everything } = await makeSource(manyRows)
    expect(Object.entries(everything).filter(([, rows]) => rows.length === 0)).toEqual([])
    const there = await run('move-to-postgres', [target.url, '--data-dir', dataDir])
    expect(there).toMatchObject({ code: 0, stderr: '' })
    const last = Math.max(...(everything['access_changes'] ?? []).map((row) => Number(row['seq'])))
    const back = await run('move-to-sqlite', [target.url, '--data-dir', dataDirOf('back')])
    expect(back).toMatchObject({ code: 0, stderr: '' })
    expect(await readFile(dataDirOf('back'))).toEqual(everything)
    expect((await readdir(dataDirOf('back'))).filter((name) => name.includes('.moving'))).toEqual([])
    await withTarget(async (db) => {
      const rows = await sql<{ seq: number }>`insert into access_changes (user_id, origin) values ('u', 'o') returning seq`.execute(db)
      expect(rows.rows).toEqual([{ seq: last + 1 }])
      const { rows: off } = await sql<{ name: string }>`select tgname as name from pg_trigger where tgenabled = 'D'`.execute(db)
      expect(off).toEqual([])
    })
  })

  test('a move that was killed goes on with the tables that are missing, and no server starts on half of the rows', async () => {
    const { dataDir, everything } = await makeSource()
    const killed = await run('move-to-postgres', [target.url, '--data-dir', dataDir], customersMoved)
    expect(killed.code).toBe(null)
    await expect(withTarget(async () => undefined)).rejects.toThrow(/A move into this database was begun and has not ended/)
    const again = await run('move-to-postgres', [target.url, '--data-dir', dataDir])
    expect(again).toMatchObject({ code: 0, stderr: '' })
    expect(again.stdout).toMatch(/customers: 40 rows, there from before\n/)
    expect(again.stdout).toMatch(/ orders: 40 rows, moved and checked\n/)

    expect((await run('move-to-sqlite', [target.url, '--data-dir', dataDirOf('back')], customersMoved)).code).toBe(null)
    expect(await readdir(dataDirOf('back'))).not.toContain('mainspring.db')
    const back = await run('move-to-sqlite', [target.url, '--data-dir', dataDirOf('back')])
    expect(back).toMatchObject({ code: 0, stderr: '' })
    expect(back.stdout).toMatch(/customers: 40 rows, there from before\n/)
    expect(await readFile(dataDirOf('back'))).toEqual(everything)
  })

  test('begins anew where the database was changed since the move began', async () => {
    const { dataDir } = await makeSource()
    await run('move-to-postgres', [target.url, '--data-dir', dataDir], customersMoved)
    await withFile(dataDir, (db) => db.updateTable('shops').set({ description: 'Changed meanwhile' }).execute())
    const again = await run('move-to-postgres', [target.url, '--data-dir', dataDir])
    expect(again).toMatchObject({ code: 0, stderr: '' })
    expect(again.stdout).toContain('The database was changed since the move began: it begins anew.')
    expect(again.stdout).not.toContain('there from before')
    expect(await withTarget(async (db) => readEverything(db, await withFile(dataDir, readTables)))).toEqual(await readFile(dataDir))
  })

  test('a character that PostgreSQL cannot store is replaced, and the rows are named', async () => {
    const { dataDir } = await makeSource()
    const id = await withFile(dataDir, async (db) => {
      const { id } = await db.selectFrom('customers').select('id').orderBy('id').limit(1).executeTakeFirstOrThrow()
      await db.updateTable('customers').set({ name: 'A\u0000da' }).where('id', '=', id).execute()
      return id
    })
    const { code, stdout } = await run('move-to-postgres', [target.url, '--data-dir', dataDir])
    expect(code).toBe(0)
    expect(stdout).toContain(`in the texts of 1 rows it is the replacement character now:\n    customers ${id}\n`)
    const found = await withTarget((db) => toAnyDb(db).selectFrom('customers').select('name').where('id', '=', id).execute())
    expect(found).toEqual([{ name: 'A\ufffdda' }])
  })

  test('leaves alone a target with data or with tables of others, and a database that a server uses', async () => {
    const { dataDir, everything } = await makeSource()
    const lock = await lockForServer(dataDir, new Date())
    const locked = await run('move-to-postgres', [target.url, '--data-dir', dataDir])
    await lock.release()
    expect(locked).toMatchObject({ code: 2, stderr: expect.stringMatching(/^another Mainspring \(process \d+, .*\) is running on /) })

    const foreign = await createTestDatabase(cluster?.url ?? '', true)
    const other = await openDatabase({ url: target.url, poolSize: 2 })
    await other.db.insertInto('devices').values({ user_id: 'u', device_id: 'd', last_act_at: 'now' }).execute()
    await sql`create schema elsewhere`.execute(other.db)
    const used = await run('move-to-postgres', [target.url, '--data-dir', dataDir])
    expect(used).toMatchObject({ code: 2, stderr: 'The target has data already (in devices), which stays as it is. Name an empty database.\n' })
    expect(await other.db.selectFrom('devices').select('user_id').execute()).toEqual([{ user_id: 'u' }])

    const inUse = await run('move-to-sqlite', [target.url, '--data-dir', dataDirOf('back')])
    expect(inUse).toMatchObject({ code: 2, stderr: expect.stringMatching(/^The database is in use by another program \(mainspring/) })
    await other.close()
    expect(await run('move-to-sqlite', [target.url, '--data-dir', dataDir])).toMatchObject({ code: 2, stderr: expect.stringContaining('already') })
    expect(await run('move-to-sqlite', [foreign.url, '--data-dir', dataDirOf('back')])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('none of Mainspring'),
    })
    await foreign.drop()
    expect(await readFile(dataDir)).toEqual(everything)
  })

  test('names what is wrong with an address that is none, or that nobody answers', async () => {
    const { dataDir } = await makeSource()
    const none = await run('move-to-postgres', ['mysql://there', '--data-dir', dataDir])
    expect(none).toMatchObject({ code: 2, stderr: expect.stringMatching(/^The address must be an address such as postgres:\/\//) })
    const away = await run('move-to-postgres', ['postgres://127.0.0.1:9/nobody', '--data-dir', dataDir])
    expect(away).toMatchObject({ code: 2, stderr: expect.stringContaining('The database cannot be reached') })
  })
})
