import { v7 } from 'uuid'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { StatusRule } from '#schema/rules/messages/rules-of-status.ts'
import { toSuggestedText } from '#schema/rules/messages/suggested-texts.ts'
import { estimateTexts } from '#schema/rules/estimates/estimate-states.ts'
import { messageTexts } from '#schema/values/messages/message-texts.ts'
import { saveRules } from '../commands/shop-profile/save-rules.ts'
import { findShownLink } from '../portal/estimates/public-estimate.ts'
import { makeMessageLink } from '../portal/estimates/send-estimate.ts'
import { applyOps } from '../store/write.ts'
import { create, createWorld, mutation, orderValues, remove, statusId, update, type World } from '../testing/test-world.ts'
import { findDue } from './find-due.ts'
import { takeClaim } from './message-claims.ts'
import { MessageWorker } from './message-worker.ts'
import type { Outgoing, Sender, Sending } from './senders/sender.ts'

const { Fixed: fixed, 'Picked up': pickedUp, 'In Progress': inProgress } = statusId

const minuteMs = 60_000
const hourMs = 60 * minuteMs

let world: World
let shopId: string
let userId: string
let worker: MessageWorker
const [mary, orderId] = [v7(), v7()]

/** A fake carrier that records messages and returns preset outcomes. */
class Carrier implements Sender {
  readonly taken: Outgoing[] = []
  answers: Sending[] = []
  declare instead?: string
  left: 'taken' | 'not taken' | 'unknown' | undefined = 'unknown'
  onSend: (outgoing: Outgoing) => Promise<void> = async () => {}

  send = async (outgoing: Outgoing): Promise<Sending> => {
    await this.onSend(outgoing)
    const answer = this.answers.shift() ?? { outcome: 'taken' }
    if (answer.outcome === 'taken') this.taken.push(outgoing)
    return answer
  }
  findOutcome = async () => this.left
}

let sms: Carrier
let email: Carrier

const rule = (more: Partial<StatusRule> = {}): StatusRule => ({
  orderStatusId: fixed,
  channel: 'sms',
  mode: 'send',
  subject: null,
  text: 'Dear {name}, {device} ({ticket}) is ready. To pay: {balance}. {link}',
  ...more,
})
const push = async (...ops: unknown[]) => (await world.push(userId, [mutation(shopId, ops, world.now.toISOString())]))[0]
const setStatus = (from: string, to: string) => push(update('orders', orderId, { orderStatusId: [from, to] }))
const pass = (ms: number): void => void (world.now = new Date(world.now.getTime() + ms))
const read = () => world.services.db.selectFrom('messages').selectAll().orderBy('created_at').orderBy('channel').execute()
const states = async () => (await read()).map(({ channel, state }) => `${channel} ${state}`)
const makeWorker = () => new MessageWorker({ services: world.services, senders: { sms, email }, makeLink: async () => 'https://shop.example/h' })

beforeEach(async () => {
  world = await createWorld()
  world.now = new Date('2026-03-02T12:00:00.000Z')
  shopId = await world.addShop('Harbour')
  await world.services.db
    .insertInto('shop_profiles')
    .values({ shop_id: shopId, fields: JSON.stringify({ timeZone: 'UTC' }) })
    .execute()
  userId = await world.addUser({ shopIds: [shopId] })
  await push(
    create('customers', mary, { name: 'Mary Smith', countryCode: '+1', phone: '5550102000', email: 'mary@example.com' }),
    create('orders', orderId, orderValues(mary, { quotedCost: '89', orderStatusId: inProgress })),
  )
  sms = new Carrier()
  email = new Carrier()
  worker = makeWorker()
  await saveRules(world.services, userId, shopId, [
    rule(),
    rule({ channel: 'email', subject: '{device}', text: 'Ready, {name}' }),
    rule({ orderStatusId: pickedUp, mode: 'ask' }),
  ])
})
afterEach(async () => {
  await worker.stop()
  await world.close()
})

it('LANG-01: a suggested text goes in the language of the customer’s card, a text of the shop’s own as it is written', async () => {
  await push(update('customers', mary, { language: [null, 'fr-CA'] }))
  await saveRules(world.services, userId, shopId, [rule({ text: toSuggestedText('Fixed', 'en') }), rule({ orderStatusId: pickedUp, text: 'Bye {name}' })])
  for (const [from, to] of [
    [inProgress, fixed],
    [fixed, pickedUp],
  ] as const) {
    await setStatus(from, to)
    await worker.run()
    pass(2 * minuteMs)
    await worker.run()
  }
  expect(sms.taken.map(({ text }) => text)).toEqual([
    expect.stringMatching(/^Bonjour Mary Smith, votre appareil .* est prêt\. À payer : \$89\.00\. https:\/\/shop\.example\/h Harbour$/),
    'Bye Mary Smith',
  ])
})

