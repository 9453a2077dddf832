import { request } from 'node:http'
import { gunzipSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { seedTwoShops, startTestServer } from '../testing/test-server.ts'

const server = await startTestServer()
const { shopId } = await seedTwoShops(server)
const ann = await server.client().signIn('ann')
for (let number = 0; number < 30; number++) await ann.post(`/api/${shopId}/customers`, { name: `Customer ${number}`, countryCode: '+1', phone: '5550102000' })
afterAll(() => server.close())

const getRaw = (address: string, acceptEncoding: string) =>
  new Promise<{ encoding: string | undefined; vary: string | undefined; body: Buffer }>((resolve, reject) => {
    request(server.url + address, { headers: { Cookie: ann.cookie ?? '', 'Accept-Encoding': acceptEncoding } }, (incoming) => {
      const chunks: Buffer[] = []
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
      incoming.on('end', () => resolve({ encoding: incoming.headers['content-encoding'], vary: incoming.headers.vary, body: Buffer.concat(chunks) }))
    })
      .on('error', reject)
      .end()
  })

test('a large JSON answer is gzipped for those who accept it', async () => {
  const plain = await getRaw(`/api/${shopId}/customers`, 'identity')
  expect(plain.encoding).toBeUndefined()
  for (const accepted of ['gzip', 'gzip, deflate, br', 'br;q=1.0, gzip;q=0.8', 'GZIP']) {
    const zipped = await getRaw(`/api/${shopId}/customers`, accepted)
    expect([accepted, zipped.encoding, zipped.vary]).toEqual([accepted, 'gzip', 'Accept-Encoding'])
    expect(zipped.body.length).toBeLessThan(plain.body.length / 3)
    expect(gunzipSync(zipped.body)).toEqual(plain.body)
  }
})

test('is left plain for those who refuse it, and when it is small', async () => {
  for (const accepted of ['gzip;q=0', 'br', 'x-gzip2', '']) expect((await getRaw(`/api/${shopId}/customers`, accepted)).encoding).toBeUndefined()
  const small = await getRaw('/api/auth/me', 'gzip')
  expect(small.encoding).toBeUndefined()
  expect(JSON.parse(small.body.toString())).toMatchObject({ user: { login_id: 'ann' } })
})

test('does not touch the stream of events', async () => {
  const abort = new AbortController()
  const response = await fetch(`${server.url}/api/sync/live`, { headers: { Cookie: ann.cookie ?? '', 'Accept-Encoding': 'gzip' }, signal: abort.signal })
  expect(response.headers.get('content-encoding')).toBeNull()
  const { value } = (await response.body?.getReader().read()) ?? {}
  expect(new TextDecoder().decode(value)).toContain('event: heads')
  abort.abort()
})
