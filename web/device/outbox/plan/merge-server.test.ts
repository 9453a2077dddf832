import { describe, expect, it } from 'vitest'
import { v7 } from 'uuid'
import { preselectMerge } from '#schema/rules/customers/plan-merge.ts'
import type { Customer } from '#schema/collections/work/customers.ts'
import { type Merge, toMergeOps, toUndoOps } from '../../react/merge-writes.ts'
import { textToUnsentFile } from '../unsent/unsent-file.ts'
import { type NorthDevice, serveNorth } from '../../testing/test-shop-server.ts'
import { customerInput, orderInput, type TestDevice, until, untilSynced } from '../../testing/test-device.ts'

const north = serveNorth({ lab: ['delete_customer'], desk: ['delete_customer'] })

async function openFor(loginId: string): Promise<NorthDevice> {
  const opened = await north.openFor(loginId, { collections: ['customers', 'orders', 'assets'], deviceId: 'device' })
  await untilSynced(opened.device)
  for (const { id } of opened.device.refused.changes.get()) await opened.device.refused.discard(id)
  return opened
}

const readCustomer = async (device: TestDevice, id: string): Promise<Customer> => {
  const row = await device.rows.read('customers', id)
  if (row === undefined) throw new Error('no such customer here')
  return row
}
const ownerOf = async (device: TestDevice, id: string) => (await device.rows.read('orders', id))?.customerId

/** Two customers named Bob, one with a repair and its device. */
async function addTwins(device: TestDevice) {
  const bob = customerInput({ name: 'Bob', countryCode: '+1', phone: '4155550101', customerNotes: 'Deaf' })
  const bobLee = customerInput({ name: 'Bob Lee', countryCode: '+1', phone: '4155550102', customerNotes: 'Pays cash' })
  const assetId = v7()
  const order = orderInput(bob.id, { assetId })
  await device.write(north.shopId, [
    bob,
    bobLee,
    { action: 'create', collection: 'assets', id: assetId, values: { customerId: bob.id, model: 'iPhone 12' } },
    order,
  ])
  await untilSynced(device)
  return { bob: bob.id, bobLee: bobLee.id, assetId, order: order.id }
}

async function toMerge(device: TestDevice, goesId: string, staysId: string): Promise<Merge> {
  const [stays, goes] = [await readCustomer(device, staysId), await readCustomer(device, goesId)]
  return { stays, goes, choices: { ...preselectMerge({ stays, goes }), name: 'stays', phone: 'stays' }, ownCode: '+1' }
}

const whenHere = (device: TestDevice, id: string) => until(async () => (await device.rows.read('orders', id)) !== undefined, 'the order to arrive')

/** Collections arrive independently: wait for all. */
const whenTwinsAreHere = (device: TestDevice, { bob, bobLee, assetId, order }: Awaited<ReturnType<typeof addTwins>>) =>
  until(async () => {
    const customers = await Promise.all([bob, bobLee].map((id) => device.rows.read('customers', id)))
    return [...customers, await device.rows.read('assets', assetId), await device.rows.read('orders', order)].every((row) => row !== undefined)
  }, 'the two customers to arrive with all that they have')