describe('a message that sends an estimate', () => {
  const estimateId = v7()
  const toText = { orderId, estimateId, text: 'Our offer: {link}' }
  const readEstimates = async () =>
    (await world.services.reader.selectFrom('estimates').select(['id', 'state', 'valid_until']).orderBy('created_at').execute()).map(({ id, ...row }) => ({
      id,
      ...row,
    }))
  const told = (): string => /\/e\/([\w-]{43})/.exec(sms.taken[0]?.text ?? '')?.[1] ?? ''
  beforeEach(async () => {
    worker = new MessageWorker({
      services: world.services,
      senders: { sms, email },
      makeLink: (due) => makeMessageLink(world.services, due, 'https://shop.example'),
    })
    await push(create('estimates', estimateId, { orderId, lines: [{ kind: 'part', description: 'Screen', quantity: 1, unitPrice: 79.5 }] }))
  })

  it('makes it sent when the carrier has taken it, with a link that is open then', async () => {
    await push(create('messages', v7(), toText))
    sms.answers = [{ outcome: 'again', reason: 'no line' }]
    await worker.run()
    expect(await readEstimates()).toMatchObject([{ state: 'draft', valid_until: null }])
    pass(hourMs)
    await worker.run()
    expect(await states()).toEqual(['sms sent'])
    expect(await readEstimates()).toMatchObject([{ state: 'sent', valid_until: '2026-04-01T13:00:00.000Z' }])
    expect(await findShownLink(world.services, told())).toMatchObject({ estimateId })
  })

  it('leaves it a draft where no carrier is set up', async () => {
    sms.instead = 'No sender is set up: written to mail.log'
    await push(create('messages', v7(), toText))
    await worker.run()
    expect([sms.taken.length, (await readEstimates())[0]?.state]).toEqual([1, 'draft'])
  })

  it('is not sent once the estimate was deleted or has nothing to offer', async () => {
    await push(create('messages', v7(), toText))
    await push(update('estimates', estimateId, { lines: [JSON.stringify([{ kind: 'part', description: 'Screen', quantity: 1, unitPrice: 79.5 }]), []] }))
    await worker.run()
    expect(await read()).toMatchObject([{ state: 'failed', error: estimateTexts.nothingOffered }])
    await push(remove('estimates', estimateId))
    await push(update('messages', String((await read())[0]?.id), { state: ['failed', 'waiting'] }))
    await worker.run()
    expect([sms.taken.length, (await read())[0]?.error]).toEqual([0, messageTexts.estimateGone])
  })

  it('is refused for an estimate of another order, and without its link', async () => {
    const other = v7()
    await push(create('orders', other, orderValues(mary)))
    expect(await push(create('messages', v7(), { ...toText, orderId: other }))).toMatchObject({
      error: { issues: [{ path: 'estimateId', message: messageTexts.otherEstimate }] },
    })
    expect(await push(create('messages', v7(), { ...toText, text: 'Our offer' }))).toMatchObject({
      error: { issues: [{ path: 'text', message: messageTexts.estimateLinkNeeded }] },
    })
  })
})

