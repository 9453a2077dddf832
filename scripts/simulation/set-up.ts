import { orderStatusIdByName } from '#schema/values/order-status.ts'
import type { Oracle } from './oracle/oracle.ts'
import type { Plan } from './plan.ts'
import type { Intent } from './protocol.ts'
import type { SimulatedServer } from './server.ts'

/** Shops, people and what lies on the shelves when a run begins. */
export async function setUpShops(server: SimulatedServer, oracle: Oracle, plan: Plan): Promise<string[]> {
  const shops: string[] = []
  for (let index = 0; index < plan.shops; index++) shops.push(await server.addShop(`Shop ${index}`))
  const users: string[] = []
  for (const { privileges, shops: own } of plan.users) {
    const shopIds = own.map((index) => shops[index] ?? '')
    const id = await server.addUser(shopIds, privileges)
    oracle.shopsByUser.set(id, new Set(shopIds))
    if (privileges.includes('view_activity')) oracle.readersOfLog.add(id)
    users.push(id)
  }
  for (const shopId of shops) {
    const make = async (collection: string, values: Extract<Intent, { action: 'create' }>['values']): Promise<string> => {
      const id = server.newId()
      await server.make(users[0] ?? '', shopId, { action: 'create', collection, id, values })
      oracle.onMade(shopId, { action: 'create', collection, id, values })
      return id
    }
    const shelf = await make('categories', { name: 'Parts', parentId: null })
    await make('products', { name: 'Glass', inventoryCount: 1, categoryHierarchyId: shelf })
    await make('products', { name: 'Battery', inventoryCount: 7, categoryHierarchyId: shelf })
    for (const name of ['Olive', 'Pat']) {
      const customerId = await make('customers', { name })
      await make('orders', {
        customerId,
        orderStatusId: orderStatusIdByName['Dropped Off'],
        itemDetails: `Phone of ${name}`,
        issueDescription: 'It is broken\nSince yesterday',
        orderNotes: 'First note\nSecond note',
      })
    }
    await make('customers', { name: 'Idle' })
  }
  return users
}
