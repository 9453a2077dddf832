import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { collectionByName } from '#schema/collections/index.ts'
import { isPrivilege, privilegeNames, type Privilege } from '#schema/privileges.ts'
import { orderStatusIdByName } from '#schema/rules/order-status.ts'
import { createUser } from '../commands/create-user.ts'
import { seedTwoShops, startTestServer, testPassword, type TestClient, type TestServer } from '../test-server.ts'
import { allRoutes } from './all-routes.ts'
import { isJsonAnswer, type Route } from './registry.ts'

const secret = 'Zebulon-7731'
const nowhere = '00000000-0000-4000-8000-000000000000'

let server: TestServer
let shopId: string
let rowIdByCollection: Record<string, string>
let bob: TestClient
let ann: TestClient

beforeAll(async () => {
  server = await startTestServer()
  ;({ shopId } = await seedTwoShops(server))
  ann = await server.client().signIn('ann')
  bob = await server.client().signIn('bob')
  rowIdByCollection = await seedRows()
})
afterAll(() => server.close())

/** One row of each kind in the first shop, each with the same odd word in it. */
async function seedRows(): Promise<Record<string, string>> {
  const post = async (collection: string, body: object): Promise<string> => {
    const { json, status, text } = await ann.post(`/api/${shopId}/${collection}`, body)
    if (status !== 200) throw new Error(text)
    return (json as { id: string }).id
  }
  const customers = await post('customers', { name: secret, countryCode: '+1', phone: '5550102000' })
  const orders = await post('orders', { customerId: customers, orderStatusId: orderStatusIdByName.Lead, itemDetails: secret, issueDescription: secret })
  const tasks = await post('tasks', { orderId: orders, description: secret })
  const payments = await post('payments', { orderId: orders, paymentAmount: 5, paymentText: secret })
  const costs = await post('costs', { orderId: orders, costAmount: 5, costText: secret })
  const categories = await post('categories', { name: secret, parentId: null })
  const suppliers = await post('suppliers', { supplierName: secret })
  const products = await post('products', { name: secret, categoryHierarchyId: categories, supplierId: suppliers })
  return { customers, orders, tasks, payments, costs, categories, suppliers, products }
}

/** The route's address with ids of the first shop. */
function addressOf(route: Route): string {
  const collection = /:shopId\/([\w-]+)\/:id/.exec(route.path)?.[1]?.replace('shop-tasks', 'tasks') ?? 'orders'
  return route.path
    .replace(':shopId', shopId)
    .replace(':id', rowIdByCollection[collection] ?? nowhere)
    .replace(':code', 'north')
    .replaceAll(/:\w+/g, nowhere)
}

const bodyOf = (route: Route): object | undefined => (route.body === undefined ? undefined : {})
const nameOf = ({ method, path }: Route): string => `${method} ${path}`
const cases = (routes: readonly Route[]): [string, Route][] => routes.map((route) => [nameOf(route), route])
const memberRoutes = allRoutes.filter(({ access }) => access.who === 'member')

const ruleOf = ({ access }: Route): string | undefined => {
  if (access.who !== 'member' || !access.collection || !access.action) return undefined
  return collectionByName[access.collection].access[access.action === 'restore' ? 'delete' : access.action]
}

describe('without a session', () => {
  test.each(cases(allRoutes.filter(({ access }) => !['anyone', 'portal', 'customer'].includes(access.who))))('%s is 401', async (_name, route) => {
    const { status, text } = await server.client().send(route.method, addressOf(route), { body: bodyOf(route) })
    expect(status).toBe(401)
    expect(text).not.toContain(secret)
  })
})

describe('for a user of another shop', () => {
  test.each(cases(memberRoutes))('%s is 404, as if the shop did not exist', async (_name, route) => {
    const [ofFirst, ofNone] = [addressOf(route), addressOf(route).replace(shopId, nowhere)]
    const answer = await bob.send(route.method, ofFirst, { body: bodyOf(route) })
    expect(answer.status).toBe(404)
    expect({ ...(answer.json as object), requestId: '' }).toEqual({ code: 'NOT_FOUND', message: 'Not found.', requestId: '' })
    const absent = await bob.send(route.method, ofNone, { body: bodyOf(route) })
    expect({ ...(absent.json as object), requestId: '' }).toEqual({ ...(answer.json as object), requestId: '' })
  })

  test.each(cases(memberRoutes.filter(({ path }) => path.includes('/:id'))))('%s does not reach rows through their own shop', async (_name, route) => {
    const max = await server.client().signIn('max')
    const otherShops = (await max.get('/api/shops?scope=all')).json as { id: string }[]
    const ownShopId = otherShops.find(({ id }) => id !== shopId)?.id ?? ''
    const { id } = await createUser(server.services, { loginId: `root-${Math.random()}`, password: testPassword, shopIds: [ownShopId], privileges: privilegeNames })
    const { login_id } = await server.services.reader.selectFrom('users').select('login_id').where('id', '=', id).executeTakeFirstOrThrow()
    const stranger = await server.client().signIn(login_id)
    const { status, text } = await stranger.send(route.method, addressOf(route).replace(shopId, ownShopId), { body: bodyOf(route) })
    // A body is looked at before the row, so that a broken one may be named first.
    expect([404, route.body ? 400 : 404]).toContain(status)
    expect(text).not.toContain(secret)
  })

  test('nothing of the first shop is in any list', async () => {
    for (const route of allRoutes.filter(({ method, access, answer }) => method === 'GET' && access.who !== 'member' && isJsonAnswer(answer))) {
      expect((await bob.get(addressOf(route))).text).not.toContain(secret)
    }
  })
})

