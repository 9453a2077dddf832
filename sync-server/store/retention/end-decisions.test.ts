import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { v7 } from 'uuid'
import { endOfDays, ledgerDays } from '#schema/rules/merge/retention.ts'
import { inTransaction } from '../../db/transaction.ts'
import { listNotices } from '../../queries/notices.ts'
import { readCaller } from '../../queries/people/read-caller.ts'
import { listRefusedChanges } from '../../queries/rows/refused-changes.ts'
import { contentOf, create, createWorld, documentOf, mutation, orderValues, remove, restore, update, type World } from '../../testing/test-world.ts'
import { triesOf } from '../../testing/test-database.ts'
import { forgetOldRefusals } from '../answers/kept-refusals.ts'
import { applyOps } from '../write.ts'
import { endOldDecisions } from './end-decisions.ts'

const dayMs = 24 * 60 * 60 * 1000

let world: World
let shopId: string
let ada: string
let ben: string
const [customerId, orderId] = [v7(), v7()]

beforeEach(async () => {
  world = await createWorld()
  shopId = await world.addShop()
  ada = await world.addUser({ shopIds: [shopId], name: 'Ada' })
  ben = await world.addUser({ shopIds: [shopId], name: 'Ben' })
})
afterEach(() => world.close())

const pass = (days: number): void => void (world.now = new Date(world.now.getTime() + days * dayMs))
const at = (): string => world.now.toISOString()
const act = (...ops: unknown[]) => mutation(shopId, ops, at())
const pushOne = async (userId: string, one: unknown, deviceId = 'device-1') => (await world.push(userId, [one], { deviceId }))[0]

/** Archives all due decisions, as the server's rounds do. */
async function endAll(): Promise<number> {
  for (let count = 1; count > 0;) count = await inTransaction(world.services.db, (trx) => forgetOldRefusals(trx, world.now))
  let all = 0
  for (let ended = 1; ended > 0; all += ended)
    ended = (await inTransaction(world.services.db, (trx) => endOldDecisions(trx, endOfDays(world.now, ledgerDays)))).ended
  return all
}

const ledgerIds = async () => (await world.services.reader.selectFrom('mutations').select('id').execute()).map(({ id }) => id)
const orders = () => world.services.reader.selectFrom('orders').selectAll().orderBy('id').execute()
const feedSeq = async () => (await world.services.reader.selectFrom('shop_feed').select('seq').where('shop_id', '=', shopId).executeTakeFirstOrThrow()).seq

describe('a decision whose time is over', () => {
  const first = () => act(create('customers', customerId, { name: 'Mary' }), create('orders', orderId, orderValues(customerId)))

  it('has left the ledger, and one of a day less has not', async () => {
    const [old, young] = [first(), v7()]
    await pushOne(ada, old)
    pass(1)
    await pushOne(ada, mutation(shopId, [create('tasks', v7(), { description: 'young' })], at(), young))
    pass(ledgerDays - 1)
    expect(await endAll()).toBe(0)
    pass(0.5)
    expect(await endAll()).toBe(1)
    expect(await ledgerIds()).toEqual([young])
  })

  it('is not made again: the mutation is answered as applied, changes nothing, and shows its rows as they are now', async () => {
    await pushOne(ada, first())
    const raise = act(update('orders', orderId, { quotedCost: [null, '90'] }))
    await pushOne(ada, raise)
    await pushOne(ben, act(update('orders', orderId, { quotedCost: ['90', '95'] })))
    pass(ledgerDays + 1)
    expect(await endAll()).toBe(3)
    const [before, seq] = [await orders(), await feedSeq()]
    const again = await pushOne(ada, raise)
    expect(again).toMatchObject({ id: raise.id, outcome: 'applied' })
    expect(contentOf(again, orderId)).toMatchObject({ quotedCost: '95' })
    expect([await orders(), await feedSeq(), await ledgerIds()]).toEqual([before, seq, []])
  })

  it('is told to nobody but who sent it, in whatever spelling of its id', async () => {
    const mine = first()
    await pushOne(ada, mine)
    pass(ledgerDays + 1)
    await endAll()
    expect(await pushOne(ben, mine)).toMatchObject({ outcome: 'rejected', error: { code: 'FORBIDDEN' } })
    expect(await pushOne(ada, { ...mine, id: mine.id.toUpperCase() })).toMatchObject({ outcome: 'applied' })
    expect(await ledgerIds()).toEqual([])
  })

  it('stays a refusal with its reason, though the change would pass now', async () => {
    await pushOne(ada, first())
    const early = act(remove('customers', customerId))
    const refused = await pushOne(ada, early)
    expect(refused?.error?.code).toBe('FOREIGN_KEY_VIOLATION')
    await pushOne(ada, act(remove('orders', orderId)))
    pass(ledgerDays + 1)
    expect(await endAll()).toBe(3)
    expect(await pushOne(ada, early)).toMatchObject({ outcome: 'rejected', error: { code: 'FOREIGN_KEY_VIOLATION', message: refused?.error?.message } })
    expect(documentOf(await pushOne(ada, early), customerId)).toMatchObject({ name: 'Mary' })
  })

  it('keeps what people read of a refusal until that ends by itself', async () => {
    await pushOne(ada, act(create('customers', v7(), { name: '' })))
    pass(ledgerDays + 1)
    expect((await inTransaction(world.services.db, (trx) => endOldDecisions(trx, endOfDays(world.now, ledgerDays)))).ended).toBe(0)
    expect((await listRefusedChanges(world.services.reader, shopId, undefined)).entries).toHaveLength(1)
  })

  it('leaves nothing of what the server named itself, and an id of what was sent', async () => {
    const { services } = world
    await pushOne(ada, first())
    await applyOps(services, { ...(await world.caller(ada)), origin: 'rest' }, shopId, [
      { action: 'update', collection: 'orders', id: orderId, changes: { itemDetails: { from: 'iPhone 12', to: 'iPhone 13' } } },
    ])
    pass(ledgerDays + 1)
    expect(await endAll()).toBe(2)
    expect(await services.reader.selectFrom('past_mutations').select('id').execute()).toHaveLength(1)
  })
})

