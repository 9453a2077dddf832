import { v7 } from 'uuid'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { orderStatusIdByName } from '#schema/values/order-status.ts'
import { photosClosed } from '../commands/files/save-portal-photo.ts'
import { portalPhotosMax, portalTexts } from '#schema/rules/customers/portal.ts'
import { linkDaysAfterEnd, orderLinkTexts } from '#schema/rules/customers/order-link.ts'
import { attachmentMaxBytes, attachmentTexts } from '#schema/rules/files/attachments.ts'
import { onePixelPng, pngOf, tinyWebp } from '../testing/test-pictures.ts'
import { nextHeads } from '../testing/test-office.ts'
import { carla, openPortal, rowOf, stranger, type TestPortal } from '../testing/test-portal.ts'
import { openEvents } from '../testing/test-sync-server.ts'
import type { TestClient } from '../testing/test-server.ts'
import { expectRefusal } from '../testing/test-shop.ts'

let portal: TestPortal
beforeEach(async () => {
  portal = await openPortal()
})
afterEach(() => portal.close())

const order = { itemDetails: 'iPhone 12', issueDescription: 'Broken glass' }
const wrongHint = portalTexts.verificationFailedHint
const otherThan = (code: string, by = 1): string => String((Number(code) + by) % 1_000_000).padStart(6, '0')
const withoutRequestId = (json: unknown): object => ({ ...(json as object), requestId: '' })

