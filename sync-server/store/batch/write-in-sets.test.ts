import fc from 'fast-check'
import { CompiledQuery } from 'kysely'
import { v5 } from 'uuid'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { MutationResult } from '#schema/api/sync.ts'
import {
  contentOf,
  create,
  createWorld,
  listActivityTexts,
  mutation,
  orderValues,
  remove,
  restore,
  statusId,
  update,
  type World,
} from '../../testing/test-world.ts'
import type { WriteMode } from '../write-batch.ts'
import { applyMutations } from '../write.ts'
import { onSqlite, triesOf } from '../../testing/test-database.ts'

const space = '6f1ed7f3-9f6a-4c5c-8a56-2f8f5d1d4d10'
const idOf = (name: string): string => v5(name, space)
const [firstCustomer, secondCustomer] = [idOf('customer 0'), idOf('customer 1')]
const orderId = idOf('order 0')

type Shop = { world: World; shopId: string; ada: string; ben: string }

/** Creates identical shops, including all ids. */
async function createShop(): Promise<Shop> {
  const world = await createWorld()
  let made = 0
  world.services.newId = () => `01960000-0000-7000-8000-${String(++made).padStart(12, '0')}`
  const shopId = await world.addShop()
  const ada = await world.addUser({ shopIds: [shopId] })
  const ben = await world.addUser({ shopIds: [shopId], name: 'Ben' })
  const rows = [
    create('customers', firstCustomer, { name: 'Mary' }),
    create('customers', secondCustomer, { name: 'Carl' }),
    create('orders', orderId, orderValues(firstCustomer, { orderNotes: 'One\nTwo' })),
  ]
  await world.push(ada, [mutation(shopId, rows, '2026-03-01T09:00:00.000Z', idOf('first'))])
  return { world, shopId, ada, ben }
}

const tables = [
  'customers',
  'orders',
  'tasks',
  'payments',
  'suppliers',
  'activities',
  'order_status_history',
  'mutations',
  'field_changes',
  'row_work',
  'also_deleted',
  'notices',
  'devices',
]

// The engines format merged JSON differently.
const parseFields = (row: Record<string, unknown>): Record<string, unknown> =>
  typeof row.fields === 'string' ? { ...row, fields: JSON.parse(row.fields) as unknown } : row

async function readTables({ services }: World): Promise<Record<string, unknown[]>> {
  const read = async (table: string): Promise<[string, unknown[]]> => {
    const { rows } = await services.reader.executeQuery<Record<string, unknown>>(CompiledQuery.raw(`select * from ${table}`))
    return [table, rows.map(parseFields).toSorted((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1))]
  }
  return Object.fromEntries(await Promise.all(tables.map(read)))
}

type Step = { kind: number; row: number; other: number; text: string; minute: number; again: boolean }

const stepArbitrary: fc.Arbitrary<Step> = fc.record({
  kind: fc.nat(15),
  row: fc.constantFrom(0, 0, 0, 1, 2),
  other: fc.nat(2),
  text: fc.constantFrom('One', 'Two\nThree', '90', '\ud800 half', ''),
  minute: fc.nat(59),
  again: fc.boolean(),
})

const statuses = Object.values(statusId)

