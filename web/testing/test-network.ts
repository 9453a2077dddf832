import { OfflineError, type OpenStream, type SyncApi } from '#web/device/platform/server-port.ts'

export class Network {
  isOnline = true
  readonly #onCut = new Set<() => void>()

  /** The same API, failing while offline. */
  wrap(api: SyncApi): SyncApi {
    const through =
      <Arguments extends unknown[], Answer>(call: (...given: Arguments) => Promise<Answer>) =>
      async (...given: Arguments): Promise<Answer> => {
        if (!this.isOnline) throw new OfflineError()
        return call(...given)
      }
    return {
      ...api,
      bootstrap: through(api.bootstrap),
      pull: through(api.pull),
      push: through(api.push),
      ...(api.numbers && { numbers: { lease: through(api.numbers.lease), giveBack: through(api.numbers.giveBack) } }),
      openLive: (handlers): OpenStream => {
        if (!this.isOnline) {
          queueMicrotask(() => handlers.onError(new OfflineError()))
          return { close: () => undefined }
        }
        const stream = api.openLive(handlers)
        const end = (): void => {
          stream.close()
          handlers.onError(new OfflineError())
        }
        this.#onCut.add(end)
        return {
          close: () => {
            this.#onCut.delete(end)
            stream.close()
          },
        }
      },
    }
  }

  cut(): void {
    this.isOnline = false
    Object.defineProperty(navigator, 'onLine', { configurable: true, get: () => this.isOnline })
    for (const end of this.#onCut) end()
    this.#onCut.clear()
    window.dispatchEvent(new Event('offline'))
  }

  restore(): void {
    if (this.isOnline) return
    this.isOnline = true
    Reflect.deleteProperty(navigator, 'onLine')
    window.dispatchEvent(new Event('online'))
  }
}
