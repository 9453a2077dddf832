import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { applyOps } from '../../store/write.ts'
import { expectRefusal, nowhere, openTestShop, rowOf, rowsOf } from '../../testing/test-shop.ts'

const shop = await openTestShop()
afterAll(() => shop.close())
beforeEach(() => shop.clock.advance(1000))

describe('checklist selections', () => {
  test('are replaced as a whole', async () => {
    const items: string[] = []
    for (const name of ['Charger', 'Case', 'SIM card']) {
      const caller = { userId: null, privileges: new Set<never>(), shopIds: new Set([shop.shopId]), origin: 'administration' } as const
      const [state] = await applyOps(shop.server.services, caller, shop.shopId, [
        { action: 'create', collection: 'checklist_items', id: shop.server.services.newId(), values: { name } },
      ])
      items.push(state?.document.id ?? '')
      shop.clock.advance(1)
    }
    const [charger = '', bag = '', sim = ''] = items
    const { id } = await shop.createOrder()
    const address = `/api/shops/${shop.shopId}/orders/${id}/dropoff-checklist-selections`
    const selected = async () => (rowOf(await shop.ann.get(address))['checklistIds'] as string[]).sort()
    expect(rowsOf(await shop.ann.get(`/api/shops/${shop.shopId}/dropoff-checklist`))).toEqual([
      { id: charger, name: 'Charger' },
      { id: bag, name: 'Case' },
      { id: sim, name: 'SIM card' },
    ])
    expect(await selected()).toEqual([])
    rowOf(await shop.ann.post(address, { checklistIds: [charger, bag, bag] }))
    expect(await selected()).toEqual([charger, bag].sort())
    rowOf(await shop.ann.post(address, { checklistIds: [bag, sim] }))
    expect(await selected()).toEqual([bag, sim].sort())
    rowOf(await shop.ann.post(address, { checklistIds: [charger] }))
    expect(await selected()).toEqual([charger])
    rowOf(await shop.ann.post(address, { checklistIds: [] }))
    expect(await selected()).toEqual([])
    expect((await shop.ann.post(address, { checklistIds: [nowhere] })).status).toBe(400)
    expectRefusal(await shop.ann.post(address, {}), 400, 'checklistIds must be a list of ids', ['checklistIds'])
  })
})
