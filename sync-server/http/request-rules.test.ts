import { Agent, request } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, describe, expect, test } from 'vitest'
import { startTestServer, testPassword, type TestServer } from '../testing/test-server.ts'

const server = await startTestServer()
const https = await startTestServer({ env: { PUBLIC_URL: 'https://shop.example', TRUST_PROXY: '1' } })
afterAll(() => Promise.all([server.close(), https.close()]))

const login = { user_id: 'admin', password: testPassword }

/** `fetch` sets Host and Content-Length itself. */
const sendRaw = (url: string, method: string, headers: Record<string, string>, chunks: string[], agent?: Agent): Promise<number> =>
  new Promise((resolve, reject) => {
    const outgoing = request(url, { method, headers, agent }, (incoming) => {
      incoming.resume()
      incoming.on('end', () => resolve(incoming.statusCode ?? 0))
    })
    outgoing.on('error', reject)
    for (const chunk of chunks) outgoing.write(chunk)
    outgoing.end()
  })

describe('Origin', () => {
  test('of the host in use or of PUBLIC_URL may write', async () => {
    expect((await server.client().post('/api/login', login, { headers: { Origin: server.url } })).status).toBe(200)
    expect((await https.client().post('/api/login', login, { headers: { Origin: 'https://shop.example' } })).status).toBe(200)
    expect((await https.client().post('/api/login', login, { headers: { Origin: https.url } })).status).toBe(200)
    expect((await server.client().post('/api/login', login)).status).toBe(200)
  })

  test('of the host in use may name the default port', async () => {
    const headers = { Host: 'desk.local:443', Origin: 'https://desk.local', 'Content-Type': 'application/json' }
    expect(await sendRaw(`${server.url}/api/login`, 'POST', headers, [JSON.stringify(login)])).toBe(200)
  })

  test.each(['https://evil.example', 'null', 'http://localhost:1', 'file://', ''])('%s is refused on every write, whatever the address', async (origin) => {
    for (const address of ['/api/login', '/api/logout', '/api/sync/push', '/api/nothing', '/anything']) {
      const { status, json } = await server.client().post(address, {}, { headers: { Origin: origin } })
      expect(status).toBe(403)
      expect(json).toMatchObject({ code: 'FORBIDDEN', message: 'Requests from other sites are refused.' })
    }
    for (const method of ['PUT', 'PATCH', 'DELETE']) {
      expect((await server.client().send(method, '/api/logout', { headers: { Origin: origin } })).status).toBe(403)
    }
  })

  test('of the public host over another scheme is refused', async () => {
    const headers = { Host: 'shop.example', Origin: 'http://shop.example', 'Content-Type': 'application/json' }
    expect(await sendRaw(`${https.url}/api/login`, 'POST', headers, [JSON.stringify(login)])).toBe(403)
    expect(await sendRaw(`${https.url}/api/login`, 'POST', { ...headers, Origin: 'https://shop.example' }, [JSON.stringify(login)])).toBe(200)
  })

  test('does not matter for reads', async () => {
    expect((await server.client().get('/api/order-statuses', { headers: { Origin: 'https://evil.example' } })).status).toBe(200)
  })
})

describe('content type', () => {
  test.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'application/jsonp', ''])(
    '%s is refused for a body',
    async (type) => {
      const { status, json } = await server.client().send('POST', '/api/login', { rawBody: JSON.stringify(login), headers: { 'Content-Type': type } })
      expect(status).toBe(415)
      expect(json).toMatchObject({ code: 'UNSUPPORTED_MEDIA_TYPE' })
    },
  )

  test('application/json may carry parameters and any case', async () => {
    const headers = { 'Content-Type': 'Application/JSON; charset=utf-8' }
    expect((await server.client().send('POST', '/api/login', { rawBody: JSON.stringify(login), headers })).status).toBe(200)
  })

  test('is not needed without a body', async () => {
    expect((await server.client().post('/api/logout')).status).toBe(200)
  })

  test('is needed for a body of unknown length', async () => {
    const headers = { 'Transfer-Encoding': 'chunked', 'Content-Type': 'text/plain' }
    expect(await sendRaw(`${server.url}/api/login`, 'POST', headers, [JSON.stringify(login)])).toBe(415)
  })
})

describe('body', () => {
  const withLength = (length: number) => JSON.stringify({ ...login, padding: 'x'.repeat(length - JSON.stringify({ ...login, padding: '' }).length) })

  test('of 1 MiB passes, one byte more is 413', async () => {
    const limit = 1024 * 1024
    expect((await server.client().send('POST', '/api/login', { rawBody: withLength(limit) })).status).toBe(200)
    const { status, json } = await server.client().send('POST', '/api/login', { rawBody: withLength(limit + 1) })
    expect(status).toBe(413)
    expect(json).toMatchObject({ code: 'PAYLOAD_TOO_LARGE' })
  })

  test('that is refused or not read leaves the connection usable', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const headers = { 'Content-Type': 'application/json' }
    for (const [address, length, status] of [
      ['/api/login', 1024 * 1024 + 1, 413],
      ['/api/logout', 1024 * 1024, 200],
      ['/api/nothing', 500_000, 404],
    ] as const) {
      const body = withLength(length)
      expect(await sendRaw(server.url + address, 'POST', { ...headers, 'Content-Length': String(length) }, [body], agent)).toBe(status)
      await delay(600)
      expect(await sendRaw(`${server.url}/healthz`, 'GET', {}, [], agent)).toBe(200)
    }
    const sockets = Object.values(agent.freeSockets).flat()
    expect(sockets).toHaveLength(1)
    agent.destroy()
  })

  test('that does not tell its length is cut off at the same limit', async () => {
    const headers = { 'Transfer-Encoding': 'chunked', 'Content-Type': 'application/json' }
    const chunks = [withLength(600_000), withLength(600_000)]
    expect(await sendRaw(`${server.url}/api/login`, 'POST', headers, chunks)).toBe(413)
  })

  test('that is not JSON is refused without quoting it', async () => {
    const { status, json } = await server.client().send('POST', '/api/login', { rawBody: '{"user_id": secret' })
    expect(status).toBe(400)
    expect(json).toEqual({ code: 'VALIDATION', message: 'The request is not valid JSON.', requestId: expect.any(String) })
  })
})

