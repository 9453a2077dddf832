import { testServerMark } from '#web/device/testing/test-server-mark.ts'
import { answerFetch } from './page-fetch.ts'
import type { Person, TestShop } from './shop-server.ts'
import type { Network } from './test-network.ts'

export type RestCall = {
  method: string
  path: string
  query: URLSearchParams
  parts: string[]
  body: unknown
}

export class RestFailure {
  readonly status: number
  readonly body: unknown

  constructor(status: number, body: unknown) {
    this.status = status
    this.body = body
  }
}

/** Handlers by `GET /api/…`, where `*` matches one path segment. Each returns a value, a RestFailure, or a Response. */
export type Rest = Record<string, (call: RestCall) => unknown>

/** Answers requests besides sync. A request without a handler fails, and fails the test with its address. */
export function answerRest({ shop, person, rest, network }: { shop: TestShop; person: Person; rest: Rest; network: Network }): {
  assertAllAnswered: () => void
} {
  const { server } = shop
  const own: Rest = {
    'GET /api/auth/privileges': () => ({ privileges: server.users.get(person.userId)?.privileges ?? [] }),
    'GET /api/*/orders/*/status-history': ({ parts: [, orderId] }) => server.statusHistory.filter((entry) => entry.orderId === orderId),
    ...rest,
  }
  const table = Object.entries(own).map(([pattern, answer]) => ({ shape: new RegExp(`^${pattern.replaceAll('*', '([^/]+)')}$`), answer }))
  const unanswered: string[] = []
  answerFetch(async (method, { pathname, searchParams }, init) => {
    if (!network.isOnline) throw new TypeError('Failed to fetch')
    const address = `${method} ${pathname}`
    const found = table.findLast(({ shape }) => shape.test(address))
    if (found === undefined) {
      unanswered.push(address)
      throw new TypeError(`Nothing answers ${address}`)
    }
    const body: unknown = typeof init?.body === 'string' ? JSON.parse(init.body) : init?.body
    const answer = await found.answer({ method, path: pathname, query: searchParams, parts: found.shape.exec(address)?.slice(1) ?? [], body })
    if (answer instanceof Response) return answer
    const { status, body: sent } = answer instanceof RestFailure ? answer : { status: 200, body: answer }
    return new Response(JSON.stringify(sent ?? {}), { status, headers: { 'content-type': 'application/json', ...testServerMark } })
  })
  return {
    assertAllAnswered: () => {
      if (unanswered.length > 0) throw new Error(`Nothing answers ${[...new Set(unanswered)].join(', ')}: add it to \`rest\`.`)
    },
  }
}
