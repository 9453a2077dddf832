import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { orderStatusIdByName } from '#schema/values/order-status.ts'
import { messageTexts } from '#schema/values/messages/message-texts.ts'
import { portalTexts } from '#schema/rules/customers/portal.ts'
import type { TestClient } from '../testing/test-server.ts'
import { carla, openPortal, rowOf, stranger, type TestPortal } from '../testing/test-portal.ts'
import { expectRefusal } from '../testing/test-shop.ts'

let portal: TestPortal
beforeEach(async () => {
  portal = await openPortal()
})
afterEach(() => portal.close())

type Phone = { countryCode: string; phone: string }
type Row = { id: string; name: string; phoneUnconfirmed: boolean; alternatePhoneUnconfirmed: boolean }

const victim = { countryCode: '+1', phone: '5550105000' }
const attacker = { countryCode: '+1', phone: '5550106666' }
const alternate = ({ countryCode, phone }: Phone) => ({ alternateCountryCode: countryCode, alternatePhone: phone })
const order = { itemDetails: 'Secret laptop', issueDescription: 'Dead' }

const register = (body: object, address = '10.0.9.1') =>
  portal.server.client().post(`/api/public/${portal.shopId}/customers`, body, { headers: { 'X-Forwarded-For': address } })
const customers = `customers`
const findCustomer = async (name: string): Promise<Row> =>
  rowOf<Row[]>(await portal.ann.get(`/api/${portal.shopId}/${customers}?search=${name}`))[0] ?? expect.fail()
const changeCustomer = (id: string, body: object) => portal.ann.put(`/api/${portal.shopId}/customers/${id}`, body)
const addStaffOrder = async (customerId: string) =>
  rowOf(await portal.ann.post(`/api/${portal.shopId}/orders`, { customerId, orderStatusId: orderStatusIdByName['Dropped Off'], ...order }))
const listOrders = (client: TestClient, customerId: string) => client.get(`${portal.orders}?customerId=${customerId}`)
const messagesTo = async ({ countryCode, phone }: Phone): Promise<number> => (await portal.readOutbox()).filter(({ to }) => to === countryCode + phone).length
const configure = async (config: object) => rowOf(await portal.ann.put(`/api/shops/${portal.shopId}/config`, config))