function stepToOps({ kind, row, other, text }: Step): unknown[] {
  const [customer, order, task, payment, supplier] = ['customer', 'order', 'task', 'payment', 'supplier'].map((name) => idOf(`${name} ${row}`))
  if (!customer || !order || !task || !payment || !supplier) throw new Error('Five rows are needed')
  const status = (index: number): string | undefined => statuses[index % statuses.length]
  const ops: unknown[][] = [
    [create('customers', customer, { name: text, phone: '5551234567', countryCode: '+1' })],
    [create('orders', order, orderValues(idOf(`customer ${other}`), { orderNotes: text }))],
    [create('tasks', task, { description: 'Call', orderId: idOf(`order ${other}`) })],
    [create('payments', payment, { orderId: idOf(`order ${other}`), paymentAmount: 5 }), update('orders', order, { quotedCost: [null, text] })],
    [update('orders', order, { orderStatusId: [status(other), status(row + other + 1)] })],
    [update('orders', order, { orderNotes: ['One\nTwo', `${text}\nTwo`], quotedCost: [text, '80'] })],
    [update('orders', order, { customerId: [idOf('customer 0'), idOf(`customer ${other}`)] })],
    [update('tasks', task, { description: ['Call', text], completed: [false, true] })],
    [remove('orders', order)],
    [restore('orders', order)],
    [remove('customers', customer)],
    [update('customers', customer, { name: ['Mary', text] }), create('payments', payment, { orderId: idOf('nowhere'), paymentAmount: 1 })],
    [create('suppliers', supplier, { supplierName: text }), remove('tasks', task), update('orders', order, { priority: [false, other > 0] })],
  ]
  // Changes without conflicts stay queued the longest.
  const calm = [{ repeat: [false, true] }, { additionalRequests: [null, text] }, { dueTimestamp: [null, '2026-04-01T09:00:00.000Z'] }] as const
  return ops[kind] ?? [update('orders', order, { ...calm[kind - ops.length] })]
}