describe('merging customers on a device (MERGE-01)', () => {
  it('shows the orders and devices with the one that stays at once, offline, with all phones and notes', async () => {
    const { device, goOffline, reconnect } = await openFor('lab')
    const { bob, bobLee, assetId, order } = await addTwins(device)
    goOffline()
    await device.write(north.shopId, toMergeOps(await toMerge(device, bob, bobLee)))
    const assertMerged = async (): Promise<void> => {
      expect(await device.rows.read('customers', bob)).toBeUndefined()
      expect(await device.rows.read('orders', order)).toMatchObject({ customerId: bobLee, assetId })
      expect(await device.rows.read('assets', assetId)).toMatchObject({ customerId: bobLee })
      const { phone, alternatePhone, customerNotes } = await readCustomer(device, bobLee)
      expect([phone, alternatePhone, customerNotes]).toEqual(['4155550102', '4155550101', 'Pays cash\nDeaf'])
    }
    await assertMerged()
    await reconnect()
    expect(device.refused.changes.get()).toEqual([])
    await assertMerged()
  })

  it.each(['before it is sent', 'after it was answered'])('is undone %s: everything is as it was, on both sides', async (when) => {
    const { device, goOffline, reconnect } = await openFor('lab')
    const twins = await addTwins(device)
    const { bob, bobLee, assetId, order } = twins
    const merge = await toMerge(device, bob, bobLee)
    if (when === 'before it is sent') goOffline()
    const { mutationId } = await device.write(north.shopId, toMergeOps(merge))
    if (when === 'after it was answered') await untilSynced(device)
    await device.write(north.shopId, toUndoOps(merge, mutationId ?? undefined))
    if (when === 'before it is sent') expect(await ownerOf(device, order)).toBe(bob)
    await reconnect()
    expect(device.refused.changes.get()).toEqual([])
    const other = await openFor('desk')
    for (const one of [device, other.device]) {
      await whenTwinsAreHere(one, twins)
      await until(async () => (await ownerOf(one, order)) === bob, 'the order to be back with its customer')
      expect(await one.rows.read('orders', order)).toMatchObject({ customerId: bob, assetId })
      expect(await one.rows.read('assets', assetId)).toMatchObject({ customerId: bob })
      const { updatedAt: _, seq: __, ...stays } = merge.stays
      const { updatedAt: ___, seq: ____, ...goes } = merge.goes
      expect(await readCustomer(one, bobLee)).toMatchObject(stays)
      expect(await readCustomer(one, bob)).toMatchObject(goes)
    }
  })

  it('gives the order that another device took in meanwhile to who stays, on all devices', async () => {
    const [lab, desk] = [await openFor('lab'), await openFor('desk')]
    const twins = await addTwins(lab.device)
    const { bob, bobLee, order } = twins
    await whenTwinsAreHere(desk.device, twins)
    desk.goOffline()
    const late = orderInput(bob)
    await desk.device.write(north.shopId, [late])
    await lab.device.write(north.shopId, toMergeOps(await toMerge(lab.device, bob, bobLee)))
    await untilSynced(lab.device)
    await desk.reconnect()
    expect(desk.device.refused.changes.get()).toEqual([])
    for (const { device } of [desk, lab]) {
      await whenHere(device, late.id)
      await until(async () => (await ownerOf(device, late.id)) === bobLee, 'the order to be with who stays')
      expect(await ownerOf(device, order)).toBe(bobLee)
    }
  })

  it('leaves what somebody else changed meanwhile after an undo', async () => {
    const [lab, desk] = [await openFor('lab'), await openFor('desk')]
    const twins = await addTwins(lab.device)
    const { bob, bobLee, order } = twins
    await whenTwinsAreHere(desk.device, twins)
    const merge = await toMerge(lab.device, bob, bobLee)
    const { mutationId } = await lab.device.write(north.shopId, toMergeOps(merge))
    await untilSynced(lab.device)
    await until(async () => (await ownerOf(desk.device, order)) === bobLee, 'the merge to arrive')
    const values = { email: 'bob@example.com' }
    await desk.device.write(north.shopId, [{ action: 'update', collection: 'customers', id: bobLee, values }])
    await desk.device.write(north.shopId, [{ action: 'update', collection: 'orders', id: order, values: { quotedCost: '80' } }])
    await untilSynced(desk.device)
    await lab.device.write(north.shopId, toUndoOps(merge, mutationId ?? undefined))
    await untilSynced(lab.device)
    const isUndone = async () => (await ownerOf(desk.device, order)) === bob && (await readCustomer(desk.device, bobLee)).alternatePhone === null
    await until(isUndone, 'the undo to arrive')
    expect(await desk.device.rows.read('orders', order)).toMatchObject({ customerId: bob, quotedCost: '80' })
    expect(await readCustomer(desk.device, bobLee)).toMatchObject({
      email: 'bob@example.com',
      phone: '4155550102',
      alternatePhone: null,
      customerNotes: 'Pays cash',
    })
  })

  it('is refused whole when another device merged the two the other way round: it shows that, and keeps what was meant', async () => {
    const [lab, desk] = [await openFor('lab'), await openFor('desk')]
    const twins = await addTwins(lab.device)
    const { bob, bobLee, order } = twins
    await whenTwinsAreHere(desk.device, twins)
    desk.goOffline()
    await desk.device.write(north.shopId, toMergeOps(await toMerge(desk.device, bob, bobLee)))
    expect(await ownerOf(desk.device, order)).toBe(bobLee)
    await lab.device.write(north.shopId, toMergeOps(await toMerge(lab.device, bobLee, bob)))
    await untilSynced(lab.device)
    await desk.reconnect()
    await until(() => desk.device.refused.changes.get().length === 1, 'the refusal to be listed')
    await until(async () => (await desk.device.rows.read('customers', bobLee)) === undefined, 'the other merge to arrive')
    expect(await ownerOf(desk.device, order)).toBe(bob)
    const { phone, alternatePhone, customerNotes } = await readCustomer(desk.device, bob)
    expect([phone, alternatePhone, customerNotes]).toEqual(['4155550101', '4155550102', 'Deaf\nPays cash'])
  })

  it('does not begin with itself, or with somebody who is gone', async () => {
    const { device } = await openFor('lab')
    const { bob, bobLee, order } = await addTwins(device)
    await expect(device.write(north.shopId, [{ action: 'delete', collection: 'customers', id: bob, into: bob }])).rejects.toMatchObject({ code: 'VALIDATION' })
    await device.write(north.shopId, [{ action: 'delete', collection: 'customers', id: bobLee }])
    await expect(device.write(north.shopId, [{ action: 'delete', collection: 'customers', id: bob, into: bobLee }])).rejects.toMatchObject({ code: 'DELETED' })
    expect(await ownerOf(device, order)).toBe(bob)
  })

  it('travels whole in the file of unsent work', async () => {
    const { device, goOffline } = await openFor('lab')
    const { bob, bobLee, assetId, order } = await addTwins(device)
    goOffline()
    await device.write(north.shopId, toMergeOps(await toMerge(device, bob, bobLee)))
    const { mutations } = textToUnsentFile((await device.outbox.exportFile()).text, north.userIdOf('lab'))
    expect(mutations.at(-1)?.mutation.ops.at(-1)).toMatchObject({ action: 'delete', id: bob, into: bobLee })
    expect(mutations.at(-1)?.effects.toSorted((one, other) => (one.key < other.key ? -1 : 1))).toEqual([
      { key: `assets/${assetId}`, action: 'give', field: 'customerId', to: bobLee },
      { key: `orders/${order}`, action: 'give', field: 'customerId', to: bobLee },
    ])
  })
})