describe('for a member without privileges', () => {
  const gated = memberRoutes.filter((route) => isPrivilege(ruleOf(route) ?? ''))

  test('some routes need a privilege', () => {
    expect(gated.map(nameOf).sort()).toEqual([
      'DELETE /api/:shopId/customers/:id',
      'DELETE /api/:shopId/orders/:id',
      'GET /api/:shopId/activities',
      'GET /api/:shopId/refused-changes',
      'POST /api/:shopId/customers/:id/restore',
      'POST /api/:shopId/orders/:id/restore',
    ])
  })

  test.each(cases(gated))('%s is 403 without its privilege and passes with it alone', async (_name, route) => {
    expect((await ann.send(route.method, addressOf(route))).status).toBe(403)
    const privilege = ruleOf(route) as Privilege
    const loginId = `holder-${Math.random()}`
    await createUser(server.services, { loginId, password: testPassword, shopIds: [shopId], privileges: [privilege] })
    const holder = await server.client().signIn(loginId)
    const { status } = await holder.send(route.method, addressOf(route))
    expect([200, 409]).toContain(status)
    if (route.method === 'DELETE' && status === 200) await holder.post(`${addressOf(route)}/restore`)
  })

  test.each(cases(memberRoutes.filter((route) => route.method === 'GET' && !isPrivilege(ruleOf(route) ?? ''))))('%s is open', async (_name, route) => {
    expect((await ann.get(addressOf(route))).status).toBe(200)
  })

  test('a privilege or shop taken away counts from the next call on', async () => {
    const { id: userId } = await createUser(server.services, { loginId: 'leaver', password: testPassword, shopIds: [shopId], privileges: ['view_activity'] })
    const leaver = await server.client().signIn('leaver')
    expect((await leaver.get(`/api/${shopId}/activities`)).status).toBe(200)
    await server.services.db.deleteFrom('users_privileges').where('user_id', '=', userId).execute()
    expect((await leaver.get(`/api/${shopId}/activities`)).status).toBe(403)
    await server.services.db.deleteFrom('shop_users').where('user_id', '=', userId).execute()
    expect((await leaver.get(`/api/${shopId}/activities`)).status).toBe(404)
  })
})

describe('addresses', () => {
  test.each(['not-a-uuid', '123', 'users', '%20', "';--"])('with %s instead of an id are 404', async (id) => {
    for (const address of [`/api/${id}/orders`, `/api/${shopId}/orders/${id}`, `/api/shops/${id}/config`, `/api/${shopId}/orders/${id}/payments`]) {
      expect(await ann.get(address)).toMatchObject({ status: 404, json: { code: 'NOT_FOUND' } })
    }
  })

  test('take ids in upper case', async () => {
    expect((await ann.get(`/api/${shopId.toUpperCase()}/orders/${rowIdByCollection['orders']?.toUpperCase()}`)).status).toBe(200)
  })

  test('are declared once each', () => {
    const names = allRoutes.map(nameOf)
    expect(names).toEqual([...new Set(names)])
  })
})

describe('a device that names its user', () => {
  const push = (client: TestClient, user: string) =>
    client.post(`/api/sync/push?user=${user}`, { deviceId: 'tablet', deviceTime: new Date().toISOString(), mutations: [] })

  test('is served under its own cookie and refused under that of somebody who signed in meanwhile', async () => {
    const idOf = async (client: TestClient) => ((await client.get('/api/auth/me')).json as { user: { id: string } }).user.id
    const annId = await idOf(ann)
    expect((await push(ann, annId)).status).toBe(200)
    expect((await push(bob, annId)).status).toBe(401)
    expect((await bob.get(`/api/sync/bootstrap?user=${annId}`)).status).toBe(401)
    expect((await bob.get(`/api/sync/live?user=${annId}`)).status).toBe(401)
  })
})
