/// <reference types="node" />
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { serverMarkHeader } from '#schema/api/server-mark.ts'
import { AppError } from '#schema/errors.ts'
import { ApiError, ForeignServerError, NetworkError } from './errors.ts'
import { testServerId, testServerMark, toServerMark } from '#web/device/testing/test-server-mark.ts'
import { createHttp, type Http } from './http.ts'

type Answer = (request: IncomingMessage & { text: string }, response: ServerResponse) => void

const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
})

async function serve(answer: Answer): Promise<Http> {
  const server = createServer((request, response) => {
    let text = ''
    request.on('data', (chunk: Buffer) => (text += chunk.toString()))
    request.on('end', () => answer(Object.assign(request, { text }), response))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  stops.push(() => {
    server.closeAllConnections()
    server.close()
  })
  return createHttp({ baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })
}

const reply = (status: number, body: string, type = 'application/json', headers: Record<string, string> = {}): Answer => {
  return (_request, response) => response.writeHead(status, { 'content-type': type, ...testServerMark, ...headers }).end(body)
}

const failureOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  )

describe('the request helper', () => {
  it('sends JSON only when there is a payload, and leaves empty query values out', async () => {
    const seen: { url: string | undefined; type: string | undefined; text: string }[] = []
    const http = await serve((request, response) => {
      seen.push({ url: request.url, type: request.headers['content-type'], text: request.text })
      response.writeHead(200, testServerMark).end('{"ok":true}')
    })
    expect(await http.request('GET', '/api/a', undefined, { query: { search: '', from: null, to: undefined, page: 0, all: false } })).toEqual({ ok: true })
    await http.request('POST', '/api/b', { name: 'x' })
    await http.request('POST', '/api/c')
    expect(seen).toEqual([
      { url: '/api/a?page=0&all=false', type: undefined, text: '' },
      { url: '/api/b', type: 'application/json', text: '{"name":"x"}' },
      { url: '/api/c', type: undefined, text: '' },
    ])
  })

  it('answers an empty object when the answer has no body', async () => {
    const http = await serve((_request, response) => response.writeHead(204, testServerMark).end())
    expect(await http.request('POST', '/api/logout')).toEqual({})
  })

  it("takes the body's message as the error's, and copies its other fields (ERR-01, ERR-04)", async () => {
    const body = {
      code: 'VALIDATION',
      message: 'Phone number is required',
      issues: [{ path: 'phone', message: 'Phone number is required' }],
      requestId: 'r1',
      hint: 'x',
    }
    const http = await serve(reply(400, JSON.stringify(body)))
    const error = await failureOf(http.request('GET', '/api/a'))
    expect(error).toBeInstanceOf(AppError)
    expect(error).toMatchObject({ ...body, status: 400, isFromServer: true })
  })

  it('takes the status text when the body has no message (ERR-02)', async () => {
    const http = await serve(reply(409, '{"code":"CONFLICT"}'))
    expect(await failureOf(http.request('GET', '/api/a'))).toMatchObject({ message: 'Conflict', code: 'CONFLICT' })
  })

  it('takes the status code and text when the body is not JSON (ERR-03)', async () => {
    const http = await serve(reply(502, '<html>bad gateway</html>', 'text/html'))
    expect(await failureOf(http.request('GET', '/api/a'))).toMatchObject({ message: '502 Bad Gateway', status: 502, code: 'UNAVAILABLE', isFromServer: false })
  })

  it("trusts no response without our server's mark, neither a refusal nor a success nor a time to wait", async () => {
    const unmarked =
      (status: number, body: string, headers: Record<string, string> = {}): Answer =>
      (_request, response) =>
        response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body)
    for (const status of [400, 401, 403, 404, 413, 426, 507]) {
      const http = await serve(
        unmarked(status, '{"code":"VALIDATION","message":"No such page","issues":[{"path":"a","message":"b"}]}', { 'retry-after': '86400' }),
      )
      const error = await failureOf(http.request('GET', '/api/a'))
      expect(error).toMatchObject({ status, isFromServer: false, code: 'UNAVAILABLE', retryAfterSeconds: undefined, issues: undefined })
      expect((error as Error).message).not.toContain('No such page')
    }
    const success = await serve(unmarked(200, '{"user":{"id":"somebody"}}'))
    expect(await failureOf(success.request('GET', '/api/a'))).toBeInstanceOf(NetworkError)
    for (const mark of ['', '1', '1; me', `1 ${testServerId}`, 'Mainspring', `1; ${testServerId}, 1; ${testServerId}`]) {
      const http = await serve(unmarked(200, '{}', { [serverMarkHeader]: mark }))
      expect(await failureOf(http.request('GET', '/api/a')), mark).toBeInstanceOf(NetworkError)
    }
    const later = await serve(unmarked(200, '{"a":1}', { [serverMarkHeader]: `2;${testServerId}; more` }))
    expect(await later.request('GET', '/api/a')).toEqual({ a: 1 })
  })

  it('knows its server from the first response on, and refuses another until somebody signs in there', async () => {
    const other = '5e12fe12-0000-4000-8000-000000000002'
    let mark = testServerMark
    let known: string | undefined
    const server = createServer((request, response) => {
      for (const [name, value] of Object.entries(mark)) response.setHeader(name, value)
      response
        .writeHead(request.url === '/no' ? 401 : 200, { 'content-type': 'application/json' })
        .end(request.url === '/no' ? '{"code":"UNAUTHENTICATED","message":"No"}' : '{"a":1}')
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    stops.push(() => void server.close())
    const http = createHttp({
      baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      knownServer: { read: () => known, remember: (serverId) => void (known = serverId) },
    })
    await failureOf(http.request('GET', '/no'))
    expect(known).toBeUndefined()
    await http.request('GET', '/ok')
    expect(known).toBe(testServerId)
    mark = toServerMark(other)
    for (const path of ['/ok', '/no']) expect(await failureOf(http.request('GET', path))).toBeInstanceOf(ForeignServerError)
    expect(await failureOf(http.request('POST', '/no', {}, { adoptsServer: true }))).toMatchObject({ status: 401, isFromServer: true })
    expect(known).toBe(testServerId)
    await http.request('POST', '/ok', {}, { adoptsServer: true })
    expect(known).toBe(other)
    expect(await http.request('GET', '/ok')).toEqual({ a: 1 })
  })

  it('makes a 401 an error like any other (ERR-05), and tells when a throttled call may be tried again', async () => {
    const http = await serve((request, response) =>
      request.url === '/api/a'
        ? reply(401, '{"code":"UNAUTHENTICATED","message":"Please sign in."}')(request, response)
        : reply(429, '{"code":"TOO_MANY_REQUESTS","message":"Wait"}', 'application/json', { 'retry-after': '7' })(request, response),
    )
    expect(await failureOf(http.request('GET', '/api/a'))).toMatchObject({ status: 401, code: 'UNAUTHENTICATED' })
    expect(await failureOf(http.request('GET', '/api/b'))).toMatchObject({ status: 429, retryAfterSeconds: 7 })
  })

  it('does not let a body rewrite the error itself', async () => {
    const http = await serve(reply(400, '{"message":"m","stack":"s","name":"n","status":999,"__proto__":{"x":1}}'))
    const error = await failureOf(http.request('GET', '/api/a'))
    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject({ name: 'ApiError', status: 400 })
  })

  it('is a network error when nobody answers, when it takes too long, and when a success is no JSON', async () => {
    expect(await failureOf(createHttp({ baseUrl: 'http://127.0.0.1:1' }).request('GET', '/'))).toBeInstanceOf(NetworkError)
    const slow = await serve(() => undefined)
    expect(await failureOf(slow.request('GET', '/', undefined, { timeoutMs: 50 }))).toBeInstanceOf(NetworkError)
    const portal = await serve(reply(200, '<html>Welcome to the hotel</html>', 'text/html'))
    expect(await failureOf(portal.request('GET', '/'))).toBeInstanceOf(NetworkError)
  })

  it('hazard 48: waits for an answer as long as it trickles, and gives up when it falls silent', async () => {
    let isSilent = false
    const http = await serve((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json', ...testServerMark })
      let sent = 0
      const timer = setInterval(() => {
        sent++
        if (isSilent && sent > 2) return
        response.write(sent === 1 ? '["é"' : ',"é"')
        if (sent < 12) return
        clearInterval(timer)
        response.end(']')
      }, 300)
      stops.push(() => clearInterval(timer))
    })
    // The whole response takes longer than the timeout, each byte much less.
    expect(await http.request('GET', '/', undefined, { timeoutMs: 3_000 })).toEqual(Array.from({ length: 12 }, () => 'é'))
    isSilent = true
    expect(await failureOf(http.request('GET', '/', undefined, { timeoutMs: 400 }))).toBeInstanceOf(NetworkError)
  })

  it("passes the caller's own abort on as it is", async () => {
    const http = await serve(() => undefined)
    const controller = new AbortController()
    const call = failureOf(http.request('GET', '/', undefined, { signal: controller.signal }))
    controller.abort()
    expect(await call).toMatchObject({ name: 'AbortError' })
  })
})
