import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CompiledQuery, createQueryId, SqliteQueryCompiler, type KyselyPlugin } from 'kysely'
import { v7 } from 'uuid'
import { create, createWorld, mutation, orderValues, remove, statusId, update, type World } from '../../testing/test-world.ts'
import { findRow, listRows, listStatusHistory } from './read-rows.ts'
import { onSqlite } from '../../testing/test-database.ts'

const recordQueries = (queries: CompiledQuery[]): KyselyPlugin => ({
  transformQuery: ({ node }) => {
    queries.push(new SqliteQueryCompiler().compileQuery(node, createQueryId()))
    return node
  },
  transformResult: async ({ result }) => result,
})

describe('reading rows', () => {
  let world: World
  let shopId: string
  let otherShopId: string
  const [customerId, orderId, goneId, foreignId] = [v7(), v7(), v7(), v7()]

  beforeAll(async () => {
    world = await createWorld()
    shopId = await world.addShop()
    otherShopId = await world.addShop()
    const userId = await world.addUser({ shopIds: [shopId, otherShopId] })
    world.now = new Date('2026-03-05T23:30:00.000Z')
    await world.push(userId, [
      mutation(shopId, [create('customers', customerId, { name: 'Mary' })], '2026-03-01T09:00:00.000Z'),
      mutation(shopId, [create('orders', orderId, orderValues(customerId))], '2026-03-02T09:00:00.000Z'),
      mutation(shopId, [create('orders', goneId, orderValues(customerId, { priority: true }))], '2026-03-03T09:00:00.000Z'),
      mutation(shopId, [create('payments', v7(), { orderId, paymentAmount: 1, createdAt: '2026-01-10T00:00:00.000Z' })], '2026-03-03T09:00:00.000Z'),
      mutation(
        shopId,
        [create('payments', v7(), { orderId, paymentAmount: 2, afterTax: true, createdAt: '2026-01-20T00:00:00.000Z' })],
        '2026-03-03T09:00:00.000Z',
      ),
      mutation(shopId, [create('tasks', v7(), { description: 'of the shop' })], '2026-03-03T09:00:00.000Z'),
      mutation(shopId, [create('tasks', v7(), { description: 'of the order', orderId })], '2026-03-03T10:00:00.000Z'),
      mutation(otherShopId, [create('customers', foreignId, { name: 'Elsewhere' })], '2026-03-03T11:00:00.000Z'),
      mutation(shopId, [update('orders', orderId, { orderStatusId: [statusId['Dropped Off'], statusId.Fixed] })], '2026-03-04T20:00:00.000Z'),
      mutation(shopId, [remove('orders', goneId)], '2026-03-04T21:00:00.000Z'),
    ])
  })
  afterAll(() => world.close())

  it('lists living rows of the shop by their date', async () => {
    expect((await listRows(world.services.reader, 'orders', shopId)).map(({ id }) => id)).toEqual([orderId])
    expect((await listRows(world.services.reader, 'customers', shopId)).map(({ name }) => name)).toEqual(['Mary'])
  })

  it('filters by fields, empty ones too, and by date', async () => {
    const { reader } = world.services
    expect((await listRows(reader, 'tasks', shopId, { equals: { orderId: null } })).map(({ description }) => description)).toEqual(['of the shop'])
    expect((await listRows(reader, 'tasks', shopId, { equals: { orderId, completed: false } })).map(({ description }) => description)).toEqual(['of the order'])
    expect((await listRows(reader, 'payments', shopId, { equals: { paymentAmount: 2 } })).map(({ afterTax }) => afterTax)).toEqual([true])
    const january = { createdFrom: '2026-01-10T00:00:00.000Z', createdTo: '2026-01-20T00:00:00.000Z' }
    expect((await listRows(reader, 'payments', shopId, january)).map(({ paymentAmount }) => paymentAmount)).toEqual([1])
    expect((await listRows(reader, 'payments', shopId, { newestFirst: true, limit: 1 })).map(({ paymentAmount }) => paymentAmount)).toEqual([2])
    await expect(listRows(reader, 'payments', shopId, { equals: { nothing: 1 } })).rejects.toThrow(TypeError)
  })

  it("gives nothing of another shop's order", async () => {
    const { reader } = world.services
    expect(await listRows(reader, 'payments', shopId, { equals: { orderId } })).toHaveLength(2)
    expect(await listRows(reader, 'payments', otherShopId, { equals: { orderId } })).toEqual([])
  })

  onSqlite(() => {
    it('reads the rows of one order by their index, however many the shop has', async () => {
      const queries: CompiledQuery[] = []
      const { reader } = world.services
      await listRows(reader.withPlugin(recordQueries(queries)), 'payments', shopId, { equals: { orderId } })
      const [{ sql, parameters } = { sql: '', parameters: [] }] = queries
      const { rows } = await reader.executeQuery<{ detail: string }>(CompiledQuery.raw(`explain query plan ${sql}`, [...parameters]))
      expect(rows.map(({ detail }) => detail).join()).toContain('payments_order')
    })
  })

  it('finds a living row of the shop only', async () => {
    const { reader } = world.services
    expect(await findRow(reader, 'orders', shopId, orderId)).toMatchObject({ id: orderId, statusChangedAt: '2026-03-04T20:00:00.000Z' })
    for (const id of [goneId, v7()]) expect(await findRow(reader, 'orders', shopId, id)).toBeUndefined()
    expect(await findRow(reader, 'customers', shopId, foreignId)).toBeUndefined()
  })

  it('lists the status history of an order of the shop, oldest first', async () => {
    const { reader } = world.services
    expect((await listStatusHistory(reader, shopId, orderId)).map(({ orderStatusId }) => orderStatusId)).toEqual([statusId['Dropped Off'], statusId.Fixed])
    expect(await listStatusHistory(reader, otherShopId, orderId)).toEqual([])
    expect(await listStatusHistory(reader, shopId, goneId)).toEqual([])
  })
})