describe('a number out of a registration', () => {
  test("lets nobody who registered a victim's number with an alternate of their own read what staff enter for the victim", async () => {
    rowOf(await register({ name: 'Vic Tim', ...victim, ...alternate(attacker) }))
    const { id, ...row } = await findCustomer('Vic')
    expect(row).toMatchObject({ phoneUnconfirmed: true, alternatePhoneUnconfirmed: true })
    await addStaffOrder(id)
    const client = portal.server.client()
    rowOf(await portal.send(client, attacker))
    expect(await messagesTo(attacker)).toBe(0)
    expect((await portal.verify(client, attacker, '123456')).status).toBe(401)
    expect((await listOrders(client, id)).status).toBe(401)
    // The staff's access code does not work with that number either.
    rowOf(await changeCustomer(id, { customerAccessCode: 'tulip-99' }))
    const access = (phone: Phone) =>
      portal.server
        .client()
        .post(`/api/${portal.shopId}/customers/verify-access`, { customerPhone: phone.phone, countryCode: phone.countryCode, accessCode: 'tulip-99' })
    expectRefusal(await access(attacker), 401, portalTexts.verificationFailedHint)
    expect(rowOf(await access(victim))).toMatchObject({ customer: { id } })
  })

  test('opens what staff entered only to whoever gets the code that is sent to that very number', async () => {
    rowOf(await register({ name: 'Vic Tim', ...victim }))
    const { id } = await findCustomer('Vic')
    await addStaffOrder(id)
    const client = await portal.verified(victim)
    expect(rowOf<object[]>(await listOrders(client, id))).toMatchObject([{ itemDetails: 'Secret laptop' }])
  })

  test('as main phone works without staff: register, verify, create an order, see it', async () => {
    rowOf(await register({ name: 'Hon Est', ...stranger, ...alternate(attacker) }))
    const client = await portal.verified(stranger)
    const { id } = await findCustomer('Hon')
    rowOf(await client.post(portal.orders, { customerId: id, itemDetails: 'Radio', issueDescription: 'Hums' }))
    expect(rowOf<object[]>(await listOrders(client, id))).toMatchObject([{ itemDetails: 'Radio' }])
  })

  test('as alternate counts once staff confirmed it, or typed it themselves', async () => {
    rowOf(await register({ name: 'One', ...stranger, ...alternate(attacker) }))
    const one = await findCustomer('One')
    rowOf(await changeCustomer(one.id, { email: 'one@example.com', ...alternate(attacker) }))
    expect(await findCustomer('One')).toMatchObject({ phoneUnconfirmed: true, alternatePhoneUnconfirmed: true })
    rowOf(await changeCustomer(one.id, { alternatePhoneUnconfirmed: false }))
    expect(await findCustomer('One')).toMatchObject({ phoneUnconfirmed: true, alternatePhoneUnconfirmed: false })
    await portal.verified(attacker)
    expect(await messagesTo(attacker)).toBe(1)

    const corrected = { countryCode: '+1', phone: '5550107777' }
    rowOf(await register({ name: 'Two', ...victim, ...alternate({ countryCode: '+1', phone: '5550107776' }) }))
    rowOf(await changeCustomer((await findCustomer('Two')).id, alternate(corrected)))
    expect(await findCustomer('Two')).toMatchObject({ phoneUnconfirmed: true, alternatePhoneUnconfirmed: false })
    await portal.verified(corrected)
    expect(await messagesTo(corrected)).toBe(1)
  })

  test('as alternate keeps nobody from registering the same number as their own', async () => {
    rowOf(await register({ name: 'Squat Ter', ...attacker, ...alternate(victim) }))
    rowOf(await register({ name: 'Vic Tim', ...victim }))
    const client = await portal.verified(victim)
    expect((await listOrders(client, (await findCustomer('Vic')).id)).status).toBe(200)
  })

  test('is left to its session no longer when staff gave the customer another number', async () => {
    rowOf(await register({ name: 'Vic Tim', ...attacker }))
    const { id } = await findCustomer('Vic')
    const client = await portal.verified(attacker)
    expect((await listOrders(client, id)).status).toBe(200)
    rowOf(await changeCustomer(id, victim))
    expect(await findCustomer('Vic')).toMatchObject({ phoneUnconfirmed: false })
    await addStaffOrder(id)
    expect((await listOrders(client, id)).status).toBe(401)
    expect(rowOf(await client.get(`/api/public/${portal.shopId}/session`))).toEqual({ customer: null, expiresAt: null })
  })
})

