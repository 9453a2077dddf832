import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { checkDatabase } from '../../db/files/database-file.ts'
import { seedTwoShops, startTestServer, testPassword, type TestServer } from '../../testing/test-server.ts'
import { silentLog } from '../../services.ts'
import { toBackupName } from './backup-folder.ts'
import { ScheduledBackups } from './scheduled-backups.ts'

// Each backup starts a process.
vi.setConfig({ testTimeout: 60_000 })

let folder = ''
let dir = ''
let server: TestServer | undefined
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'mainspring-scheduled-'))
  dir = path.join(folder, 'backups')
})
afterEach(async () => {
  await server?.close()
  server = undefined
  await rm(folder, { recursive: true, force: true })
})

const hourMs = 3_600_000

describe('a server with BACKUP_DIR (OPS-02)', () => {
  test('backs itself up at its start, checks the copy, and shows its age to administrators and in the metrics', async () => {
    server = await startTestServer({ env: { BACKUP_DIR: dir, BACKUP_EVERY: '12h', BACKUP_KEEP: '3', METRICS_TOKEN: 'a token of the operator' } })
    await seedTwoShops(server)
    const admin = await server.client().signIn('admin')
    await expect.poll(async () => (await admin.get('/api/backups')).json, { timeout: 30_000 }).toMatchObject({ isRunning: false, kept: 1 })
    const { json } = await admin.get('/api/backups')
    expect(json).toMatchObject({ isOn: true, everyMs: 12 * hourMs, keep: 3, isOverdue: false, failure: null })
    const [name = ''] = await readdir(dir)
    expect(await checkDatabase(path.join(dir, name))).toMatchObject({ orders: 0 })
    const { text } = await server.client().get('/metrics', { headers: { Authorization: 'Bearer a token of the operator' } })
    expect(text).toMatch(/^mainspring_backup_age_seconds \d/m)
    expect(text).toMatch(/^mainspring_backups_kept 1$/m)
    expect(text).toMatch(/^mainspring_backup_failures_total 0$/m)
  })

  test('makes one when an administrator asks, who alone may', async () => {
    server = await startTestServer({ env: { BACKUP_DIR: dir } })
    await seedTwoShops(server)
    const admin = await server.client().signIn('admin')
    await expect.poll(async () => (await admin.get('/api/backups')).json, { timeout: 30_000 }).toMatchObject({ isRunning: false, kept: 1 })
    // File names have a resolution of one second.
    const [first = ''] = await readdir(dir)
    await expect.poll(() => toBackupName(new Date())).not.toBe(first)
    expect((await admin.post('/api/backups')).json).toMatchObject({ isRunning: true })
    await expect.poll(async () => (await admin.get('/api/backups')).json, { timeout: 30_000 }).toMatchObject({ isRunning: false, kept: 2 })
    const ann = await server.client().signIn('ann')
    expect([(await ann.get('/api/backups')).status, (await ann.post('/api/backups')).status]).toEqual([403, 403])
  })

  test('hands the newest one to an administrator who enters the password again, and to nobody else', async () => {
    server = await startTestServer({ env: { BACKUP_DIR: dir } })
    await seedTwoShops(server)
    const admin = await server.client().signIn('admin')
    const ask = (currentPassword: string) => admin.post('/api/backups/download', { currentPassword })
    const refused = await ask('wrong')
    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('Current password is incorrect')])
    const given = await ask(testPassword)
    const [name = ''] = await readdir(dir)
    expect(given.status).toBe(200)
    expect(given.headers.get('Content-Disposition')).toBe(`attachment; filename="${name}"`)
    expect(given.headers.get('Content-Length')).toBe(String((await stat(path.join(dir, name))).size))
    expect(given.text.startsWith('SQLite format 3')).toBe(true)
    expect((await admin.get('/api/security-events')).text).toContain(`Backup ${name}`)
    const { nextAt, last } = (await admin.get('/api/backups')).json as { nextAt: string; last: { madeAt: string } }
    expect(Date.parse(nextAt) - Date.parse(last.madeAt)).toBe(24 * hourMs)
    const ann = await server.client().signIn('ann')
    expect((await ann.post('/api/backups/download', { currentPassword: testPassword })).status).toBe(403)
  })

  test('says why there is none when the folder cannot be used', async () => {
    await writeFile(dir, 'a file, no folder')
    server = await startTestServer({ env: { BACKUP_DIR: dir } })
    const admin = await server.client().signIn('admin')
    await expect
      .poll(async () => (await admin.get('/api/backups')).json)
      .toMatchObject({ last: null, isOverdue: true, failure: { message: expect.stringMatching(/EEXIST|ENOTDIR/) as string } })
  })

  test.runIf(process.platform === 'linux')('says so where the system makes no folders, and stops', async () => {
    const nowhere = '/proc/nope'
    server = await startTestServer({ env: { BACKUP_DIR: `${nowhere}/backups` } })
    await seedTwoShops(server)
    const admin = await server.client().signIn('admin')
    await expect
      .poll(async () => (await admin.get('/api/backups')).json)
      .toMatchObject({ isRunning: false, failure: { message: expect.stringContaining(nowhere) as string } })
    await server.close()
    server = undefined
  })

  test('without it says that there are none, and makes none', async () => {
    server = await startTestServer()
    const admin = await server.client().signIn('admin')
    expect((await admin.get('/api/backups')).json).toMatchObject({ isOn: false, last: null })
    expect(await admin.post('/api/backups')).toMatchObject({ status: 409 })
  })
})

