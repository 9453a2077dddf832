import type { ComponentType } from 'react'

/** A part of the app whose code loads on demand. `loaded`: its component, once loaded. `failures`: how often it could not be. */
type Part<Props> = {
  read: () => { loaded?: ComponentType<Props> | undefined; failures: number }
  subscribe: (onChange: () => void) => () => void
  /** Fetches the code once; again after a failure. Never rejects. */
  fetch: () => Promise<boolean>
}

const allParts = new Set<{ fetch: () => Promise<boolean> }>()

export function createPart<Props>(load: () => Promise<ComponentType<Props>>): Part<Props> {
  let state: ReturnType<Part<Props>['read']> = { failures: 0 }
  let coming: Promise<boolean> | undefined
  const listeners = new Set<() => void>()
  const part: Part<Props> = {
    read: () => state,
    subscribe: (onChange) => {
      listeners.add(onChange)
      return () => listeners.delete(onChange)
    },
    fetch: () => {
      coming ??= load().then(
        (loaded) => settle({ loaded, failures: 0 }),
        () => {
          coming = undefined
          return settle({ failures: state.failures + 1 })
        },
      )
      return coming
    },
  }
  const settle = (next: typeof state): boolean => {
    state = next
    for (const listener of listeners) listener()
    return next.failures === 0
  }
  allParts.add(part)
  return part
}

/** Code that shows nothing, such as the device's file store, and comes with the parts. */
export const fetchWithParts = (load: () => Promise<unknown>): void => void createPart(async () => (await load(), () => null))

/** Milliseconds for which the first view has the network and the processor to itself after its rows have loaded. */
const pauseMs = 4_000

/** User input that starts the prefetch. */
const signs = ['pointermove', 'pointerdown', 'keydown'] as const

/**
 * Fetches all parts ahead, so that each opens at once, even offline: on the first pointer or key event; or, once the
 * page has its rows (`isCalm`), as soon as the service worker has cached the files, else after a pause. Returns a
 * function that stops waiting.
 */
export function fetchPartsAhead(isCalm: boolean): () => void {
  const controller = new AbortController()
  const { signal } = controller
  const worker: ServiceWorkerContainer | undefined = navigator.serviceWorker
  const start = (): void => {
    controller.abort()
    void fetchParts()
  }
  const startWhenIdle = (): void => {
    if ('requestIdleCallback' in window) window.requestIdleCallback(() => signal.aborted || start(), { timeout: pauseMs })
    else start()
  }
  for (const sign of signs) window.addEventListener(sign, start, { signal, capture: true, passive: true })
  if (isCalm) {
    worker?.addEventListener('controllerchange', startWhenIdle, { signal })
    const timer = setTimeout(startWhenIdle, worker?.controller == null ? pauseMs : 0)
    signal.addEventListener('abort', () => clearTimeout(timer))
  }
  return () => controller.abort()
}

/** Fetches all parts now; failed ones are fetched when the network returns. The page's `data-parts` is `loaded` when all are. */
export async function fetchParts(): Promise<void> {
  const parts = [...allParts]
  const isHere = await Promise.all(parts.map((part) => part.fetch()))
  // Code that came may bring parts of its own.
  if (allParts.size > parts.length) return fetchParts()
  if (isHere.every(Boolean)) document.documentElement.dataset['parts'] = 'loaded'
  else window.addEventListener('online', () => void fetchParts(), { once: true })
}
