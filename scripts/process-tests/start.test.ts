import { spawn, spawnSync, type ChildProcessWithoutNullStreams } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'

const script = path.join(path.dirname(import.meta.dirname), 'start.ts')
let folder: string
const running: ChildProcessWithoutNullStreams[] = []
vi.setConfig({ testTimeout: 90_000 })

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'mainspring-start-'))
})
afterEach(() => {
  for (const child of running.splice(0)) child.kill('SIGKILL')
})
afterAll(() => rm(folder, { recursive: true, force: true }))

type Started = { child: ChildProcessWithoutNullStreams; url: string; stdout: () => string; stderr: () => string; exit: Promise<number | null> }

async function start(name: string, env: Record<string, string> = {}): Promise<Started> {
  const child = spawn(process.execPath, [script], {
    env: { PATH: process.env['PATH'] ?? '', DATA_DIR: path.join(folder, name), PORT: '0', ...env },
  })
  running.push(child)
  const output = { stdout: '', stderr: '' }
  child.stdout.on('data', (data: Buffer) => (output.stdout += data.toString()))
  child.stderr.on('data', (data: Buffer) => (output.stderr += data.toString()))
  const exit = once(child, 'close').then(([code]) => code as number | null)
  const url = await Promise.race([
    exit.then(() => ''),
    new Promise<string>((resolve) => {
      child.stdout.on('data', () => {
        const line = /Mainspring is running at (\S+)/.exec(output.stdout)
        if (line?.[1]) resolve(line[1])
      })
    }),
  ])
  return { child, url, stdout: () => output.stdout, stderr: () => output.stderr, exit }
}

const signIn = (url: string, user_id: string, password: string) =>
  fetch(`${url}/api/login`, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ user_id, password }) })

/** A sign-in request without the end of its body; `finish` sends it and resolves to the response. */
async function beginSignIn(url: string, login: { user_id: string; password: string }): Promise<{ finish: () => Promise<string> }> {
  const body = JSON.stringify(login)
  const socket = connect(Number(new URL(url).port), '127.0.0.1').setEncoding('utf8')
  let heard = ''
  socket.on('data', (text: string) => (heard += text))
  socket.on('error', () => {})
  const closed = once(socket, 'close')
  const head = ['POST /api/login HTTP/1.1', 'Host: localhost', 'Content-Type: application/json', `Content-Length: ${body.length}`]
  // The 100 response confirms that the request has arrived.
  socket.write([...head, 'Expect: 100-continue', '', body.slice(0, 1)].join('\r\n'))
  const goOn = 'HTTP/1.1 100 Continue\r\n\r\n'
  await expect.poll(() => heard).toBe(goOn)
  const finish = async (): Promise<string> => {
    socket.write(body.slice(1))
    await closed
    return heard.slice(goOn.length)
  }
  return { finish }
}

test('makes the first administrator once, with a password that is printed once', async () => {
  const first = await start('generated')
  const printed = /^First administrator: admin \/ (\S{17}) \(shown only this once\)$/m.exec(first.stdout())
  expect(first.stdout().trim().split('\n')).toHaveLength(2)
  const answer = await signIn(first.url, 'admin', printed?.[1] ?? '')
  expect(answer.status).toBe(200)
  const cookie = answer.headers.get('set-cookie')?.split(';', 1)[0] ?? ''
  const privileges = await fetch(`${first.url}/api/auth/privileges`, { headers: { Cookie: cookie } })
  expect(((await privileges.json()) as { privileges: string[] }).privileges).toHaveLength(7)
  first.child.kill('SIGTERM')
  expect(await first.exit).toBe(0)
  expect(first.stderr()).not.toContain(printed?.[1])

  const second = await start('generated')
  expect(second.stdout().trim()).toMatch(/^Mainspring is running at http:\/\/localhost:\d+$/)
  expect((await signIn(second.url, 'admin', printed?.[1] ?? '')).status).toBe(200)
  second.child.kill('SIGTERM')
  expect(await second.exit).toBe(0)
})

test('takes the first administrator from the environment and prints no password', async () => {
  const server = await start('given', { ADMIN_LOGIN: 'boss', ADMIN_PASSWORD: 'open sesame' })
  expect(server.stdout()).toContain('First administrator: boss\n')
  expect(server.stdout()).not.toContain('open sesame')
  expect((await signIn(server.url, 'BOSS', 'open sesame')).status).toBe(200)
  server.child.kill('SIGTERM')
  expect(await server.exit).toBe(0)
})

