import { copyFile, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createOp, livingRows, signInOverHttp, toMutation, type ApiClient } from '../process-tests/api-client.ts'
import { startServerProcess, type ServerProcess } from '../process-tests/server-process.ts'
import { runScript, startScript } from './test-run.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 })

let server: ServerProcess
let client: ApiClient
let apiToken = ''
let shopId = ''
let folder = ''
let backup = ''
let database = ''

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'mainspring-backups-'))
  backup = path.join(folder, 'monday.db')
  server = await startServerProcess()
  database = path.join(server.dataDir, 'mainspring.db')
  const ids = await server.seed({
    shops: [{ name: 'Harbour', code: 'harbour' }],
    users: [{ loginId: 'ida', password: 'secret-1', shops: ['harbour'] }],
  })
  shopId = ids.shopIdByCode['harbour'] ?? ''
  client = await signInOverHttp(server.url, 'ida', 'secret-1')
  await addCustomer('Before the backup')
  apiToken = (await client.call<{ token: string }>('POST', '/api/profile/tokens', { name: 'Export', privileges: [], currentPassword: 'secret-1' })).body.token
  const { code, stderr } = await runScript('backup', ['monday.db'], { dataDir: server.dataDir, from: folder })
  if (code !== 0) throw new Error(`The backup failed: ${stderr}`)
})

afterEach(async () => {
  await server.dispose()
  await rm(folder, { recursive: true, force: true })
})

const statusOfProgram = async () => (await fetch(`${server.url}/api/auth/me`, { headers: { authorization: `Bearer ${apiToken}` } })).status
const addCustomer = (name: string) => client.write(shopId, [createOp('customers', { name })])
const restore = (...args: string[]) => runScript('restore', args, { dataDir: server.dataDir, from: folder })
const namesOver = async (http: ApiClient): Promise<unknown[]> =>
  livingRows(await http.pullAll('customers'))
    .map(({ name }) => String(name))
    .sort()

function namesIn(file: string): unknown[] {
  const sqlite = new BetterSqlite3(file, { readonly: true })
  try {
    expect(sqlite.pragma('integrity_check', { simple: true })).toBe('ok')
    return sqlite.prepare('select name from customers order by name').pluck().all()
  } finally {
    sqlite.close()
  }
}

const keptFile = async (): Promise<string> => {
  const names = (await readdir(server.dataDir)).filter((name) => name.startsWith('mainspring.db.before-restore-'))
  expect(names).toHaveLength(1)
  return path.join(server.dataDir, names[0] ?? '')
}

it('hazard 36: gives every shop a new epoch: an old checkpoint is answered with reset and the full set, waiting changes land, old sessions and API tokens are over', async () => {
  const first = await client.pull('customers')
  const acknowledgedLater = toMutation(shopId, [createOp('customers', { name: 'After the backup' })])
  await client.push([acknowledgedLater])
  expect(await statusOfProgram()).toBe(200)
  const { body: latest } = await client.pull('customers', first.body.checkpoint)
  await server.kill('SIGTERM')

  const { code, stdout, stderr } = await restore('monday.db')
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(stdout).toMatch(/it is whole: .* 0 orders, 1 customers/)
  expect(stdout).toContain(`To undo this, stop the server and run: npm run restore -- "${await keptFile()}" --data-dir "${server.dataDir}"`)

  await server.start()
  expect((await client.call('GET', '/api/sync/bootstrap')).status).toBe(401)
  expect(await statusOfProgram()).toBe(401)
  const again = await signInOverHttp(server.url, 'ida', 'secret-1')
  for (const { checkpoint } of [first.body, latest]) {
    const { status, body } = await again.pull('customers', checkpoint)
    expect({ status, body }).toEqual({ status: 200, body: { documents: [], checkpoint: {}, reset: [shopId], gone: [] } })
  }
  const { body: anew } = await again.pull('customers')
  expect(livingRows(anew.documents).map(({ name }) => name)).toEqual(['Before the backup'])
  const epoch = anew.checkpoint[shopId]?.epoch ?? ''
  expect(epoch).not.toBe(first.body.checkpoint[shopId]?.epoch)
  const { body: ahead } = await again.pull('customers', { [shopId]: { epoch, seq: 1_000_000 } })
  expect(ahead, 'hazard 37: a checkpoint ahead of the head').toEqual({ documents: [], checkpoint: {}, reset: [shopId], gone: [] })

  // A device that missed the response resends the mutation, which the restored ledger lacks.
  const { body: pushed } = await again.push([acknowledgedLater, toMutation(shopId, [createOp('customers', { name: 'Waited on the tablet' })])])
  expect(pushed.results.map(({ outcome }) => outcome)).toEqual(['applied', 'applied'])
  expect(await namesOver(again)).toEqual(['After the backup', 'Before the backup', 'Waited on the tablet'])
})

it('goes on with ticket numbers above those of the database that it replaces, and with a gap where there is none (NUM-01)', async () => {
  const lease = async (http: ApiClient) => (await http.call<{ from: number }>('POST', '/api/sync/numbers', { deviceId: 'tablet', shopId, count: 10 })).body.from
  expect([await lease(client), await lease(client)]).toEqual([1, 11])
  await server.kill('SIGTERM')
  expect(await restore('monday.db')).toMatchObject({ code: 0, stderr: '' })
  await server.start()
  expect(await lease(await signInOverHttp(server.url, 'ida', 'secret-1'))).toBe(21)
  await server.kill('SIGTERM')
  await rm(database)
  expect(await restore('monday.db')).toMatchObject({ code: 0, stderr: '' })
  await server.start()
  expect(await lease(await signInOverHttp(server.url, 'ida', 'secret-1'))).toBe(1_001)
})

