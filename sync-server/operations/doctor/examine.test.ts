import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import { SMTPServer } from 'smtp-server'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { databaseFileOf } from '../../config.ts'
import { seedTwoShops, startTestServer } from '../../testing/test-server.ts'
import { toBackupName } from '../backups/backup-folder.ts'
import { examine } from './examine.ts'
import type { Finding } from './finding.ts'
import { copyEmptyDatabase } from '../../testing/test-database.ts'

let folder = ''
let dataDir = ''
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'mainspring-doctor-'))
  dataDir = path.join(folder, 'data')
  await mkdir(dataDir, { mode: 0o700 })
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const now = new Date()

async function look(env: Record<string, string> = {}): Promise<Record<string, Finding>> {
  const found: Record<string, Finding> = {}
  for await (const finding of examine({ env: { DATA_DIR: dataDir, ...env }, now: () => now })) {
    expect(finding.text).not.toContain('\n')
    found[finding.about] = finding
  }
  return found
}

/** A fake carrier with a preset response. */
async function withCarrier<Result>(answer: { status: number; date?: Date }, run: (url: string, asked: string[]) => Promise<Result>): Promise<Result> {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`)
    response.writeHead(answer.status, { Date: (answer.date ?? now).toUTCString() }).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  try {
    return await run(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked)
  } finally {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
}

const twilio = (url: string) => ({
  SMS_PROVIDER: 'twilio',
  TWILIO_ACCOUNT_SID: 'AC0123',
  TWILIO_AUTH_TOKEN: 'token',
  TWILIO_FROM: '+15550000000',
  TWILIO_API_URL: url,
})

describe('the doctor (OPS-03)', () => {
  test('looks at settings, disk, database, backups, senders and clock, one line each', async () => {
    await copyEmptyDatabase(databaseFileOf(dataDir))
    const found = await look()
    expect(Object.keys(found)).toEqual([
      'Settings',
      'Address',
      'Metrics',
      'Data folder',
      'Disk',
      'Database',
      'Backups',
      'Text messages',
      'E-mail',
      'Retention',
      'Clock',
    ])
    expect(found['Database']).toMatchObject({ state: 'ok', text: expect.stringContaining('0 orders') as string })
    expect(found['Disk']?.text).toMatch(/^[\d.]+ [kMGT]B free, (?:with a )?database/)
    expect(found['Backups']).toMatchObject({ state: 'warn', text: expect.stringContaining('BACKUP_DIR') as string })
  })

  test('says which setting is wrong, and looks at the rest all the same', async () => {
    const found = await look({ PORT: 'eighty' })
    expect(found['Settings']).toMatchObject({ state: 'fail', text: expect.stringContaining('PORT must be a whole number') as string })
    expect(found['Database']).toBeDefined()
  })

  test('warns of an address that others reach without https, and of a folder that others may read', async () => {
    await chmod(dataDir, 0o755)
    expect(await look({ HOST: '0.0.0.0' })).toMatchObject({ Address: { state: 'warn' }, 'Data folder': { state: 'warn' } })
    expect(await look({ HOST: '0.0.0.0', PUBLIC_URL: 'http://shop.example' })).toMatchObject({ Address: { state: 'warn' } })
    expect(await look({ HOST: '0.0.0.0', PUBLIC_URL: 'https://shop.example' })).toMatchObject({ Address: { state: 'ok' } })
  })

  test('finds a damaged database, and says how to go on', async () => {
    await writeFile(databaseFileOf(dataDir), 'this was a database once, before the disk broke')
    expect((await look())['Database']).toMatchObject({ state: 'fail', text: expect.stringContaining('npm run restore') as string })
  })

  test.skipIf(process.platform === 'win32' || process.getuid?.() === 0)(
    'says that a folder cannot be written, and not that its sound database be replaced (not as root, who may write anywhere)',
    async () => {
      await copyEmptyDatabase(databaseFileOf(dataDir))
      const sqlite = new BetterSqlite3(databaseFileOf(dataDir))
      sqlite.pragma('journal_mode = WAL')
      sqlite.close()
      await chmod(dataDir, 0o500)
      const { Database: found } = await look()
      await chmod(dataDir, 0o700)
      expect(found).toMatchObject({ state: 'fail', text: expect.stringMatching(/cannot be written.*restore nothing/) as string })
    },
  )

  test('tells the age of the newest backup, that it cannot be restored, that one was missed, and that it is on the disk of the data', async () => {
    const dir = path.join(folder, 'backups')
    expect((await look({ BACKUP_DIR: dir }))['Backups']).toMatchObject({ state: 'fail', text: expect.stringContaining('there is none') as string })
    await mkdir(dir)
    const backupOf = (hoursAgo: number): string => path.join(dir, toBackupName(new Date(now.getTime() - hoursAgo * 3_600_000)))
    await writeFile(backupOf(70), 'x')
    expect((await look({ BACKUP_DIR: dir }))['Backups']).toMatchObject({
      state: 'fail',
      text: expect.stringContaining('cannot be restored') as string,
    })
    await copyEmptyDatabase(backupOf(60))
    expect((await look({ BACKUP_DIR: dir }))['Backups']).toMatchObject({ state: 'fail', text: expect.stringContaining('one was missed') as string })
    await copyEmptyDatabase(backupOf(3))
    const found = (await look({ BACKUP_DIR: dir }))['Backups']
    expect(found).toMatchObject({ state: 'warn', text: expect.stringMatching(/3 hours old.*3 kept, but on the disk of the data/) as string })
  })

  test('asks the mail server whether it lets this server in, without sending anything', async () => {
    const mails: string[] = []
    const server = new SMTPServer({
      disabledCommands: ['STARTTLS'],
      allowInsecureAuth: true,
      onAuth: ({ password }, _session, done) => (password === 'right' ? done(null, { user: 'shop' }) : done(new Error('No'))),
      onMailFrom: ({ address }, _session, done) => done(mails.push(address) > 0 ? new Error('No') : null),
    })
    server.on('error', () => {})
    const listening = server.listen(0, '127.0.0.1')
    await new Promise((resolve) => listening.once('listening', resolve))
    const { port } = listening.address() as AddressInfo
    const envOf = (password: string) => ({ SMTP_URL: `smtp://shop:${password}@127.0.0.1:${port}`, MAIL_FROM: 'shop@example.com' })
    expect((await look(envOf('right')))['E-mail']).toMatchObject({ state: 'ok' })
    expect((await look(envOf('wrong')))['E-mail']).toMatchObject({ state: 'fail', text: expect.stringContaining('Check SMTP_URL') as string })
    await new Promise<void>((resolve) => server.close(() => resolve()))
    expect((await look(envOf('right')))['E-mail']).toMatchObject({ state: 'fail', text: expect.stringContaining('cannot be reached') as string })
    expect(mails).toEqual([])
    expect((await look({}))['E-mail']).toMatchObject({ state: 'warn', text: expect.stringContaining('mail.log') as string })
  })

  test('asks the sender whether it knows the account, without sending anything', async () => {
    await withCarrier({ status: 200 }, async (url, asked) => {
      expect((await look(twilio(url)))['Text messages']).toMatchObject({ state: 'ok' })
      expect(asked).toEqual(['GET /2010-04-01/Accounts/AC0123.json'])
    })
    await withCarrier({ status: 401 }, async (url) => {
      expect((await look(twilio(url)))['Text messages']).toMatchObject({ state: 'fail', text: expect.stringContaining('TWILIO_AUTH_TOKEN') as string })
    })
    await withCarrier({ status: 405 }, async (url, asked) => {
      const env = { SMS_PROVIDER: 'webhook', SMS_WEBHOOK_URL: `${url}/send`, SMS_WEBHOOK_SECRET: 'sixteen letters.' }
      expect((await look(env))['Text messages']).toMatchObject({ state: 'ok' })
      expect(asked).toEqual(['HEAD /send'])
    })
    const gone = await withCarrier({ status: 200 }, async (url) => url)
    expect((await look(twilio(gone)))['Text messages']).toMatchObject({ state: 'fail', text: expect.stringContaining('cannot be reached') as string })
  })

  test('tells for how long decisions and the log stay, and that decisions are still there which should have ended', async () => {
    const taken = new Date(now.getTime() - 100 * 86_400_000)
    const server = await startTestServer({ clock: () => taken })
    try {
      expect((await look({ DATA_DIR: server.dataDir }))['Retention']).toEqual({
        state: 'ok',
        about: 'Retention',
        text: 'decisions stay 90 days, entries of the log for ever',
      })
      const { shopId } = await seedTwoShops(server)
      const ann = await server.client().signIn('ann')
      expect((await ann.post(`/api/${shopId}/customers`, { name: 'Carla', countryCode: '+1', phone: '5550001111' })).status).toBe(200)
      expect((await look({ DATA_DIR: server.dataDir, KEEP_LEDGER_DAYS: '200', KEEP_ACTIVITIES: '365' }))['Retention']).toMatchObject({
        state: 'ok',
        text: 'decisions stay 200 days, entries of the log 365 days; the oldest decision is 100 days old',
      })
      expect((await look({ DATA_DIR: server.dataDir }))['Retention']).toMatchObject({
        state: 'warn',
        text: expect.stringContaining('the oldest decision is 100 days old. A server ends them once') as string,
      })
    } finally {
      await server.close()
    }
  })

  test('notices a clock that is wrong by the sender, or by what the database was told', async () => {
    await withCarrier({ status: 200, date: new Date(now.getTime() + 10 * 60_000) }, async (url) => {
      expect((await look(twilio(url)))['Clock']).toMatchObject({ state: 'fail', text: expect.stringContaining('10 minutes behind') as string })
    })
    const ahead = new Date(now.getTime() + 5 * 3_600_000)
    const server = await startTestServer({ clock: () => ahead })
    try {
      const { shopId } = await seedTwoShops(server)
      const ann = await server.client().signIn('ann')
      expect((await ann.post(`/api/${shopId}/customers`, { name: 'Carla', countryCode: '+1', phone: '5550001111' })).status).toBe(200)
      const found = await look({ DATA_DIR: server.dataDir })
      expect(found['Clock']).toMatchObject({ state: 'fail', text: expect.stringContaining('5 hours ahead') as string })
      expect(found['Data folder']).toMatchObject({ state: 'ok', text: `the server at ${server.url} answers` })
    } finally {
      await server.close()
    }
  })
})
