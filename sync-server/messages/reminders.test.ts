import { v7 } from 'uuid'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { ReminderRule } from '#schema/rules/messages/rules-of-status.ts'
import { saveRules } from '../commands/shop-profile/save-rules.ts'
import { create, createWorld, mutation, orderValues, statusId, update, type World } from '../testing/test-world.ts'
import { makeReminders } from './make-reminders.ts'
import { MessageWorker } from './message-worker.ts'
import type { Outgoing, Sender, Sending } from './senders/sender.ts'

const { Fixed: fixed, 'In Progress': inProgress, 'Picked up': pickedUp } = statusId
const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs
const mary = v7()

class Carrier implements Sender {
  readonly taken: Outgoing[] = []
  async send(outgoing: Outgoing): Promise<Sending> {
    this.taken.push(outgoing)
    return { outcome: 'taken' }
  }
  findOutcome = async () => 'unknown' as const
}

let world: World
let shopId: string
let userId: string
let sms: Carrier
let email: Carrier

const push = async (...ops: unknown[]) => (await world.push(userId, [mutation(shopId, ops, world.now.toISOString())]))[0]
const setStatus = (orderId: string, from: string, to: string) => push(update('orders', orderId, { orderStatusId: [from, to] }))
const pass = (ms: number): void => void (world.now = new Date(world.now.getTime() + ms))
const makeWorker = () => new MessageWorker({ services: world.services, senders: { sms, email }, makeLink: async () => 'https://shop.example/h' })
/** The worker looks again and again while time passes. */
async function live(days: number, worker = makeWorker()): Promise<void> {
  for (let hour = 0; hour < days * 24; hour += 6) {
    pass(6 * hourMs)
    await worker.run()
  }
  await worker.stop()
}
const remind = (rule: Pick<ReminderRule, 'reminder' | 'afterDays'>, text = 'Reminder for {name}: {ticket}, {balance}'): ReminderRule => ({
  channel: 'sms',
  mode: 'send',
  subject: null,
  text,
  ...rule,
})
const save = (...rules: ReminderRule[]) => saveRules(world.services, userId, shopId, rules)
async function takeIn(values: Record<string, unknown> = {}): Promise<string> {
  const orderId = v7()
  await push(create('orders', orderId, orderValues(mary, { quotedCost: '89', orderStatusId: inProgress, ...values })))
  return orderId
}
const texts = () => sms.taken.map(({ text }) => text)
const readStates = async () =>
  (await world.services.db.selectFrom('messages').select(['state', 'error', 'cause']).orderBy('created_at').execute()).map(
    ({ state, error, cause }) => `${cause} ${state}${error === null ? '' : `: ${error}`}`,
  )

beforeEach(async () => {
  world = await createWorld()
  world.now = new Date('2026-03-02T12:00:00.000Z')
  shopId = await world.addShop('Harbour')
  await world.services.db
    .insertInto('shop_profiles')
    .values({ shop_id: shopId, fields: JSON.stringify({ timeZone: 'UTC' }) })
    .execute()
  userId = await world.addUser({ shopIds: [shopId] })
  await push(create('customers', mary, { name: 'Mary', countryCode: '+1', phone: '5550102000' }))
  sms = new Carrier()
  email = new Carrier()
})
afterEach(() => world.close())

it('REMIND-01: a repair that nobody picks up is told once, so many days after it became Fixed, and again only when it becomes Fixed anew', async () => {
  await save(remind({ reminder: 'not-picked-up', afterDays: 7 }))
  const orderId = await takeIn()
  await setStatus(orderId, inProgress, fixed)
  await live(6.75)
  expect(texts()).toEqual([])
  await live(20)
  expect(texts()).toEqual([expect.stringMatching(/^Reminder for Mary: [A-Z]+-\d+, \$89\.00$/)])
  await setStatus(orderId, fixed, inProgress)
  await setStatus(orderId, inProgress, fixed)
  await live(8)
  expect(texts()).toHaveLength(2)
  expect(await readStates()).toEqual(['reminder sent', 'reminder sent'])
})

it('TILL-01: nobody is told of a sale, neither that it was handed over nor that it is not paid', async () => {
  const told = { channel: 'sms', mode: 'send', subject: null, text: 'Bye {name}', orderStatusId: pickedUp } as const
  await saveRules(world.services, userId, shopId, [told, remind({ reminder: 'balance-open', afterDays: 3 })])
  const [sale, repair] = [v7(), v7()]
  const owed = { customerId: mary, quotedCost: '89' }
  await push(create('orders', sale, { ...owed, kind: 'sale', orderStatusId: pickedUp, itemDetails: 'Cable', issueDescription: 'Sale' }))
  await push(create('orders', repair, orderValues(mary, { ...owed, orderStatusId: inProgress })))
  await setStatus(repair, inProgress, pickedUp)
  await live(5)
  const said = await world.services.db.selectFrom('messages').select(['order_id', 'cause']).orderBy('created_at').execute()
  expect(said.map(({ order_id: orderId, cause }) => [orderId, cause])).toEqual([
    [repair, 'status'],
    [repair, 'reminder'],
  ])
})

