import { orderStatusIdByName } from '#schema/values/order-status.ts'
import type { Oracle } from './oracle/oracle.ts'
import type { Plan } from './plan.ts'
import type { Intent } from './protocol.ts'
import type { SimulatedServer } from './server.ts'

/** Shops, people and what lies on the shelves when a run begins. */
export async function setUpShops(server: SimulatedServer, oracle: Oracle, plan: Plan): Promise<{ users: string[]; shops: string[] }> {
  const shops: string[] = []
  for (let index = 0; index < plan.shops; index++) shops.push(await server.addShop(`Shop ${index}`))
  const users: string[] = []
  for (const { privileges, shops: own } of plan.users) {
    const shopIds = own.map((index) => shops[index] ?? '')
    const id = await server.addUser(shopIds, privileges)
    oracle.model.shopsByUser.set(id, new Set(shopIds))
    oracle.model.privilegesByUser.set(id, new Set(privileges))
    users.push(id)
  }
  const [owner = ''] = users
  for (const shopId of shops) {
    const entityId = await server.addEntity()
    const make = async (collection: string, values: Extract<Intent, { action: 'create' }>['values']): Promise<string> => {
      const id = server.newId()
      await server.write(owner, shopId, [{ action: 'create', collection, id, values }], true)
      oracle.onRest(owner, shopId, [{ action: 'create', collection, id, values }], true, true)
      return id
    }
    for (const name of ['Ann', 'Ben']) await make('employees', { entityId, name })
    for (const name of ['Charger', 'SIM card', 'Case']) await make('checklist_items', { name })
    const shelf = await make('categories', { name: 'Parts', parentId: null })
    await make('categories', { name: 'Screens', parentId: shelf })
    for (const [name, inventoryCount] of [
      ['Glass', 1],
      ['Battery', 7],
    ] as const)
      await make('products', { name, inventoryCount, categoryHierarchyId: shelf })
    for (const name of ['Olive', 'Pat']) {
      const addresses: Record<string, string> =
        plan.messages === undefined ? {} : { countryCode: '+1', phone: name === 'Olive' ? '5550100001' : '5550100002', email: `${name}@example.com` }
      const customerId = await make('customers', { name, ...addresses })
      if (name === 'Olive') await make('customers', { name: 'Idle' })
      await make('orders', {
        customerId,
        orderStatusId: orderStatusIdByName['Dropped Off'],
        itemDetails: `Phone of ${name}`,
        issueDescription: 'It is broken\nSince yesterday',
        orderNotes: 'First note\nSecond note',
      })
    }
  }
  for (const [index, { timeZone, rules }] of plan.messages?.shops.entries() ?? []) {
    const shopId = shops[index] ?? ''
    await server.setMessageRules(owner, shopId, timeZone, rules)
    oracle.model.noteActivity(shopId)
  }
  // What was before is told by nobody.
  oracle.model.messages.unseen = []
  return { users, shops }
}
