import { v7 } from 'uuid'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { importMark } from '#schema/rules/text/activity-author.ts'
import { longTextMaxLength } from '#schema/fields.ts'
import { create, createWorld, mutation, orderValues, statusId, update, type World } from '../../testing/test-world.ts'
import { createRow } from '../write-rows.ts'

describe('an entry of the log', () => {
  let world: World
  let shopId: string
  beforeEach(async () => {
    world = await createWorld()
    shopId = await world.addShop()
  })
  afterEach(() => world.close())

  const lastText = async () =>
    (await world.services.reader.selectFrom('activities').select('audit_text').orderBy('seq', 'desc').limit(1).executeTakeFirstOrThrow()).audit_text

  it('tells an import at which nobody is signed in by its end, however long the text is', async () => {
    const caller = { userId: null, privileges: new Set<never>(), shopIds: new Set([shopId]), origin: 'import' as const }
    const { id } = await createRow(world.services, caller, shopId, 'customers', { name: 'Ada' })
    expect(await lastText()).toBe(`Customer 'Ada' created${importMark}`)
    await createRow(world.services, caller, shopId, 'orders', orderValues(id, { itemDetails: 'x'.repeat(longTextMaxLength) }) as never)
    const text = await lastText()
    expect(text.endsWith(importMark)).toBe(true)
    expect(text.length).toBeLessThanOrEqual(longTextMaxLength)
  })

  it('names the person who imports, or the write path, and nothing else', async () => {
    const userId = await world.addUser({ shopIds: [shopId] })
    const shopIds = new Set([shopId])
    for (const caller of [
      { userId, origin: 'import' },
      { userId: null, origin: 'administration' },
    ] as const) {
      await createRow(world.services, { ...caller, privileges: new Set<never>(), shopIds }, shopId, 'customers', { name: 'Ada' })
      expect(await lastText()).toBe("Customer 'Ada' created")
    }
  })
})

describe('since when an order has been Fixed (PICT-01)', () => {
  let world: World
  let shopId: string
  let userId: string
  const customerId = v7()
  beforeEach(async () => {
    world = await createWorld()
    shopId = await world.addShop()
    userId = await world.addUser({ shopIds: [shopId] })
    world.now = new Date('2026-03-20T18:00:00.000Z')
    await world.push(userId, [mutation(shopId, [create('customers', customerId, { name: 'Mary' })])])
  })
  afterEach(() => world.close())

  const atDay = (day: number): string => `2026-03-${String(day + 1).padStart(2, '0')}T09:00:00.000Z`

  /** An order that had these statuses, one a day. */
  async function addOrder(...names: (keyof typeof statusId)[]): Promise<string> {
    const orderId = v7()
    const ids = names.map((name) => statusId[name])
    const steps = [
      mutation(shopId, [create('orders', orderId, orderValues(customerId, { orderStatusId: ids[0] }))], atDay(0)),
      ...ids.slice(1).map((id, place) => mutation(shopId, [update('orders', orderId, { orderStatusId: [ids[place], id] })], atDay(place + 1))),
    ]
    await world.push(userId, steps, { deviceId: v7() })
    return orderId
  }

  const readFixed = async () =>
    new Map((await world.services.db.selectFrom('orders').select(['id', 'fixed_at']).execute()).map(({ id, fixed_at: fixedAt }) => [id, fixedAt]))

  it('is written with the status', async () => {
    const expected = new Map([
      [await addOrder('Fixed'), atDay(0)],
      [await addOrder('Lead', 'Fixed', 'Picked up'), atDay(1)],
      [await addOrder('Fixed', 'In Progress', 'Fixed'), atDay(2)],
      [await addOrder('Fixed', 'In Progress'), null],
      [await addOrder('In Progress', 'Picked up'), null],
    ])
    expect(await readFixed()).toEqual(expected)
  })
})
