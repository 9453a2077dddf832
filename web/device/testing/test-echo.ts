import type { LiveHandlers, SyncApi } from '../platform/server-port.ts'
import type { VirtualTime } from './test-time.ts'

const echoEveryMs = 25_000

/** Lets the model server's streams send echoes as the real server does. `around` modifies the stream on its way. */
export function withEchoes(api: SyncApi, time: VirtualTime, around: (handlers: LiveHandlers) => LiveHandlers = (handlers) => handlers): SyncApi {
  return {
    ...api,
    openLive(given) {
      const handlers = around(given)
      const ending = new AbortController()
      const echo = async (): Promise<void> => {
        while (!ending.signal.aborted) {
          await time.wait(echoEveryMs, ending.signal)
          if (!ending.signal.aborted) handlers.onEcho()
        }
      }
      void echo()
      const stream = api.openLive(handlers)
      return { close: () => (ending.abort(), stream.close()) }
    },
  }
}
