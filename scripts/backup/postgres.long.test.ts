import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { readConfig } from '#server/config.ts'
import type { Db } from '#server/db/database.ts'
import { openDatabase } from '#server/db/open.ts'
import { createShop } from '#server/commands/administration/create-shop.ts'
import { startServer } from '#server/main.ts'
import { listBackups, toBackupName } from '#server/operations/backups/backup-folder.ts'
import { isInstalled } from '#server/operations/dumps/tools.ts'
import { startCluster } from '#server/testing/postgres/cluster.ts'
import { createTestDatabase, type TestDatabase } from '#server/testing/postgres/test-databases.ts'
import { TestClient } from '#server/testing/test-server.ts'
import { pinnedNode } from '../process-tests/server-process.ts'
import { openServices } from '../tools/open-services.ts'
import type { Run } from './test-run.ts'

const root = path.dirname(path.dirname(import.meta.dirname))
const cluster = await startCluster()
const runsHere = cluster !== undefined && (['pg_dump', 'pg_restore', 'psql'] as const).every(isInstalled)
if (!runsHere) console.warn('NO POSTGRESQL WITH ITS CLIENT PROGRAMS RUNS HERE: the tests of its backups are skipped.')

let folder = ''
let database: TestDatabase
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'mainspring-dumps-'))
  database = await createTestDatabase(cluster?.url ?? '', true)
})
afterEach(async () => {
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})
afterAll(() => cluster?.stop())

async function run(verb: string, args: string[], env: Record<string, string> = {}): Promise<Run> {
  const child = spawn(pinnedNode, [path.join(root, 'scripts', `${verb}.ts`), ...args], {
    cwd: root,
    env: { ...process.env, DATABASE_URL: database.url, DATA_DIR: folder, INIT_CWD: folder, ...env },
  })
  let [stdout, stderr] = ['', '']
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, stdout, stderr }
}

async function inDatabase<Result>(work: (db: Db) => Promise<Result>): Promise<Result> {
  const { db, close } = await openDatabase({ url: database.url, poolSize: 2 })
  try {
    return await work(db)
  } finally {
    await close()
  }
}

const readFeeds = (db: Db) => db.selectFrom('shop_feed').select(['epoch', 'next_number', 'seq']).execute()

async function makeShop(): Promise<void> {
  const { services, close } = await openServices(folder, database.url)
  try {
    await createShop(services, { name: 'Harbour', code: 'harbour', color: '#112233', description: '' })
  } finally {
    await close()
  }
}

