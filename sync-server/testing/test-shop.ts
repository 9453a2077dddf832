import { expect } from 'vitest'
import { orderStatusIdByName } from '#schema/values/order-status.ts'
import { createTestClock, seedTwoShops, startTestServer, type Answer, type TestClient, type TestServer } from './test-server.ts'

export type Row = { id: string } & Record<string, unknown>

export const lead = orderStatusIdByName.Lead
export const fixed = orderStatusIdByName.Fixed
export const carla = { name: 'Carla', countryCode: '1', phone: '(555) 010-2000' }
export const nowhere = '00000000-0000-4000-8000-000000000000'

export type TestShop = Awaited<ReturnType<typeof openTestShop>>

/** A server with a shop: `ann` is a plain member, `max` has every privilege. `now` replaces the manual clock. */
export async function openTestShop(env: Record<string, string> = {}, now?: () => Date) {
  const clock = createTestClock()
  const server: TestServer = await startTestServer({ env, clock: now ?? clock.now })
  const seed = await seedTwoShops(server)
  const ann: TestClient = await server.client().signIn('ann')
  const max: TestClient = await server.client().signIn('max')
  const api = `/api/${seed.shopId}`
  const createCustomer = async (more: object = {}): Promise<Row> => rowOf(await ann.post(`${api}/customers`, { ...carla, ...more }))
  const createOrder = async (more: object = {}): Promise<Row> => {
    const customerId = (await createCustomer()).id
    return rowOf(await ann.post(`${api}/orders`, { customerId, orderStatusId: lead, itemDetails: 'iPhone 12', issueDescription: 'Broken glass', ...more }))
  }
  return { ...seed, server, clock, ann, max, api, createCustomer, createOrder, close: () => server.close() }
}

export const rowOf = ({ status, text, json }: Answer): Row => {
  if (status !== 200) throw new Error(`${status} ${text}`)
  return json as Row
}

export const rowsOf = (answer: Answer): Row[] => rowOf(answer) as unknown as Row[]

export const expectRefusal = (answer: Answer, status: number, message: string, paths?: string[]): void => {
  expect([answer.status, (answer.json as { message: string }).message]).toEqual([status, message])
  if (paths) expect((answer.json as { issues: { path: string }[] }).issues.map(({ path }) => path)).toEqual(paths)
}
