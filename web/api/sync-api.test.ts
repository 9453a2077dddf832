/// <reference types="node" />
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { AppError } from '#schema/errors.ts'
import { OfflineError, SignedOutError, type SyncApi, UpgradeRequiredError } from '#web/device/platform/server-port.ts'
import { testServerId, testServerMark, toServerMark } from '#web/device/testing/test-server-mark.ts'
import { createHttp } from './http.ts'
import { createSyncApi } from './sync-api.ts'

const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
})

const userId = '6f2cd3ce-4d5e-4f55-8a0e-1b5a1f0a7c12'

async function serve(answer: (response: ServerResponse, url: string) => void): Promise<SyncApi> {
  const server = createServer((request, response) => request.resume().on('end', () => answer(response, request.url ?? '')))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  stops.push(() => {
    server.closeAllConnections()
    server.close()
  })
  return createSyncApi({ userId, http: createHttp({ baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }) })
}

const pull = (api: SyncApi, signal = new AbortController().signal): Promise<unknown> =>
  api.pull({ collection: 'orders', limit: 10, checkpoint: {} }, signal).then(
    (answer) => answer,
    (error: unknown) => error,
  )

const reply =
  (status: number, body: string, type = 'application/json', headers: Record<string, string> = testServerMark) =>
  (response: ServerResponse) =>
    void response.writeHead(status, { 'content-type': type, ...headers }).end(body)

describe('the outcome of a sync request', () => {
  it("is the response, or the server's own error", async () => {
    const answer = { documents: [], checkpoint: {}, reset: [], gone: [] }
    expect(await pull(await serve(reply(200, JSON.stringify(answer))))).toEqual(answer)
    const error = await pull(await serve(reply(403, '{"code":"FORBIDDEN","message":"No"}')))
    expect(error).toBeInstanceOf(AppError)
    expect(error).toMatchObject({ code: 'FORBIDDEN', message: 'No' })
    const later = await pull(
      await serve(
        (response) =>
          void response
            .writeHead(429, { 'content-type': 'application/json', 'retry-after': '9', ...testServerMark })
            .end('{"code":"TOO_MANY_REQUESTS","message":"Wait"}'),
      ),
    )
    expect(later).toMatchObject({ code: 'TOO_MANY_REQUESTS', retryAfterSeconds: 9 })
  })

  it('names the user and the protocol of this device, so that the server can refuse the cookie of another, and a version too old', async () => {
    const urls: string[] = []
    const api = await serve((response, url) => {
      urls.push(url)
      reply(200, '{}')(response)
    })
    await pull(api)
    await api.bootstrap(new AbortController().signal)
    expect(urls).toEqual([`/api/sync/pull?user=${userId}&protocol=1`, `/api/sync/bootstrap?user=${userId}&protocol=1`])
  })

  it('is signed out only when our server says 401', async () => {
    expect(await pull(await serve(reply(401, '{"code":"UNAUTHENTICATED","message":"Please sign in."}')))).toBeInstanceOf(SignedOutError)
    expect(await pull(await serve(reply(401, '<html>Hotel</html>', 'text/html')))).toBeInstanceOf(OfflineError)
  })

  it('asks for an update only when our server says that it must', async () => {
    expect(await pull(await serve(reply(426, '{"code":"UPGRADE_REQUIRED","message":"Update Mainspring to go on syncing."}')))).toBeInstanceOf(
      UpgradeRequiredError,
    )
    expect(await pull(await serve(reply(426, 'Update Mainspring to go on syncing.', 'text/plain')))).toBeInstanceOf(OfflineError)
  })

  it('is offline under a name that is not the server\u2019s, and while its disk is full', async () => {
    expect(await pull(await serve(reply(421, '{"code":"UNAVAILABLE","message":"Mainspring does not answer under this name."}')))).toBeInstanceOf(OfflineError)
    expect(await pull(await serve(reply(507, '{"code":"STORAGE_FULL","message":"The server has no room left on its disk."}')))).toBeInstanceOf(OfflineError)
  })

  it('is offline for a captive portal, a 5xx and silence', async () => {
    const answers = [reply(200, '<html>Hotel</html>', 'text/html'), reply(403, '<html>Hotel</html>', 'text/html'), reply(503, '{"message":"down"}')]
    for (const answer of answers) expect(await pull(await serve(answer))).toBeInstanceOf(OfflineError)
    expect(await pull(await serve((response) => void response.socket?.destroy()))).toBeInstanceOf(OfflineError)
  })

  it("is offline for any answer without our server's mark, JSON or not, refusal or success", async () => {
    const bodies = {
      200: '{"documents":[],"checkpoint":{},"reset":[],"gone":[],"results":[],"serverTime":""}',
      400: '{"code":"VALIDATION","message":"No"}',
      401: '{"code":"UNAUTHENTICATED","message":"No"}',
      403: '{"code":"FORBIDDEN","message":"No"}',
      404: '{"message":"No such page"}',
      413: '{"code":"PAYLOAD_TOO_LARGE","message":"No"}',
      426: '{"code":"UPGRADE_REQUIRED","message":"No"}',
      429: '{"code":"TOO_MANY_REQUESTS","message":"No"}',
      507: '{"code":"STORAGE_FULL","message":"No"}',
    }
    for (const [status, body] of Object.entries(bodies)) {
      const api = await serve(reply(Number(status), body, 'application/json', {}))
      expect(await pull(api), status).toBeInstanceOf(OfflineError)
      const push = api.push({ deviceId: 'd', deviceTime: '2026-03-02T09:00:00.000Z', mutations: [] }, new AbortController().signal)
      await expect(push, status).rejects.toMatchObject({ name: 'OfflineError', isForeignServer: false, isTooMuch: status === '413' })
    }
  })

  it('is offline while another Mainspring server answers, and says that it is one', async () => {
    let mark = testServerMark
    const server = createServer((_request, response) => void response.writeHead(200, mark).end('{"documents":[],"checkpoint":{},"reset":[],"gone":[]}'))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    stops.push(() => void server.close())
    let known: string | undefined = testServerId
    const http = createHttp({
      baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      knownServer: { read: () => known, remember: (serverId) => void (known = serverId) },
    })
    const api = createSyncApi({ userId, http })
    expect(await pull(api)).toMatchObject({ documents: [] })
    mark = toServerMark('5e12fe12-0000-4000-8000-000000000002')
    expect(await pull(api)).toMatchObject({ name: 'OfflineError', isForeignServer: true })
  })

  it("is the caller's abort when the caller aborts", async () => {
    const controller = new AbortController()
    const call = pull(await serve(() => undefined), controller.signal)
    controller.abort()
    expect(await call).toMatchObject({ name: 'AbortError' })
  })
})