describe('an e-mail address out of a registration', () => {
  const tell = async (customerId: string) => {
    const { id: orderId } = (await addStaffOrder(customerId)) as { id: string }
    return portal.ann.post(`/api/${portal.shopId}/messages`, { orderId, channel: 'email', subject: 'Ready', text: 'Come by' })
  }
  const mine = 'attacker@example.com'

  test('gets nothing that is meant for the owner of the number until staff confirmed or typed it', async () => {
    rowOf(await register({ name: 'Vic Tim', ...victim, email: mine }))
    const { id } = await findCustomer('Vic')
    expectRefusal(await tell(id), 400, messageTexts.noAddress.email, ['to'])
    rowOf(await changeCustomer(id, { name: 'Vic Tim Jr', email: mine }))
    expect(await findCustomer('Vic')).toMatchObject({ emailUnconfirmed: true })
    rowOf(await changeCustomer(id, { email: 'vic@example.com' }))
    expect(await findCustomer('Vic')).toMatchObject({ emailUnconfirmed: false })
    expect(rowOf(await tell(id))).toMatchObject({ to: 'vic@example.com' })
  })

  test('is confirmed by the verified customer alone, or removed where it is not theirs', async () => {
    const emailOf = `/api/public/${portal.shopId}/email`
    rowOf(await register({ name: 'Vic Tim', ...victim, email: mine }))
    rowOf(await register({ name: 'Hon Est', ...stranger, email: 'hon@example.com' }))
    const [{ id: vic }, { id: hon }] = [await findCustomer('Vic'), await findCustomer('Hon')]
    const [ofVic, ofHon] = [await portal.verified(victim), await portal.verified(stranger)]
    expect(rowOf(await ofVic.get(`${emailOf}?customerId=${vic}`))).toEqual({ unconfirmed: mine })
    expect((await ofHon.put(emailOf, { customerId: vic, email: mine, isMine: true })).status).toBe(403)
    expect((await portal.server.client().put(emailOf, { customerId: vic, email: mine, isMine: true })).status).toBe(401)
    rowOf(await ofVic.put(emailOf, { customerId: vic, email: mine, isMine: false }))
    rowOf(await ofHon.put(emailOf, { customerId: hon, email: 'old@example.com', isMine: true }))
    expect([await findCustomer('Vic'), await findCustomer('Hon')]).toMatchObject([{ email: null, emailUnconfirmed: false }, { emailUnconfirmed: true }])
    rowOf(await ofHon.put(emailOf, { customerId: hon, email: 'hon@example.com', isMine: true }))
    expect(rowOf(await tell(hon))).toMatchObject({ to: 'hon@example.com' })
    expect(rowOf(await ofHon.get(`${emailOf}?customerId=${hon}`))).toEqual({ unconfirmed: null })
  })

  test('counts once staff confirmed it', async () => {
    rowOf(await register({ name: 'Hon Est', ...stranger, email: 'hon@example.com' }))
    const { id } = await findCustomer('Hon')
    rowOf(await changeCustomer(id, { emailUnconfirmed: false }))
    expect(rowOf(await tell(id))).toMatchObject({ to: 'hon@example.com' })
  })
})

test('whoever asked for a code in vain gets it right after registering, and a known number is no exception', async () => {
  for (const phone of [stranger, carla]) {
    const client = portal.server.client()
    rowOf(await portal.send(client, phone))
    expectRefusal(await portal.send(client, phone), 429, portalTexts.resendTooSoon)
    rowOf(await register({ name: 'Hon Est', ...phone }))
    rowOf(await portal.send(client, phone))
    expectRefusal(await portal.send(client, phone), 429, portalTexts.resendTooSoon)
    expect((await portal.verify(client, phone, await portal.readCode(phone))).status).toBe(200)
  }
  expect([await messagesTo(stranger), await messagesTo(carla)]).toEqual([1, 2])
})

