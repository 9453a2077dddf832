import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gzipSync } from 'node:zlib'
import { afterAll, describe, expect, test } from 'vitest'
import { seedTwoShops, startTestServer, type TestClient } from '../testing/test-server.ts'

const script = 'console.log("the app");'.repeat(40)
const hashed = '/assets/index-Bx3k9_Qa.js'

const webDir = await mkdtemp(path.join(tmpdir(), 'mainspring-web-'))
const files: Record<string, string | Buffer> = {
  'index.html': '<title>dashboard</title>',
  'portal.html': '<title>portal</title>',
  'sw.js': 'self.skipWaiting',
  'manifest.webmanifest': '{"name":"Mainspring"}',
  'icons/icon-192.png': 'png',
  '.vite/manifest.json': '{}',
  'fonts/inter.woff2': 'font',
  [hashed]: script,
  [`${hashed}.br`]: brotliCompressSync(script),
  [`${hashed}.gz`]: gzipSync(script),
  '../secret.txt': 'secret',
}
for (const [name, content] of Object.entries(files)) {
  const file = path.join(webDir, 'web', name)
  await mkdir(path.dirname(file), { recursive: true })
  await writeFile(file, content)
}
const server = await startTestServer({ webDir: path.join(webDir, 'web') })
const { shopId, otherShopId } = await seedTwoShops(server)
const ann = await server.client().signIn('ann')
afterAll(async () => {
  await server.close()
  await rm(webDir, { recursive: true })
})

/** Not fetch, which normalizes addresses and decodes bodies. */
const getRaw = (address: string, headers: Record<string, string> = {}, method = 'GET') =>
  new Promise<{ status: number; headers: Record<string, string | string[] | undefined>; body: Buffer }>((resolve, reject) => {
    const { hostname, port } = new URL(server.url)
    const outgoing = request({ hostname, port, path: address, headers, method }, (incoming) => {
      const chunks: Buffer[] = []
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
      incoming.on('end', () => resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, body: Buffer.concat(chunks) }))
    })
    outgoing.on('error', reject)
    outgoing.end()
  })

const pageAt = async (address: string, client: TestClient = server.client()): Promise<string> => {
  const { status, text, headers } = await client.get(address)
  const title = /<title>(.*)<\/title>/.exec(text)?.[1] ?? headers.get('location') ?? text
  return `${status} ${title}`
}

test('a customer’s link to an estimate is the portal, for staff too, and its page tells nobody its address (EST-02)', async () => {
  const address = `/north/e/${'a_-9'.repeat(11)}`
  expect(await pageAt(address)).toBe('200 portal')
  expect(await pageAt(address, ann)).toBe('200 portal')
  expect((await getRaw(address)).headers['referrer-policy']).toBe('no-referrer')
  expect((await getRaw('/north')).headers['referrer-policy']).toBe('same-origin')
})

