import { afterEach, describe, expect, test } from 'vitest'
import { engineOf } from '../db/engines/engine.ts'
import { seedTwoShops, startTestServer, type TestServer } from '../testing/test-server.ts'

let server: TestServer | undefined
afterEach(async () => {
  await server?.close()
  server = undefined
})

const token = 'a token of the operator'
const bearer = (text: string) => ({ headers: { Authorization: `Bearer ${text}` } })

function parse(text: string): Map<string, number> {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return new Map(
    lines.map((line) => {
      const [, name = '', value = ''] = /^(\S+(?:\{.*\})?) (\S+)$/.exec(line) ?? []
      return [name, Number(value)]
    }),
  )
}

async function readMetrics(from: TestServer): Promise<Map<string, number>> {
  const { status, text } = await from.client().get('/metrics', bearer(token))
  expect(status).toBe(200)
  return parse(text)
}

describe('metrics (OPS-01)', () => {
  test('do not exist without a token of the operator, and with another one', async () => {
    server = await startTestServer()
    expect(await server.client().get('/metrics', bearer(token))).toMatchObject({ status: 404, json: { code: 'NOT_FOUND' } })
    await server.close()
    server = await startTestServer({ env: { METRICS_TOKEN: token } })
    expect((await server.client().get('/metrics')).status).toBe(404)
    expect((await server.client().get('/metrics', bearer('another token, as long'))).status).toBe(404)
    const admin = await server.client().signIn('admin')
    expect((await admin.get('/metrics')).status).toBe(404)
  })

  test('come as text of Prometheus under any name of the host, and say nothing of people', async () => {
    server = await startTestServer({ env: { METRICS_TOKEN: token, PUBLIC_URL: 'https://shop.example' } })
    const { shopId } = await seedTwoShops(server)
    const { status, headers, text } = await server.client().get('/metrics', bearer(token))
    expect(status).toBe(200)
    expect(headers.get('Content-Type')).toMatch(/^text\/plain; version=0\.0\.4/)
    expect(headers.get('Cache-Control')).toBe('no-store')
    expect(text).toContain(`mainspring_feed_head{shop="${shopId}"} `)
    expect(text).not.toMatch(/\b(?:North|ann|admin)\b/)
    // Prometheus requires one help and one type line per metric.
    const types = [...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name)
    expect(new Set(types).size).toBe(types.length)
  })

  test('count requests by pattern and status, mutations by origin and outcome, heads, streams and time in the database', async () => {
    server = await startTestServer({ env: { METRICS_TOKEN: token } })
    const { shopId } = await seedTwoShops(server)
    const max = await server.client().signIn('max')
    const before = await readMetrics(server)
    const customer = { name: 'Carla', countryCode: '+1', phone: '5550001111' }
    expect((await max.post(`/api/${shopId}/customers`, customer)).status).toBe(200)
    expect((await max.post(`/api/${shopId}/customers`, { ...customer, name: '' })).status).toBe(400)
    const mutation = (name: string, id: string) => ({
      id: id.replace('0000', '1111'),
      shopId,
      at: new Date().toISOString(),
      ops: [{ action: 'create', collection: 'customers', id, values: { ...customer, name } }],
    })
    const pushed = await max.post('/api/sync/push', {
      deviceId: '0190a0a0-0000-7000-8000-00000000000d',
      deviceTime: new Date().toISOString(),
      mutations: [mutation('Pia', '0190a0a0-0000-7000-8000-000000000001'), mutation('', '0190a0a0-0000-7000-8000-000000000002')],
    })
    expect(pushed).toMatchObject({ status: 200, json: { results: [{ outcome: 'applied' }, { outcome: 'rejected' }] } })

    const after = await readMetrics(server)
    const grown = (name: string): number => (after.get(name) ?? 0) - (before.get(name) ?? 0)
    const requests = (status: number): string =>
      `mainspring_http_request_duration_seconds_count{method="POST",route="/api/:shopId/customers",status="${status}"}`
    expect([grown(requests(200)), grown(requests(400))]).toEqual([1, 1])
    expect(grown('mainspring_pushes_total')).toBe(1)
    expect(grown('mainspring_mutations_total{origin="push",outcome="applied"}')).toBe(1)
    expect(grown('mainspring_mutations_total{origin="push",outcome="rejected"}')).toBe(1)
    expect(grown('mainspring_mutations_total{origin="rest",outcome="applied"}')).toBe(1)
    expect(grown(`mainspring_feed_head{shop="${shopId}"}`)).toBeGreaterThan(1)
    expect(grown('mainspring_database_statements_total')).toBeGreaterThan(10)
    expect(grown('mainspring_database_seconds_total')).toBeGreaterThan(0)
    expect(grown('mainspring_database_trips_total') > 0).toBe(engineOf(server.services.reader).name === 'postgres')
    expect(after.get('mainspring_live_streams')).toBe(0)
    expect(after.get('mainspring_event_loop_delay_seconds{quantile="0.99"}')).toBeGreaterThanOrEqual(0)
    expect(after.get('process_resident_memory_bytes')).toBeGreaterThan(1e6)
  })

  test('tell of open streams and of messages to customers', async () => {
    server = await startTestServer({ env: { METRICS_TOKEN: token } })
    const { shopId } = await seedTwoShops(server)
    const max = await server.client().signIn('max')
    expect((await max.put(`/api/shops/${shopId}/config`, { customerPortal: true })).status).toBe(200)
    expect((await max.post(`/api/${shopId}/customers`, { name: 'Carla', countryCode: '+1', phone: '5550102000' })).status).toBe(200)
    const sent = await server.client().post(`/api/${shopId}/customers/send-otp`, { countryCode: '+1', customerPhone: '5550102000' })
    expect(sent.status).toBe(200)
    expect((await readMetrics(server)).get('mainspring_outbound_messages_total{channel="sms",outcome="written"}')).toBe(1)

    const stop = new AbortController()
    const stream = await fetch(`${server.url}/api/sync/live`, { headers: { Cookie: max.cookie ?? '' }, signal: stop.signal })
    expect(stream.status).toBe(200)
    await expect.poll(async () => (await readMetrics(server as TestServer)).get('mainspring_live_streams')).toBe(1)
    stop.abort()
    await expect.poll(async () => (await readMetrics(server as TestServer)).get('mainspring_live_streams')).toBe(0)
  })
})

test('the line of a request says how many statements it took, and how long the database took for them', async () => {
  server = await startTestServer()
  const admin = await server.client().signIn('admin')
  expect((await admin.get('/api/entities')).status).toBe(200)
  const line = server.logLines.map((text) => JSON.parse(text) as Record<string, unknown>).find(({ route }) => route === '/api/entities')
  expect(line).toMatchObject({
    msg: expect.stringMatching(/^(?:slow )?request$/) as string,
    statements: expect.any(Number) as number,
    databaseMs: expect.any(Number) as number,
  })
  expect(line?.['statements']).toBeGreaterThan(1)
})
