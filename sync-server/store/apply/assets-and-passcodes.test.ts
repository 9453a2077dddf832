import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { v7 } from 'uuid'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { foreignAssetMessage, keptAssetMessage } from '#schema/rules/orders/order-follow-ups.ts'
import { pullPage } from '../../feed/pull.ts'
import { copyDatabase } from '../../db/files/database-file.ts'
import { eraseCustomer } from '../../commands/write-customer.ts'
import { onSqlite } from '../../testing/test-database.ts'
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

const code = '7-4-1-2-3-marker'

let world: World
let shopId: string
let userId: string
const [ann, bob, phone, orderId] = [v7(), v7(), v7(), v7()]

const push = async (...ops: unknown[]) => (await world.push(userId, [mutation(shopId, ops, world.now.toISOString())]))[0]
const readRow = (table: 'orders' | 'assets', id: string) => world.services.reader.selectFrom(table).selectAll().where('id', '=', id).executeTakeFirstOrThrow()

beforeEach(async () => {
  world = await createWorld()
  shopId = await world.addShop()
  userId = await world.addUser({ shopIds: [shopId] })
  await push(create('customers', ann, { name: 'Ann Lee' }), create('customers', bob, { name: 'Bob' }))
  await push(
    create('assets', phone, {
      customerId: ann,
      kind: 'phone',
      brand: 'Apple',
      model: 'iPhone 12',
      serial: ' C39XY ',
      imei: '49-015420-323751 8',
      notes: 'hers',
    }),
    create('orders', orderId, orderValues(ann, { assetId: phone, passcode: code })),
  )
})
afterEach(() => world.close())

describe("a customer's devices (ASSET-01, ASSET-05)", () => {
  it('are made with their order in one mutation, and are named by brand and model', async () => {
    expect(await readRow('assets', phone)).toMatchObject({ serial: 'C39XY', imei: '490154203237518', kind: 'phone', deleted: 0 })
    expect(await readRow('orders', orderId)).toMatchObject({ asset_id: phone })
    expect(await listActivityTexts(world, shopId)).toContain("Device 'Apple iPhone 12' of Ann Lee created")
  })

  it('belong to the customer of the order that names them', async () => {
    const message = foreignAssetMessage
    expect(await push(create('orders', v7(), orderValues(bob, { assetId: phone })))).toMatchObject({
      error: { message, issues: [{ path: 'assetId', message }] },
    })
    expect(await push(update('assets', phone, { customerId: [ann, bob] }))).toMatchObject({ error: { message: keptAssetMessage } })
    const free = v7()
    await push(create('assets', free, { customerId: ann, model: 'Old' }))
    expect(await push(update('assets', free, { customerId: [ann, bob] }))).toMatchObject({ outcome: 'applied' })
  })

  it('stay with their customer when the order goes to another one', async () => {
    expect(contentOf(await push(update('orders', orderId, { customerId: [ann, bob] })), orderId)).toMatchObject({ customerId: bob, assetId: null })
  })

  it('leave their orders as they are when they are deleted, and go and come with their customer', async () => {
    await push(remove('assets', phone))
    expect(await readRow('orders', orderId)).toMatchObject({ asset_id: phone, deleted: 0 })
    expect(await push(update('orders', orderId, { quotedCost: [null, '80'] }))).toMatchObject({ outcome: 'applied' })
    await push(restore('assets', phone))
    const tablet = v7()
    await push(create('assets', tablet, { customerId: bob, model: 'Tab' }))
    await push(remove('customers', bob))
    expect(await readRow('assets', tablet)).toMatchObject({ deleted: 1 })
    await push(restore('customers', bob))
    expect(await readRow('assets', tablet)).toMatchObject({ deleted: 0 })
  })

  it('lose what tells whose they are when their customer is erased, and the order its passcode', async () => {
    await eraseCustomer(world.services, { ...(await world.caller(userId)), origin: 'rest' }, shopId, ann, 'Ann Lee')
    expect(await readRow('assets', phone)).toMatchObject({ brand: 'Apple', model: 'iPhone 12', serial: null, imei: null, notes: null })
    expect(await readRow('orders', orderId)).toMatchObject({ passcode: null })
  })
})