describe('files', () => {
  test('with a hash in their name are kept for a year, all others are asked for again', async () => {
    expect((await server.client().get(hashed)).headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    for (const address of ['/', '/sw.js', '/manifest.webmanifest', '/icons/icon-192.png', '/login']) {
      const { headers, status } = await server.client().get(address)
      expect([address, status, headers.get('cache-control')]).toEqual([address, 200, 'no-cache'])
      expect(headers.get('etag')).toMatch(/^"[\w-]+"$/)
    }
  })

  test('that have not changed answer 304 without a body', async () => {
    for (const address of ['/', '/sw.js', hashed]) {
      const etag = (await server.client().get(address)).headers.get('etag') ?? ''
      for (const known of [etag, `"other", W/${etag}`, '*']) {
        const again = await server.client().get(address, { headers: { 'If-None-Match': known } })
        expect([again.status, again.text]).toEqual([304, ''])
        expect(again.headers.get('etag')).toBe(etag)
      }
      expect((await server.client().get(address, { headers: { 'If-None-Match': '"other"' } })).status).toBe(200)
    }
  })

  test('have their types', async () => {
    const typeOf = async (address: string) => (await server.client().get(address)).headers.get('content-type')
    expect(await typeOf('/')).toBe('text/html; charset=utf-8')
    expect(await typeOf(hashed)).toBe('text/javascript; charset=utf-8')
    expect(await typeOf('/manifest.webmanifest')).toBe('application/manifest+json; charset=utf-8')
    expect(await typeOf('/icons/icon-192.png')).toBe('image/png')
    expect(await typeOf('/fonts/inter.woff2')).toBe('font/woff2')
  })

  test.each([
    ['gzip, deflate, br', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0, gzip;q=0.5', 'gzip'],
    ['*', 'br'],
    ['identity', undefined],
    ['', undefined],
  ])('are sent as they were compressed beforehand: accepting %j gives %s', async (accepted, encoding) => {
    const { headers, body } = await getRaw(hashed, accepted === '' ? {} : { 'Accept-Encoding': accepted })
    expect(headers['content-encoding']).toBe(encoding)
    expect(headers['vary']).toBe('Accept-Encoding')
    expect(Number(headers['content-length'])).toBe(body.length)
    if (encoding === 'br') expect(brotliDecompressSync(body).toString()).toBe(script)
    if (encoding === undefined) expect(body.toString()).toBe(script)
  })

  test('compressed in different ways have different tags', async () => {
    const tags = await Promise.all(['br', 'gzip', 'identity'].map(async (accepted) => (await getRaw(hashed, { 'Accept-Encoding': accepted })).headers['etag']))
    expect(new Set(tags).size).toBe(3)
  })

  test('answer HEAD with the same headers and no body', async () => {
    const { status, headers, body } = await getRaw(hashed, {}, 'HEAD')
    expect([status, body.length, headers['content-length']]).toEqual([200, 0, String(script.length)])
  })

  test.each(['/assets/gone-12345678.js', '/favicon.ico', '/robots.txt', '/a/b/c.png', '/.vite/manifest.json', `${hashed}.br`])(
    'that are not there are a plain 404: %s',
    async (address) => {
      const { status, headers, text } = await server.client().get(address)
      expect([status, text]).toEqual([404, 'Not found'])
      expect(headers.get('content-type')).toContain('text/plain')
    },
  )

  test.each([
    '/../secret.txt',
    '/..%2fsecret.txt',
    '/%2e%2e/secret.txt',
    '/assets/..%5c..%5csecret.txt',
    '//secret.txt',
    '/assets/../../secret.txt',
    '/%00secret.txt',
  ])('outside the built app cannot be reached: %s', async (address) => {
    const { body, status } = await getRaw(address)
    expect(body.toString()).not.toContain('secret')
    expect(status).not.toBe(500)
  })

  test('are not written to', async () => {
    expect((await server.client().post('/login')).status).toBe(405)
  })
})

describe('pages', () => {
  test.each(['/', '/login', '/profile', '/app-settings', '/app-settings/start', '/entity-settings', '/shop-settings', '/?source=pwa', '/login/'])(
    '%s is the dashboard app',
    async (address) => {
      expect(await pageAt(address)).toBe('200 dashboard')
    },
  )

  test('one other segment is the public page for visitors who are not signed in', async () => {
    for (const address of ['/north', '/NORTH', '/polar', '/nothing', '/sm%C3%B8rrebr%C3%B8d', '/%E0%A4%A']) expect(await pageAt(address)).toBe('200 portal')
  })

  test('a shop id leads visitors who are not signed in to its code, an unknown id to the public page', async () => {
    expect(await pageAt(`/${shopId}`)).toBe('302 /north')
    expect(await pageAt(`/${otherShopId.toUpperCase()}`)).toBe('302 /South-2')
    expect(await pageAt('/00000000-0000-4000-8000-000000000000')).toBe('200 portal')
  })

  test('somebody signed in finds the dashboard under ids and under the alias of an own shop, else the public page', async () => {
    expect(await pageAt(`/${shopId}`, ann)).toBe('200 dashboard')
    expect(await pageAt('/Polar', ann)).toBe('200 dashboard')
    expect(await pageAt('/north', ann)).toBe('200 portal')
    expect(await pageAt('/South-2', ann)).toBe('200 portal')
  })

  test('whether a foreign shop id exists shows nowhere', async () => {
    expect(await pageAt(`/${otherShopId}`, ann)).toBe(await pageAt('/00000000-0000-4000-8000-000000000000', ann))
    const bob = await server.client().signIn('bob')
    expect(await pageAt('/polar', bob)).toBe(await pageAt('/no-such-alias', bob))
  })

  test('/{shop}/customer and the price list are the portal for everybody', async () => {
    for (const address of [`/${shopId}/customer`, '/north/customer', '/x/customer/', '/north/prices']) {
      expect(await pageAt(address)).toBe('200 portal')
      expect(await pageAt(address, ann)).toBe('200 portal')
    }
  })

  test.each([
    '/Metrics/',
    '/.env',
    '/.git/config',
    '/.git/HEAD',
    '/x/.git/index',
    '/%2egit/config',
    '/.well-known/acme',
    '/wp-login.php',
    '/wp-admin/setup',
    '/x/y/shell.php',
    '/actuator/health',
    '/health',
    '/debug',
    '/debug/pprof',
    '/server-status',
    '/phpmyadmin/',
    '/cgi-bin/test',
    '/graphql',
  ])('what scanners and monitors ask for is no page: %s', async (address) => {
    for (const client of [ann, server.client()]) expect(await client.get(address)).toMatchObject({ status: 404, text: 'Not found' })
  })

  test('two to four segments are the dashboard, longer ones and those below a fixed page are not found', async () => {
    for (const address of ['/x/orders', '/x/orders/customer-id', '/x/orders/order/order-id', '/x/customer/y'])
      expect(await pageAt(address)).toBe('200 dashboard')
    for (const address of ['/a/b/c/d/e', '/login/more', '/app-settings/users/1']) expect(await pageAt(address)).toBe('404 dashboard')
  })
})

test('without a built app the server says how to build it', async () => {
  const bare = await startTestServer()
  expect(await bare.client().get('/')).toMatchObject({ status: 503, text: 'The web app is not built yet. Run: npm run build' })
  expect((await bare.client().get('/healthz')).status).toBe(200)
  await bare.close()
})
