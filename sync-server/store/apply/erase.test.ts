import { readFile } from 'node:fs/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { v7 } from 'uuid'
import { eraseCustomer } from '../../commands/write-customer.ts'
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
} from '../../testing/test-world.ts'
import { pullPage } from '../../feed/pull.ts'
import type { WriteCaller } from '../caller.ts'
import { onSqlite } from '../../testing/test-database.ts'

const phone = '4155550199'
const place = {
  company: 'Oboes Unlimited',
  street: '9 Elm Street',
  postalCode: 'X99Z',
  city: 'Quayside',
  region: 'Dockland',
  country: 'DE',
  taxId: 'DE129273398',
}
const traces = ['Ann Lee', 'ann.lee@example.com', phone, 'Ann Before', 'plays the oboe', 'Oboes Unlimited', '9 Elm Street', 'X99Z', 'Quayside', 'DE129273398']

describe('erasing a customer', () => {
  let world: World
  let shopId: string
  let userId: string
  let caller: WriteCaller
  const customerId = v7()
  const orderId = v7()
  const otherId = v7()

  const push = async (...ops: unknown[]) => (await world.push(userId, [mutation(shopId, ops, world.now.toISOString())]))[0]
  const erase = (name = 'Ann Lee', id = customerId) => eraseCustomer(world.services, { ...caller, origin: 'rest' }, shopId, id, name)
  const later = (minutes: number) => (world.now = new Date(world.now.getTime() + minutes * 60_000))

  beforeEach(async () => {
    world = await createWorld()
    shopId = await world.addShop()
    userId = await world.addUser({ shopIds: [shopId] })
    caller = await world.caller(userId)
    await push(
      create('customers', customerId, {
        name: 'Ann Before',
        countryCode: '+1',
        phone: '4155550100',
        email: 'old@example.com',
        customerNotes: 'plays the oboe',
        ...place,
        language: 'de',
      }),
      create('customers', otherId, { name: 'Bob', countryCode: '+1', phone: '4155550111' }),
    )
    await push(
      update('customers', customerId, { name: ['Ann Before', 'Ann Lee'], phone: ['4155550100', phone], email: ['old@example.com', 'ann.lee@example.com'] }),
    )
    await push(
      create(
        'orders',
        orderId,
        orderValues(customerId, {
          itemDetails: 'Oboe of Ann Lee',
          orderNotes: 'ring 415-555-0199\nsays Ann Before\nbill to Oboes Unlimited',
          quotedCost: '90',
        }),
      ),
      create('tasks', v7(), { orderId, description: 'Write to ann.lee@example.com' }),
      create('payments', v7(), { orderId, paymentAmount: 30, paymentText: 'by Ann Lee' }),
    )
    later(5)
  })
  afterEach(() => world.close())

  const readFiles = async (): Promise<string> =>
    (await Promise.all([world.file, `${world.file}-wal`].map((file) => readFile(file).catch(() => Buffer.alloc(0)))))
      .map((bytes) => bytes.toString('latin1'))
      .join('\n')

  onSqlite(() => {
    it('takes from rows, texts, log and files all that told who it was; order, sums and history stay', async () => {
      await push(update('customers', customerId, { phone: [phone, 'not a phone'] }))
      for (const trace of traces) expect(await readFiles()).toContain(trace)
      expect(await erase(' ann  lee ')).toMatchObject({
        id: customerId,
        name: 'Erased customer',
        phone: null,
        email: null,
        customerNotes: null,
        ...Object.fromEntries(Object.keys(place).map((field) => [field, null])),
        language: null,
        hasAccessCode: false,
        erasedAt: world.now.toISOString(),
      })
      const bytes = await readFiles()
      for (const trace of [...traces, '415-555-0199', '4155550100', 'old@example.com', 'not a phone']) expect(bytes).not.toContain(trace)
      const order = await world.services.reader.selectFrom('orders').selectAll().where('id', '=', orderId).executeTakeFirstOrThrow()
      expect(order).toMatchObject({
        customer_id: customerId,
        item_details: 'Oboe of Erased customer',
        order_notes: 'ring [erased]\nsays Erased customer\nbill to [erased]',
        quoted_cost: '90',
        deleted: 0,
      })
      expect(await world.services.reader.selectFrom('payments').select(['payment_amount_cents', 'payment_text']).execute()).toEqual([
        { payment_amount_cents: 3_000, payment_text: 'by Erased customer' },
      ])
      expect(await world.services.reader.selectFrom('order_status_history').select('id').execute()).toHaveLength(1)
      expect(await listActivityTexts(world, shopId).then((texts) => texts.toSorted())).toEqual(
        [
          "Customer 'Erased customer' created",
          "Customer 'Bob' created",
          "Customer 'Erased customer': Details removed",
          "Order 'Oboe of Erased customer' of Erased customer created",
          "Task 'Write to [erased]' for order 'Oboe of Erased customer' of Erased customer created",
          "Payment '$30.00' for order 'Oboe of Erased customer' of Erased customer created",
          "Customer 'Erased customer' erased",
        ].toSorted(),
      )
    })
  })

  it('reaches devices as changed rows of the feed', async () => {
    const pull = (collection: string, checkpoint = {}) => pullPage(world.services, { ...caller, userId }, { collection, limit: 100, checkpoint })
    const names = ['customers', 'orders', 'tasks', 'payments', 'activities']
    const before = new Map<string, Awaited<ReturnType<typeof pull>>>()
    for (const name of names) before.set(name, await pull(name))
    await erase()
    for (const name of names) {
      const { documents } = await pull(name, before.get(name)?.checkpoint)
      expect(documents.length).toBeGreaterThan(0)
      for (const trace of traces) expect(JSON.stringify(documents)).not.toContain(trace)
    }
  })

  it('asks for the name, the right and a customer of the shop, and is done once', async () => {
    await expect(erase('Ann')).rejects.toMatchObject({
      code: 'VALIDATION',
      issues: [{ path: 'name', message: "Type the customer's name to erase the customer" }],
    })
    await expect(erase('Ann Lee', v7())).rejects.toMatchObject({ code: 'NOT_FOUND' })
    const plain = await world.caller(await world.addUser({ shopIds: [shopId], privileges: [] }))
    await expect(eraseCustomer(world.services, plain, shopId, customerId, 'Ann Lee')).rejects.toMatchObject({ code: 'FORBIDDEN' })
    const otherShop = await world.caller(await world.addUser({ shopIds: [await world.addShop()] }))
    await expect(eraseCustomer(world.services, otherShop, shopId, customerId, 'Ann Lee')).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(await listActivityTexts(world, shopId)).not.toContain("Customer 'Erased customer' erased")
    await erase()
    await expect(erase('Erased customer')).rejects.toMatchObject({ code: 'DELETED', message: 'Customer was erased in the meantime' })
  })

  it('cannot be asked for by a push', async () => {
    expect(await push({ action: 'erase', collection: 'customers', id: customerId, name: 'Ann Lee' })).toMatchObject({
      outcome: 'rejected',
      error: { code: 'VALIDATION' },
    })
  })

  it('refuses what a device typed about the customer before it heard of it, and keeps no copy', async () => {
    const typedAt = world.now.toISOString()
    later(5)
    await erase()
    later(60)
    const late = [
      [update('customers', customerId, { customerNotes: ['plays the oboe', 'plays the oboe and the horn'] })],
      [update('orders', orderId, { orderNotes: ['ring 415-555-0199\nsays Ann Before', 'ring 415-555-0199\nsays Ann Before, twice'] })],
      [update('orders', orderId, { orderStatusId: [statusId['Dropped Off'], statusId.Fixed] }), update('orders', orderId, { quotedCost: ['90', '95'] })],
    ].map((ops) => mutation(shopId, ops, typedAt))
    const results = await world.push(userId, late)
    expect(results.map(({ outcome, error }) => [outcome, error?.message])).toEqual([
      ['rejected', 'Customer was erased in the meantime'],
      ['rejected', 'Customer was erased in the meantime'],
      ['applied', undefined],
    ])
    expect(contentOf(results[0], customerId)).toMatchObject({ name: 'Erased customer', customerNotes: null })
    expect(contentOf(results[2], orderId)).toMatchObject({ orderStatusId: statusId.Fixed, quotedCost: '95' })
    const kept = await world.services.reader.selectFrom('mutations').select('body').where('outcome', '=', 'rejected').execute()
    expect(kept).toEqual([{ body: null }, { body: null }])
    const bytes = await readFiles()
    for (const trace of [...traces, 'and the horn', 'twice']) expect(bytes).not.toContain(trace)
    // Changes based on the erased text are accepted.
    expect(await push(update('orders', orderId, { orderNotes: ['ring [erased]\nsays Erased customer', 'ring nobody'] }))).toMatchObject({ outcome: 'applied' })
  })

  it('cannot be undone, and works on a customer who was deleted', async () => {
    const loneId = v7()
    await push(create('customers', loneId, { name: 'Lone Lu', countryCode: '+1', phone: '4155550122' }))
    await push(remove('customers', loneId))
    await erase('Lone Lu', loneId)
    const result = await push(restore('customers', loneId))
    expect(result).toMatchObject({ outcome: 'rejected', error: { code: 'DELETED', message: 'Customer was erased in the meantime' } })
    expect(documentOf(result, loneId)).toMatchObject({ _deleted: true })
    expect(await readFiles()).not.toContain('Lone Lu')
  })

  it('leaves alone what others of the same name have', async () => {
    const namesakeId = v7()
    await push(create('customers', namesakeId, { name: 'Ann Lee', countryCode: '+1', phone: '4155550133' }))
    await push(update('orders', orderId, { customerId: [customerId, namesakeId] }))
    await push(create('orders', v7(), orderValues(namesakeId, { itemDetails: 'Flute' })))
    await erase()
    const texts = await listActivityTexts(world, shopId)
    expect(texts).toContain("Customer 'Ann Lee' created")
    expect(texts).toContain("Order 'Flute' of Ann Lee created")
    expect(await world.services.reader.selectFrom('customers').select(['id', 'name']).where('deleted', '=', 0).orderBy('seq').execute()).toContainEqual({
      id: namesakeId,
      name: 'Ann Lee',
    })
  })
})