describe.skipIf(!runsHere)('backups of PostgreSQL', () => {
  test('a backup is put in place with new epochs, above the numbers that were given since, and what was there is kept beside it', async () => {
    await makeShop()
    const [before] = await inDatabase(readFeeds)
    const made = await run('backup', ['monday.dump'])
    expect(made).toMatchObject({ code: 0, stderr: '' })
    expect(await readdir(folder)).toEqual(['monday.dump'])
    expect(await run('backup', ['monday.dump'])).toMatchObject({ code: 2, stderr: expect.stringContaining('is there already') })

    await inDatabase(async (db) => {
      await db.updateTable('shop_feed').set({ next_number: 500 }).execute()
      await db.updateTable('shops').set({ name: 'Renamed since' }).execute()
    })
    const restored = await run('restore', ['monday.dump'])
    expect(restored).toMatchObject({ code: 0, stderr: '' })
    const kept = /kept as schema (mainspring_before_restore_\d+)\./.exec(restored.stdout)?.[1] ?? ''
    await inDatabase(async (db) => {
      const [after] = await readFeeds(db)
      expect(after).toMatchObject({ next_number: 500, seq: before?.seq })
      expect(after?.epoch).not.toBe(before?.epoch)
      expect(await db.selectFrom('shops').select('name').execute()).toEqual([{ name: 'Harbour' }])
      expect((await db.selectFrom('security_events').select('kind').execute()).map(({ kind }) => kind)).toContain('restore')
      const { rows } = await sql<{ name: string }>`select name from ${sql.table(`${kept}.shops`)}`.execute(db)
      expect(rows).toEqual([{ name: 'Renamed since' }])
    })
    expect(await run('backup', ['tuesday.dump'])).toMatchObject({ code: 0, stderr: '' })
    expect(await run('restore', ['tuesday.dump'])).toMatchObject({ code: 0, stderr: '' })
  })

  test('a file that is no backup, and a database that a server uses, leave everything as it is', async () => {
    await makeShop()
    await writeFile(path.join(folder, 'letter.txt'), 'Dear customer')
    expect(await run('restore', ['letter.txt'])).toMatchObject({ code: 2, stderr: expect.stringMatching(/^pg_restore failed: /) })
    expect(await run('backup', ['whole.dump'])).toMatchObject({ code: 0 })
    const before = await inDatabase(readFeeds)
    await inDatabase(async (db) => {
      await readFeeds(db)
      expect(await run('restore', ['whole.dump'])).toMatchObject({ code: 2, stderr: expect.stringMatching(/^The database is in use by another program/) })
    })
    expect(await inDatabase(readFeeds)).toEqual(before)
  })

  test('a restore that was killed between is run again: no server starts before it, and no number is lost', async () => {
    await makeShop()
    await run('backup', ['monday.dump'])
    await inDatabase((db) => db.updateTable('shop_feed').set({ next_number: 700 }).execute())
    await run('restore', ['monday.dump'])
    await inDatabase(async (db) => {
      await db.updateTable('shop_feed').set({ next_number: 1 }).execute()
      await db.insertInto('schema_migrations').values({ name: '9999-being-restored', applied_at: 'now' }).execute()
    })
    await expect(inDatabase(readFeeds)).rejects.toThrow(/A restore into this database was begun and has not ended/)
    expect(await run('restore', ['monday.dump'])).toMatchObject({ code: 0, stderr: '' })
    expect(await inDatabase(readFeeds)).toMatchObject([{ next_number: 700 }])
  })

  test('without the client programs it says what to run, without the password, and ends with code 1', async () => {
    const withPassword = new URL(database.url)
    withPassword.password = 'hush-hush'
    const { code, stdout } = await run('backup', ['monday.dump'], { PATH: folder, DATABASE_URL: withPassword.href })
    expect(code).toBe(1)
    expect(stdout).toContain(`pg_dump '--format=custom' '--schema=public'`)
    expect(stdout).not.toContain('hush-hush')
    expect(await run('restore', ['monday.dump'], { PATH: folder })).toMatchObject({ code: 1, stdout: expect.stringContaining('npm run restore --') })
  })

  describe('a server with BACKUP_DIR (OPS-02)', () => {
    const open = (env: Record<string, string> = {}) =>
      startServer(
        readConfig({ PORT: '0', DATA_DIR: folder, DATABASE_URL: database.url, BACKUP_DIR: dir(), BACKUP_KEEP: '2', ADMIN_PASSWORD: password, ...env }),
        {
          logDestination: { write: () => undefined },
        },
      )
    const dir = () => path.join(folder, 'backups')
    const password = 'a long enough password'
    const signIn = (url: string) => new TestClient(url).signIn('admin', password)

    test('dumps PostgreSQL at its start and when it is asked, reads each dump again, keeps the newest, and they can be restored', async () => {
      const server = await open()
      try {
        const admin = await signIn(server.url)
        for (const kept of [1, 2, 2]) {
          await expect
            .poll(async () => (await admin.get('/api/backups')).json, { timeout: 30_000 })
            .toMatchObject({ isOn: true, isRunning: false, kept, failure: null })
          const [newest] = (await readdir(dir())).toSorted().toReversed()
          // File names have a resolution of one second.
          await expect.poll(() => toBackupName(new Date(), 'dump')).not.toBe(newest)
          expect((await admin.post('/api/backups')).json).toMatchObject({ isOn: true, isRunning: true })
        }
      } finally {
        await server.close()
      }
      const [newest = ''] = (await listBackups(dir())).map(({ name }) => name)
      expect(newest).toMatch(/\.dump$/)
      expect((await readdir(dir())).filter((name) => name.includes('partial'))).toEqual([])
      expect(await run('restore', [path.join(dir(), newest)])).toMatchObject({ code: 0, stderr: '' })
      expect((await run('doctor', [], { BACKUP_DIR: dir() })).stdout).toContain('ok    Backups: the newest is ')
    })

    test('ends a dump that is on its way when it stops, and leaves nothing of it', async () => {
      await makeShop()
      // A table lock that the server does not need delays the dump.
      const holder = await openDatabase({ url: database.url, poolSize: 1 })
      const server = await holder.db.transaction().execute(async (trx) => {
        await sql`lock table shop_logos in access exclusive mode`.execute(trx)
        const started = await open()
        await expect.poll(() => readdir(dir()).catch(() => [])).toHaveLength(1)
        await started.close()
        return started
      })
      await holder.close()
      expect(await readdir(dir())).toEqual([])
      await expect(fetch(`${server.url}/livez`)).rejects.toThrow('fetch failed')
    })

    test('says what is missing where the programs of PostgreSQL are not installed', async () => {
      vi.stubEnv('PATH', folder)
      const server = await open()
      try {
        const admin = await signIn(server.url)
        await expect
          .poll(async () => (await admin.get('/api/backups')).json)
          .toMatchObject({
            isOn: true,
            kept: 0,
            failure: { message: expect.stringMatching(/^pg_dump and pg_restore of PostgreSQL must be installed/) as string },
          })
      } finally {
        vi.unstubAllEnvs()
        await server.close()
      }
    })
  })

  test('the doctor looks at PostgreSQL, and an import goes into it', async () => {
    const empty = await run('doctor', [])
    expect(empty.stdout).toContain('WARN  Database: PostgreSQL answers; there are no tables yet')
    await makeShop()
    await writeFile(path.join(folder, 'none.csv'), 'a,b\n')
    const refused = await run('import', ['none.csv', '--shop', 'nobody'])
    expect(refused).toMatchObject({ code: 2, stderr: 'There is no shop with the code nobody\n' })
    const { stdout } = await run('doctor', [])
    expect(stdout).toContain('ok    Database: PostgreSQL answers: 0 orders, 0 customers, version 0')
    expect(stdout).toContain('WARN  Backups: the server makes none')
    expect((await run('doctor', [], { DATABASE_URL: 'postgres://127.0.0.1:9/x' })).stdout).toContain('FAIL  Database: The database cannot be reached')
  })
})
