import { afterAll, expect, test } from 'vitest'
import { orderStatusIdByName } from '#schema/values/order-status.ts'
import { redactMessage } from './log.ts'
import { seedTwoShops, startTestServer, testPassword } from './testing/test-server.ts'

const server = await startTestServer({ env: { LOG_LEVEL: 'trace' } })
afterAll(() => server.close())

const personal = {
  name: 'Wilhelmina Quux',
  phone: '5550107788',
  email: 'quux@example.com',
  note: 'prefers tea, alarm 4411',
  code: 'door-9931',
  device: 'Quux Phone',
}
const personalPattern = /Quux|Wilhelmina|5550107788|alarm 4411|door-9931|north|correct horse|@example/i

test('a day of work leaves ids in the log, and nothing that anyone typed', async () => {
  const { shopId } = await seedTwoShops(server)
  const ann = await server.client().signIn('ann')
  await server.client().post('/api/login', { user_id: personal.name, password: personal.code })
  await server.client().send('POST', '/api/login', { rawBody: `{"user_id": ${personal.name}` })
  const { json } = await ann.post(`/api/${shopId}/customers`, {
    name: personal.name,
    countryCode: '+1',
    phone: personal.phone,
    email: personal.email,
    customerNotes: personal.note,
    customerAccessCode: personal.code,
  })
  const customerId = (json as { id: string }).id
  await ann.post(`/api/${shopId}/orders`, {
    customerId,
    orderStatusId: orderStatusIdByName.Lead,
    itemDetails: personal.device,
    issueDescription: personal.note,
  })
  await ann.post(`/api/${shopId}/orders`, { customerId: personal.name, itemDetails: personal.device })
  await ann.get(`/api/${shopId}/customers?search=${encodeURIComponent(personal.name)}`)
  await ann.get(`/api/public/shop-validate/${encodeURIComponent(personal.name)}`)
  await ann.get(`/api/${encodeURIComponent(personal.name)}/orders`)
  await ann.get(`/${encodeURIComponent(personal.name)}`)
  await ann.get(`/api/nothing/${personal.phone}`)
  const mutation = {
    id: server.services.newId(),
    shopId,
    at: new Date().toISOString(),
    ops: [{ action: 'create', collection: 'customers', id: server.services.newId(), values: { name: personal.name, phone: 'x' } }],
  }
  await ann.post('/api/sync/push', { deviceId: 'device', deviceTime: new Date().toISOString(), mutations: [mutation] })
  await ann.post('/api/logout')

  const log = server.logLines.join('')
  expect(log).not.toMatch(personalPattern)
  const requests = server.logLines.map((line) => JSON.parse(line) as Record<string, unknown>).filter(({ msg }) => msg === 'request' || msg === 'slow request')
  expect(requests.length).toBeGreaterThan(10)
  expect(requests.find(({ route }) => route === '/api/:shopId/customers')).toEqual({
    // A busy machine may log it as slow.
    level: expect.stringMatching(/^(?:info|warn)$/),
    time: expect.any(String),
    statements: expect.any(Number),
    databaseMs: expect.any(Number),
    requestId: expect.any(String),
    method: 'POST',
    route: '/api/:shopId/customers',
    status: 200,
    durationMs: expect.any(Number),
    userId: expect.any(String),
    msg: expect.stringMatching(/^(?:slow )?request$/),
  })
})

test('an unexpected failure is a 500 without its cause, which the log has under the same request id', async () => {
  const client = await server.client().signIn('ann', testPassword)
  await server.services.db.schema.alterTable('shop_configs').renameTo('hidden_configs').execute()
  const shops = (await client.get('/api/shops')).json as { id: string }[]
  const { status, json, text, headers } = await client.get(`/api/shops/${shops[0]?.id}/config`)
  await server.services.db.schema.alterTable('hidden_configs').renameTo('shop_configs').execute()
  expect(status).toBe(500)
  expect(json).toEqual({ code: 'INTERNAL', message: 'Something went wrong on the server.', requestId: headers.get('x-request-id') })
  expect(text).not.toMatch(/sql|table|config/i)
  const entry = server.logLines.map((line) => JSON.parse(line) as Record<string, unknown>).find(({ msg }) => msg === 'request failed')
  expect(entry).toMatchObject({
    level: 'error',
    requestId: headers.get('x-request-id'),
    errorName: expect.stringMatching(/^(?:SqliteError|error)$/),
    errorMessage: expect.stringMatching(/^(?:no such table: shop_configs|relation … does not exist)$/),
    stack: expect.any(Array),
  })
})

test('what a message quotes is cut out', () => {
  expect(redactMessage('Unexpected token \'W\', "Wilhelmina" is not valid JSON')).toBe('Unexpected token …, … is not valid JSON')
  expect(redactMessage('no customer with 555 010-2000')).toBe('no customer with …')
  expect(redactMessage('UNIQUE constraint failed: users.login_id')).toBe('UNIQUE constraint failed: users.login_id')
})

test('healthz is 200 while the database answers and 503 afterwards', async () => {
  const dying = await startTestServer()
  expect(await dying.client().get('/healthz')).toMatchObject({ status: 200, json: { ok: true } })
  await dying.services.reader.destroy()
  expect(await dying.client().get('/healthz')).toMatchObject({ status: 503, json: { code: 'UNAVAILABLE', message: 'The database does not answer.' } })
  await dying.close()
})
