import { v7 } from 'uuid'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { MessageRule } from '#schema/rules/messages/rules-of-status.ts'
import { messageTexts } from '#schema/values/messages/message-texts.ts'
import { saveRules } from '../commands/shop-profile/save-rules.ts'
import { create, createWorld, mutation, orderValues, remove, restore, statusId, update, type World } from '../testing/test-world.ts'
import { MessageWorker } from './message-worker.ts'
import type { Outgoing, Sender, Sending } from './senders/sender.ts'

const { Fixed: fixed, 'Picked up': pickedUp, 'In Progress': inProgress } = statusId

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

let world: World
let shopId: string
let userId: string
let worker: MessageWorker
const [mary, bob, orderId] = [v7(), v7(), v7()]

const taken: Outgoing[] = []
let answers: Sending[] = []
const sender: Sender = {
  send: async (outgoing) => {
    const answer = answers.shift() ?? { outcome: 'taken' }
    if (answer.outcome === 'taken') taken.push(outgoing)
    return answer
  },
  findOutcome: async () => 'unknown',
}

const rule: MessageRule = {
  orderStatusId: fixed,
  channel: 'sms',
  mode: 'send',
  subject: null,
  text: 'Dear {name}, {device} is ready. To pay: {balance}. {link}',
}

const pushAt = async (at: Date, ...ops: unknown[]) => (await world.push(userId, [mutation(shopId, ops, at.toISOString())]))[0]
const push = (...ops: unknown[]) => pushAt(world.now, ...ops)
const setFixed = () => push(update('orders', orderId, { orderStatusId: [inProgress, fixed] }))
const pass = (ms: number): void => void (world.now = new Date(world.now.getTime() + ms))
const read = () => world.services.db.selectFrom('messages').selectAll().orderBy('created_at').execute()
const sent = () => taken.map(({ to, text }) => `${to}: ${text}`)
const notices = async () =>
  (await world.services.db.selectFrom('notices').select(['kind', 'user_id', 'row_id', 'params']).execute()).filter(({ kind }) => kind === 'readdressed')

beforeEach(async () => {
  taken.length = 0
  answers = []
  world = await createWorld()
  world.now = new Date('2026-03-02T12:00:00.000Z')
  shopId = await world.addShop('Harbour')
  await world.services.db
    .insertInto('shop_profiles')
    .values({ shop_id: shopId, fields: JSON.stringify({ timeZone: 'UTC' }) })
    .execute()
  userId = await world.addUser({ shopIds: [shopId] })
  await push(
    create('customers', mary, { name: 'Mary', countryCode: '+1', phone: '5550102000' }),
    create('customers', bob, { name: 'Bob', countryCode: '+1', phone: '5550102001' }),
    create('orders', orderId, orderValues(mary, { quotedCost: '89', orderStatusId: inProgress })),
  )
  worker = new MessageWorker({ services: world.services, senders: { sms: sender, email: sender }, makeLink: async () => 'https://shop.example/h' })
  await saveRules(world.services, userId, shopId, [rule])
})
afterEach(async () => {
  await worker.stop()
  await world.close()
})

/** The status is set at half past nine in the evening; `change` happens at night, and the carrier gets the message in the morning. */
async function tellAfter(change: () => Promise<unknown>): Promise<void> {
  world.now = new Date('2026-03-02T21:30:00.000Z')
  await setFixed()
  await worker.run()
  pass(hourMs)
  await change()
  world.now = new Date('2026-03-03T08:00:00.000Z')
  await worker.run()
}