describe('a one-time code', () => {
  test('is sent to the phone, proves who has it, and lets them see their orders for half an hour', async () => {
    const client = portal.server.client()
    const sent = await portal.send(client, carla)
    expect(rowOf(sent)).toEqual({ sent: true, resendAfterSeconds: 60 })
    const code = await portal.readCode(carla)
    expect(await portal.readOutbox()).toEqual([
      { at: portal.clock.now().toISOString(), to: '+15550102000', text: `Your North verification code is ${code}. It is valid for 10 minutes.` },
    ])
    expect(code).toMatch(/^\d{6}$/)
    expect(sent.text).not.toContain(code)
    const answer = await portal.verify(client, carla, code)
    expect(rowOf(answer)).toEqual({ customer: { id: portal.carlaId, name: 'Carla' }, expiresAt: '2026-03-02T10:30:00.000Z' })
    expect(answer.headers.getSetCookie()[0]).toMatch(/^mainspring_portal=[\w-]{43}; Max-Age=1800; Path=\/; HttpOnly; SameSite=Strict$/)
    const stored = await portal.server.services.reader.selectFrom('portal_sessions').selectAll().execute()
    expect(JSON.stringify(stored)).not.toContain(client.cookie?.split('=')[1])
    portal.clock.advance(29 * 60_000)
    expect((await client.get(`${portal.orders}?customerId=${portal.carlaId}`)).status).toBe(200)
    portal.clock.advance(60_000)
    expectRefusal(await client.get(`${portal.orders}?customerId=${portal.carlaId}`), 401, 'Please verify your identity again.')
  })

  test('goes to the number as E.164 and finds its customer, however either was spelled; spellings share its limit', async () => {
    const stored = { countryCode: '+44', phone: '07700900123' }
    const id = await portal.addCustomer(portal.ann, portal.shopId, { name: 'Brit', ...stored })
    rowOf(await portal.send(portal.server.client(), { countryCode: '+44', phone: '7700900123' }))
    expect((await portal.readOutbox()).map(({ to }) => to)).toEqual(['+447700900123'])
    const code = await portal.readCode({ countryCode: '+44', phone: '7700900123' })
    expect((await portal.send(portal.server.client(), stored)).status).toBe(429)
    expect(rowOf(await portal.verify(portal.server.client(), stored, code))).toMatchObject({ customer: { id } })
  })

  test('is sent to nobody where the number is nobody’s', async () => {
    await portal.addCustomer(portal.ann, portal.shopId, { name: 'Walk-in', countryCode: '+1', phone: '0000000000' })
    rowOf(await portal.send(portal.server.client(), { countryCode: '+1', phone: '0000000000' }))
    expect(await portal.readOutbox()).toEqual([])
  })

  test('is stored as a keyed hash, and no log line holds code, phone or name', async () => {
    await portal.verified()
    const code = await portal.readCode(carla)
    const rows = await portal.server.services.reader.selectFrom('otps').selectAll().execute()
    expect(rows[0]?.otp_code).toMatch(/^[0-9a-f]{64}$/)
    // With word boundaries, as the digits may occur inside an id.
    expect(portal.server.logLines.join('')).not.toMatch(new RegExp(String.raw`\b${code}\b`))
    for (const text of [carla.phone, 'Carla']) expect(portal.server.logLines.join('')).not.toContain(text)
  })

  test('goes to the alternate phone as well, and to a number of the shop in its own country only', async () => {
    const alternate = { countryCode: '+1', phone: '5550104000' }
    rowOf(await portal.send(portal.server.client(), alternate))
    expect(rowOf(await portal.verify(portal.server.client(), alternate, await portal.readCode(alternate)))).toMatchObject({ customer: { id: portal.doraId } })
    const abroad = { ...carla, countryCode: '+44' }
    expectRefusal(await portal.send(portal.server.client(), abroad), 503, portalTexts.sendFailed)
    await portal.addCustomer(portal.ann, portal.shopId, { name: 'Brit', countryCode: '+44', phone: '7700900123' })
    rowOf(await portal.send(portal.server.client(), abroad))
    expect((await portal.readOutbox()).map(({ to }) => to)).toEqual(['+15550104000'])
  })

  test('works once', async () => {
    rowOf(await portal.send(portal.server.client(), carla))
    const code = await portal.readCode(carla)
    rowOf(await portal.verify(portal.server.client(), carla, code))
    expectRefusal(await portal.verify(portal.server.client(), carla, code), 401, wrongHint)
  })

  test('works for ten minutes', async () => {
    rowOf(await portal.send(portal.server.client(), carla))
    portal.clock.advance(10 * 60_000)
    expectRefusal(await portal.verify(portal.server.client(), carla, await portal.readCode(carla)), 401, wrongHint)
  })

  test('is not sent again within 60 seconds; the next one replaces it', async () => {
    rowOf(await portal.send(portal.server.client(), carla))
    const first = await portal.readCode(carla)
    portal.clock.advance(59_000)
    const early = await portal.send(portal.server.client(), carla)
    expectRefusal(early, 429, portalTexts.resendTooSoon)
    expect(early.headers.get('Retry-After')).toBe('1')
    portal.clock.advance(1_000)
    rowOf(await portal.send(portal.server.client(), carla))
    const second = await portal.readCode(carla)
    if (first !== second) expectRefusal(await portal.verify(portal.server.client(), carla, first), 401, wrongHint)
    rowOf(await portal.verify(portal.server.client(), carla, second))
  })

  test('asked for twenty times at once is sent once', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => portal.send(portal.server.client(), carla)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await portal.readOutbox()).toHaveLength(1)
  })

  test('cannot be guessed by 200 tries at once: five count, and then the right one is refused too', async () => {
    rowOf(await portal.send(portal.server.client(), carla))
    const code = await portal.readCode(carla)
    const guesses = Array.from({ length: 200 }, (_, index) => portal.verify(portal.server.client(), carla, otherThan(code, index + 1), `10.0.0.${index}`))
    const statuses = (await Promise.all(guesses)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toEqual([])
    expect(statuses.filter((status) => status === 401)).toHaveLength(5)
    const [row] = await portal.server.services.reader.selectFrom('otps').select('tries').execute()
    expect(row?.tries).toBe(5)
    portal.clock.advance(9 * 60_000)
    expectRefusal(await portal.verify(portal.server.client(), carla, code), 429, portalTexts.tooManyTries)
  })

  test('that is right wins once among many tries at once', async () => {
    rowOf(await portal.send(portal.server.client(), carla))
    const code = await portal.readCode(carla)
    const answers = await Promise.all(Array.from({ length: 10 }, () => portal.verify(portal.server.client(), carla, code)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  test.each([
    ['12345', 'OTP must be exactly 6 digits'],
    ['1234567', 'OTP must be exactly 6 digits'],
    ['12345a', 'OTP must contain only digits'],
  ])('%s is refused with the documented words', async (code, message) => {
    expectRefusal(await portal.verify(portal.server.client(), carla, code), 400, message, ['otpCode'])
  })

  test('needs a phone of ten digits', async () => {
    expectRefusal(
      await portal.send(portal.server.client(), { countryCode: '+1', phone: '555010200' }),
      400,
      'Invalid phone number: Please enter a valid phone number.',
      ['customerPhone'],
    )
  })
})

describe('known and unknown phones', () => {
  test('get the same answers on every way, and only the known one gets a message', async () => {
    const [known, unknown] = [portal.server.client(), portal.server.client()]
    const both = async (ask: (phone: typeof carla, client: typeof known) => ReturnType<typeof portal.send>) => {
      const [one, other] = [await ask(carla, known), await ask(stranger, unknown)]
      expect([other.status, withoutRequestId(other.json)]).toEqual([one.status, withoutRequestId(one.json)])
      expect([...other.headers.keys()]).toEqual([...one.headers.keys()])
    }
    await both((phone, client) => portal.send(client, phone))
    const code = await portal.readCode(carla)
    await both((phone, client) => portal.send(client, phone))
    for (let tries = 0; tries < 6; tries++) await both((phone, client) => portal.verify(client, phone, otherThan(code)))
    await both(({ countryCode, phone }, client) =>
      client.post(`/api/${portal.shopId}/customers/verify-access`, { customerPhone: phone, countryCode, accessCode: 'wrong' }),
    )
    expect((await portal.readOutbox()).map(({ to }) => to)).toEqual(['+15550102000'])
  })

  test('register alike: the known one makes nothing', async () => {
    const register = (body: object) => portal.server.client().post(`/api/public/${portal.shopId}/customers`, body)
    const [again, fresh] = [
      await register({ name: 'Mallory', ...carla }),
      await register({ name: '<b>Eve</b>', ...stranger, email: 'eve@example.com', customerNotes: 'vip', customerAccessCode: 'mine' }),
    ]
    expect(rowOf(again)).toEqual({ success: true })
    expect(rowOf(fresh)).toEqual({ success: true })
    const customers = rowOf<{ name: string }[]>(await portal.ann.get(`/api/${portal.shopId}/customers`))
    expect(customers.map(({ name }) => name).sort()).toEqual(['<b>Eve</b>', 'Carla', 'Dora'])
    expect(customers.find(({ name }) => name.includes('Eve'))).toMatchObject({
      ...stranger,
      email: 'eve@example.com',
      customerNotes: null,
      hasAccessCode: false,
    })
  })
})

test('registering twice at once makes one customer, which the devices of the shop get live, and who can prove who they are', async () => {
  const stream = await openEvents(`${portal.server.url}/api/sync/live`, { Cookie: portal.ann.cookie ?? '' })
  await stream.next()
  const client = portal.server.client()
  const answers = await Promise.all(Array.from({ length: 4 }, () => client.post(`/api/public/${portal.shopId}/customers`, { name: 'Fay', ...stranger })))
  await nextHeads(stream, [portal.shopId], 'customers')
  stream.close()
  expect(answers.map(({ json }) => json)).toEqual(answers.map(() => ({ success: true })))
  const found = rowOf<{ id: string }[]>(await portal.ann.get(`/api/${portal.shopId}/customers?search=Fay`))
  expect(found).toHaveLength(1)
  rowOf(await portal.send(client, stranger))
  expect(rowOf(await portal.verify(client, stranger, await portal.readCode(stranger)))).toMatchObject({ customer: { id: found[0]?.id, name: 'Fay' } })
})

describe('an access code', () => {
  const verifyAccess = (accessCode: string, address = '10.0.0.1') =>
    portal.server
      .client()
      .post(
        `/api/${portal.shopId}/customers/verify-access`,
        { customerPhone: carla.phone, countryCode: '+1', accessCode },
        { headers: { 'X-Forwarded-For': address } },
      )

  test('proves who knows it', async () => {
    expect(rowOf(await verifyAccess(' tulip-77 '))).toMatchObject({ customer: { id: portal.carlaId, name: 'Carla' } })
    expectRefusal(await verifyAccess('tulip-78'), 401, wrongHint)
    expectRefusal(await verifyAccess(''), 400, 'Access code is required', ['accessCode'])
  })

  test('cannot be guessed from many addresses at once', async () => {
    const statuses = (await Promise.all(Array.from({ length: 40 }, (_, index) => verifyAccess(`guess-${index}`, `10.0.1.${index}`)))).map(
      ({ status }) => status,
    )
    expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(10)
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(30)
  })
})

describe('orders', () => {
  test('come as Leads without quote or assignee, whatever was sent, and reach the devices of the shop live', async () => {
    const client = await portal.verified()
    const stream = await openEvents(`${portal.server.url}/api/sync/live`, { Cookie: portal.ann.cookie ?? '' })
    await stream.next()
    const forged = {
      orderStatusId: orderStatusIdByName.Fixed,
      priority: true,
      quotedCost: '0',
      assignedEmployeeId: portal.employeeId,
      orderNotes: 'free of charge',
      repeat: true,
    }
    const made = rowOf<{ id: string }>(
      await client.post(portal.orders, { customerId: portal.carlaId, ...order, additionalRequests: 'Quick, please', ...forged }),
    )
    await nextHeads(stream, [portal.shopId], 'orders')
    stream.close()
    expect(rowOf(await portal.ann.get(`/api/${portal.shopId}/orders/${made.id}`))).toMatchObject({
      ...order,
      customerId: portal.carlaId,
      additionalRequests: 'Quick, please',
      orderStatusId: orderStatusIdByName.Lead,
      priority: false,
      repeat: false,
      quotedCost: null,
      assignedEmployeeId: null,
      orderNotes: 'Order created by customer via online form',
    })
    const activities = await portal.server.services.reader.selectFrom('activities').select(['audit_text', 'user_id']).orderBy('seq', 'desc').limit(1).execute()
    expect(activities).toEqual([{ audit_text: expect.stringContaining('iPhone 12') as string, user_id: null }])
  })

  test('that are sent again after a lost answer are made once', async () => {
    const client = await portal.verified()
    const body = { id: '0198c1de-7a00-7000-8000-0123456789ab', customerId: portal.carlaId, ...order }
    const answers = await Promise.all([client.post(portal.orders, body), client.post(portal.orders, body)])
    expect(rowOf(answers[0] ?? expect.fail())).toEqual(rowOf(answers[1] ?? expect.fail()))
    expect(rowOf<unknown[]>(await client.get(`${portal.orders}?customerId=${portal.carlaId}`))).toHaveLength(1)
  })

  test('are answered without notes, costs and ids of others, and hostile text as it is', async () => {
    const client = await portal.verified()
    const hostile = '<img src=x onerror=alert(1)>"; drop table orders; --'
    rowOf(await client.post(portal.orders, { customerId: portal.carlaId, itemDetails: hostile, issueDescription: hostile }))
    const [listed, ...others] = rowOf<Record<string, unknown>[]>(await client.get(`${portal.orders}?customerId=${portal.carlaId}`))
    expect(others).toEqual([])
    expect(Object.keys(listed ?? {}).sort()).toEqual([
      'createdAt',
      'dueTimestamp',
      'id',
      'issueDescription',
      'itemDetails',
      'orderStatusId',
      'quotedCost',
      'statusChangedAt',
      'ticket',
    ])
    expect(listed).toMatchObject({ itemDetails: hostile, issueDescription: hostile, orderStatusId: orderStatusIdByName.Lead })
  })

  test("of another customer are 403, without a session 401, and of another shop's session 401", async () => {
    const client = await portal.verified()
    for (const id of [portal.doraId, portal.carlaElsewhereId]) {
      expect((await client.get(`${portal.orders}?customerId=${id}`)).status).toBe(403)
      expect((await client.post(portal.orders, { customerId: id, ...order })).status).toBe(403)
    }
    const nobody = portal.server.client()
    expect((await nobody.get(`${portal.orders}?customerId=${portal.carlaId}`)).status).toBe(401)
    expect((await nobody.post(portal.orders, { customerId: portal.carlaId, ...order })).status).toBe(401)
    await portal.bob.put(`/api/shops/${portal.otherShopId}/config`, { customerPortal: true })
    expect((await client.get(`/api/public/${portal.otherShopId}/orders?customerId=${portal.carlaElsewhereId}`)).status).toBe(401)
  })

  test('give their customer a link to their page, and nobody else', async () => {
    const client = await portal.verified()
    const { id } = rowOf<{ id: string }>(await client.post(portal.orders, { customerId: portal.carlaId, ...order }))
    const { url } = rowOf<{ url: string }>(await client.post(`${portal.orders}/${id}/links`))
    const token = url.split('/').at(-1) ?? ''
    expect(rowOf(await portal.server.client().get(`/api/public/order-links/${token}`))).toMatchObject({ order: { id, itemDetails: 'iPhone 12' } })
    const dora = await portal.verified({ countryCode: '+1', phone: '5550103000' })
    expectRefusal(await dora.post(`${portal.orders}/${id}/links`), 404, 'Order not found')
    expect((await portal.server.client().post(`${portal.orders}/${id}/links`)).status).toBe(401)
    await portal.ann.put(`/api/${portal.shopId}/orders/${id}`, { orderStatusId: orderStatusIdByName['Picked up'] })
    portal.clock.advance((linkDaysAfterEnd + 1) * 86_400_000)
    expectRefusal(await (await portal.verified()).post(`${portal.orders}/${id}/links`), 404, orderLinkTexts.notOpen)
  })

  test('take photos of their customer for an hour: six pictures, each once, which the shop and the customer see', async () => {
    const client = await portal.verified()
    const { id } = rowOf<{ id: string }>(await client.post(portal.orders, { customerId: portal.carlaId, ...order }))
    const send = (photoId = v7(), rawBody: Uint8Array<ArrayBuffer> = onePixelPng, type = 'image/png', by = client) =>
      by.send('PUT', `${portal.orders}/${id}/photos/${photoId}`, { rawBody, headers: { 'Content-Type': type } })
    const first = v7()
    for (const again of [first, first, v7()]) expect(rowOf(await send(again))).toEqual({ success: true })
    const files = rowOf<object[]>(await portal.ann.get(`/api/${portal.shopId}/attachments?orderId=${id}`))
    expect(files).toEqual([
      expect.objectContaining({ id: first, kind: 'photo', fileName: 'From the customer 1.png', mimeType: 'image/png', forCustomer: true, isStored: true }),
    ])
    expect((await portal.ann.get(`/api/${portal.shopId}/attachments/${first}/content`)).status).toBe(200)
    expect(rowOf<object[]>(await client.get(`${portal.orders}?customerId=${portal.carlaId}`))).toEqual([
      expect.objectContaining({ id, photos: [expect.objectContaining({ id: first })] }),
    ])
    expectRefusal(await send(first, pngOf(1, 2)), 409, attachmentTexts.otherContent)
    expectRefusal(await send(v7(), tinyWebp, 'image/webp'), 415, attachmentTexts.photoType)
    expectRefusal(await send(v7(), pngOf(20_000, 20_000)), 413, attachmentTexts.tooManyPixels)
    const pdf = new Uint8Array(Buffer.from('%PDF-1.7'))
    expectRefusal(await send(v7(), pdf, 'image/png'), 415, attachmentTexts.photoType)
    expectRefusal(await send(v7(), new Uint8Array(attachmentMaxBytes + 1)), 413, attachmentTexts.tooLarge)
    await portal.bob.put(`/api/shops/${portal.otherShopId}/config`, { customerPortal: true })
    const elsewhere = `/api/public/${portal.otherShopId}/orders/${id}/photos/${v7()}`
    expect((await client.send('PUT', elsewhere, { rawBody: pngOf(1, 3), headers: { 'Content-Type': 'image/png' } })).status).toBe(401)
    expect(rowOf<object[]>(await portal.ann.get(`/api/${portal.shopId}/attachments?orderId=${id}`))).toHaveLength(1)
    for (let count = 2; count <= portalPhotosMax; count += 1) expect((await send(v7(), pngOf(count, 1))).status).toBe(200)
    expectRefusal(await send(v7(), pngOf(100, 1)), 409, portalTexts.photosFull)
    portal.clock.advance(29 * 60_000)
    const later = rowOf<{ id: string }>(await client.post(portal.orders, { customerId: portal.carlaId, ...order }))
    await portal.ann.put(`/api/${portal.shopId}/orders/${later.id}`, { orderStatusId: orderStatusIdByName['In Progress'] })
    const taken = await client.send('PUT', `${portal.orders}/${later.id}/photos/${v7()}`, { rawBody: onePixelPng, headers: { 'Content-Type': 'image/png' } })
    expectRefusal(taken, 409, photosClosed)
    portal.clock.advance(32 * 60_000)
    expectRefusal(await send(v7(), onePixelPng, 'image/png', await portal.verified()), 409, photosClosed)
  })

  test('that the shop made take photos of their own customer alone', async () => {
    const made = { customerId: portal.doraId, ...order, orderStatusId: orderStatusIdByName.Lead }
    const { id } = rowOf<{ id: string }>(await portal.ann.post(`/api/${portal.shopId}/orders`, made))
    const sendBy = (client: TestClient) =>
      client.send('PUT', `${portal.orders}/${id}/photos/${v7()}`, { rawBody: onePixelPng, headers: { 'Content-Type': 'image/png' } })
    expectRefusal(await sendBy(await portal.verified()), 404, 'Order not found')
    expect((await sendBy(portal.server.client())).status).toBe(401)
    expect((await sendBy(await portal.verified({ countryCode: '+1', phone: '5550103000' }))).status).toBe(200)
  })

  test('tell what they cost, what was paid and what is left, once anything of it is known (BAL-01)', async () => {
    const client = await portal.verified()
    const { id } = rowOf<{ id: string }>(await client.post(portal.orders, { customerId: portal.carlaId, ...order }))
    const read = async () =>
      rowOf<{ id: string; balance?: unknown }[]>(await client.get(`${portal.orders}?customerId=${portal.carlaId}`)).find((listed) => listed.id === id)
    expect(await read()).not.toHaveProperty('balance')
    const api = `/api/${portal.shopId}`
    rowOf(await portal.ann.put(`${api}/orders/${id}`, { quotedCost: '120' }))
    rowOf(await portal.ann.post(`${api}/payments`, { orderId: id, paymentAmount: 30, method: 'card' }))
    rowOf(await portal.ann.post(`${api}/payments`, { orderId: id, paymentAmount: 10, kind: 'refund' }))
    expect(await read()).toMatchObject({ balance: { total: 120, paid: 20, balance: 100 } })
  })

  test('leave out what was sold to their customer without a repair (TILL-01)', async () => {
    const client = await portal.verified()
    const { id } = rowOf<{ id: string }>(await portal.ann.post(`/api/${portal.shopId}/orders`, { kind: 'sale', customerId: portal.carlaId }))
    const repair = rowOf<{ id: string }>(await client.post(portal.orders, { customerId: portal.carlaId, ...order }))
    const listed = rowOf<{ id: string }[]>(await client.get(`${portal.orders}?customerId=${portal.carlaId}`))
    expect(listed.map((one) => one.id)).toEqual([repair.id])
    expectRefusal(await client.post(`${portal.orders}/${id}/links`), 404, 'Order not found')
  })

  test('need the status Lead', async () => {
    const client = await portal.verified()
    await portal.server.services.db.updateTable('order_statuses').set({ status_name: 'Prospect' }).where('status_name', '=', 'Lead').execute()
    expectRefusal(await client.post(portal.orders, { customerId: portal.carlaId, ...order }), 409, 'Default order status not found')
  })
})

describe('sessions', () => {
  test("a customer's counts for no staff route, a staff member's for no customer", async () => {
    const client = await portal.verified()
    for (const address of ['/api/auth/me', '/api/sync/bootstrap', `/api/${portal.shopId}/orders`, `/api/${portal.shopId}/customers`])
      expect((await client.get(address)).status).toBe(401)
    const secret = client.cookie?.split('=')[1] ?? ''
    client.cookie = `mainspring_session=${secret}`
    expect((await client.get('/api/auth/me')).status).toBe(401)
    expect((await portal.ann.get(`${portal.orders}?customerId=${portal.carlaId}`)).status).toBe(401)
    portal.ann.cookie = `mainspring_portal=${portal.ann.cookie?.split('=')[1] ?? ''}`
    expect((await portal.ann.get(`${portal.orders}?customerId=${portal.carlaId}`)).status).toBe(401)
  })

  test('end with the next verification in the same browser, and with the customer', async () => {
    const client = await portal.verified()
    const earlier = client.cookie
    portal.clock.advance(60_000)
    rowOf(await portal.send(client, carla))
    rowOf(await portal.verify(client, carla, await portal.readCode(carla)))
    const thief = portal.server.client()
    thief.cookie = earlier
    expect((await thief.get(`${portal.orders}?customerId=${portal.carlaId}`)).status).toBe(401)
    expect((await client.get(`${portal.orders}?customerId=${portal.carlaId}`)).status).toBe(200)
    const max = await portal.server.client().signIn('max')
    rowOf(await max.delete(`/api/${portal.shopId}/customers/${portal.carlaId}`))
    expect((await client.get(`${portal.orders}?customerId=${portal.carlaId}`)).status).toBe(401)
  })

  test('end for the next person at the same phone, also where somebody kept the cookie', async () => {
    const client = await portal.verified()
    const kept = portal.server.client()
    kept.cookie = client.cookie
    const answer = await client.post(`/api/public/${portal.shopId}/sign-out`, {})
    expect(answer).toMatchObject({ status: 200, json: { success: true } })
    expect(answer.headers.get('set-cookie')).toMatch(/^mainspring_portal=;.*Max-Age=0/)
    for (const browser of [client, kept]) expect((await browser.get(`${portal.orders}?customerId=${portal.carlaId}`)).status).toBe(401)
    expect((await client.post(`/api/public/${portal.shopId}/sign-out`, {})).status).toBe(200)
  })
})

describe('a shop whose portal is off', () => {
  test('answers every call of the portal with the documented text, also those verified a moment ago', async () => {
    const client = await portal.verified()
    await portal.ann.put(`/api/shops/${portal.shopId}/config`, { customerPortal: false })
    const staffPath = `/api/${portal.shopId}/customers`
    const answers = await Promise.all([
      ...['send-otp', 'verify-otp', 'verify-access'].map((verb) => client.post(`${staffPath}/${verb}`, {})),
      client.post(`/api/public/${portal.shopId}/customers`, {}),
      client.get(`${portal.orders}?customerId=${portal.carlaId}`),
      client.post(portal.orders, {}),
    ])
    for (const answer of answers) expectRefusal(answer, 403, 'Customer self serve portal is not enabled by this shop.')
    const nowhere = portal.orders.replace(portal.shopId, '00000000-0000-4000-8000-000000000000')
    expect((await client.get(`${nowhere}?customerId=${portal.carlaId}`)).status).toBe(404)
  })
})

describe('limits', () => {
  test('stop the sixth code for a phone within an hour, from wherever it is asked for', async () => {
    for (let count = 0; count < 5; count++) {
      rowOf(await portal.send(portal.server.client(), carla, `10.0.2.${count}`))
      portal.clock.advance(61_000)
    }
    expect((await portal.send(portal.server.client(), carla, '10.0.3.1')).status).toBe(429)
    portal.clock.advance(60 * 60_000)
    expect((await portal.send(portal.server.client(), carla)).status).toBe(200)
  })

  test('stop an address that asks for code after code, and only that one', async () => {
    const phoneOf = (index: number) => ({ countryCode: '+1', phone: String(5_551_000_000 + index) })
    const statuses = []
    for (let index = 0; index < 31; index++) statuses.push((await portal.send(portal.server.client(), phoneOf(index), '10.0.4.1')).status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(30)
    const stopped = await portal.send(portal.server.client(), phoneOf(50), '10.0.4.1')
    expect([stopped.status, stopped.headers.get('Retry-After')]).toEqual([429, '3600'])
    expect((await portal.send(portal.server.client(), phoneOf(50), '10.0.4.2')).status).toBe(200)
  })

  test('stop registering and ordering without end', async () => {
    const register = (index: number) =>
      portal.server.client().post(`/api/public/${portal.shopId}/customers`, { name: `N${index}`, countryCode: '+1', phone: String(5_552_000_000 + index) })
    const registered = await Promise.all(Array.from({ length: 16 }, (_, index) => register(index)))
    expect(registered.filter(({ status }) => status === 200)).toHaveLength(15)
    const client = await portal.verified()
    const ordered = await Promise.all(Array.from({ length: 21 }, () => client.post(portal.orders, { customerId: portal.carlaId, ...order })))
    expect(ordered.filter(({ status }) => status === 200)).toHaveLength(20)
  })
})
