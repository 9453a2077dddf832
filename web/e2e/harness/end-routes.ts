import type { BrowserContext } from '@playwright/test'

/** Removes routes; ignores errors of requests still being handled when the test ends. */
export async function endRoutes(context: BrowserContext): Promise<void> {
  // The test may have closed it already.
  await Promise.allSettled([...context.pages(), context].map((place) => place.unrouteAll({ behavior: 'ignoreErrors' })))
}