describe('a text with places to fill in', () => {
  const write = (text: string) => push(create('messages', v7(), { orderId, text }))

  it('is filled in one pass, so that a customer called {link} stays a name', async () => {
    await push(update('customers', mary, { name: ['Mary', '{link}'] }))
    await tellAfter(async () => undefined)
    expect(sent()).toEqual(['+15550102000: Dear {link}, iPhone 12 is ready. To pay: $89.00. https://shop.example/h'])
    taken.length = 0
    await write('{name}, see {link} or {{link}}')
    await worker.run()
    expect(sent()).toEqual(['+15550102000: {link}, see https://shop.example/h or {link}'])
    expect((await read()).at(-1)).toMatchObject({ text: '{{link}}, see {link} or {{link}}' })
  })

  it('LANG-01: is the one that the shop wrote for the language which the customer reads by then', async () => {
    const other = { subject: null, text: 'Hallo {name}, {device} wartet auf Sie.' }
    await saveRules(world.services, userId, shopId, [{ ...rule, otherTexts: { de: other } }])
    await tellAfter(() => push(update('customers', mary, { language: [null, 'de'] })))
    expect(sent()).toEqual(['+15550102000: Hallo Mary, iPhone 12 wartet auf Sie.'])
  })

  it('goes without its link where nobody could open one, and is held back where it is nothing else, or an estimate', async () => {
    worker = new MessageWorker({ services: world.services, senders: { sms: sender, email: sender }, makeLink: undefined })
    await tellAfter(async () => undefined)
    expect(sent()).toEqual(['+15550102000: Dear Mary, iPhone 12 is ready. To pay: $89.00.'])
    const estimateId = v7()
    await push(create('estimates', estimateId, { orderId, lines: [{ kind: 'part', description: 'Screen', quantity: 1, unitPrice: 79.5 }] }))
    await write('{link}')
    await push(create('messages', v7(), { orderId, estimateId, text: 'Our offer: {link}' }))
    await worker.run()
    expect(taken).toHaveLength(1)
    const failed = { state: 'failed', error: messageTexts.noPublicUrl }
    expect((await read()).slice(1)).toMatchObject([failed, failed])
  })
})

describe('a message that a status makes is handed over as the order is then', () => {
  it('to the corrected number, and the person who set the status is told', async () => {
    await tellAfter(() => push(update('customers', mary, { phone: ['5550102000', '5550102099'] })))
    expect(sent()).toEqual(['+15550102099: Dear Mary, iPhone 12 is ready. To pay: $89.00. https://shop.example/h'])
    expect(await read()).toMatchObject([{ state: 'sent', to: '+15550102099' }])
    const [notice, ...others] = await notices()
    expect(others).toEqual([])
    expect(notice).toMatchObject({ user_id: userId, row_id: orderId })
    expect(JSON.parse(notice?.params ?? '')).toMatchObject({ name: 'Mary', from: '+15550102000', to: '+15550102099' })
    const log = await world.services.db.selectFrom('activities').select('audit_text').where('audit_text', 'like', '%To changed from%').execute()
    expect(log).toHaveLength(1)
  })

  it('to the customer whom the order has then', async () => {
    await tellAfter(() => push(update('orders', orderId, { customerId: [mary, bob] })))
    expect(sent()).toEqual(['+15550102001: Dear Bob, iPhone 12 is ready. To pay: $89.00. https://shop.example/h'])
    expect(await read()).toMatchObject([{ customer_id: bob, to: '+15550102001', text: 'Dear Bob, iPhone 12 is ready. To pay: $89.00. {link}' }])
    expect(await notices()).toHaveLength(1)
  })

  it('to the customer who came back when a merge was undone', async () => {
    await push({ ...remove('customers', mary), into: bob })
    await tellAfter(() => push(restore('customers', mary)))
    expect(sent()).toEqual(['+15550102000: Dear Mary, iPhone 12 is ready. To pay: $89.00. https://shop.example/h'])
  })

  it('with what is left to pay, and tells nobody of an address that is the same', async () => {
    await tellAfter(() => push(create('payments', v7(), { orderId, paymentAmount: 50 })))
    expect(sent()).toEqual(['+15550102000: Dear Mary, iPhone 12 is ready. To pay: $39.00. https://shop.example/h'])
    expect(await notices()).toEqual([])
  })

  it('also at each further try of a carrier that fails', async () => {
    answers = [{ outcome: 'again', reason: 'the carrier answered 503' }]
    await setFixed()
    await worker.run()
    pass(2 * minuteMs)
    await worker.run()
    expect(sent()).toEqual([])
    await push(update('customers', mary, { phone: ['5550102000', '5550102099'] }))
    pass(hourMs)
    await worker.run()
    expect(sent()).toEqual([expect.stringMatching(/^\+15550102099: /)])
  })

  it('without a clause of the price where there is none', async () => {
    await tellAfter(() => push(update('orders', orderId, { quotedCost: ['89', ''] })))
    expect(sent()).toEqual(['+15550102000: Dear Mary, iPhone 12 is ready. https://shop.example/h'])
  })

  it.each([
    ['the customer has no number any more', () => push(update('customers', mary, { phone: ['5550102000', null] })), messageTexts.noAddress.sms],
    ['the shop no longer tells the status', () => saveRules(world.services, userId, shopId, [{ ...rule, mode: 'off' }]), messageTexts.ruleEnded],
  ])('and not at all where %s', async (_, change, error) => {
    await tellAfter(change)
    expect(sent()).toEqual([])
    expect(await read()).toMatchObject([{ state: 'cancelled', error }])
  })
})