describe('a status that the shop tells', () => {
  it('is told once by each channel, a minute after it was set, filled in from the order', async () => {
    await setStatus(inProgress, fixed)
    await worker.run()
    expect(await states()).toEqual(['email waiting', 'sms waiting'])
    pass(minuteMs - 1)
    await worker.run()
    expect(sms.taken).toEqual([])
    pass(1)
    await worker.run()
    await worker.run()
    const [ofSms] = sms.taken
    expect(sms.taken).toHaveLength(1)
    expect(ofSms).toMatchObject({ to: '+15550102000', subject: null })
    expect(ofSms?.text).toMatch(/^Dear Mary Smith, iPhone 12 \(\S*1\) is ready\. To pay: \$89(\.00)?\. https:\/\/shop\.example\/h$/)
    expect(email.taken).toMatchObject([{ to: 'mary@example.com', subject: 'iPhone 12', text: 'Ready, Mary Smith' }])
    expect(await read()).toMatchObject([
      { channel: 'email', state: 'sent', sent_at: world.now.toISOString(), cause: 'status', order_status_id: fixed, error: null, customer_id: mary },
      { channel: 'sms', state: 'sent', cause: 'status' },
    ])
    expect(await world.services.db.selectFrom('message_jobs').selectAll().execute()).toEqual([])
  })

  it('goes once where two equal ones are written to one number within a minute', async () => {
    const write = (text: string) => push(create('messages', v7(), { orderId, channel: 'sms', text, anyHour: true }))
    await write('Please call us.')
    await write('Please call us.')
    await write('Please call us today.')
    await worker.run()
    expect(sms.taken.map(({ text }) => text)).toEqual(['Please call us.', 'Please call us today.'])
    expect((await read()).map(({ state, error }) => [state, error])).toEqual([
      ['sent', null],
      ['cancelled', messageTexts.sentJustNow],
      ['sent', null],
    ])
    pass(minuteMs)
    await write('Please call us.')
    await worker.run()
    expect(sms.taken).toHaveLength(3)
  })

  it('is no message that was sent where no carrier took it, and says where it is instead', async () => {
    email.instead = 'No sender is set up: written to mail.log.'
    await setStatus(inProgress, fixed)
    await worker.run()
    pass(minuteMs)
    await worker.run()
    expect(await read()).toMatchObject([
      { channel: 'email', error: 'No sender is set up: written to mail.log.' },
      { channel: 'sms', error: null },
    ])
    const counted = (await world.services.metrics.render()).split('\n').filter((line) => line.startsWith('mainspring_outbound_messages_total{'))
    expect(counted.toSorted()).toEqual([
      'mainspring_outbound_messages_total{channel="email",outcome="written"} 1',
      'mainspring_outbound_messages_total{channel="sms",outcome="sent"} 1',
    ])
  })

  it('is told to nobody where it does not hold for a minute', async () => {
    await setStatus(inProgress, fixed)
    await worker.run()
    await setStatus(fixed, inProgress)
    pass(minuteMs)
    await worker.run()
    expect(await read()).toMatchObject([{ state: 'cancelled', error: messageTexts.statusChanged }, { state: 'cancelled' }])
    expect([...sms.taken, ...email.taken]).toEqual([])
  })

  it('is told once where it goes and comes back before it is told', async () => {
    await setStatus(inProgress, fixed)
    await worker.run()
    pass(20_000)
    await setStatus(fixed, inProgress)
    await setStatus(inProgress, fixed)
    await worker.run()
    pass(50_000)
    await worker.run()
    expect(sms.taken).toEqual([])
    pass(10_000)
    await worker.run()
    expect(sms.taken).toHaveLength(1)
    expect((await states()).toSorted()).toEqual(['email cancelled', 'email sent', 'sms cancelled', 'sms sent'])
  })

  it('is told anew when it comes again', async () => {
    for (const [from, to] of [
      [inProgress, fixed],
      [fixed, inProgress],
      [inProgress, fixed],
    ] as const) {
      await setStatus(from, to)
      await worker.run()
      pass(2 * minuteMs)
      await worker.run()
    }
    expect(sms.taken).toHaveLength(2)
    expect(new Set(sms.taken.map(({ id }) => id)).size).toBe(2)
  })

  it('is not told of orders from an import, nor of what happened before the shop told anything', async () => {
    const caller = { userId, privileges: new Set<never>(), shopIds: new Set([shopId]), origin: 'import' as const }
    await applyOps(world.services, caller, shopId, [
      { action: 'create', collection: 'orders', id: v7(), values: orderValues(mary, { orderStatusId: fixed }) as never },
    ])
    await worker.run()
    expect(await read()).toEqual([])
    const other = await world.addShop('Other')
    const ofOther = await world.addUser({ shopIds: [other] })
    const [customer, order] = [v7(), v7()]
    await world.push(ofOther, [
      mutation(
        other,
        [
          create('customers', customer, { name: 'Bob', countryCode: '+1', phone: '5550102001' }),
          create('orders', order, orderValues(customer, { orderStatusId: fixed })),
        ],
        world.now.toISOString(),
      ),
    ])
    await saveRules(world.services, ofOther, other, [rule()])
    await worker.run()
    expect(await read()).toEqual([])
  })

  it('is told to no customer who wants no messages, also when they say so within the minute', async () => {
    await setStatus(inProgress, fixed)
    await worker.run()
    await push(update('customers', mary, { noMessages: [false, true] }))
    pass(minuteMs)
    await worker.run()
    expect(await read()).toMatchObject([{ state: 'cancelled', error: messageTexts.wantsNone }, { state: 'cancelled' }])
    await setStatus(fixed, inProgress)
    await setStatus(inProgress, fixed)
    await worker.run()
    expect(await read()).toHaveLength(2)
  })

  it('waits for the morning, unless a person says that it may go', async () => {
    world.now = new Date('2026-03-02T21:30:00.000Z')
    await setStatus(inProgress, fixed)
    await worker.run()
    pass(2 * minuteMs)
    await worker.run()
    expect(await states()).toEqual(['email waiting', 'sms waiting'])
    const ofSms = (await read()).find(({ channel }) => channel === 'sms')
    await push(update('messages', ofSms?.id ?? '', { anyHour: [false, true] }))
    await worker.run()
    expect(sms.taken).toHaveLength(1)
    world.now = new Date('2026-03-03T07:59:59.000Z')
    await worker.run()
    expect(email.taken).toEqual([])
    world.now = new Date('2026-03-03T08:00:00.000Z')
    await worker.run()
    expect(email.taken).toHaveLength(1)
  })
})

