import 'fake-indexeddb/auto'
import { afterEach, describe, expect, it } from 'vitest'
import { v7 } from 'uuid'
import { Outbox } from '../outbox/outbox.ts'
import { rowKey } from '../rows/rows.ts'
import { type DeviceStore, openDeviceStore } from '../storage/unsent-store.ts'
import { StolenLockError } from '../storage/write-lock.ts'
import { dropLeases, NumberLeases } from './number-leases.ts'

const shopId = v7()
const stores: DeviceStore[] = []

afterEach(() => {
  for (const store of stores.splice(0)) store.close()
})

async function openLease(to: number) {
  const store = await openDeviceStore(v7())
  stores.push(store)
  const leases = new NumberLeases(store, 'device')
  await leases.add(shopId, { from: 1, to })
  const outbox = new Outbox(store)
  await outbox.refresh()
  return { store, leases, outbox }
}

function makeOrder(number: number | undefined) {
  const id = v7()
  const op = { action: 'create', collection: 'orders', id, values: { itemDetails: 'Radio', ...(number !== undefined && { number }) } } as const
  return { mutation: { id: v7(), shopId, at: '2026-03-02T09:00:00.000Z', ops: [op] }, effects: [], keys: [rowKey('orders', id)], bytes: 200, summary: '' }
}

describe('a number of a lease (NUM-03)', () => {
  it('is given with the order that is stored, and stays where the order could not be', async () => {
    const { leases, outbox } = await openLease(3)
    const taking = leases.begin(shopId)
    const entry = makeOrder(await taking.next())
    // The refused change to retry is gone, so the whole transaction fails after taking the number.
    const retried = { id: v7(), mutation: entry.mutation, error: { code: 'CONFLICT' as const, message: '' }, refusedAt: '', summary: '' }
    await expect(outbox.append(entry, [], { retried, numbers: taking.taken() })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(await leases.read(shopId)).toEqual([{ from: 1, to: 3 }])
    await outbox.append(entry, [], { numbers: taking.taken() })
    expect(await leases.read(shopId)).toEqual([{ from: 2, to: 3 }])
  })

  it('is not given by a tab that stood still while another one gave it', async () => {
    const { leases, outbox } = await openLease(3)
    const [slow, quick] = [leases.begin(shopId), leases.begin(shopId)]
    const [slowOrder, quickOrder] = [makeOrder(await slow.next()), makeOrder(await quick.next())]
    await outbox.append(quickOrder, [], { numbers: quick.taken() })
    await expect(outbox.append(slowOrder, [], { numbers: slow.taken() })).rejects.toThrow(StolenLockError)
    expect(outbox.entries.map(({ mutation }) => mutation.id)).toEqual([quickOrder.mutation.id])
    expect(await leases.begin(shopId).next()).toBe(2)
  })

  it('runs out, and is worth nothing to another device or shop', async () => {
    const { store, leases } = await openLease(2)
    const taking = leases.begin(shopId)
    expect([await taking.next(), await taking.next(), await taking.next()]).toEqual([1, 2, undefined])
    expect(taking.taken()).toEqual({ shopId, deviceId: 'device', numbers: [1, 2] })
    expect(await leases.begin(v7()).next()).toBeUndefined()
    const other = new NumberLeases(store, 'another device')
    expect(await other.begin(shopId).next()).toBeUndefined()
    await other.add(shopId, { from: 7, to: 8 })
    expect(await other.read(shopId)).toEqual([{ from: 7, to: 8 }])
  })

  it('goes with its lease when the server may have forgotten it', async () => {
    const { store, leases } = await openLease(2)
    await dropLeases(store, [shopId])
    expect(await leases.begin(shopId).next()).toBeUndefined()
    expect(leases.begin(shopId).taken()).toBeUndefined()
  })
})