it('goes in the daytime, and not at all when the device is picked up in the night before', async () => {
  await save(remind({ reminder: 'not-picked-up', afterDays: 1 }))
  world.now = new Date('2026-03-02T22:00:00.000Z')
  const orderId = await takeIn()
  await setStatus(orderId, inProgress, fixed)
  const other = await takeIn()
  await setStatus(other, inProgress, fixed)
  pass(dayMs + minuteMs)
  const worker = makeWorker()
  await worker.run()
  expect(await readStates()).toEqual(['reminder waiting', 'reminder waiting'])
  expect(texts()).toEqual([])
  await setStatus(other, fixed, pickedUp)
  pass(10 * hourMs)
  await worker.run()
  expect(texts()).toHaveLength(1)
  expect((await readStates()).toSorted()).toEqual([expect.stringMatching(/^reminder cancelled: No reminder was needed/), 'reminder sent'])
  await worker.stop()
})

it('a balance that is open days after the pick-up is told; one that was paid is not', async () => {
  await save(remind({ reminder: 'balance-open', afterDays: 14 }))
  const [owing, paid] = [await takeIn(), await takeIn()]
  for (const orderId of [owing, paid]) await setStatus(orderId, inProgress, pickedUp)
  await live(10)
  await push(create('payments', v7(), { orderId: paid, paymentAmount: 89 }))
  await push(create('payments', v7(), { orderId: owing, paymentAmount: 50 }))
  await live(10)
  expect(texts()).toEqual([expect.stringContaining('$39.00')])
})

it('an estimate without an answer is told with its own link, and one that was declined or withdrawn is not', async () => {
  await save(remind({ reminder: 'estimate-unanswered', afterDays: 3 }, 'Your answer, {name}? {link}'))
  const estimates: string[] = []
  for (const state of ['sent', 'declined'] as const) {
    const [orderId, estimateId] = [await takeIn(), v7()]
    await push(create('estimates', estimateId, { orderId, lines: [{ kind: 'part', description: 'Screen', quantity: 1, unitPrice: 79.5 }] }))
    await world.services.db.updateTable('estimates').set({ state }).where('id', '=', estimateId).execute()
    estimates.push(estimateId)
  }
  await live(8)
  expect(texts()).toEqual(['Your answer, Mary? https://shop.example/h'])
  const told = await world.services.db.selectFrom('messages').select('estimate_id').executeTakeFirstOrThrow()
  expect(told.estimate_id).toBe(estimates[0])
})

it('a reminder of an estimate goes where nobody could open a link, if its text has none', async () => {
  await save(remind({ reminder: 'estimate-unanswered', afterDays: 3 }, 'Your answer, {name}?'))
  const [orderId, estimateId] = [await takeIn(), v7()]
  await push(create('estimates', estimateId, { orderId, lines: [{ kind: 'part', description: 'Screen', quantity: 1, unitPrice: 79.5 }] }))
  await world.services.db.updateTable('estimates').set({ state: 'sent' }).where('id', '=', estimateId).execute()
  await live(8, new MessageWorker({ services: world.services, senders: { sms, email }, makeLink: undefined }))
  expect(texts()).toEqual(['Your answer, Mary?'])
})

it('a reminder that is switched on writes to nobody about what was due before, and one that stays on keeps its day', async () => {
  const old = await takeIn()
  await setStatus(old, inProgress, fixed)
  await live(30)
  await save(remind({ reminder: 'not-picked-up', afterDays: 7 }))
  await live(2)
  const fresh = await takeIn()
  await setStatus(fresh, inProgress, fixed)
  await live(6)
  await save(remind({ reminder: 'not-picked-up', afterDays: 7 }, 'Another text'), remind({ reminder: 'balance-open', afterDays: 1 }))
  await live(2)
  expect(texts()).toEqual(['Another text'])
})

it('of more orders that became Fixed in one instant than one read takes, none is left out', async () => {
  await save(remind({ reminder: 'not-picked-up', afterDays: 1 }))
  await push(...Array.from({ length: 203 }, () => create('orders', v7(), orderValues(mary, { orderStatusId: fixed }))))
  pass(dayMs + minuteMs)
  expect(await makeReminders(world.services)).toBe(203)
  expect(await makeReminders(world.services)).toBe(0)
})

it('a status that is told from today on, beside a reminder that was on before, tells nothing of the days between', async () => {
  await save(remind({ reminder: 'not-picked-up', afterDays: 300 }))
  await setStatus(await takeIn(), inProgress, fixed)
  pass(hourMs)
  const ofStatus = { orderStatusId: fixed, channel: 'sms', mode: 'send', subject: null, text: 'Ready' } as const
  await saveRules(world.services, userId, shopId, [ofStatus, remind({ reminder: 'not-picked-up', afterDays: 300 })])
  await live(1)
  expect(await readStates()).toEqual([])
})

it('two servers that look at the same time make one message, and who wants none gets none', async () => {
  await save(remind({ reminder: 'not-picked-up', afterDays: 1 }))
  const orderId = await takeIn()
  await setStatus(orderId, inProgress, fixed)
  const john = v7()
  await push(create('customers', john, { name: 'John', countryCode: '+1', phone: '5550103000', noMessages: true }))
  const ofJohn = v7()
  await push(create('orders', ofJohn, orderValues(john, { orderStatusId: inProgress })))
  await setStatus(ofJohn, inProgress, fixed)
  pass(dayMs + minuteMs)
  const workers = [makeWorker(), makeWorker()]
  await Promise.all(workers.map((worker) => worker.run()))
  for (const worker of workers) await worker.stop()
  expect(texts()).toHaveLength(1)
  expect(await readStates()).toEqual(['reminder sent'])
})
