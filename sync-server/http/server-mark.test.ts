import { createConnection } from 'node:net'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { CompiledQuery } from 'kysely'
import { parseServerMark, serverMarkHeader } from '#schema/api/server-mark.ts'
import { protocolVersion } from '#schema/api/sync.ts'
import { readConfig } from '../config.ts'
import { readServerId } from '../db/server-id.ts'
import { startServer } from '../main.ts'
import { allRoutes } from '../routes/all-routes.ts'
import { startTestServer, testPassword } from '../testing/test-server.ts'

const webDir = await mkdtemp(path.join(tmpdir(), 'mainspring-web-'))
await Promise.all([writeFile(path.join(webDir, 'index.html'), '<html></html>'), writeFile(path.join(webDir, 'sw.js'), 'self')])
const server = await startTestServer({ webDir })
const serverId = await readServerId(server.services.reader)
const cookie = (await server.client().signIn('admin')).cookie ?? ''
afterAll(async () => {
  await server.close()
  await rm(webDir, { recursive: true, force: true })
})

const markOf = ({ headers }: { headers: Headers }) => parseServerMark(headers.get(serverMarkHeader))
const ours = () => ({ protocol: protocolVersion, serverId })

test.each(allRoutes.map(({ method, path: address }) => [method, address] as const))('%s %s carries the mark, whoever asks', async (method, address) => {
  const concrete = address.replaceAll(/:\w+/g, '018f4d2a-7c1e-7b6a-9f00-3d6c2b1a0e55')
  const abort = new AbortController()
  for (const headers of [{}, { Cookie: cookie }]) {
    const answer = await fetch(server.url + concrete, {
      method,
      redirect: 'manual',
      signal: abort.signal,
      headers: { ...headers, 'Content-Type': 'application/json' },
      ...(method !== 'GET' && { body: '{}' }),
    })
    expect(markOf(answer), String(answer.status)).toEqual(ours())
  }
  abort.abort()
})

test('so do pages, files, refusals before any route, and what no route knows', async () => {
  const ask = (address: string, init: RequestInit = {}) => fetch(server.url + address, { redirect: 'manual', ...init })
  const json = { 'Content-Type': 'application/json' }
  const answers: [number, Promise<Response>][] = [
    [200, ask('/login')],
    [200, ask('/sw.js')],
    [200, ask('/login', { method: 'HEAD' })],
    [404, ask('/assets/none.js')],
    [404, ask('/api/nothing')],
    [404, ask('/api')],
    [405, ask('/api/sync/push')],
    [415, ask('/api/login', { method: 'POST', body: 'a=b', headers: { 'Content-Type': 'text/plain' } })],
    [403, ask('/api/login', { method: 'POST', body: '{}', headers: { ...json, Origin: 'https://elsewhere.example' } })],
    [400, ask('/api/login', { method: 'POST', body: '{', headers: json })],
    [413, ask('/api/login', { method: 'POST', body: `"${'x'.repeat(3 * 1024 * 1024)}"`, headers: json })],
    [401, ask('/api/sync/bootstrap')],
    [401, ask('/api/login', { method: 'POST', body: JSON.stringify({ user_id: 'admin', password: 'wrong' }), headers: json })],
    [200, ask('/healthz')],
  ]
  for (const [status, asking] of answers) {
    const answer = await asking
    expect([status, answer.status, markOf(answer)]).toEqual([status, status, ours()])
  }
})

test('a stream, an answer that was zipped, a throttled one and a failure carry it too', async () => {
  const admin = await server.client().signIn('admin')
  const cookie = { Cookie: admin.cookie ?? '' }
  const abort = new AbortController()
  expect(markOf(await fetch(`${server.url}/api/sync/live`, { headers: cookie, signal: abort.signal }))).toEqual(ours())
  abort.abort()
  const zipped = await fetch(`${server.url}/api/openapi.json`, { headers: { ...cookie, 'Accept-Encoding': 'gzip' } })
  expect(markOf(zipped)).toEqual(ours())
  const guesser = server.client()
  let throttled = await guesser.post('/api/login', { user_id: 'nobody', password: 'x' })
  for (let tries = 0; tries < 40 && throttled.status !== 429; tries++) throttled = await guesser.post('/api/login', { user_id: 'nobody', password: 'x' })
  expect([throttled.status, markOf(throttled)]).toEqual([429, ours()])
  await server.services.db.executeQuery(CompiledQuery.raw('alter table readiness rename to readiness_away'))
  // `/readyz` reuses its result for a second.
  await vi.waitFor(async () => {
    const failed = await fetch(`${server.url}/readyz`)
    expect([failed.status, markOf(failed)]).toEqual([503, ours()])
  }, 10_000)
  await server.services.db.executeQuery(CompiledQuery.raw('alter table readiness_away rename to readiness'))
})

test('what the adapter refuses before the app sees it carries it', async () => {
  const { port, hostname } = new URL(server.url)
  const text = await new Promise<string>((resolve, reject) => {
    const socket = createConnection(Number(port), hostname, () => socket.write('GET / HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n'))
    let heard = ''
    socket.on('data', (part: Buffer) => (heard += part.toString()))
    socket.on('end', () => resolve(heard))
    socket.on('error', reject)
  })
  expect(text).toMatch(/^HTTP\/1\.1 400 /)
  expect(text.toLowerCase()).toContain(`mainspring-server: 1; ${serverId}`)
})

test('the id stays over a restart and differs between servers', async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'mainspring-test-'))
  const config = readConfig({ PORT: '0', DATA_DIR: dataDir, ADMIN_LOGIN: 'admin', ADMIN_PASSWORD: testPassword, LOG_LEVEL: 'silent' })
  try {
    const marks: unknown[] = []
    for (let start = 0; start < 2; start++) {
      const other = await startServer(config)
      marks.push(markOf(await fetch(`${other.url}/api/nothing`)))
      await other.close()
    }
    expect(marks[0]).toEqual({ protocol: protocolVersion, serverId: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4/) })
    expect(marks[1]).toEqual(marks[0])
    expect(marks[0]).not.toEqual(ours())
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
})