test('stops on SIGTERM: live streams end, a running request is answered, the database is whole in its one file', async () => {
  const { child, url, exit } = await start('stop', { ADMIN_PASSWORD: 'open sesame' })
  const cookie = (await signIn(url, 'admin', 'open sesame')).headers.get('set-cookie')?.split(';', 1)[0] ?? ''
  const live = await fetch(`${url}/api/sync/live`, { headers: { Cookie: cookie } })
  const liveParts = live.body?.pipeThrough(new TextDecoderStream()).getReader()
  let liveText = ''
  while (!liveText.includes('event: heads')) liveText += (await liveParts?.read())?.value ?? ''
  const running = await beginSignIn(url, { user_id: 'admin', password: 'open sesame' })

  child.kill('SIGTERM')
  // The stream ended cleanly; reading an aborted one would throw. The server is now stopping while the request runs.
  while ((await liveParts?.read())?.done === false);
  await expect(fetch(`${url}/healthz`)).rejects.toThrow('fetch failed')
  expect(await running.finish()).toMatch(/^HTTP\/1\.1 200 /)
  expect(await exit).toBe(0)

  const file = path.join(folder, 'stop', 'mainspring.db')
  expect(existsSync(`${file}-wal`)).toBe(false)
  const database = new BetterSqlite3(file, { readonly: true })
  expect(database.prepare('select count(*) as count from sessions').get()).toEqual({ count: 2 })
  expect(database.pragma('integrity_check', { simple: true })).toBe('ok')
  database.close()
})

test('a second server on the same database ends with one line that names the first; after a crash the next one starts at once', async () => {
  const first = await start('shared', { ADMIN_PASSWORD: 'open sesame' })
  const second = await start('shared')
  expect(await second.exit).toBe(1)
  expect(second.stdout()).toBe('')
  expect(second.stderr()).toMatch(
    new RegExp(
      `^Mainspring cannot start: another Mainspring \\(process ${first.child.pid}, ${first.url}, since \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d UTC\\) is running on ${path.join(folder, 'shared')}\n$`,
    ),
  )
  expect((await signIn(first.url, 'admin', 'open sesame')).status).toBe(200)

  first.child.kill('SIGKILL')
  await first.exit
  const third = await start('shared')
  expect((await signIn(third.url, 'admin', 'open sesame')).status).toBe(200)
  third.child.kill('SIGTERM')
  expect(await third.exit).toBe(0)
  expect(existsSync(path.join(folder, 'shared', 'mainspring.server.json'))).toBe(false)
})

test('a backup and an import work beside a running server', async () => {
  const { child, exit } = await start('beside', { ADMIN_PASSWORD: 'open sesame' })
  const dataDir = path.join(folder, 'beside')
  const { status } = spawnSync(process.execPath, [path.join(path.dirname(script), 'backup.ts'), path.join(folder, 'beside.db'), '--data-dir', dataDir])
  expect(status).toBe(0)
  const imported = spawnSync(process.execPath, [path.join(path.dirname(script), 'import.ts'), script, '--shop', 'none'], {
    env: { ...process.env, DATA_DIR: dataDir },
    encoding: 'utf8',
  })
  expect(imported.stderr).toContain('none')
  expect(imported.stderr).not.toContain('another Mainspring')
  child.kill('SIGTERM')
  expect(await exit).toBe(0)
})

test('a request that never ends is cut off, and does not keep it from stopping', async () => {
  const { child, url, exit } = await start('hung', { ADMIN_PASSWORD: 'open sesame' })
  await beginSignIn(url, { user_id: 'admin', password: 'open sesame' })
  child.kill('SIGTERM')
  expect(await exit).toBe(0)
})

test('a bad environment ends it with one line and exit code 1, before it touches anything', async () => {
  const { exit, stderr, stdout } = await start('bad', { PORT: 'eighty', LOG_LEVEL: 'loud' })
  expect(await exit).toBe(1)
  expect(stdout()).toBe('')
  expect(stderr()).toBe(
    'Mainspring cannot start: PORT must be a whole number from 0 to 65535; LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent\n',
  )
  expect(existsSync(path.join(folder, 'bad'))).toBe(false)
})

test('a port in use and a folder that cannot be used are one line each', async () => {
  const other = createServer()
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  const address = other.address()
  const port = typeof address === 'object' && address !== null ? String(address.port) : ''
  const inUse = await start('in-use', { PORT: port })
  expect(await inUse.exit).toBe(1)
  expect(inUse.stderr()).toBe(`Mainspring cannot start: PORT ${port} is already in use\n`)
  other.close()
  const free = await start('in-use', { PORT: port })
  expect(free.stdout()).toContain('First administrator: admin / ')
  free.child.kill('SIGTERM')
  expect(await free.exit).toBe(0)

  const noFolder = await start('x', { DATA_DIR: path.join(script, 'data') })
  expect(await noFolder.exit).toBe(1)
  expect(noFolder.stderr()).toMatch(/^Mainspring cannot start: DATA_DIR cannot be used: .*ENOTDIR.*\n$/)
})