describe('text messages', () => {
  const foreign = { countryCode: '+882', phone: '1600012345' }

  test('go to registered numbers of the shop’s own country only, and the refusal tells nobody whose number is known', async () => {
    rowOf(await register({ name: 'Toll Fraud', ...foreign }))
    const unknown = { countryCode: '+882', phone: '1600054321' }
    for (const phone of [foreign, unknown]) expectRefusal(await portal.send(portal.server.client(), phone), 503, 'Failed to send OTP')
    expect(await portal.readOutbox()).toEqual([])
    rowOf(await changeCustomer((await findCustomer('Toll')).id, { phoneUnconfirmed: false }))
    for (const phone of [foreign, unknown]) rowOf(await portal.send(portal.server.client(), phone))
    expect([await messagesTo(foreign), await messagesTo(unknown)]).toEqual([1, 0])
  })

  test('go to every number that staff entered, whatever its country', async () => {
    const british = { countryCode: '+44', phone: '7700900123' }
    const id = await portal.addCustomer(portal.ann, portal.shopId, { name: 'Brit', ...british })
    const client = await portal.verified(british)
    expect((await listOrders(client, id)).status).toBe(200)
    // Registered customers of that country get none either, so they cannot be told apart.
    const registered = { countryCode: '+44', phone: '7700900999' }
    rowOf(await register({ name: 'Also Brit', ...registered }))
    rowOf(await portal.send(portal.server.client(), registered))
    expect(await messagesTo(registered)).toBe(0)
  })

  test('go to the countries that the shop has set; without a setting, to that of most of its customers', async () => {
    rowOf(await register({ name: 'Toll Fraud', ...foreign }))
    expect(await configure({ portalCountryCodes: ['882', '+1', '+1'] })).toEqual({
      orderConfig: { statusColors: { greenEnd: 2, yellowEnd: 5 } },
      customerPortal: true,
      portalCountryCodes: ['+882', '+1'],
    })
    await portal.verified(foreign)
    expect(await messagesTo(foreign)).toBe(1)
    expect(await configure({ portalCountryCodes: null })).toEqual({ orderConfig: { statusColors: { greenEnd: 2, yellowEnd: 5 } }, customerPortal: true })
    for (let index = 0; index < 3; index++)
      await portal.addCustomer(portal.ann, portal.shopId, { name: `G${index}`, countryCode: '+49', phone: `301234567${index}` })
    const german = { countryCode: '+49', phone: '3099999999' }
    rowOf(await register({ name: 'Ger Man', ...german }))
    await portal.verified(german)
    expect(await messagesTo(german)).toBe(1)
  })

  test('end with the shop’s budget of the day, for known and unknown numbers alike, and come back with the next day', async () => {
    await configure({ portalDailyMessages: 2 })
    const dora = { countryCode: '+1', phone: '5550103000' }
    rowOf(await portal.send(portal.server.client(), stranger))
    rowOf(await portal.send(portal.server.client(), carla))
    rowOf(await portal.send(portal.server.client(), dora))
    portal.clock.advance(61_000)
    for (const phone of [carla, dora, stranger]) expectRefusal(await portal.send(portal.server.client(), phone), 503, 'Failed to send OTP')
    expect(await portal.readOutbox()).toHaveLength(2)
    const stored = await portal.server.services.reader.selectFrom('portal_message_days').select(['day', 'sent']).execute()
    expect(stored).toEqual([{ day: '2026-03-02', sent: 2 }])
    portal.clock.advance(24 * 3_600_000)
    rowOf(await portal.send(portal.server.client(), carla))
    expect(await portal.readOutbox()).toHaveLength(3)
  })

  test('are set by what the server understands, and named in the activities', async () => {
    const put = (body: object) => portal.ann.put(`/api/shops/${portal.shopId}/config`, body)
    expectRefusal(await put({ portalDailyMessages: 1.5 }), 400, 'Messages a day must be a whole number from 0 to 10,000', ['portalDailyMessages'])
    expectRefusal(await put({ portalDailyMessages: 10_001 }), 400, 'Messages a day must be a whole number from 0 to 10,000')
    expectRefusal(await put({ portalCountryCodes: '+1' }), 400, 'Country codes must be a list such as ["+1", "+44"]', ['portalCountryCodes'])
    expectRefusal(await put({ portalCountryCodes: ['+0'] }), 400, 'Country code must start with + and contain 1-4 digits (e.g., +1, +44)', [
      'portalCountryCodes.0',
    ])
    await configure({ portalDailyMessages: 40, portalCountryCodes: ['+1', '+44'] })
    await configure({ portalDailyMessages: 40, portalCountryCodes: ['+1', '+44'] })
    const texts = (
      await portal.server.services.reader
        .selectFrom('activities')
        .select('audit_text')
        .where('audit_text', 'like', 'Shop configuration%')
        .orderBy('seq', 'desc')
        .execute()
    ).map(({ audit_text }) => audit_text)
    expect(texts[0]).toBe("Shop configuration: Country codes of text messages set to '+1, +44', Text messages a day set to '40'")
    expect(texts).toHaveLength(2)
    // A client that omits the fields leaves them unchanged.
    expect(await configure({ customerPortal: true })).toMatchObject({ portalDailyMessages: 40, portalCountryCodes: ['+1', '+44'] })
  })
})

