import type { Page, Request } from '@playwright/test'

/** Lets no request to such an address out until the answer is called; then all go on, late as on a bad line. */
export async function holdRequests(page: Page, address: string | RegExp): Promise<() => void> {
  let release = (): void => undefined
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route(address, async (route) => {
    await held
    // Whoever asked may have given up meanwhile.
    await route.continue().catch(() => undefined)
  })
  return release
}

/** Counts from now on the requests to such addresses that are on their way. */
export function countRunning(page: Page, address: RegExp): () => number {
  const running = new Set<Request>()
  page.on('request', (request) => address.test(request.url()) && running.add(request))
  page.on('requestfinished', (request) => running.delete(request))
  page.on('requestfailed', (request) => running.delete(request))
  return () => running.size
}
