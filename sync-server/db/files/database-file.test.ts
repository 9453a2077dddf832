import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { checkDatabase, copyDatabase, DamagedDatabaseError, lockDatabase, type LockedDatabase } from './database-file.ts'
import { migrations } from '../migrate.ts'
import { openDatabase } from '../open.ts'

let folder: string
let file: string
const at = (name: string): string => path.join(folder, name)

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'mainspring-backup-'))
  file = at('shop.db')
})
afterEach(() => rm(folder, { recursive: true }))

const makeDatabase = async (): Promise<void> => (await openDatabase({ file })).close()

/** What another process gets when it opens the file as the server does. */
async function openElsewhere(): Promise<string> {
  const script = `const d = new (require('better-sqlite3'))(process.argv[1], { timeout: 50 })
    try { d.pragma('journal_mode = WAL'); console.log(d.prepare('select count(*) from sqlite_schema').pluck().get() > 0 ? 'opened' : 'empty') } catch (e) { console.log(e.code) }`
  const child = spawn(process.execPath, ['-e', script, file], { cwd: import.meta.dirname, stdio: ['ignore', 'pipe', 'inherit'] })
  let text = ''
  child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()))
  await once(child, 'close')
  return text.trim()
}

describe('copyDatabase', () => {
  it('copies one moment in one pass, however much others write meanwhile', async () => {
    const { db, close } = await openDatabase({ file })
    const insert = (from: number, count: number) =>
      db.transaction().execute(async (trx) => {
        for (let n = from; n < from + count; n++)
          await trx
            .insertInto('devices')
            .values({ user_id: 'u'.repeat(3_000), device_id: `d${n}`, last_act_at: 'x' })
            .execute()
      })
    await insert(0, 3_000)
    let steps = 0
    let writing = Promise.resolve()
    await copyDatabase(file, at('copy.db'), {
      onProgress: () => {
        steps += 1
        const from = 10_000 + steps
        writing = writing.then(() => insert(from, 1))
      },
    })
    await writing
    expect(steps).toBeGreaterThan(1)
    expect(steps).toBeLessThan(20)
    const copy = new BetterSqlite3(at('copy.db'), { readonly: true })
    expect(copy.prepare('select count(*) from devices').pluck().get()).toBe(3_000)
    copy.close()
    await close()
  })

  it('makes a single file that only its owner can read', async () => {
    const { db, close } = await openDatabase({ file })
    await db.insertInto('devices').values({ user_id: 'u', device_id: 'd', last_act_at: 'x' }).execute()
    await copyDatabase(file, at('copy.db'))
    expect((await readdir(folder)).filter((name) => name.startsWith('copy'))).toEqual(['copy.db'])
    if (process.platform !== 'win32') expect((await stat(at('copy.db'))).mode & 0o077).toBe(0)
    expect(await checkDatabase(at('copy.db'))).toMatchObject({ orders: 0, customers: 0, version: migrations.at(-1)?.name })
    await close()
  })

  it('never writes over a file', async () => {
    await makeDatabase()
    await writeFile(at('copy.db'), 'mine')
    await expect(copyDatabase(file, at('copy.db'))).rejects.toThrow('EEXIST')
    expect(await readFile(at('copy.db'), 'utf8')).toBe('mine')
  })
})

describe('checkDatabase', () => {
  it('tells garbage, other databases, newer ones and missing ones apart', async () => {
    await writeFile(at('garbage'), 'no database at all, but long enough to be taken for one'.repeat(40))
    await writeFile(at('empty'), '')
    const other = new BetterSqlite3(at('other'))
    other.exec('create table photos (id text)')
    other.close()
    await expect(checkDatabase(at('garbage'))).rejects.toThrow('garbage is not a database')
    await expect(checkDatabase(at('empty'))).rejects.toThrow('empty is not a database of Mainspring')
    await expect(checkDatabase(at('other'))).rejects.toThrow('other is not a database of Mainspring')
    await expect(checkDatabase(at('none'))).rejects.toThrow('none cannot be opened')
    const { db, close } = await openDatabase({ file })
    await db.insertInto('schema_migrations').values({ name: '9999-later', applied_at: 'x' }).execute()
    await close()
    await expect(checkDatabase(file)).rejects.toThrow(/newer version of Mainspring \(9999-later\)/)
  })

  it('finds damaged pages and references that point at nothing', async () => {
    await makeDatabase()
    const sqlite = new BetterSqlite3(file)
    sqlite.pragma('foreign_keys = OFF')
    sqlite.exec("insert into shop_feed (shop_id, epoch) values ('no shop', 'e')")
    sqlite.close()
    await expect(checkDatabase(file)).rejects.toThrow(/damaged: row .* of shop_feed points at nothing in shops/)

    const bytes = await readFile(file)
    bytes.fill(0x5a, 4096 * 5, 4096 * 9)
    await writeFile(file, bytes)
    await expect(checkDatabase(file)).rejects.toThrow(/is damaged|cannot be read/)
  })
})

describe('lockDatabase', () => {
  it('refuses while another program has the database open, also when that one does nothing', async () => {
    const { close } = await openDatabase({ file })
    expect(() => lockDatabase(file)).toThrow(/in use by another program/)
    await close()
    lockDatabase(file).release()
  })

  it('keeps every other program out until it is released, also while it copies', async () => {
    await makeDatabase()
    const lock = lockDatabase(file)
    expect(await openElsewhere()).toBe('SQLITE_BUSY')
    await lock.copyTo(at('copy.db'))
    expect(await openElsewhere()).toBe('SQLITE_BUSY')
    expect(await readdir(folder)).toEqual(['copy.db', 'shop.db'])
    lock.release()
    expect(await openElsewhere()).toBe('opened')
    await expect(checkDatabase(at('copy.db'))).resolves.toMatchObject({ orders: 0 })
  })

  it('keeps others out of a place where there is no database yet', async () => {
    const lock: LockedDatabase = lockDatabase(file)
    expect(await openElsewhere()).toBe('SQLITE_BUSY')
    lock.release()
    expect(await openElsewhere()).toBe('empty')
  })

  it('says so when the file is too damaged to be locked', async () => {
    await writeFile(file, 'x'.repeat(8192))
    expect(() => lockDatabase(file)).toThrow(DamagedDatabaseError)
  })
})
