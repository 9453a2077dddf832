import { execFile } from 'node:child_process'
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { generateSource } from 'oazapfts'
import { afterAll, expect, test } from 'vitest'
import { openTestShop, lead, rowsOf } from '../testing/test-shop.ts'
import { testPassword } from '../testing/test-server.ts'

const shop = await openTestShop()
const nodeModules = path.resolve(import.meta.dirname, '../../node_modules')
const folder = await mkdtemp(path.join(tmpdir(), 'mainspring-client-'))

afterAll(async () => {
  await shop.close()
  await rm(folder, { recursive: true, force: true })
})

type Answered<Data> = Promise<{ status: number; data: Data; headers: Headers }>
/** The parts of the generated module that the test uses; tsc does not see the module. */
type GeneratedClient = {
  defaults: { baseUrl: string; headers: Record<string, string> }
  login: (body: object) => Answered<{ user: { login_id: string } }>
  createProfileToken: (body: object) => Answered<{ token: string }>
  createCustomer: (shopId: string, body: object) => Answered<{ id: string }>
  createOrder: (shopId: string, body: object) => Answered<{ id: string; code?: string }>
  getOrder: (shopId: string, id: string) => Answered<{ itemDetails: string }>
  listOrders: (shopId: string) => Answered<{ id: string }[]>
  deleteOrder: (shopId: string, id: string) => Answered<{ code: string }>
}

async function generateClient(): Promise<GeneratedClient> {
  const document = path.join(folder, 'openapi.json')
  await writeFile(document, await (await fetch(`${shop.server.url}/api/openapi.json`)).text())
  const client = path.join(folder, 'client.ts')
  await writeFile(client, await generateSource(document))
  // The generated code imports its runtime by package name.
  await symlink(nodeModules, path.join(folder, 'node_modules'))
  return (await import(pathToFileURL(client).href)) as GeneratedClient
}

test('a client that a public generator made from the document creates an order, with a token of a person', async () => {
  const client = await generateClient()
  client.defaults.baseUrl = shop.server.url

  const signedIn = await client.login({ user_id: 'ann', password: testPassword })
  expect(signedIn).toMatchObject({ status: 200, data: { user: { login_id: 'ann' } } })
  client.defaults.headers['Cookie'] = (signedIn.headers.getSetCookie()[0] ?? '').split(';', 1)[0] ?? ''
  const { data: made } = await client.createProfileToken({ name: 'Stock robot', privileges: [], currentPassword: testPassword })
  client.defaults.headers = { Authorization: `Bearer ${made.token}` }

  const customer = await client.createCustomer(shop.shopId, { name: 'Carla', countryCode: '+1', phone: '5550102000' })
  expect(customer.status).toBe(200)
  const wanted = { customerId: customer.data.id, orderStatusId: lead, itemDetails: 'Made by a generated client', issueDescription: 'Broken glass' }
  const order = await client.createOrder(shop.shopId, wanted)
  expect(order).toMatchObject({ status: 200, data: wanted })

  expect(await client.getOrder(shop.shopId, order.data.id)).toMatchObject({ status: 200, data: wanted })
  expect((await client.listOrders(shop.shopId)).data.map(({ id }) => id)).toContain(order.data.id)
  // The user interface sees what the program wrote.
  expect(rowsOf(await shop.max.get(`${shop.api}/orders`))).toMatchObject([{ id: order.data.id, ...wanted }])

  expect(await client.createOrder(shop.shopId, { ...wanted, itemDetails: '' })).toMatchObject({
    status: 400,
    data: { code: 'VALIDATION', issues: [{ path: 'itemDetails' }] },
  })
  expect(await client.deleteOrder(shop.shopId, order.data.id)).toMatchObject({ status: 403, data: { code: 'FORBIDDEN' } })
})

/** Compiles only if the generated client has precise types of arguments and results. */
const typedProgram = `
import { createOrder, defaults, listOrders } from './client.ts'
defaults.headers = { Authorization: 'Bearer mst_' }
export async function run(shopId: string, customerId: string, orderStatusId: string): Promise<string | null | undefined> {
  const made = await createOrder(shopId, { customerId, orderStatusId, itemDetails: 'iPhone', issueDescription: 'Dead', quotedCost: 80, return: true })
  if (made.status !== 200) throw new Error(made.data.code satisfies string)
  // @ts-expect-error An order needs a customer.
  await createOrder(shopId, { orderStatusId, itemDetails: 'iPhone', issueDescription: 'Dead' })
  const listed = await listOrders(shopId)
  return listed.status === 200 ? listed.data.find(({ id }) => id === made.data.id)?.quotedCost : undefined
}
`

test('the types of that client tell answers from refusals', async () => {
  await writeFile(path.join(folder, 'package.json'), '{"type":"module"}')
  await writeFile(path.join(folder, 'program.ts'), typedProgram)
  const options = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext', '--target', 'es2024', '--allowImportingTsExtensions', '--pretty', 'false']
  const { stdout } = await promisify(execFile)(path.join(nodeModules, '.bin/tsc'), [...options, 'program.ts'], { cwd: folder }).catch(
    (error: unknown) => error as { stdout: string },
  )
  expect(stdout).toBe('')
})

test('the page is served under the same rules as every page', async () => {
  const { status, headers, text } = await shop.server.client().get('/api/docs')
  expect(status).toBe(200)
  expect(headers.get('content-type')).toMatch(/^text\/html; charset=utf-8$/i)
  expect(headers.get('content-security-policy')).toContain("script-src 'self'")
  expect(headers.get('cache-control')).toBe('no-store')
  expect(text).toContain('spec-url="/api/openapi.json"')
})
