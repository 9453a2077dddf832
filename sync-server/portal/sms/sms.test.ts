import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { portalTexts } from '#schema/rules/customers/portal.ts'
import { carla, openPortal, rowOf, stranger, type TestPortal } from '../../testing/test-portal.ts'
import { expectRefusal } from '../../testing/test-shop.ts'
import { silentLog } from '../../services.ts'
import { createDispatch } from '../dispatch.ts'
import { SmsRefused, type Sms, type SmsSender } from './sms.ts'
import { createTwilioSender } from './twilio.ts'
import { signBody } from '../../signed-headers.ts'
import { createWebhookSender } from './webhook.ts'

type Received = { url: string; headers: IncomingMessage['headers']; body: string }
type Reply = { status: number; headers?: Record<string, string>; json?: unknown } | 'silence'

let carrier: Server
let portal: TestPortal | undefined
afterEach(async () => {
  await portal?.close()
  portal = undefined
  carrier.closeAllConnections()
  await new Promise((resolve) => carrier.close(resolve))
})

/** A fake carrier that gives each reply once, then repeats the last one. */
async function openCarrier(...replies: Reply[]): Promise<{ url: string; received: Received[] }> {
  const received: Received[] = []
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    received.push({ url: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks).toString() })
    const reply = replies[Math.min(received.length, replies.length) - 1] ?? 'silence'
    if (reply === 'silence') return
    response.writeHead(reply.status, { 'Content-Type': 'application/json', ...reply.headers })
    response.end(JSON.stringify(reply.json ?? {}))
  }
  carrier = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => carrier.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${(carrier.address() as AddressInfo).port}`, received }
}

const sms: Sms = { id: 'sms-1', at: new Date('2026-03-02T10:00:00.000Z'), to: '+15550102000', text: 'Your code is 012345 & more' }
const longMs = 30_000
const run = (send: SmsSender): Promise<void> => send(sms, AbortSignal.timeout(longMs))
const twilioError = (status: number, code: number): Reply => ({
  status,
  json: { code, message: 'No.', more_info: `https://www.twilio.com/docs/errors/${code}`, status },
})

describe('twilio', () => {
  const account = { provider: 'twilio', accountSid: 'AC0123', authToken: 'token', from: '+15550000000' } as const
  const queued: Reply = { status: 201, json: { sid: 'SM1', status: 'queued', error_code: null, error_message: null } }

  test('gets the message as its API documents it', async () => {
    const { url, received } = await openCarrier(queued)
    await run(createTwilioSender({ ...account, apiUrl: url }))
    expect(received[0]?.url).toBe('/2010-04-01/Accounts/AC0123/Messages.json')
    expect(received[0]?.headers).toMatchObject({
      authorization: `Basic ${Buffer.from('AC0123:token').toString('base64')}`,
      'content-type': expect.stringContaining('application/x-www-form-urlencoded') as string,
    })
    expect(Object.fromEntries(new URLSearchParams(received[0]?.body))).toEqual({ To: sms.to, From: '+15550000000', Body: sms.text })
    await run(createTwilioSender({ ...account, apiUrl: url, from: `MG${'0'.repeat(32)}` }))
    expect(new URLSearchParams(received[1]?.body).get('MessagingServiceSid')).toBe(`MG${'0'.repeat(32)}`)
  })

  test('is asked again after a 429, and after nothing else', async () => {
    const { url, received } = await openCarrier(twilioError(429, 20429), queued, twilioError(500, 20500))
    await run(createTwilioSender({ ...account, apiUrl: url }))
    expect(received).toHaveLength(2)
    await expect(run(createTwilioSender({ ...account, apiUrl: url }))).rejects.toThrow('Twilio answered 500 (20500)')
    expect(received).toHaveLength(3)
  })

  test('has sent nothing where something in between answered', async () => {
    const { url } = await openCarrier({ status: 200, json: '<html>Please sign in to this network</html>' })
    await expect(run(createTwilioSender({ ...account, apiUrl: url }))).rejects.toThrow('Twilio answered 200')
  })

  test('tells a number that it refuses from a fault of its own', async () => {
    const { url } = await openCarrier(twilioError(400, 21211), twilioError(401, 20003), {
      status: 201,
      json: { sid: 'SM1', status: 'failed', error_code: 30007 },
    })
    const send = createTwilioSender({ ...account, apiUrl: url })
    await expect(run(send)).rejects.toBeInstanceOf(SmsRefused)
    await expect(run(send)).rejects.toThrow('Twilio answered 401 (20003)')
    await expect(run(send)).rejects.toThrow('(30007)')
  })
})

