import { request } from 'node:http'
import { afterAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../testing/test-server.ts'
import { isOwnHost } from '../app.ts'

const home = await startTestServer()
const published = await startTestServer({ env: { PUBLIC_URL: 'https://shop.example' } })
afterAll(() => Promise.all([home.close(), published.close()]))

/** `fetch` cannot set the Host header. */
function ask(server: TestServer, host: string, path = '/api/order-statuses'): Promise<{ status: number; text: string; type: string }> {
  return new Promise((resolve, reject) => {
    const sent = request(server.url + path, { headers: { Host: host } }, (answer) => {
      let text = ''
      answer.setEncoding('utf8').on('data', (part: string) => (text += part))
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text, type: answer.headers['content-type'] ?? '' }))
    })
    sent.on('error', reject)
    sent.end()
  })
}

describe('without PUBLIC_URL', () => {
  test.each([
    'localhost',
    'LOCALHOST:8080',
    'localhost.',
    '127.0.0.1:8080',
    '[::1]:8080',
    '192.168.1.20:8080',
    '[fd00::7]',
    'shop.local:8080',
    'app.localhost',
  ])('%s is answered', async (host) => {
    expect((await ask(home, host)).status).toBe(200)
  })

  test.each(['evil.example', 'evil.example:8080', 'localhost.evil.example', '127.0.0.1.evil.example', 'local', 'shoplocal', '1.2.3', 'evil.local.example'])(
    '%s is refused with one line that says what to do',
    async (host) => {
      const line = 'Mainspring does not answer under this name. Set PUBLIC_URL to the address under which people reach it.'
      for (const path of ['/', '/north', '/sw.js'])
        expect(await ask(home, host, path)).toEqual({ status: 421, type: 'text/plain; charset=UTF-8', text: `${line}\n` })
      for (const path of ['/api/order-statuses', '/api/sync/bootstrap', '/api/nothing']) {
        const { status, text } = await ask(home, host, path)
        expect([status, JSON.parse(text)]).toEqual([421, { code: 'UNAVAILABLE', message: line, requestId: expect.any(String) }])
      }
    },
  )

  test('the name that it listens on and the name of the machine are its own', () => {
    expect(isOwnHost('Shop.lan:8080', { publicOrigin: null, host: 'shop.lan' }, 'pc')).toBe(true)
    expect(isOwnHost('shop-pc:8080', { publicOrigin: null, host: '0.0.0.0' }, 'SHOP-PC')).toBe(true)
    expect(isOwnHost('shop-pc.evil.example', { publicOrigin: null, host: '0.0.0.0' }, 'shop-pc')).toBe(false)
  })
})

describe('with PUBLIC_URL', () => {
  test.each(['shop.example', 'Shop.Example:443', 'shop.example:8443', 'localhost:8080', '127.0.0.1'])('%s is answered', async (host) => {
    expect((await ask(published, host)).status).toBe(200)
  })

  test.each(['evil.example', 'www.shop.example', 'shop.example.evil.example', 'shop.local', '192.168.1.20'])(
    '%s is refused with the address that people should take',
    async (host) => {
      expect(await ask(published, host)).toMatchObject({
        status: 421,
        text: expect.stringContaining('Mainspring does not answer under this name. It is at https://shop.example'),
      })
    },
  )
})

test('load balancers may ask for its health under any address', async () => {
  for (const server of [home, published]) expect((await ask(server, '10.0.0.7:8080', '/healthz')).status).toBe(200)
  expect((await ask(published, 'balancer.example', '/healthz')).status).toBe(200)
})

test('a start with PUBLIC_URL warns that nobody gets the codes which are only written down', () => {
  expect(published.logLines.filter((line) => line.includes('"warn"')).join('')).toContain('SMS_PROVIDER is log')
  expect(home.logLines.join('')).not.toContain('SMS_PROVIDER')
})
