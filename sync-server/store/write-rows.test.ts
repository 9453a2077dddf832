import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { v5, v7 } from 'uuid'
import {
  contentOf,
  create,
  createWorld,
  documentOf,
  listActivityTexts,
  mutation,
  orderValues,
  remove,
  restore,
  statusId,
  update,
  type World,
} from '../testing/test-world.ts'
import { listStatusHistory } from '../queries/rows/read-rows.ts'
import { createRow, deleteRow } from './write-rows.ts'

describe('creating, changing, deleting and restoring rows', () => {
  let world: World
  let shopId: string
  let userId: string
  const customerId = v7()
  const orderId = v7()

  beforeEach(async () => {
    world = await createWorld()
    shopId = await world.addShop()
    userId = await world.addUser({ shopIds: [shopId] })
    await world.push(userId, [mutation(shopId, [create('customers', customerId, { name: ' Mary ' }), create('orders', orderId, orderValues(customerId))])])
  })
  afterEach(() => world.close())

  const push = async (...ops: unknown[]) => (await world.push(userId, [mutation(shopId, ops)]))[0]
  const seqNow = async () => (await world.services.reader.selectFrom('shop_feed').select('seq').where('shop_id', '=', shopId).executeTakeFirstOrThrow()).seq

  describe('create', () => {
    it('stores parsed values, fills what was left out, and answers the row', async () => {
      const id = v7()
      const values = { name: '  Jörg  ', phone: '(555) 123-4567', countryCode: '1', email: '', createdAt: '1999-01-01T00:00:00Z', seq: 99, hasAccessCode: true }
      const result = await push(create('customers', id, values))
      expect(result?.outcome).toBe('applied')
      expect(contentOf(result, id)).toEqual({
        id,
        shopId,
        createdAt: '2026-03-02T09:00:00.000Z',
        updatedAt: '2026-03-02T09:00:00.000Z',
        seq: 5,
        name: 'Jörg',
        countryCode: '+1',
        phone: '5551234567',
        alternateCountryCode: null,
        alternatePhone: null,
        email: null,
        company: null,
        street: null,
        postalCode: null,
        city: null,
        region: null,
        country: null,
        taxId: null,
        language: null,
        customerNotes: null,
        phoneUnconfirmed: false,
        strangers: null,
        noMessages: false,
        taxExempt: false,
        taxExemptReason: null,
        noPhone: false,
        alternatePhoneUnconfirmed: false,
        emailUnconfirmed: false,
        hasAccessCode: false,
        erasedAt: null,
      })
    })

    it('starts an order with its status in the history', async () => {
      expect(await listStatusHistory(world.services.reader, shopId, orderId)).toMatchObject([
        { orderStatusId: statusId['Dropped Off'], createdAt: '2026-03-02T09:00:00.000Z' },
      ])
    })

    it('keeps booleans, money, dates and an own creation date', async () => {
      const id = v7()
      const result = await push(create('payments', id, { orderId, paymentAmount: '12.30', afterTax: true, createdAt: '2026-01-01T10:00:00+02:00' }))
      expect(contentOf(result, id)).toMatchObject({
        paymentAmount: 12.3,
        afterTax: true,
        createdAt: '2026-01-01T08:00:00.000Z',
        updatedAt: '2026-03-02T09:00:00.000Z',
      })
      const stored = await world.services.reader.selectFrom('payments').select(['payment_amount_cents', 'after_tax']).where('id', '=', id).executeTakeFirst()
      expect(stored).toEqual({ payment_amount_cents: 1230, after_tax: 1 })
    })

    it('refuses values that are not valid, naming each field', async () => {
      const result = await push(create('orders', v7(), { customerId, issueDescription: 'x', itemDetails: ' ', priority: 'yes', orderStatusId: statusId.Fixed }))
      expect(result).toMatchObject({ outcome: 'rejected', error: { code: 'VALIDATION', message: 'Item details is required' } })
      expect(result?.error?.issues?.map(({ path }) => path)).toEqual(['itemDetails', 'priority'])
    })

    it('refuses a field that does not exist, naming it', async () => {
      const result = await push(create('customers', v7(), { name: 'A', nickname: 'B' }))
      expect(result?.error).toMatchObject({ code: 'VALIDATION', issues: [{ path: 'nickname', message: expect.stringContaining('nickname') }] })
    })

    it("refuses another shop's id among the values", async () => {
      const result = await push(create('customers', v7(), { name: 'A', shopId: v7() }))
      expect(result?.error).toMatchObject({ code: 'VALIDATION', issues: [{ path: 'shopId' }] })
      expect((await push(create('customers', v7(), { name: 'A', shopId })))?.outcome).toBe('applied')
    })

    it('refuses an id that is taken, deleted or not', async () => {
      expect((await push(create('customers', customerId, { name: 'A' })))?.error?.code).toBe('CONFLICT')
      const id = v7()
      await push(create('customers', id, { name: 'A' }))
      await push(remove('customers', id))
      expect((await push(create('customers', id, { name: 'A' })))?.error?.code).toBe('CONFLICT')
    })

    it('refuses an unknown collection', async () => {
      expect((await push({ action: 'create', collection: 'users', id: v7(), values: { loginId: 'x' } }))?.error?.code).toBe('VALIDATION')
    })

    it.each([
      ['customerId', { customerId: v7() }],
      ['orderStatusId', { orderStatusId: v7() }],
      ['assignedEmployeeId', { assignedEmployeeId: v7() }],
    ])('refuses an order whose %s leads nowhere', async (field, values) => {
      const result = await push(create('orders', v7(), orderValues(customerId, values)))
      expect(result?.error).toMatchObject({ code: 'INVALID_REFERENCE', issues: [{ path: field }] })
    })

    it('refuses a payment, a cost or a task whose order is deleted', async () => {
      await push(remove('orders', orderId))
      for (const op of [
        create('payments', v7(), { orderId, paymentAmount: 1 }),
        create('costs', v7(), { orderId, costAmount: 1 }),
        create('tasks', v7(), { orderId, description: 'x' }),
      ]) {
        expect((await push(op))?.error).toMatchObject({ code: 'INVALID_REFERENCE', message: 'Order was deleted in the meantime' })
      }
    })

    it('applies all ops of a mutation or none', async () => {
      const before = await seqNow()
      const id = v7()
      const result = await push(create('customers', id, { name: 'A' }), create('orders', v7(), orderValues(v7())))
      expect(result).toMatchObject({ outcome: 'rejected', error: { issues: [{ path: '1.customerId' }] } })
      expect(documentOf(result, id)).toEqual({ id, _deleted: true })
      expect(await seqNow()).toBe(before)
    })
  })

  describe('checklist ticks', () => {
    const itemId = v7()
    const tickId = v5(itemId, orderId)
    const tick = () => create('checklist_selections', tickId, { orderId, dropoffChecklistId: itemId })
    beforeEach(async () => {
      const caller = { ...(await world.caller(userId)), origin: 'administration' as const }
      await createRow(world.services, caller, shopId, 'checklist_items', { name: 'SIM tray' }, { id: itemId })
    })

    it('are one row whoever ticks, and a second tick has no effect', async () => {
      const first = await push(tick())
      const before = await seqNow()
      const second = await push(tick())
      expect(second?.outcome).toBe('applied')
      expect(contentOf(second, tickId)).toEqual(contentOf(first, tickId))
      expect(await seqNow()).toBe(before)
    })

    it('come back when a deleted one is ticked again', async () => {
      await push(tick())
      await push(remove('checklist_selections', tickId))
      const result = await push(tick())
      expect(contentOf(result, tickId)).toMatchObject({ orderId, dropoffChecklistId: itemId })
      expect(await listActivityTexts(world, shopId)).toEqual(
        expect.arrayContaining([
          "Checklist tick 'SIM tray' for order 'iPhone 12' of Mary created",
          "Checklist tick 'SIM tray' for order 'iPhone 12' of Mary deleted",
        ]),
      )
    })

    it('refuse an id that is not derived from order and item', async () => {
      expect((await push(create('checklist_selections', v7(), { orderId, dropoffChecklistId: itemId })))?.error).toMatchObject({
        code: 'VALIDATION',
        issues: [{ path: 'id' }],
      })
    })

    it('go with their item', async () => {
      await push(tick())
      await deleteRow(world.services, { ...(await world.caller(userId)), origin: 'administration' }, shopId, 'checklist_items', itemId)
      expect(await world.services.reader.selectFrom('checklist_selections').select('deleted').execute()).toEqual([{ deleted: 1 }])
    })
  })

  describe('update', () => {
    it('changes what is named and nothing else', async () => {
      world.now = new Date('2026-03-02T10:00:00.000Z')
      const result = (
        await world.push(userId, [
          mutation(shopId, [update('orders', orderId, { quotedCost: [null, '90'], priority: [false, true] })], '2026-03-02T09:30:00.000Z'),
        ])
      )[0]
      expect(contentOf(result, orderId)).toMatchObject({
        quotedCost: '90',
        priority: true,
        itemDetails: 'iPhone 12',
        createdAt: '2026-03-02T09:00:00.000Z',
        updatedAt: '2026-03-02T09:30:00.000Z',
        statusChangedAt: '2026-03-02T09:00:00.000Z',
      })
    })

    it('leaves no trace when it changes nothing', async () => {
      const before = await seqNow()
      const result = await push(update('orders', orderId, { itemDetails: ['iPhone', ' iPhone 12 '], quotedCost: [null, ''] }))
      expect(result?.outcome).toBe('applied')
      expect(await seqNow()).toBe(before)
    })

    it('passes over fields that the server writes', async () => {
      const result = await push(
        update('orders', orderId, {
          seq: [1, 2],
          createdAt: ['x', '2001-01-01T00:00:00.000Z'],
          statusChangedAt: ['x', 'y'],
          fixedAt: [null, '2001-01-01T00:00:00.000Z'],
          quotedCost: [null, '1'],
        }),
      )
      const unchanged = { createdAt: '2026-03-02T09:00:00.000Z', statusChangedAt: '2026-03-02T09:00:00.000Z', fixedAt: null }
      expect(contentOf(result, orderId)).toMatchObject({ ...unchanged, quotedCost: '1' })
    })

    it('moves the date of a payment, which is a field of its own there', async () => {
      const id = v7()
      await push(create('payments', id, { orderId, paymentAmount: 5 }))
      const result = await push(update('payments', id, { createdAt: ['2026-03-02T09:00:00.000Z', '2026-02-01T00:00:00.000Z'] }))
      expect(contentOf(result, id)).toMatchObject({ createdAt: '2026-02-01T00:00:00.000Z' })
    })

    it('tells a missing row from a deleted one', async () => {
      expect((await push(update('orders', v7(), { quotedCost: [null, '1'] })))?.error).toMatchObject({ code: 'NOT_FOUND', message: 'Order not found' })
      await push(remove('orders', orderId))
      const result = await push(update('orders', orderId, { quotedCost: [null, '1'] }))
      expect(result?.error?.code).toBe('DELETED')
      expect(documentOf(result, orderId)).toMatchObject({ id: orderId, shopId, _deleted: true })
    })

    it('checks a reference only where it is changed', async () => {
      const employeeId = await addEmployee()
      await push(update('orders', orderId, { assignedEmployeeId: [null, employeeId] }))
      await world.services.db.updateTable('employees').set({ deleted: 1 }).where('id', '=', employeeId).execute()
      expect((await push(update('orders', orderId, { quotedCost: [null, '1'], assignedEmployeeId: [employeeId, employeeId] })))?.outcome).toBe('applied')
      const taskId = v7()
      expect((await push(create('tasks', taskId, { description: 'x', assignedEmployeeId: employeeId })))?.error?.code).toBe('INVALID_REFERENCE')
    })

    it('hazard 21: refuses moves that make a category its own descendant, with the documented text', async () => {
      const [a, b] = [v7(), v7()]
      await push(create('categories', a, { name: 'A' }), create('categories', b, { name: 'B' }))
      expect((await push(update('categories', a, { parentId: [null, b] })))?.outcome).toBe('applied')
      expect((await push(update('categories', b, { parentId: [null, a] })))?.error?.message).toBe('Cannot move a category to be a child of its own descendant')
      expect((await push(update('categories', b, { parentId: [null, b] })))?.outcome).toBe('rejected')
    })

    it('refuses a new or moved category that would lie below the twelfth level, with all below it', async () => {
      const chain = Array.from({ length: 12 }, () => v7())
      await push(...chain.map((id, level) => create('categories', id, { name: 'Parts', parentId: chain[level - 1] ?? null })))
      const message = 'Categories can lie at most 12 levels deep'
      const deep = { code: 'VALIDATION', issues: [{ path: 'parentId', message }] }
      expect((await push(create('categories', v7(), { name: 'x', parentId: chain[11] })))?.error).toMatchObject(deep)
      const [top, below] = [v7(), v7()]
      await push(create('categories', top, { name: 'y' }), create('categories', below, { name: 'z', parentId: top }))
      expect((await push(update('categories', top, { parentId: [null, chain[10]] })))?.error).toMatchObject(deep)
      expect((await push(update('categories', top, { parentId: [null, chain[9]] })))?.outcome).toBe('applied')
    })

    it('hazard 39: keeps the stored value of a field that an older app does not send', async () => {
      await push(update('orders', orderId, { quotedCost: [null, '80'] }))
      const result = await push(update('orders', orderId, { itemDetails: ['iPhone 12', 'iPhone 13'] }))
      expect(contentOf(result, orderId)).toMatchObject({ quotedCost: '80', itemDetails: 'iPhone 13' })
    })
  })

  describe('delete and restore', () => {
    const ids = { task: v7(), payment: v7(), cost: v7() }
    const fill = () =>
      push(
        create('tasks', ids.task, { orderId, description: 'Test screen' }),
        create('payments', ids.payment, { orderId, paymentAmount: 20 }),
        create('costs', ids.cost, { orderId, costAmount: 7.5, costText: 'Screen' }),
      )

    it('takes tasks, payments, costs and history with an order, and keeps activities', async () => {
      await fill()
      const activities = (await listActivityTexts(world, shopId)).length
      const result = await push(remove('orders', orderId))
      const gone = result?.documents.map(({ document }) => document) ?? []
      expect(gone[0]?.id).toBe(orderId)
      expect(gone.map(({ id }) => id).sort()).toEqual([orderId, ids.task, ids.payment, ids.cost].sort())
      for (const document of gone) expect(document).toEqual({ id: document.id, shopId, seq: expect.any(Number), _deleted: true })
      expect(await listStatusHistory(world.services.reader, shopId, orderId)).toEqual([])
      expect(await listActivityTexts(world, shopId)).toHaveLength(activities + 1)
    })

    it('brings back the order with what went with it, but not what was deleted before', async () => {
      await fill()
      await push(remove('tasks', ids.task))
      await push(remove('orders', orderId))
      const result = await push(restore('orders', orderId))
      expect(contentOf(result, orderId)).toMatchObject({ itemDetails: 'iPhone 12' })
      expect(contentOf(result, ids.payment)).toMatchObject({ paymentAmount: 20 })
      expect(contentOf(result, ids.cost)).toMatchObject({ costAmount: 7.5 })
      expect(documentOf(result, ids.task)).toBeUndefined()
      expect(await listStatusHistory(world.services.reader, shopId, orderId)).toHaveLength(1)
      expect((await listActivityTexts(world, shopId)).slice(-2)).toEqual(["Order 'iPhone 12' of Mary deleted", "Order 'iPhone 12' of Mary restored"])
    })

    it('brings back one of two orders that were deleted in one mutation', async () => {
      const other = v7()
      await push(create('orders', other, orderValues(customerId)))
      await push(remove('orders', orderId), remove('orders', other))
      const result = await push(restore('orders', other))
      expect(contentOf(result, other)).toBeDefined()
      const left = await world.services.reader.selectFrom('orders').select('deleted').where('id', '=', orderId).executeTakeFirst()
      expect(left?.deleted).toBe(1)
    })

    it('has no effect on what is deleted or living already', async () => {
      await push(remove('orders', orderId))
      const before = await seqNow()
      expect((await push(remove('orders', orderId)))?.outcome).toBe('applied')
      await push(restore('orders', orderId))
      const after = await seqNow()
      expect(after).toBeGreaterThan(before)
      expect((await push(restore('orders', orderId)))?.outcome).toBe('applied')
      expect(await seqNow()).toBe(after)
    })

    it('refuses to delete what others point at, with the declared message', async () => {
      expect((await push(remove('customers', customerId)))?.error).toMatchObject({
        code: 'FOREIGN_KEY_VIOLATION',
        message: 'Cannot delete customer with existing orders.',
      })
      await push(remove('orders', orderId))
      expect((await push(remove('customers', customerId)))?.outcome).toBe('applied')
    })

    it('refuses to restore an order whose customer is gone', async () => {
      await push(remove('orders', orderId))
      await push(remove('customers', customerId))
      expect((await push(restore('orders', orderId)))?.error).toMatchObject({ code: 'INVALID_REFERENCE', issues: [{ path: 'customerId' }] })
      expect((await push(restore('customers', customerId), restore('orders', orderId)))?.outcome).toBe('applied')
    })

    it('restores a row without an optional link to somebody who left', async () => {
      const employeeId = await addEmployee()
      await push(update('orders', orderId, { assignedEmployeeId: [null, employeeId] }))
      await push(remove('orders', orderId))
      await world.services.db.updateTable('employees').set({ deleted: 1 }).where('id', '=', employeeId).execute()
      expect(contentOf(await push(restore('orders', orderId)), orderId)).toMatchObject({ assignedEmployeeId: null })
    })

    it('refuses to restore a task without its order', async () => {
      await fill()
      await push(remove('orders', orderId))
      expect((await push(restore('tasks', ids.task)))?.error?.code).toBe('INVALID_REFERENCE')
    })

    it('tells nothing of a row that does not exist', async () => {
      expect((await push(remove('orders', v7())))?.error?.code).toBe('NOT_FOUND')
      expect((await push(restore('orders', v7())))?.error?.code).toBe('NOT_FOUND')
    })
  })

  async function addEmployee(name = 'Eve'): Promise<string> {
    const entityId = v7()
    await world.services.db.insertInto('entities').values({ id: entityId, entity_name: 'E', contact_name: 'C', created_at: 'x' }).execute()
    const { id } = await createRow(world.services, { ...(await world.caller(userId)), origin: 'administration' }, shopId, 'employees', { entityId, name })
    const second = createRow(world.services, { ...(await world.caller(userId)), origin: 'administration' }, shopId, 'employees', { entityId, name })
    await expect(second).rejects.toMatchObject({ code: 'UNIQUE_CONSTRAINT_VIOLATION', message: 'An employee with this name already exists in this entity' })
    return id
  }
})