describe('answers', () => {
  test('carry a fresh request id and the security headers, pages and errors too', async () => {
    const ids = new Set<string | null>()
    for (const address of ['/healthz', '/api/auth/me', '/api/nothing', '/', '/assets/none.js']) {
      const { headers } = await server.client().get(address)
      ids.add(headers.get('x-request-id'))
      const policy = headers.get('content-security-policy') ?? ''
      expect(policy).toContain("default-src 'self'")
      expect(policy).toContain("script-src 'self' 'wasm-unsafe-eval';")
      expect(policy).toContain("frame-ancestors 'none'")
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('referrer-policy')).toBe('same-origin')
      expect(headers.get('permissions-policy')).toContain('microphone=(self)')
      expect(headers.get('strict-transport-security')).toBeNull()
    }
    expect(ids.size).toBe(5)
    expect(ids.has(null)).toBe(false)
  })

  test('ask browsers for https when the public address has it', async () => {
    expect((await https.client().get('/healthz')).headers.get('strict-transport-security')).toBe('max-age=31536000')
  })

  test('of unknown API addresses are 404 JSON, of known ones with another method 405', async () => {
    for (const address of ['/api', '/api/', '/api/nothing', '/api/orders/x/y/z']) {
      expect(await server.client().get(address)).toMatchObject({ status: 404, json: { code: 'NOT_FOUND' } })
    }
    const answer = await server.client().delete('/api/login')
    expect(answer).toMatchObject({ status: 405, json: { code: 'METHOD_NOT_ALLOWED' } })
    expect(answer.headers.get('allow')).toBe('POST')
  })

  test('of the API are never stored', async () => {
    for (const address of ['/api/order-statuses', '/api/auth/me', '/api/nothing']) {
      expect((await server.client().get(address)).headers.get('cache-control')).toBe('no-store')
    }
  })
})

describe('over https', () => {
  test('the cookie is Secure and bound to the host', async () => {
    const { headers } = await https.client().post('/api/login', login)
    expect(headers.get('set-cookie')).toMatch(/^__Host-mainspring_session=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; Secure; SameSite=Lax$/)
    expect((await (await https.client().signIn('admin')).get('/api/auth/me')).status).toBe(200)
  })

  test('that only a trusted proxy tells of, the cookie is the same', async () => {
    const proxied = await startTestServer({ env: { TRUST_PROXY: 'true' } })
    const over = (protocol: string) => proxied.client().post('/api/login', login, { headers: { 'X-Forwarded-Proto': protocol } })
    expect((await over('https')).headers.get('set-cookie')).toContain('__Host-mainspring_session=')
    expect((await over('https')).headers.get('strict-transport-security')).toBe('max-age=31536000')
    expect((await over('http')).headers.get('set-cookie')).not.toContain('Secure')
    await proxied.close()
    expect((await server.client().post('/api/login', login, { headers: { 'X-Forwarded-Proto': 'https' } })).headers.get('set-cookie')).not.toContain('Secure')
  })
})

describe("the visitor's address", () => {
  const guess = async (target: TestServer, loginId: string, forwardedFor: string): Promise<number[]> => {
    const statuses: number[] = []
    for (let tries = 0; tries < 6; tries++) {
      const headers = { 'X-Forwarded-For': forwardedFor.replace('*', String(tries)) }
      statuses.push((await target.client().post('/api/login', { user_id: loginId, password: 'guess' }, { headers })).status)
    }
    return statuses
  }

  test('is what the trusted proxy appended: what the visitor put before it changes nothing', async () => {
    expect(await guess(https, 'one', '1.2.3.*, 10.0.0.9')).toEqual([401, 401, 401, 401, 401, 429])
    expect(await guess(https, 'two', '10.0.0.*')).toEqual([401, 401, 401, 401, 401, 401])
  })

  test('is that of the connection where no proxy is trusted', async () => {
    expect(await guess(server, 'one', '10.0.0.*')).toEqual([401, 401, 401, 401, 401, 429])
  })
})

test('a Host or an address that is none is refused in the form of every refusal', async () => {
  const answerTo = (path: string, host: string): Promise<unknown[]> =>
    new Promise((resolve, reject) => {
      const { port } = new URL(server.url)
      request({ host: '127.0.0.1', port, path, headers: { Host: host } }, (incoming) => {
        const chunks: Buffer[] = []
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
        incoming.on('end', () => resolve([incoming.statusCode, JSON.parse(Buffer.concat(chunks).toString())]))
      })
        .on('error', reject)
        .end()
    })
  const refusal = [400, { code: 'VALIDATION', message: 'The address of the request is not valid.', requestId: expect.any(String) }]
  expect(await answerTo('/api/shops', 'shop:99999')).toEqual(refusal)
  expect(await answerTo('/api/shops\\x', 'shop.example')).toEqual(refusal)
})
