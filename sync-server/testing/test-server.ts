import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { privilegeNames, type Privilege } from '#schema/privileges.ts'
import { createEntity } from '../commands/administration/create-entity.ts'
import { createShop } from '../commands/administration/create-shop.ts'
import { createUser } from '../commands/administration/create-user.ts'
import { readConfig } from '../config.ts'
import type { OpenDatabase } from '../db/open.ts'
import { startServer, type Patience, type RunningServer } from '../main.ts'
import type { Services } from '../services.ts'
import { applyOps } from '../store/write.ts'
import { assertContract } from './test-contract.ts'
import { makeTestDatabase } from './test-database.ts'

/** A real server on a real database, called over HTTP. */

export type Answer = { status: number; headers: Headers; text: string; json: unknown }
type RequestOptions = { headers?: Record<string, string>; body?: unknown; rawBody?: string | Uint8Array<ArrayBuffer>; redirect?: 'manual' }

/** Keeps the session cookie, sends JSON, and validates each answer against its route. */
export class TestClient {
  readonly #url: string
  cookie: string | undefined

  constructor(url: string) {
    this.#url = url
  }

  async send(method: string, address: string, { headers = {}, body, rawBody }: RequestOptions = {}): Promise<Answer> {
    const sent = rawBody ?? (body === undefined ? undefined : JSON.stringify(body))
    const response = await fetch(this.#url + address, {
      method,
      redirect: 'manual',
      headers: {
        ...(sent !== undefined && { 'Content-Type': typeof sent === 'string' ? 'application/json' : 'application/octet-stream' }),
        ...(this.cookie !== undefined && { Cookie: this.cookie }),
        ...headers,
      },
      ...(sent !== undefined && { body: sent }),
    })
    const setCookie = response.headers.getSetCookie()[0]
    if (setCookie !== undefined) this.cookie = setCookie.split(';', 1)[0]
    const text = await response.text()
    assertContract(method, address, { status: response.status, contentType: response.headers.get('Content-Type'), text })
    return { status: response.status, headers: response.headers, text, json: textToJson(text) }
  }

  get = (address: string, options?: RequestOptions): Promise<Answer> => this.send('GET', address, options)
  post = (address: string, body?: unknown, options?: RequestOptions): Promise<Answer> => this.send('POST', address, { ...options, body })
  put = (address: string, body?: unknown, options?: RequestOptions): Promise<Answer> => this.send('PUT', address, { ...options, body })
  delete = (address: string, options?: RequestOptions): Promise<Answer> => this.send('DELETE', address, options)

  async signIn(loginId: string, password = testPassword): Promise<this> {
    const { status, text } = await this.post('/api/login', { user_id: loginId, password })
    if (status !== 200) throw new Error(`Sign-in of ${loginId} failed: ${text}`)
    return this
  }
}

const textToJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export const testPassword = 'correct horse battery'

/** A manual clock. */
export function createTestClock(start = '2026-03-02T10:00:00.000Z') {
  let nowMs = Date.parse(start)
  return { now: () => new Date(nowMs), advance: (durationMs: number) => void (nowMs += durationMs) }
}

type TestServerOptions = { env?: Record<string, string>; webDir?: string; clock?: () => Date; patience?: Patience }

export type TestServer = RunningServer & {
  logLines: string[]
  dataDir: string
  /** Opens the database as another process would. */
  openElsewhere: () => Promise<OpenDatabase>
  client(): TestClient
}

export async function startTestServer({ env = {}, webDir, clock, patience }: TestServerOptions = {}): Promise<TestServer> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'mainspring-test-'))
  const database = await makeTestDatabase(dataDir)
  const config = readConfig({ PORT: '0', DATA_DIR: dataDir, ADMIN_LOGIN: 'admin', ADMIN_PASSWORD: testPassword, MESSAGES: 'off', ...database.env, ...env })
  const logLines: string[] = []
  const logDestination = { write: (line: string) => void logLines.push(line) }
  // Tests without pages must not depend on a built app.
  const server = await startServer(
    { ...config, webDir: webDir ?? path.join(dataDir, 'no-web') },
    { logDestination, ...(clock && { clock }), ...(patience && { patience }) },
  )
  return {
    ...server,
    logLines,
    dataDir,
    openElsewhere: database.open,
    client: () => new TestClient(server.url),
    close: async () => {
      await server.close()
      await database.drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** Two unrelated shops: `ann` works in the first, `bob` in the second, `max` in the first with all privileges. */
export async function seedTwoShops({ services }: Pick<RunningServer, 'services'>) {
  const { id: shopId } = await createShop(services, { name: 'North', code: 'north', alias: 'polar', color: '#112233' })
  const { id: otherShopId } = await createShop(services, { name: 'South', code: 'South-2' })
  const { id: entityId } = await createEntity(services, { entityName: 'North Ltd', contactName: 'Nora', shopIds: [shopId] })
  const { id: employeeId } = await createEmployee(services, shopId, { entityId, name: 'Eve', countryCode: '+1', phone: '5550001111' })
  const user = (loginId: string, shopIds: string[], privileges: readonly Privilege[] = []) =>
    createUser(services, { loginId, name: `${loginId} person`, password: testPassword, email: `${loginId}@example.com`, shopIds, privileges })
  const ann = await user('ann', [shopId])
  const bob = await user('bob', [otherShopId])
  const max = await user('max', [shopId], privilegeNames)
  return { shopId, otherShopId, entityId, employeeId, userIds: { ann: ann.id, bob: bob.id, max: max.id } }
}

/** By the write path, like every row of a shop. */
export async function createEmployee(
  services: Services,
  shopId: string,
  values: { entityId: string; name: string } & Record<string, string>,
): Promise<{ id: string }> {
  const id = services.newId()
  const caller = { userId: null, privileges: new Set<never>(), shopIds: new Set([shopId]), origin: 'administration' } as const
  await applyOps(services, caller, shopId, [{ action: 'create', collection: 'employees', id, values }])
  return { id }
}
