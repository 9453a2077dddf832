import { describe, expect, it } from 'vitest'
import type { CollectionName } from '#schema/collections/index.ts'
import { privilegeNames } from '#schema/privileges.ts'
import { signInOverHttp } from '#scripts/process-tests/api-client.ts'
import { dumpDatabases } from '../testing/fixtures/raw-databases.ts'
import { readRawText } from '../testing/raw-rows.ts'
import { type NorthDevice, password, serveNorth } from '../testing/test-shop-server.ts'
import { customerInput, offline, orderInput, paymentInput, until, untilSynced } from '../testing/test-device.ts'

const north = serveNorth({ lab: privilegeNames, desk: privilegeNames })

async function openFor(loginId: string, clock = () => new Date()): Promise<NorthDevice> {
  const collections: CollectionName[] = ['customers', 'orders', 'payments', 'activities']
  const opened = await north.openFor(loginId, { tab: loginId, deviceId: loginId, clock, collections })
  await untilSynced(opened.device)
  return opened
}

/** Content of all databases of the user as text, without the database that simulates the browser's tab channel. */
const readStored = async (loginId: string): Promise<string> =>
  JSON.stringify((await dumpDatabases()).filter(({ name }) => name.includes(north.userIdOf(loginId)) && !name.startsWith('pubkey.')))

describe('a customer who was erased', () => {
  it('is replaced on every device, and what a device typed offline does not bring anything back', async () => {
    const lab = await openFor('lab')
    const desk = await openFor('desk')
    const customer = customerInput({ name: 'Ottilie Oboe', customerNotes: 'plays at noon' })
    const order = orderInput(customer.id, { itemDetails: 'Reed of Ottilie Oboe' })
    await lab.device.write(north.shopId, [customer, order])
    await lab.device.write(north.shopId, [paymentInput(order.id, 30)])
    await untilSynced(lab.device)
    await desk.device.sync.run()
    await until(
      async () =>
        (await desk.device.rows.list('payments', north.shopId)).length === 1 && (await desk.device.rows.list('activities', north.shopId)).length === 3,
      'the desk to hold all',
    )
    desk.api.always = offline
    await desk.device.write(north.shopId, [{ action: 'update', collection: 'customers', id: customer.id, values: { email: 'typed@example.com' } }])

    const rest = await signInOverHttp(north.server.url, 'lab', password)
    expect(await rest.call('POST', `/api/${north.shopId}/customers/${customer.id}/erase`, { name: 'Ottilie Oboe' })).toMatchObject({
      status: 200,
      body: { name: 'Erased customer' },
    })
    await lab.device.sync.run()
    await until(async () => (await lab.device.rows.read('customers', customer.id))?.erasedAt != null, 'the lab to hear of it')
    await until(async () => (await lab.device.rows.read('orders', order.id))?.itemDetails === 'Reed of Erased customer', 'the order')
    await until(async () => !(await readStored('lab')).includes('Ottilie'), 'nothing of it to be left')

    desk.api.always = undefined
    desk.device.wakeUp('online')
    await until(() => desk.device.refused.changes.get().length === 1, 'the refusal')
    await untilSynced(desk.device)
    expect(await desk.device.rows.read('customers', customer.id)).toMatchObject({ name: 'Erased customer', email: null, phone: null, customerNotes: null })
    expect(await desk.device.refused.list()).toMatchObject([{ error: { code: 'DELETED', message: 'Customer was erased in the meantime' }, titleByRow: {} }])
    expect(await desk.device.lists.searchCustomers(north.shopId, 'erased', 10)).toEqual([])
    expect(JSON.stringify(await rest.pullAll('customers'))).not.toMatch(/Ottilie|typed@example/)
    expect(await desk.device.rows.list('payments', north.shopId)).toMatchObject([{ paymentAmount: 30 }])
  })
})

describe('a refused change', () => {
  it('keeps the names of its row and of what that belongs to, though all are gone, and after a reload', async () => {
    const lab = await openFor('lab')
    const desk = await openFor('desk')
    const customer = customerInput({ name: 'Ada Ames' })
    const order = orderInput(customer.id, { itemDetails: 'Violin' })
    await lab.device.write(north.shopId, [customer, order])
    await untilSynced(lab.device)
    await desk.device.sync.run()
    await until(async () => (await desk.device.rows.read('orders', order.id)) !== undefined, 'the desk to hold it')
    desk.api.always = offline
    const payment = paymentInput(order.id, 12)
    await desk.device.write(north.shopId, [payment])
    await lab.device.write(north.shopId, [{ action: 'delete', collection: 'orders', id: order.id }])
    await untilSynced(lab.device)
    desk.api.always = undefined
    desk.device.wakeUp('online')
    const titleByRow = { [`payments/${payment.id}`]: '$12.00', [`orders/${order.id}`]: 'Violin', [`customers/${customer.id}`]: 'Ada Ames' }
    await until(() => desk.device.refused.changes.get().some(({ ops }) => ops[0]?.id === payment.id), 'the refusal')
    await desk.device.close()
    const again = await openFor('desk')
    expect((await again.device.refused.list()).find(({ ops }) => ops[0]?.id === payment.id)).toMatchObject({
      titleByRow,
      error: { message: 'Order was deleted in the meantime' },
    })
  })
})

describe('deleted rows', () => {
  const holds = async (name: string): Promise<boolean> => (await readRawText(north.userIdOf('lab'), 'customers')).includes(name)

  it('leave the disk at the next start, and an app that stays open within a day', async () => {
    const before = await openFor('lab')
    // A second round starts after the cleanup of the first.
    await before.device.sync.run()
    before.api.always = offline
    const early = customerInput({ name: 'Early Leaver' })
    await before.device.write(north.shopId, [early])
    await before.device.write(north.shopId, [{ action: 'delete', collection: 'customers', id: early.id }])
    await before.device.close()
    expect(await holds('Early Leaver')).toBe(true)

    let aheadMs = 0
    const lab = await openFor('lab', () => new Date(Date.now() + aheadMs))
    await until(async () => !(await holds('Early Leaver')), 'the start to have taken it away')
    const late = customerInput({ name: 'Late Leaver' })
    await lab.device.write(north.shopId, [late])
    await untilSynced(lab.device)
    await lab.device.write(north.shopId, [{ action: 'delete', collection: 'customers', id: late.id }])
    await untilSynced(lab.device)
    await lab.device.sync.run()
    expect(await holds('Late Leaver')).toBe(true)
    aheadMs = 25 * 60 * 60 * 1000
    await lab.device.sync.run()
    await until(async () => !(await holds('Late Leaver')), 'the content to be gone')
  })
})