describe('a message that somebody writes', () => {
  const id = v7()

  it('goes at once to the customer’s own number, and stays as it was said', async () => {
    expect(await push(create('messages', id, { orderId, channel: 'sms', text: 'Please call us' }))).toMatchObject({ outcome: 'applied' })
    await worker.run()
    expect(sms.taken).toMatchObject([{ id, to: '+15550102000', text: 'Please call us' }])
    expect(await read()).toMatchObject([{ state: 'sent', cause: 'person', customer_id: mary }])
    expect(await push(update('messages', id, { text: ['Please call us', 'Never mind'] }))).toMatchObject({
      outcome: 'rejected',
      error: { message: messageTexts.stays },
    })
    expect(await push(update('messages', id, { state: ['sent', 'waiting'] }))).toMatchObject({
      outcome: 'rejected',
      error: { message: messageTexts.sentStays },
    })
  })

  it('is refused where it has nowhere to go, where nobody wants it, and as one that was sent already', async () => {
    const other = v7()
    await push(create('customers', other, { name: 'Nobody' }))
    const ofOther = v7()
    await push(create('orders', ofOther, orderValues(other)))
    const refused = async (values: Record<string, unknown>) =>
      (await push(create('messages', v7(), { orderId, text: 'x', ...values }))) as { error?: { message: string } }
    expect((await refused({ orderId: ofOther })).error?.message).toBe(messageTexts.noAddress.sms)
    expect((await refused({ orderId: ofOther, channel: 'email', subject: 'x' })).error?.message).toBe(messageTexts.noAddress.email)
    expect((await refused({ channel: 'email' })).error?.message).toBe(messageTexts.subjectNeeded)
    expect((await refused({ state: 'sent' })).error?.message).toBe(messageTexts.newIsWaiting)
    expect((await refused({ customerId: other })).error?.message).toBe(messageTexts.otherCustomer)
    await push(update('customers', mary, { noMessages: [false, true] }))
    expect((await refused({})).error?.message).toBe(messageTexts.wantsNone)
  })

  it('is not sent once it is cancelled, and goes with its order', async () => {
    sms.answers = [{ outcome: 'again', reason: 'the carrier answered 503' }]
    await push(create('messages', id, { orderId, text: 'x' }))
    await worker.run()
    expect(await push(update('messages', id, { state: ['waiting', 'cancelled'] }))).toMatchObject({ outcome: 'applied' })
    const second = v7()
    world.now = new Date('2026-03-02T23:00:00.000Z')
    await push(create('messages', second, { orderId, text: 'y' }))
    await push(remove('orders', orderId))
    world.now = new Date('2026-03-03T12:00:00.000Z')
    await worker.run()
    expect(sms.taken).toEqual([])
  })
})

