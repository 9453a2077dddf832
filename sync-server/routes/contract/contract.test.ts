import { v7 } from 'uuid'
import { afterAll, describe, expect, test } from 'vitest'
import { assertContract, type ToldAnswer } from '../../testing/test-contract.ts'
import { allRoutes } from '../all-routes.ts'
import { isJsonAnswer, type Route } from '../../registry/registry.ts'
import { openCallers } from '../../testing/test-callers.ts'
import { exampleByName, isMadeHere, makeExample, nameToRoute } from '../../testing/test-examples.ts'
import { openRoutesWorld } from '../../testing/test-registry-world.ts'

/** Calls each route with a JSON answer once as a fully privileged caller; the client validates the answer against the route's shape. */

let calls = 0

/** Each call uses its own address, to avoid rate limits. */
const send = async (route: Route, address: string, body?: unknown, rawBody?: Uint8Array<ArrayBuffer>) => {
  const { headers } = await callers.sign(route.access.who === 'customer' ? 'customer' : 'administrator', 'none', { isFresh: true })
  return world.server
    .client()
    .send(route.method, address, { headers: { ...headers, 'X-Forwarded-For': `10.0.0.${++calls}` }, body, ...(rawBody && { rawBody }) })
}

const world = await openRoutesWorld()
const callers = await openCallers(world)
const userId = callers.userIdOf('administrator', 'none')
const { shop } = world
await shop.linkUser(userId)
await shop.addToken(userId, ['view_report'])
await shop.addDeletedRow('orders')
const ops = [{ action: 'update', collection: 'orders', id: shop.ids.orders, changes: { orderStatusId: { from: null, to: 'no status' } } }]
const mutation = { id: v7(), shopId: shop.shopId, at: '2026-03-02T09:59:00.000Z', ops }
await send(nameToRoute('POST /api/sync/push'), '/api/sync/push', { deviceId: 'phone', deviceTime: '2026-03-02T10:00:00.000Z', mutations: [mutation] })
afterAll(() => world.close())

/** An empty list would match any item shape, so only these may be empty. */
const mayBeEmpty: readonly string[] = [
  'gone',
  'reset',
  'children',
  'products',
  'issues',
  'wentWith',
  'details',
  'privileges',
  'formerNumbers',
  'lines',
  'taxes',
  // The test server has no sender.
  'sendingChannels',
]

const listsOf = (value: unknown, key = 'the answer'): { key: string; length: number }[] => {
  if (typeof value !== 'object' || value === null) return []
  if (!Array.isArray(value)) return Object.entries(value).flatMap(([name, item]) => listsOf(item, name))
  return [{ key, length: value.length }, ...value.flatMap((item) => listsOf(item, key))]
}

/** Names of lists that hold nothing wherever they stand in the answer. */
function emptyListsOf(answer: unknown): string[] {
  const lists = listsOf(answer)
  const filled = new Set(lists.flatMap(({ key, length }) => (length > 0 ? [key] : [])))
  return lists.flatMap(({ key }) => (filled.has(key) ? [] : [key]))
}

/** The example's user has none of these, so the administrator is asked instead. */
const ofFreshUser = /^\/api\/users\/[^/]+\/(?:privileges|shops|entities)$/

const names = Object.keys(exampleByName).filter((name) => isJsonAnswer(nameToRoute(name).answer))

describe('every answer fits the shape of its route', () => {
  test('there is an example for each', () => {
    const called = new Set(names.map(nameToRoute))
    expect(allRoutes.filter((route) => isJsonAnswer(route.answer) && !called.has(route))).toEqual([])
  })

  test.each(names.filter(isMadeHere))('%s', async (name) => {
    const { address, body, content } = await makeExample(name, world.shop, userId)
    const route = nameToRoute(name)
    const isOfUser = route.method === 'GET' && ofFreshUser.test(address)
    const { status, text, json } = await send(route, isOfUser ? address.replace(/users\/[^/]+/, `users/${userId}`) : address, body, content)
    expect([name, status], text).toEqual([name, 200])
    // OpenAPI defines the shape of this document.
    if (route.path !== '/api/openapi.json') expect(emptyListsOf(json).filter((key) => !mayBeEmpty.includes(key))).toEqual([])
  })
})

describe('the check of answers', () => {
  const json = (status: number, value: unknown): ToldAnswer => ({ status, contentType: 'application/json', text: JSON.stringify(value) })
  const shopId = '01a200c4-2207-7261-b06b-ae99150c3479'

  test.each<[string, string, string, ToldAnswer, string]>([
    ['a field too many', 'GET', '/healthz', json(200, { ok: true, version: '1' }), 'Unrecognized key: "version"'],
    ['a field too few', 'GET', '/api/auth/me?x=1', json(200, {}), 'user'],
    ['an unknown route', 'GET', '/api/unknown', json(200, {}), 'the registry has no such route'],
    ['another method', 'POST', '/healthz', json(200, { ok: true }), 'the registry has no such route'],
    ['an error of its own making', 'GET', `/api/${shopId}/orders`, json(404, { error: 'gone' }), 'is no error body'],
    ['an error that is no JSON', 'GET', `/api/${shopId}/orders`, { status: 404, contentType: 'text/plain', text: '404' }, 'text/plain instead of JSON'],
    ['a page where events are declared', 'GET', '/api/sync/live', { status: 200, contentType: 'text/html', text: '' }, 'its route declares text/event-stream'],
  ])('finds %s', (_, method, address, answer, fault) => {
    expect(() => assertContract(method, address, answer)).toThrow(fault)
  })

  test('takes a fixed part of a path before a parameter', () => {
    const days = json(200, [{ orderId: shopId, daysSinceLastChange: 2 }])
    expect(() => assertContract('GET', `/api/${shopId}/orders/days-since-status-change`, days)).not.toThrow()
    expect(() => assertContract('GET', `/api/${shopId}/orders/${shopId}`, days)).toThrow('other than its route declares')
  })

  test('leaves pages alone', () => {
    expect(() => assertContract('GET', '/orders', { status: 200, contentType: 'text/html', text: '<!doctype html>' })).not.toThrow()
  })
})
