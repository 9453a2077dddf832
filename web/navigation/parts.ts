import type { ComponentType } from 'react'

/** A part of the app whose code comes later. `loaded`: its component, once it is here. */
export type Part<Props> = {
  read: () => { loaded?: ComponentType<Props> | undefined; hasFailed: boolean }
  subscribe: (onChange: () => void) => () => void
  /** Fetches the code, once however often it is asked; after a failure anew. Never rejects. */
  fetch: () => Promise<boolean>
}

const allParts = new Set<{ fetch: () => Promise<boolean> }>()

export function createPart<Props>(load: () => Promise<ComponentType<Props>>): Part<Props> {
  let state: ReturnType<Part<Props>['read']> = { hasFailed: false }
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
        (loaded) => settle({ loaded, hasFailed: false }),
        () => {
          coming = undefined
          return settle({ hasFailed: true })
        },
      )
      return coming
    },
  }
  const settle = (next: typeof state): boolean => {
    state = next
    for (const listener of listeners) listener()
    return !next.hasFailed
  }
  allParts.add(part)
  return part
}

/** How long the first view and its rows have the network and the processor alone, after they are there, in milliseconds. */
const pauseMs = 4_000

/** Any of these says that somebody is about to ask for more. */
const signs = ['pointermove', 'pointerdown', 'keydown'] as const

/**
 * Fetches all parts before they are asked for, so that each opens at once, also without a network: when a hand or a key comes
 * near; and once the page is calm (`isCalm`: it has its rows), as soon as the service worker has the files, which cost nothing
 * then, else after a pause. Returns a function that stops waiting.
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

/** Fetches all parts now; what fails comes with the next network. The page's `data-parts` says `loaded` when all are here. */
export async function fetchParts(): Promise<void> {
  const isHere = await Promise.all([...allParts].map((part) => part.fetch()))
  if (isHere.every(Boolean)) document.documentElement.dataset['parts'] = 'loaded'
  else window.addEventListener('online', () => void fetchParts(), { once: true })
}
