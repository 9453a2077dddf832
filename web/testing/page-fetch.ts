type Answerer = (method: string, address: URL, init: RequestInit | undefined) => Response | Promise<Response>

const native = window.fetch.bind(window)
let current: typeof fetch = native

/** The app's modules store the fetch they find when loaded, once for all files of a run: this one. */
const passOn: typeof fetch = (input, init) => current(input, init)

const setFetch = (next: typeof fetch): void => {
  current = next === passOn ? native : next
}

Object.defineProperty(window, 'fetch', { configurable: true, get: () => passOn, set: setFetch })

/** Directs requests for the app's own server to `answer`; those for files go to the runner. */
export function answerFetch(answer: Answerer): void {
  current = async (input, init) => {
    const address = new URL(input instanceof Request ? input.url : input, window.location.origin)
    const isApi = address.origin === window.location.origin && /^\/(?:api|healthz)(?:\/|$)/.test(address.pathname)
    return isApi ? answer(init?.method ?? 'GET', address, init) : native(input, init)
  }
}

export const restoreFetch = (): void => void (current = native)
