import type { Heads, LiveRows } from '#schema/api/sync.ts'
import { createSyncApi } from '#web/api/sync-api.ts'
import type { KnownServer } from '#web/api/answer.ts'
import { createHttp } from '#web/api/http.ts'
import { OfflineError, type SyncApi } from '../platform/server-port.ts'

/** Answers in place of the server, as a proxy does; undefined passes the call on. */
export type Answerer = (path: string) => Response | undefined

/** For tests in Node: a signed-in API of a real server, with the cookies and the event stream that browsers have built in. */
export async function signInToServer(
  url: string,
  userId: string,
  loginId: string,
  password: string,
  inPlace?: { answer: Answerer; knownServer: KnownServer },
): Promise<SyncApi> {
  const answer = await fetch(`${url}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ user_id: loginId, password }),
  })
  if (!answer.ok) throw new Error(`Sign-in failed: ${await answer.text()}`)
  const cookie = answer.headers.getSetCookie()[0]?.split(';', 1)[0] ?? ''
  const ask = (input: string | URL | Request, init?: RequestInit): Promise<Response> =>
    fetch(input, { ...init, headers: { ...(init?.headers as Record<string, string>), cookie } })
  const http = createHttp({
    baseUrl: url,
    fetch: async (input, init) => inPlace?.answer(new URL(input instanceof Request ? input.url : input).pathname) ?? ask(input, init),
    ...(inPlace && { knownServer: inPlace.knownServer }),
  })
  return {
    ...createSyncApi({ http, userId }),
    openLive({ onOpen, onHeads, onRows, onAccess, onNotices, onEcho, onError }) {
      const ending = new AbortController()
      const read = async (): Promise<void> => {
        const stream = await fetch(`${url}/api/sync/live?rows=1`, { headers: { cookie }, signal: ending.signal })
        if (!stream.ok || stream.body === null) throw new OfflineError()
        onOpen()
        let rest = ''
        for await (const chunk of stream.body.pipeThrough(new TextDecoderStream())) {
          const blocks = `${rest}${chunk}`.split('\n\n')
          rest = blocks.pop() ?? ''
          for (const block of blocks) {
            const event = /^event: (.*)$/m.exec(block)?.[1]
            const data: unknown = JSON.parse(/^data: (.*)$/m.exec(block)?.[1] ?? '{}')
            if (event === 'heads') onHeads(data as Heads)
            if (event === 'rows') onRows?.(data as LiveRows)
            if (event === 'access') onAccess()
            if (event === 'notices') onNotices?.()
            if (event === 'echo') onEcho()
          }
        }
        throw new OfflineError('The stream ended.')
      }
      read().catch((error: unknown) => {
        if (!ending.signal.aborted) onError(error)
      })
      return { close: () => ending.abort() }
    },
  }
}