it('hazard 36: keeps the database of before with everything in it, and can be undone with it', async () => {
  await addCustomer('After the backup')
  // A crash leaves the last changes in the WAL, and the database unlocked.
  await server.kill('SIGKILL')
  expect(await readdir(server.dataDir)).toContain('mainspring.db-wal')

  expect(await restore('monday.db')).toMatchObject({ code: 0, stderr: '' })
  const kept = await keptFile()
  expect(namesIn(kept)).toEqual(['After the backup', 'Before the backup'])
  expect((await readdir(server.dataDir)).filter((name) => name.startsWith('mainspring.db')).sort()).toEqual(['mainspring.db', path.basename(kept)])

  expect(await restore(kept)).toMatchObject({ code: 0, stderr: '' })
  await server.start()
  expect(await namesOver(await signInOverHttp(server.url, 'ida', 'secret-1'))).toEqual(['After the backup', 'Before the backup'])
})

it('is refused in one line while a server runs, and changes nothing', async () => {
  await addCustomer('After the backup')
  const { code, stderr } = await restore('monday.db')
  expect(code).toBe(2)
  expect(stderr).toBe(`${database} is in use by another program (a running server, an import or a backup). Stop that first, then try again.\n`)
  expect(await namesOver(client)).toEqual(['After the backup', 'Before the backup'])
  expect((await readdir(server.dataDir)).filter((name) => /restor|keeping/.test(name))).toEqual([])
})

it('refuses a file that is no valid backup, and changes nothing', async () => {
  await server.kill('SIGTERM')
  await writeFile(path.join(folder, 'garbage.db'), 'garbage '.repeat(2_000))
  await writeFile(path.join(folder, 'empty.db'), '')
  const bytes = await readFile(backup)
  await writeFile(path.join(folder, 'half.db'), bytes.subarray(0, Math.floor(bytes.length / 2)))
  await copyFile(backup, path.join(folder, 'newer.db'))
  const newer = new BetterSqlite3(path.join(folder, 'newer.db'))
  newer.exec("insert into schema_migrations values ('9999-later', 'x')")
  newer.close()
  await copyFile(backup, path.join(folder, 'spy.db'))
  const spy = new BetterSqlite3(path.join(folder, 'spy.db'))
  spy.exec("create trigger spy after insert on sessions begin update users set password_hash = 'known'; end")
  spy.close()
  const before = await readFile(database)
  const names = await readdir(server.dataDir)
  const cases: [string, RegExp][] = [
    ['garbage.db', /^.*garbage\.db is not a database\n$/],
    ['empty.db', /^.*empty\.db is not a database of Mainspring\n$/],
    ['half.db', /^.*half\.db (is damaged|cannot be read).*\n$/],
    ['newer.db', /^.*newer\.db was written by a newer version of Mainspring \(9999-later\)\. Update the program first\.\n$/],
    ['spy.db', /^.*spy\.db is not as Mainspring made it: trigger spy does not belong to it\n$/],
    ['none.db', /^There is no file .*none\.db\n$/],
    [database, /^.* is the database itself\. Name a backup\.\n$/],
  ]
  for (const [file, line] of cases) {
    const { code, stderr } = await restore(file)
    expect(stderr).toMatch(line)
    expect(code).toBe(2)
    expect((await readFile(database)).equals(before)).toBe(true)
    expect(await readdir(server.dataDir)).toEqual(names)
  }
})

const moments: [title: string, killAt: string, namesAfter: unknown[]][] = [
  ['while the copy is prepared', 'before open .restoring', ['After the backup', 'Before the backup']],
  ['while the old database is being kept', 'before open .keeping', ['After the backup', 'Before the backup']],
  ['when the old database has got its name', 'after rename .keeping', ['After the backup', 'Before the backup']],
  ['just before the new one takes its place', 'before rename .restoring', ['After the backup', 'Before the backup']],
  ['just after the new one has taken its place', 'after rename .restoring', ['Before the backup']],
]

it.each(moments)('leaves a whole database when it is killed %s, and can be run again', async (_title, killAt, namesAfter) => {
  await addCustomer('After the backup')
  await server.kill('SIGTERM')
  const { child, ended } = startScript('restore', [backup], { dataDir: server.dataDir, killAt })
  await ended
  expect(child.signalCode).toBe('SIGKILL')
  expect(namesIn(database)).toEqual(namesAfter)

  expect(await restore('monday.db')).toMatchObject({ code: 0, stderr: '' })
  expect(namesIn(database)).toEqual(['Before the backup'])
  expect((await readdir(server.dataDir)).filter((name) => /restoring|keeping|-journal|-wal|-shm/.test(name))).toEqual([])
})

it('restores into an empty folder, and replaces a database that is only garbage when forced to', async () => {
  await server.kill('SIGTERM')
  await rm(database)
  const fresh = await restore('monday.db')
  expect(fresh).toMatchObject({ code: 0, stderr: '' })
  expect(fresh.stdout).toContain('There was no database before.')
  expect(namesIn(database)).toEqual(['Before the backup'])

  await writeFile(database, 'x'.repeat(9_000))
  const careful = await restore('monday.db')
  expect(careful.code).toBe(2)
  expect(careful.stderr).toMatch(/damaged.*Whether a server still uses it cannot be told: make sure that none is running, then restore with --force\.\n$/)
  expect(await readFile(database, 'utf8')).toBe('x'.repeat(9_000))
  const forced = await restore('monday.db', '--force')
  expect(forced).toMatchObject({ code: 0, stderr: '' })
  expect(forced.stdout).toContain(`To undo this, stop the server and rename that file to ${database}`)
  expect(namesIn(database)).toEqual(['Before the backup'])
  expect(await readFile(await keptFile(), 'utf8')).toBe('x'.repeat(9_000))
})