describe('webhook', () => {
  const secret = 'a secret of many letters'

  test('gets the message signed with its time', async () => {
    const { url, received } = await openCarrier({ status: 204 })
    await run(createWebhookSender({ provider: 'webhook', url: `${url}/sms`, secret }))
    const [{ headers, body } = expect.fail()] = received
    expect(JSON.parse(body)).toEqual({ id: 'sms-1', at: '2026-03-02T10:00:00.000Z', to: sms.to, text: sms.text })
    expect(headers['x-mainspring-timestamp']).toBe('1772445600')
    expect(headers['x-mainspring-signature']).toBe(`sha256=${signBody(secret, '1772445600', body)}`)
  })

  test('is asked again with the same id while it is ill, and not when it refuses', async () => {
    const { url, received } = await openCarrier({ status: 503 }, { status: 500 }, { status: 200 }, { status: 400 })
    const send = createWebhookSender({ provider: 'webhook', url, secret })
    await run(send)
    expect(received.map(({ body }) => (JSON.parse(body) as Sms).id)).toEqual(['sms-1', 'sms-1', 'sms-1'])
    await expect(run(send)).rejects.toThrow('The webhook answered 400')
    expect(received).toHaveLength(4)
  })
})

describe('sending', () => {
  test('that never ends is given up, also when the adapter does not care', async () => {
    const { url } = await openCarrier('silence')
    const careless = createDispatch(() => new Promise(() => {}), silentLog, { maxMs: 50, firstGuessMs: 1 })
    expect(await careless.deliver(sms)).toBe(false)
    const slow = createDispatch(createWebhookSender({ provider: 'webhook', url, secret: 'x' }), silentLog, { maxMs: 100, firstGuessMs: 1 })
    expect(await slow.deliver(sms)).toBe(false)
    expect(await slow.pretend()).toBe(false)
  })

  test('to nobody takes as long as sending took', async () => {
    await openCarrier('silence')
    let nowMs = 0
    const waitsMs: number[] = []
    const send = async (): Promise<void> => void (nowMs += 120)
    const wait = async (durationMs: number): Promise<void> => void waitsMs.push(durationMs)
    const dispatch = createDispatch(send, silentLog, { firstGuessMs: 7, monotonic: () => nowMs, wait })
    expect(await dispatch.pretend()).toBe(true)
    await dispatch.deliver(sms)
    expect(await dispatch.pretend()).toBe(true)
    expect(waitsMs).toEqual([7, 120])
  })

  test('to a number that the carrier refuses looks like any other', async () => {
    await openCarrier('silence')
    const dispatch = createDispatch(() => Promise.reject(new SmsRefused('no')), silentLog, { firstGuessMs: 1 })
    expect([await dispatch.deliver(sms), await dispatch.pretend()]).toEqual([true, true])
  })

  test('fails for customers with the documented words, alike for a stranger, and may be tried again at once', async () => {
    const { url, received } = await openCarrier(twilioError(401, 20003), twilioError(401, 20003), { status: 201, json: { status: 'queued' } })
    portal = await openPortal({ SMS_PROVIDER: 'twilio', TWILIO_API_URL: url, TWILIO_ACCOUNT_SID: 'AC1', TWILIO_AUTH_TOKEN: 't', TWILIO_FROM: '+15550000000' })
    const client = portal.server.client()
    for (const phone of [carla, stranger, carla]) expectRefusal(await portal.send(client, phone), 503, portalTexts.sendFailed)
    expect(rowOf(await portal.send(client, carla))).toEqual({ sent: true, resendAfterSeconds: 60 })
    rowOf(await portal.send(client, stranger))
    expect(received.map(({ body }) => new URLSearchParams(body).get('To'))).toEqual(['+15550102000', '+15550102000', '+15550102000'])
    expect(portal.server.logLines.join('')).not.toContain(carla.phone)
  })
})