describe('when a backup is due', () => {
  const everyMs = 24 * hourMs
  const start = Date.parse('2026-03-02T10:00:00.000Z')

  function open(run: (file: string) => Promise<void>) {
    let nowMs = start
    const made: string[] = []
    const backups = new ScheduledBackups({
      kind: 'db',
      config: { dir, everyMs, keep: 2 },
      services: { clock: () => new Date(nowMs), log: silentLog },
      run: (file) => ({
        done: run(file).then(() => void made.push(path.basename(file))),
        stop: async () => {},
      }),
    })
    return { backups, made, advance: (hours: number) => void (nowMs += hours * hourMs) }
  }

  const write = (file: string): Promise<void> => writeFile(file, 'x')

  test('is told by the age of the newest file, also after a restart and with a clock that went back', async () => {
    const { backups, made, advance } = open(write)
    await backups.makeIfDue()
    await backups.makeIfDue()
    expect(made).toHaveLength(1)
    advance(23)
    await backups.makeIfDue()
    expect(made).toHaveLength(1)
    advance(1)
    await backups.makeIfDue()
    expect(made).toHaveLength(2)
    const later = open(write)
    later.advance(24 + 23)
    await later.backups.makeIfDue()
    expect(later.made).toEqual([])
    later.advance(-47 - 240)
    await later.backups.makeIfDue()
    expect(later.made).toHaveLength(1)
    await later.backups.makeIfDue()
    expect(later.made).toHaveLength(1)
  })

  test('a failure is told until one succeeds, is tried again in a quarter of an hour, and takes no older backup away', async () => {
    let isBroken = false
    const { backups, made, advance } = open((file) => (isBroken ? Promise.reject(new Error('the disk is full')) : write(file)))
    await backups.makeIfDue()
    advance(24)
    await backups.makeIfDue()
    isBroken = true
    advance(49)
    await backups.makeIfDue()
    await backups.makeIfDue()
    expect(backups.failures).toBe(1)
    expect(await backups.status()).toMatchObject({ kept: 2, isOverdue: true, failure: { message: 'the disk is full' } })
    advance(0.25)
    await backups.makeIfDue()
    expect(backups.failures).toBe(2)
    isBroken = false
    advance(0.25)
    await backups.makeIfDue()
    expect(made).toHaveLength(3)
    expect(await backups.status()).toMatchObject({ kept: 2, isOverdue: false, failure: null })
  })

  test('a server that stops ends the one that is being made, leaves nothing of it, and calls it no failure', async () => {
    const { promise, reject } = Promise.withResolvers<void>()
    const partial = path.join(dir, `${toBackupName(new Date(start))}.partial-1`)
    const backups = new ScheduledBackups({
      kind: 'db',
      config: { dir, everyMs, keep: 2 },
      services: { clock: () => new Date(start), log: silentLog },
      run: () => ({ done: writeFile(partial, 'x').then(() => promise), stop: async () => reject(new Error('killed')) }),
    })
    const making = backups.make()
    await expect.poll(() => readdir(dir).catch(() => [])).toEqual([path.basename(partial)])
    await backups.stop()
    await making
    expect(await readdir(dir)).toEqual([])
    expect(backups.failures).toBe(0)
    await backups.make()
    expect(await readdir(dir)).toEqual([])
  })

  test('two askers at once get one backup', async () => {
    const { backups, made } = open(write)
    await Promise.all([backups.make(), backups.make(), backups.makeIfDue()])
    expect(made).toHaveLength(1)
  })
})
