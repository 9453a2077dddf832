import path from 'node:path'
import { createHash, randomBytes } from 'node:crypto'
import type { Server } from 'node:http'
import { createAdaptorServer } from '@hono/node-server'
import { createApp } from '../app.ts'
import { createSenders } from '../messages/senders/create-senders.ts'
import { readConfig } from '../config.ts'
import { readServerId } from '../db/server-id.ts'
import { createWorld, type World } from './test-world.ts'
import type { Services } from '../services.ts'
import { assertContract } from './test-contract.ts'

/** The sync routes over HTTP, with sessions created without a password. */
export type SyncServer = World & {
  url: string
  signIn(userId: string): Promise<Client>
  stop(): Promise<void>
}

export type Answer = { status: number; body: Record<string, unknown>; headers: Headers }

export type Client = {
  userId: string
  sessionId: string
  headers: Record<string, string>
  get(path: string): Promise<Answer>
  post(path: string, body: unknown): Promise<Answer>
  /** `query`: as in the address, `?rows=1`. */
  live(query?: string): Promise<EventReader>
}

export async function startSyncServer(): Promise<SyncServer> {
  const world = await createWorld()
  const serverId = await readServerId(world.services.reader)
  const app = createApp(world.services, readConfig({}), {
    webFiles: new Map(),
    serverId,
    backups: null,
    senders: createSenders({ ...readConfig({}), dataDir: path.dirname(world.file) }),
  })
  const server = createAdaptorServer({ fetch: app.fetch }) as Server
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  return Object.assign(world, {
    url,
    signIn: (userId: string) => signIn(world, url, userId),
    stop: async () => {
      world.services.bus.close()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await world.close()
    },
  })
}

/** A session created without a password, in which a sign-in code was just entered. */
export async function startSession(services: Services, userId: string): Promise<{ sessionId: string; headers: { Cookie: string } }> {
  const sessionId = services.newId()
  const cookie = randomBytes(32).toString('base64url')
  const times = {
    created_at: '2026-01-01T00:00:00.000Z',
    last_seen_at: services.clock().toISOString(),
    code_at: services.clock().toISOString(),
    expires_at: '2027-01-01T00:00:00.000Z',
    absolute_expires_at: '2027-01-01T00:00:00.000Z',
  }
  await services.db
    .insertInto('sessions')
    .values({ id: sessionId, sid_hash: createHash('sha256').update(cookie).digest('hex'), user_id: userId, ...times })
    .execute()
  return { sessionId, headers: { Cookie: `mainspring_session=${cookie}` } }
}

async function signIn({ services }: World, url: string, userId: string): Promise<Client> {
  const { sessionId, headers } = await startSession(services, userId)
  const toAnswer = async (method: string, path: string, response: Response): Promise<Answer> => {
    const { status, headers } = response
    const text = await response.text()
    assertContract(method, path, { status, contentType: headers.get('Content-Type'), text })
    return { status, headers, body: JSON.parse(text) as Record<string, unknown> }
  }
  return {
    userId,
    sessionId,
    headers,
    get: async (path) => toAnswer('GET', path, await fetch(`${url}${path}`, { headers })),
    post: async (path, body) =>
      toAnswer(
        'POST',
        path,
        await fetch(`${url}${path}`, {
          method: 'POST',
          headers: { ...headers, 'Content-Type': 'application/json' },
          body: typeof body === 'string' ? body : JSON.stringify(body),
        }),
      ),
    live: (query = '') => openEvents(`${url}/api/sync/live${query}`, headers),
  }
}

export type ServerEvent = { name: string; data: unknown }

export type EventReader = {
  /** The next event or comment; fails after the time. */
  next(withinMs?: number): Promise<ServerEvent>
  /** Whether nothing arrives within the time. */
  isQuiet(forMs: number): Promise<boolean>
  /** Resolves when the server ends the stream. */
  ended: Promise<void>
  close(): void
}

export async function openEvents(url: string, headers: Record<string, string>): Promise<EventReader> {
  const abort = new AbortController()
  const response = await fetch(url, { headers, signal: abort.signal })
  if (response.status !== 200 || response.body === null) throw new Error(`live answered ${response.status}`)
  const events: ServerEvent[] = []
  const waiting: ((event: ServerEvent) => void)[] = []
  const take = (event: ServerEvent): void => {
    const waiter = waiting.shift()
    if (waiter) waiter(event)
    else events.push(event)
  }
  const ended = readAll(response.body, take).catch(() => {})
  const next = (withinMs = 30_000): Promise<ServerEvent> => {
    const event = events.shift()
    if (event) return Promise.resolve(event)
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        waiting.splice(waiting.indexOf(waiter), 1)
        reject(new Error(`No event within ${withinMs} ms`))
      }, withinMs)
      const waiter = (arrived: ServerEvent): void => {
        clearTimeout(timer)
        resolve(arrived)
      }
      waiting.push(waiter)
    })
  }
  const isQuiet = (forMs: number): Promise<boolean> =>
    next(forMs).then(
      (event) => {
        events.unshift(event)
        return false
      },
      () => true,
    )
  return { next, isQuiet, ended, close: () => abort.abort() }
}

async function readAll(body: ReadableStream<Uint8Array>, take: (event: ServerEvent) => void): Promise<void> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of body) {
    text += decoder.decode(chunk, { stream: true })
    for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
      take(blockToEvent(text.slice(0, end)))
      text = text.slice(end + 2)
    }
  }
}

function blockToEvent(block: string): ServerEvent {
  if (block.startsWith(':')) return { name: 'comment', data: undefined }
  const valueOf = (key: string): string =>
    block
      .split('\n')
      .find((line) => line.startsWith(`${key}:`))
      ?.slice(key.length + 1)
      .trim() ?? ''
  return { name: valueOf('event'), data: JSON.parse(valueOf('data')) }
}