describe('a device that was away for longer than decisions stay', () => {
  beforeEach(async () => {
    await pushOne(ada, act(create('customers', customerId, { name: 'Mary' }), create('orders', orderId, orderValues(customerId, { quotedCost: '10' }))))
  })

  it('gets what it never sent applied, however old it is, and merged by who was later', async () => {
    pass(1)
    const away = act(update('orders', orderId, { quotedCost: ['10', '20'], orderNotes: [null, 'of the tablet'] }))
    pass(1)
    await pushOne(ben, act(update('orders', orderId, { quotedCost: ['10', '30'] })), 'counter')
    pass(ledgerDays + 60)
    expect(await endAll()).toBe(2)
    const sent = await pushOne(ada, away, 'tablet')
    expect(sent).toMatchObject({ outcome: 'applied' })
    expect(contentOf(sent, orderId)).toMatchObject({ quotedCost: '30', orderNotes: 'of the tablet' })
    const notices = await listNotices(world.services.reader, await readCaller(world.services.reader, ada))
    expect(notices.length).toBeGreaterThan(0)
    const seq = await feedSeq()
    expect(await pushOne(ada, away, 'tablet')).toMatchObject({ outcome: 'applied' })
    expect(await feedSeq()).toBe(seq)
  })

  it('is told of the twin of a customer whose taking in has left the ledger', async () => {
    pass(1)
    const twin = act(create('customers', v7(), { name: 'Mary of the tablet', countryCode: '+1', phone: '4155550142' }))
    pass(1)
    await pushOne(ben, act(create('customers', v7(), { name: 'Mary of the counter', countryCode: '+1', phone: '4155550142' })), 'counter')
    pass(ledgerDays + 60)
    expect(await endAll()).toBe(2)
    await pushOne(ada, twin, 'tablet')
    for (const userId of [ada, ben])
      expect((await listNotices(world.services.reader, await readCaller(world.services.reader, userId))).map(({ kind }) => kind)).toEqual(['twin'])
  })

  it('deletes what it wrote itself long ago without being asked, and is asked where somebody else wrote since', async () => {
    const note = act(update('orders', orderId, { orderNotes: [null, 'mine'] }))
    const seen = await feedSeq()
    await pushOne(ada, note, 'tablet')
    const other = v7()
    await pushOne(ben, act(create('orders', other, orderValues(customerId))), 'counter')
    pass(ledgerDays + 60)
    await endAll()
    const deleting = (id: string) => act({ ...remove('orders', id), seen, own: [note.id] })
    expect(await pushOne(ada, deleting(other), 'tablet')).toMatchObject({ outcome: 'rejected', error: { code: 'CHANGED_SINCE' } })
    expect(await pushOne(ben, { ...deleting(orderId), id: v7() }, 'counter')).toMatchObject({ outcome: 'rejected', error: { code: 'CHANGED_SINCE' } })
    expect(await pushOne(ada, deleting(orderId), 'tablet')).toMatchObject({ outcome: 'applied' })
  })

  it('brings back nothing that has ended, and is told why', async () => {
    await pushOne(ada, act(remove('orders', orderId)))
    pass(ledgerDays + 1)
    await endAll()
    expect(await pushOne(ada, act(restore('orders', orderId)))).toMatchObject({ outcome: 'rejected', error: { code: 'DELETED' } })
  })
})

it('any mutations that come again in any order, whatever has ended meanwhile, change nothing and have their outcome again', async () => {
  await pushOne(ada, act(create('customers', customerId, { name: 'Mary' })))
  const step = fc.oneof(
    { weight: 4, arbitrary: fc.record({ kind: fc.constant('write' as const), order: fc.nat(2), cost: fc.nat(99), isBad: fc.boolean() }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('pass' as const), days: fc.integer({ min: 1, max: 70 }) }) },
    { weight: 3, arbitrary: fc.record({ kind: fc.constant('again' as const), which: fc.nat(30) }) },
  )
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 24 }), async (steps) => {
      const ids = [v7(), v7(), v7()]
      const made = new Set<string>()
      const sent: { one: ReturnType<typeof act>; outcome: string | undefined; code: string | undefined }[] = []
      for (const next of steps) {
        if (next.kind === 'pass') {
          pass(next.days)
          await endAll()
        } else if (next.kind === 'write') {
          const id = ids[next.order] ?? ''
          const values = next.isBad ? { itemDetails: '' } : { itemDetails: `Phone ${next.cost}` }
          const one = act(
            made.has(id) ? update('orders', id, { itemDetails: ['seen', values.itemDetails] }) : create('orders', id, orderValues(customerId, values)),
          )
          const result = await pushOne(ada, one)
          if (result?.outcome === 'applied') made.add(id)
          sent.push({ one, outcome: result?.outcome, code: result?.error?.code })
        } else {
          const known = sent[next.which % Math.max(sent.length, 1)]
          if (known === undefined) continue
          const before = [await orders(), await feedSeq()]
          const result = await pushOne(ada, known.one)
          expect([result?.outcome, result?.error?.code]).toEqual([known.outcome, known.code])
          expect([await orders(), await feedSeq()]).toEqual(before)
        }
      }
    }),
    { numRuns: triesOf(40) },
  )
})