describe('the passcode of an order (PASS)', () => {
  it.each(['Picked up', 'Recycled', 'Cancelled'] as const)('goes when the order becomes %s, and one that arrives later is dropped', async (name) => {
    expect(contentOf(await push(update('orders', orderId, { orderStatusId: [statusId['Dropped Off'], statusId[name]] })), orderId)).toMatchObject({
      passcode: null,
    })
    const late = await push(update('orders', orderId, { passcode: [null, code], quotedCost: [null, '5'] }))
    expect(contentOf(late, orderId)).toMatchObject({ passcode: null, quotedCost: '5' })
    expect(await push(update('orders', orderId, { passcode: [null, code] }))).toMatchObject({ outcome: 'applied' })
    const born = v7()
    expect(contentOf(await push(create('orders', born, orderValues(ann, { orderStatusId: statusId[name], passcode: code }))), born)).toMatchObject({
      passcode: null,
    })
  })

  it('stays while the device is in the shop', async () => {
    await push(update('orders', orderId, { orderStatusId: [statusId['Dropped Off'], statusId.Fixed] }))
    expect(await readRow('orders', orderId)).toMatchObject({ passcode: code })
  })

  it('is in no activity, notice, refusal or ledger, whatever happens to it', async () => {
    const other = await world.addUser({ shopIds: [shopId], name: 'Bea' })
    await push(update('orders', orderId, { passcode: [code, `${code}-2`] }))
    await world.push(other, [mutation(shopId, [update('orders', orderId, { passcode: [code, `${code}-3`] })], world.now.toISOString())])
    expect(await push(update('orders', orderId, { passcode: [code, code.padEnd(101, 'x')] }))).toMatchObject({ outcome: 'rejected' })
    expect(await push(create('orders', v7(), { passcode: code }))).toMatchObject({ outcome: 'rejected' })
    const tables = ['activities', 'notices', 'mutations', 'field_changes', 'row_work', 'security_events'] as const
    const stored = JSON.stringify(await Promise.all(tables.map((table) => world.services.reader.selectFrom(table).selectAll().execute())))
    expect(stored).toContain('Passcode changed')
    expect(stored).toContain('overtook')
    expect(stored).not.toContain('marker')
  })

  it('reaches devices by pull', async () => {
    const { documents } = await pullPage(world.services, { ...(await world.caller(userId)), userId }, { collection: 'orders', limit: 10, checkpoint: {} })
    expect(documents).toEqual([expect.objectContaining({ id: orderId, passcode: code })])
  })

  it('notes who looked at it, once a look, and keeps no row of that', async () => {
    const id = v7()
    const look = mutation(shopId, [create('passcode_views', id, { orderId })], world.now.toISOString())
    const [first] = await world.push(userId, [look])
    expect(first).toMatchObject({ outcome: 'applied' })
    expect(first?.documents.find(({ document }) => document.id === id)?.document).toMatchObject({ _deleted: true })
    await world.push(userId, [look])
    const texts = (await listActivityTexts(world, shopId)).filter((text) => text.includes('shown'))
    expect(texts).toEqual(["Passcode of order 'iPhone 12' shown"])
    expect(await push(restore('passcode_views', id))).toMatchObject({ error: { code: 'FORBIDDEN' } })
  })

  onSqlite(() => {
    it('is in the backup while the order has it, and not in the next one', async () => {
      const copy = async (name: string): Promise<string> => {
        const file = path.join(path.dirname(world.file), name)
        await copyDatabase(world.file, file, { onProgress: () => undefined })
        return (await readFile(file)).toString('latin1')
      }
      expect(await copy('before.db')).toContain('marker')
      await push(update('orders', orderId, { orderStatusId: [statusId['Dropped Off'], statusId['Picked up']] }))
      expect(await copy('after.db')).not.toContain('marker')
    })
  })
})