describe('a carrier', () => {
  const id = v7()
  const failure: Sending = { outcome: 'again', reason: 'the carrier answered 503' }

  it('that fails is asked again with growing pauses for a day; then the message has failed, and can be sent again', async () => {
    sms.answers = Array.from({ length: 100 }, () => failure)
    await push(create('messages', id, { orderId, text: 'x', anyHour: true }))
    let tries = 0
    sms.onSend = async () => void (tries += 1)
    await worker.run()
    expect(await read()).toMatchObject([{ state: 'waiting', error: 'the carrier answered 503' }])
    for (let minutes = 0; minutes < 25 * 60; minutes += 5) {
      pass(5 * minuteMs)
      await worker.run()
    }
    expect(tries).toBeGreaterThan(10)
    expect(tries).toBeLessThan(30)
    expect(await read()).toMatchObject([{ state: 'failed', error: `${messageTexts.givenUp} (the carrier answered 503)` }])
    sms.answers = []
    expect(await push(update('messages', id, { state: ['failed', 'waiting'] }))).toMatchObject({ outcome: 'applied' })
    expect(await read()).toMatchObject([{ error: null }])
    await worker.run()
    expect(await read()).toMatchObject([{ state: 'sent' }])
    expect(sms.taken.map((one) => one.id)).toEqual([id])
  })

  it('that takes nothing for a number, or whose answer was lost, is not asked again', async () => {
    sms.answers = [
      { outcome: 'refused', reason: 'no mobile phone' },
      { outcome: 'unknown', reason: 'no answer' },
    ]
    await push(create('messages', id, { orderId, text: 'x' }), create('messages', v7(), { orderId, text: 'y' }))
    for (let round = 0; round < 3; round += 1) {
      await worker.run()
      pass(3 * hourMs)
    }
    expect((await read()).map(({ state, error }) => `${state}: ${error}`).toSorted()).toEqual([
      `failed: ${messageTexts.maybeSent} (no answer)`,
      `failed: ${messageTexts.refused} (no mobile phone)`,
    ])
    expect(sms.answers).toEqual([])
  })

  it('that does not answer holds back no other channel', async () => {
    const answer = Promise.withResolvers<void>()
    sms.onSend = () => answer.promise
    await push(create('messages', id, { orderId, text: 'x' }), create('messages', v7(), { orderId, channel: 'email', subject: 'x', text: 'y' }))
    worker.start()
    try {
      await expect.poll(() => email.taken.length).toBe(1)
      expect(sms.taken).toEqual([])
    } finally {
      answer.resolve()
    }
    await expect.poll(() => sms.taken.length).toBe(1)
  })
})

describe('two servers', () => {
  const id = v7()

  it('hand each message over once', async () => {
    const other = makeWorker()
    const ids = Array.from({ length: 30 }, () => v7())
    await push(...ids.map((one) => create('messages', one, { orderId, text: one })))
    for (let round = 0; round < 4; round += 1) await Promise.all([worker.run(), other.run()])
    expect(sms.taken.map((one) => one.id).toSorted()).toEqual(ids.toSorted())
    expect(new Set(await states())).toEqual(new Set(['sms sent']))
    await other.stop()
  })

  it('never send what one of them was handing over when it died, where the carrier knows no repeats', async () => {
    let hasBegun = (): void => {}
    const begun = new Promise<void>((resolve) => void (hasBegun = resolve))
    let fail = (_: Error): void => {}
    sms.onSend = () => {
      hasBegun()
      return new Promise<void>((_, reject) => void (fail = reject))
    }
    await push(create('messages', id, { orderId, text: 'x' }))
    const dying = makeWorker()
    const died = dying.run()
    await begun
    sms.onSend = async () => {}
    await worker.run()
    expect(await states()).toEqual(['sms waiting'])
    fail(new Error('killed'))
    await died
    pass(3 * minuteMs)
    await worker.run()
    expect(await read()).toMatchObject([{ state: 'failed', error: messageTexts.unknownOutcome }])
    expect(sms.taken).toEqual([])
    await dying.stop()
  })

  it('claim nothing that one of them has brought to its end since the other looked at it', async () => {
    await push(create('messages', id, { orderId, text: 'x' }))
    const [due = expect.unreachable()] = await findDue(world.services.db, 'sms', world.now)
    await worker.run()
    expect(await states()).toEqual(['sms sent'])
    expect(await takeClaim(world.services, due)).toBeUndefined()
    expect(await world.services.db.selectFrom('message_jobs').selectAll().execute()).toEqual([])
  })

  it.each([
    [undefined, 1, 'sent'],
    ['not taken', 1, 'sent'],
    ['taken', 0, 'sent'],
  ] as const)('find out of a carrier that says %s what became of it', async (left, sentNow, state) => {
    sms.left = left
    await push(create('messages', id, { orderId, text: 'x' }))
    const job = { message_id: id, shop_id: shopId, due_at: world.now.toISOString(), first_try_at: world.now.toISOString(), claim: 'of a server that died' }
    await world.services.db
      .insertInto('message_jobs')
      .values({ ...job, claimed_until: new Date(world.now.getTime() + minuteMs).toISOString() })
      .execute()
    await worker.run()
    expect(sms.taken).toEqual([])
    pass(minuteMs)
    await worker.run()
    expect(sms.taken).toHaveLength(sentNow)
    expect(await read()).toMatchObject([{ state }])
  })
})
