import type { Page, Request } from '@playwright/test'

/** Holds all requests to matching addresses; the returned function releases them, delayed as on a bad network. */
export async function holdRequests(page: Page, address: string | RegExp): Promise<() => void> {
  let release = (): void => undefined
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route(address, async (route) => {
    await held
    // The page may have aborted the request meanwhile.
    await route.continue().catch(() => undefined)
  })
  return release
}

/** Counts the requests to matching addresses that are in flight, from now on. */
export function countRunning(page: Page, address: RegExp): () => number {
  const running = new Set<Request>()
  page.on('request', (request) => address.test(request.url()) && running.add(request))
  page.on('requestfinished', (request) => running.delete(request))
  page.on('requestfailed', (request) => running.delete(request))
  return () => running.size
}