describe('a status that came too late to be told', () => {
  it('says so at the order, once', async () => {
    const setAt = world.now
    pass(hourMs)
    await pushAt(setAt, update('orders', orderId, { orderStatusId: [inProgress, fixed] }))
    await worker.run()
    await push(update('orders', orderId, { itemDetails: ['iPhone 12', 'iPhone 13'] }))
    pass(dayMs)
    await worker.run()
    expect(await read()).toMatchObject([{ state: 'cancelled', error: messageTexts.cameLate, cause: 'status', order_id: orderId }])
    expect(sent()).toEqual([])
  })

  it('says nothing where an order with an old status is changed otherwise', async () => {
    await saveRules(world.services, userId, shopId, [])
    await setFixed()
    pass(hourMs)
    await saveRules(world.services, userId, shopId, [rule])
    await push(update('orders', orderId, { itemDetails: ['iPhone 12', 'iPhone 13'] }))
    await worker.run()
    expect(await read()).toEqual([])
  })
})

describe('a text that a person wrote a while ago', () => {
  const id = v7()
  const write = (at: Date) => pushAt(at, create('messages', id, { orderId, text: 'Shall we go on?' }))
  const pickUp = () => push(update('orders', orderId, { orderStatusId: [inProgress, pickedUp] }))
  const asked = [{ state: 'failed', error: messageTexts.orderLeft('Picked up') }]

  async function expectAsks(): Promise<void> {
    await worker.run()
    expect(await read()).toMatchObject(asked)
    expect(sent()).toEqual([])
    await push(update('messages', id, { state: ['failed', 'waiting'] }))
    await worker.run()
    expect(sent()).toEqual(['+15550102000: Shall we go on?'])
  }

  it('on a tablet without a network asks first where the order was picked up since', async () => {
    const writtenAt = world.now
    pass(hourMs)
    await pickUp()
    pass(3 * hourMs)
    expect(await write(writtenAt)).toMatchObject({ outcome: 'applied' })
    await expectAsks()
  })

  it('asks first where the same tablet brings that the order was picked up', async () => {
    const writtenAt = world.now
    pass(3 * hourMs)
    await world.push(userId, [
      mutation(shopId, [create('messages', id, { orderId, text: 'Shall we go on?' })], writtenAt.toISOString()),
      mutation(shopId, [update('orders', orderId, { orderStatusId: [inProgress, pickedUp] })], new Date(writtenAt.getTime() + hourMs).toISOString()),
    ])
    await expectAsks()
  })

  it('asks first where the carrier failed until then', async () => {
    answers = [{ outcome: 'again', reason: 'the carrier answered 503' }]
    await write(world.now)
    await worker.run()
    pass(minuteMs)
    await pickUp()
    pass(hourMs)
    await expectAsks()
  })

  it('asks first where the order went to another customer', async () => {
    answers = [{ outcome: 'again', reason: 'the carrier answered 503' }]
    await write(world.now)
    await worker.run()
    await push(update('orders', orderId, { customerId: [mary, bob] }))
    pass(hourMs)
    await worker.run()
    expect(await read()).toMatchObject([{ state: 'failed', error: messageTexts.customerChanged }])
    await push(update('messages', id, { state: ['failed', 'waiting'] }))
    await worker.run()
    expect(sent()).toEqual(['+15550102000: Shall we go on?'])
  })

  it('goes where the order was picked up before it was written, or is still here', async () => {
    await pickUp()
    await write(world.now)
    await worker.run()
    expect(sent()).toHaveLength(1)
  })

  it('goes from a tablet without a network where the order is still here', async () => {
    const writtenAt = world.now
    pass(3 * hourMs)
    await write(writtenAt)
    await worker.run()
    expect(sent()).toHaveLength(1)
  })
})
