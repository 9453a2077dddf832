import type { LiveHandlers, SyncApi } from '../platform/server-port.ts'
import type { VirtualTime } from './test-time.ts'

const echoEveryMs = 25_000

/** The streams of a model server prove themselves as the real one's do. `around`: what stands between server and device. */
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
