import { describe, expect, it } from 'vitest'
import type { Mutation } from '#schema/api/sync.ts'
import { isImei } from '#schema/values/assets/imei.ts'
import { createRandom } from '../random.ts'
import { generateShop, type DemoShop } from '../generate.ts'
import { addDevices } from './add-devices.ts'
import { deviceByItem } from './device-vocabulary.ts'

const shop: DemoShop = {
  id: '3b0a3f4e-0d5c-4f55-9f0e-0b5a1f0a7c11',
  areaCode: '415',
  employeeIds: ['6f2cd3ce-4d5e-4f55-8a0e-1b5a1f0a7c12'],
  checklistItemIds: [],
}
const orders = generateShop(shop, createRandom(7), new Date('2026-03-10T15:30:00.000Z'), 400)
const withDevices = addDevices(orders, createRandom(8))
const createsOf = (mutations: readonly Mutation[], collection: string) =>
  mutations.flatMap(({ ops }) => ops).flatMap((op) => (op.action === 'create' && op.collection === collection ? [op] : []))

describe('the devices of the demo', () => {
  it('stand at orders of their own customer, made before them', () => {
    const customerByAsset = new Map<unknown, unknown>()
    let known = 0
    for (const op of withDevices.flatMap(({ ops }) => ops)) {
      if (op.action !== 'create') continue
      if (op.collection === 'assets') customerByAsset.set(op.id, op.values['customerId'])
      if (op.collection !== 'orders' || op.values['assetId'] === undefined) continue
      known += 1
      expect(customerByAsset.get(op.values['assetId'])).toBe(op.values['customerId'])
    }
    expect(known).toBeGreaterThan(200)
    expect(known).toBeGreaterThan(customerByAsset.size)
  })

  it('have an IMEI with a right check digit where they are phones, else a serial number', () => {
    const assets = createsOf(withDevices, 'assets').map(({ values }) => values)
    const phones = assets.filter(({ kind }) => kind === 'phone')
    expect(phones.length).toBeGreaterThan(20)
    expect(phones.filter(({ imei }) => typeof imei !== 'string' || !isImei(imei))).toEqual([])
    expect(assets.filter(({ kind, serial }) => kind !== 'phone' && typeof serial !== 'string')).toEqual([])
    expect(new Set(assets.map(({ imei, serial }) => imei ?? serial)).size).toBe(assets.length)
  })

  it('leave everything else as it was', () => {
    const stripped = withDevices.map((mutation) => ({
      ...mutation,
      ops: mutation.ops.flatMap((op) => {
        if (op.action !== 'create' || op.collection !== 'orders') return op.collection === 'assets' ? [] : [op]
        const { assetId: _asset, passcode: _passcode, ...values } = op.values
        return [{ ...op, values }]
      }),
    }))
    expect(stripped).toEqual(orders)
  })

  it('stand at an order that shall have one in any case', () => {
    const ids = createsOf(orders, 'orders').flatMap(({ id, values }) =>
      typeof values['itemDetails'] === 'string' && values['itemDetails'] in deviceByItem ? [id] : [],
    )
    const all = addDevices(orders, createRandom(8), new Set(ids))
    expect(createsOf(all, 'orders').filter(({ values }) => values['assetId'] !== undefined).length).toBe(ids.length)
  })
})