describe('one number of two people', () => {
  const shared = { countryCode: '+1', phone: '5550108888' }
  const session = (client: TestClient) => client.get(`/api/public/${portal.shopId}/session`)
  const openShared = async () => {
    const momId = await portal.addCustomer(portal.ann, portal.shopId, { name: 'Mona Miller', ...shared })
    portal.clock.advance(1000)
    const sonId = await portal.addCustomer(portal.ann, portal.shopId, { name: 'Sam Miller', ...stranger, ...alternate(shared) })
    await addStaffOrder(momId)
    const client = portal.server.client()
    rowOf(await portal.send(client, shared))
    const answer = rowOf(await portal.verify(client, shared, await portal.readCode(shared)))
    return { momId, sonId, client, answer }
  }

  test('asks which of them, shows no more than the names need, and is that one’s from then on', async () => {
    const { momId, sonId, client, answer } = await openShared()
    const choices = [
      { id: momId, name: 'Mona M.' },
      { id: sonId, name: 'Sam M.' },
    ]
    expect(answer).toEqual({ customer: choices[0], choices, expiresAt: '2026-03-02T10:30:01.000Z' })
    expect(rowOf(await session(client))).toEqual({ customer: null, choices, expiresAt: '2026-03-02T10:30:01.000Z' })
    expect((await listOrders(client, portal.carlaId)).status).toBe(403)
    expect(rowOf(await listOrders(client, sonId))).toEqual([])
    expect((await listOrders(client, momId)).status).toBe(403)
    expect((await client.post(portal.orders, { customerId: momId, ...order })).status).toBe(403)
    expect(rowOf(await session(client))).toEqual({ customer: { id: sonId, name: 'Sam Miller' }, expiresAt: '2026-03-02T10:30:01.000Z' })
  })

  test('can be claimed once, also by requests at the same time', async () => {
    const { momId, sonId, client } = await openShared()
    const answers = await Promise.all([momId, sonId, momId, sonId].map((id) => listOrders(client, id)))
    const open = new Set(answers.flatMap(({ status }, index) => (status === 200 ? [index % 2] : [])))
    expect(open.size).toBe(1)
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(2)
  })

  test('needs no choice when just one is left, and none is offered who has another number by now', async () => {
    const { momId, sonId, client } = await openShared()
    rowOf(await changeCustomer(momId, { phone: '5550101234' }))
    expect((await listOrders(client, momId)).status).toBe(403)
    expect(rowOf(await session(client))).toMatchObject({ customer: null, choices: [{ id: sonId }] })
    portal.clock.advance(61_000)
    const next = await portal.verified(shared)
    expect(rowOf(await session(next))).toMatchObject({ customer: { id: sonId, name: 'Sam Miller' } })
  })
})

test('the session tells a page that is loaded anew who is verified, until they say that it is not them', async () => {
  const nobody = { customer: null, expiresAt: null }
  const session = (client: TestClient) => client.get(`/api/public/${portal.shopId}/session`)
  expect(rowOf(await session(portal.server.client()))).toEqual(nobody)
  const client = await portal.verified()
  expect(rowOf(await session(client))).toEqual({ customer: { id: portal.carlaId, name: 'Carla' }, expiresAt: '2026-03-02T10:30:00.000Z' })
  rowOf(await client.post(`/api/public/${portal.shopId}/sign-out`, {}))
  expect(rowOf(await session(client))).toEqual(nobody)
  const late = await portal.verified({ countryCode: '+1', phone: '5550103000' })
  portal.clock.advance(30 * 60_000)
  expect(rowOf(await session(late))).toEqual(nobody)
})
