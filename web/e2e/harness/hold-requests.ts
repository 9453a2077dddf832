import type { Page, Request } from '@playwright/test'

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

export function countRunning(page: Page, address: RegExp): () => number {
  const running = new Set<Request>()
  page.on('request', (request) => address.test(request.url()) && running.add(request))
  page.on('requestfinished', (request) => running.delete(request))
  page.on('requestfailed', (request) => running.delete(request))
  return () => running.size
}