describe('a push that is written in sets', () => {
  const shops: Shop[] = []
  afterEach(async () => {
    vi.restoreAllMocks()
    await Promise.all(shops.splice(0).map(({ world }) => world.close()))
  })
  const openShop = async (): Promise<Shop> => {
    const shop = await createShop()
    shops.push(shop)
    return shop
  }
  const pushAs = async ({ world }: Shop, userId: string, mutations: readonly unknown[], deviceId: string, mode?: WriteMode): Promise<MutationResult[]> =>
    applyMutations(world.services, await world.caller(userId), { deviceId, clockOffsetMs: 0, receivedAt: world.now, mutations }, mode)

  it('gives the answers and leaves the rows of one that is written mutation by mutation, and of one push for each', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(stepArbitrary, { maxLength: 8 }), fc.array(stepArbitrary, { minLength: 2, maxLength: 14 }), async (bens, adas) => {
        const [inSets, oneByOne, pushByPush] = [await openShop(), await openShop(), await openShop()]
        const toMutations = (steps: readonly Step[], name: string, { shopId }: Shop): unknown[] => {
          const made = steps.map((step, place) =>
            mutation(shopId, stepToOps(step), `2026-03-02T08:${String(step.minute).padStart(2, '0')}:00.000Z`, idOf(`${name} ${place}`)),
          )
          return made.flatMap((one, place) => (steps[place]?.again ? [one, one] : [one]))
        }
        for (const shop of [inSets, oneByOne, pushByPush]) await pushAs(shop, shop.ben, toMutations(bens, 'ben', shop), 'device-2', 'each')
        const answers = await pushAs(inSets, inSets.ada, toMutations(adas, 'ada', inSets), 'device-1')
        const answersOneByOne = await pushAs(oneByOne, oneByOne.ada, toMutations(adas, 'ada', oneByOne), 'device-1', 'each')
        const outcomes: unknown[] = []
        for (const one of toMutations(adas, 'ada', pushByPush))
          outcomes.push(...(await pushAs(pushByPush, pushByPush.ada, [one], 'device-1')).map(({ id, outcome, error }) => ({ id, outcome, error })))
        expect(JSON.stringify(answers)).toBe(JSON.stringify(answersOneByOne))
        expect(answers.map(({ id, outcome, error }) => ({ id, outcome, error }))).toEqual(outcomes)
        const rows = await readTables(inSets.world)
        expect(rows).toEqual(await readTables(oneByOne.world))
        expect(rows).toEqual(await readTables(pushByPush.world))
        await Promise.all(shops.splice(0).map(({ world }) => world.close()))
      }),
      { numRuns: triesOf(10) },
    )
  }, 120_000)

  describe('of a shop', () => {
    let shop: Shop
    beforeEach(async () => {
      shop = await openShop()
    })

    it('lets later mutations see what earlier ones wrote, and nothing of refused ones', async () => {
      const { shopId, ada, world } = shop
      const nowhere = create('payments', idOf('lost'), { orderId: idOf('nowhere'), paymentAmount: 1 })
      const results = await pushAs(
        shop,
        ada,
        [
          mutation(shopId, [update('orders', orderId, { quotedCost: [null, '90'] })]),
          mutation(shopId, [update('orders', orderId, { quotedCost: ['90', '1'], orderStatusId: [statusId['Dropped Off'], statusId.Fixed] }), nowhere]),
          mutation(shopId, [remove('orders', orderId), nowhere]),
          mutation(shopId, [update('orders', orderId, { quotedCost: ['90', '95'] })]),
        ],
        'device-1',
      )
      expect(results.map(({ outcome }) => outcome)).toEqual(['applied', 'rejected', 'rejected', 'applied'])
      expect(contentOf(results[3], orderId)).toMatchObject({ quotedCost: '95', orderStatusId: statusId['Dropped Off'] })
      expect(await world.services.reader.selectFrom('orders').select(['quoted_cost', 'deleted', 'seq']).where('id', '=', orderId).executeTakeFirst()).toEqual({
        quoted_cost: '95',
        deleted: 0,
        seq: 9,
      })
      expect((await listActivityTexts(world, shopId)).slice(3)).toEqual([
        "Order 'iPhone 12' of Mary: Quoted cost set to '90'",
        "Order 'iPhone 12' of Mary: Quoted cost changed from '90' to '95'",
      ])
      expect(await world.services.reader.selectFrom('order_status_history').select('id').execute()).toHaveLength(1)
    })

    it('joins changes of one row, and answers texts as they are stored', async () => {
      const { shopId, ada, world } = shop
      const changes = [{ quotedCost: [null, '90'] }, { repeat: [false, true] }, { quotedCost: ['90', '95'] }] as const
      const supplierId = idOf('supplier 0')
      const results = await pushAs(
        shop,
        ada,
        [
          ...changes.map((change) => mutation(shopId, [update('orders', orderId, { ...change })])),
          mutation(shopId, [create('suppliers', supplierId, { supplierName: 'a\ud800b' })]),
        ],
        'device-1',
      )
      expect(await world.services.reader.selectFrom('orders').select(['quoted_cost', 'repeat', 'seq']).where('id', '=', orderId).executeTakeFirst()).toEqual({
        quoted_cost: '95',
        repeat: 1,
        seq: 11,
      })
      const work = await world.services.reader.selectFrom('row_work').select('fields').where('row_id', '=', orderId).executeTakeFirst()
      expect(JSON.parse(work?.fields ?? '')).toEqual({ '+': 5, quotedCost: 11, repeat: 9 })
      const stored = await world.services.reader.selectFrom('suppliers').select('supplier_name').executeTakeFirst()
      expect(contentOf(results[3], supplierId)['supplierName']).toBe(stored?.supplier_name)
    })

    onSqlite(() => {
      it('refuses alone the mutation whose write fails in its set', async () => {
        const { shopId, ada, world } = shop
        const guard = `create trigger no_boom before insert on activities when new.audit_text like '%boom%' begin select raise(abort, 'no'); end`
        await world.services.db.executeQuery(CompiledQuery.raw(guard))
        const rename = (from: string, to: string) => mutation(shopId, [update('customers', firstCustomer, { name: [from, to] })])
        const results = await pushAs(shop, ada, [rename('Mary', 'Ann'), rename('Ann', 'boom'), rename('Ann', 'Eve')], 'device-1')
        expect(results.map(({ outcome, error }) => [outcome, error?.code])).toEqual([
          ['applied', undefined],
          ['rejected', 'INTERNAL'],
          ['applied', undefined],
        ])
        expect(contentOf(results[2], firstCustomer)).toMatchObject({ name: 'Eve' })
        expect(await listActivityTexts(world, shopId)).toHaveLength(5)
      })
    })
  })
})
