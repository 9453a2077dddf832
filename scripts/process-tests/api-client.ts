import { v7 as uuidV7 } from 'uuid'
import { isTombstone, type WireDocument } from '#schema/collection.ts'
import type { CollectionName } from '#schema/collections/index.ts'
import type { Bootstrap, Checkpoint, Heads, Mutation, MutationResult, Op, PullResponse, PushResponse } from '#schema/api/sync.ts'

type Answer<T> = { status: number; body: T }

export type ApiClient = ReturnType<typeof createClient>

/** @throws Error with the server's response if sign-in is refused */
export async function signInOverHttp(url: string, loginId: string, password: string): Promise<ApiClient> {
  const response = await fetch(`${url}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ user_id: loginId, password }),
  })
  if (!response.ok) throw new Error(`${loginId} could not sign in: ${response.status} ${await response.text()}`)
  const cookie = response.headers
    .getSetCookie()
    .map((text) => text.split(';', 1)[0])
    .join('; ')
  return createClient(url, cookie)
}

function createClient(url: string, cookie: string) {
  const call = async <T>(method: string, path: string, body?: unknown, signal?: AbortSignal): Promise<Answer<T>> => {
    const response = await fetch(url + path, {
      method,
      headers: { cookie, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal === undefined ? {} : { signal }),
    })
    const text = await response.text()
    return { status: response.status, body: (text === '' ? undefined : JSON.parse(text)) as T }
  }

  const read = async <T>(path: string): Promise<T> => {
    const { status, body } = await call<T>('GET', path)
    if (status !== 200) throw new Error(`GET ${path} answered ${status}: ${JSON.stringify(body)}`)
    return body
  }

  // A new device id per push, because the server never dates a mutation before the device's previous one.
  const push = (mutations: Mutation[], signal?: AbortSignal): Promise<Answer<PushResponse>> =>
    call('POST', '/api/sync/push', { deviceId: `test-${uuidV7()}`, deviceTime: new Date().toISOString(), mutations }, signal)

  return {
    url,
    cookie,
    call,
    /** Returns the body of a GET. @throws Error unless the status is 200 */
    read,
    push,
    bootstrap: () => read<Bootstrap>('/api/sync/bootstrap'),
    pull: (collection: CollectionName, checkpoint: Checkpoint = {}, limit = 5_000): Promise<Answer<PullResponse>> =>
      call('POST', '/api/sync/pull', { collection, limit, checkpoint }),
    /** Pushes one mutation. @throws Error if it is refused */
    async write(shopId: string, ops: Op[], at = new Date()): Promise<MutationResult> {
      const { status, body } = await push([toMutation(shopId, ops, at)])
      const [result] = body.results ?? []
      if (status !== 200 || result?.outcome !== 'applied') throw new Error(`The mutation was refused: ${status} ${JSON.stringify(body)}`)
      return result
    },
    /** Including tombstones. */
    async pullAll(collection: CollectionName): Promise<WireDocument[]> {
      const documents: WireDocument[] = []
      let checkpoint: Checkpoint = {}
      for (;;) {
        const { status, body } = await call<PullResponse>('POST', '/api/sync/pull', { collection, limit: 5_000, checkpoint })
        if (status !== 200) throw new Error(`pull ${collection} answered ${status}: ${JSON.stringify(body)}`)
        documents.push(...body.documents)
        checkpoint = body.checkpoint
        if (body.documents.length < 5_000) return documents
      }
    },
    /** Greatest seq by collection, from the live stream's first event. */
    async heads(): Promise<Heads> {
      const controller = new AbortController()
      try {
        for await (const { event, data } of openEvents(url, cookie, controller.signal)) if (event === 'heads') return JSON.parse(data) as Heads
        throw new Error('The live stream ended before it said anything.')
      } finally {
        controller.abort()
      }
    },
    events: (signal: AbortSignal) => openEvents(url, cookie, signal),
  }
}

type LiveEvent = { event: string; data: string }

async function* openEvents(url: string, cookie: string, signal: AbortSignal): AsyncGenerator<LiveEvent> {
  const response = await fetch(`${url}/api/sync/live`, { headers: { cookie, accept: 'text/event-stream' }, signal })
  if (!response.ok || response.body === null) throw new Error(`The live stream answered ${response.status}`)
  let text = ''
  for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
    text += chunk
    const blocks = text.split('\n\n')
    text = blocks.pop() ?? ''
    for (const block of blocks) {
      const fields = new Map(block.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()]))
      const data = fields.get('data')
      if (data !== undefined) yield { event: fields.get('event') ?? 'message', data }
    }
  }
}

export const toMutation = (shopId: string, ops: Op[], at = new Date()): Mutation => ({ id: uuidV7(), shopId, at: at.toISOString(), ops })

export const createOp = (
  collection: CollectionName,
  values: Extract<Op, { action: 'create' }>['values'],
  id = uuidV7(),
): Extract<Op, { action: 'create' }> => ({
  action: 'create',
  collection,
  id,
  values,
})

export const livingRows = (documents: WireDocument[]): (WireDocument & Record<string, unknown>)[] =>
  documents.filter((document): document is Exclude<WireDocument, { _deleted: true }> => !isTombstone(document))
