import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { signInOverHttp } from './api-client.ts'
import { pinnedNode } from './server-process.ts'

vi.setConfig({ testTimeout: 90_000 })

const root = path.dirname(path.dirname(import.meta.dirname))
/** A temporary folder, so that the test changes no repository file. */
let watched: string
let running: ChildProcess | undefined

beforeEach(() => {
  watched = mkdtempSync(path.join(tmpdir(), 'mainspring-watched-'))
  mkdirSync(path.join(watched, 'routes'))
  writeFileSync(path.join(watched, 'routes', 'a.ts'), '')
})
afterEach(() => {
  running?.kill('SIGKILL')
  rmSync(watched, { recursive: true, force: true })
})

function startDev() {
  const env = { ...process.env, NO_COLOR: '1', PUBLIC_URL: 'https://shop.example', TMPDIR: watched }
  const child = spawn(pinnedNode, [path.join(root, 'scripts', 'dev.ts'), '--watch', path.join(watched, 'routes')], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  running = child
  const output = { text: '' }
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text: string) => (output.text += text))
  return { child, output, saying: (pattern: RegExp) => vi.waitUntil(() => pattern.exec(output.text)?.[1], { timeout: 60_000, interval: 50 }) }
}

test('one command serves the app with hot reload; a changed file restarts the server and keeps everybody signed in', async () => {
  const { child, output, saying } = startDev()
  const exit = once(child, 'close')
  const url = await saying(/Mainspring is running at (\S+)/)
  expect(output.text).toMatch(/Sign in with the password "mainspring" as:\n {2}admin /)
  const dataDir = path.dirname(await saying(/goes into (\S+sms\.log),/))
  expect(existsSync(path.join(dataDir, 'mainspring.db'))).toBe(true)

  const page = await getPage(url, '/')
  expect(page).toContain('/@vite/client')
  expect(page).toContain('/main.tsx')
  expect(await getPage(url, '/harbour')).toContain('/portal/main.tsx')

  const desk = await signInOverHttp(url, 'desk', 'mainspring')
  expect(await pullOrders(url, desk.cookie)).toBe(200)
  const firstPid = readServerPid(dataDir)

  writeFileSync(path.join(watched, 'routes', 'a.new'), '1')
  renameSync(path.join(watched, 'routes', 'a.new'), path.join(watched, 'routes', 'a.ts'))
  await saying(/(a\.ts has changed: the server starts again …\nThe server runs again\.)/)
  const secondPid = readServerPid(dataDir)
  expect(secondPid).not.toBe(firstPid)
  expect(isRunning(firstPid)).toBe(false)
  expect(await pullOrders(url, desk.cookie)).toBe(200)

  process.kill(secondPid, 'SIGKILL')
  await saying(/(The server has stopped: SIGKILL\nIt is tried again when one of its files changes\.)/)
  utimesSync(path.join(watched, 'routes', 'a.ts'), new Date(), new Date())
  await saying(/(SIGKILL[^]*The server runs again\.)/)
  expect(await pullOrders(url, desk.cookie)).toBe(200)
  expect(output.text.split('Sign in with the password')).toHaveLength(2)

  const lastPid = readServerPid(dataDir)
  child.kill('SIGINT')
  expect(await exit).toEqual([0, null])
  expect(isRunning(lastPid)).toBe(false)
  expect(existsSync(dataDir)).toBe(false)
})

async function getPage(url: string, address: string): Promise<string> {
  return (await fetch(url + address, { headers: { accept: 'text/html' } })).text()
}

/** Pulls with Vite's origin, which the server must accept. */
async function pullOrders(url: string, cookie: string): Promise<number> {
  const headers = { cookie, origin: url, 'content-type': 'application/json' }
  const body = JSON.stringify({ collection: 'orders', limit: 1, checkpoint: {} })
  return (await fetch(`${url}/api/sync/pull`, { method: 'POST', headers, body })).status
}

/** The server writes its pid next to its database. */
const readServerPid = (dataDir: string): number => (JSON.parse(readFileSync(path.join(dataDir, 'mainspring.server.json'), 'utf8')) as { pid: number }).pid

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
