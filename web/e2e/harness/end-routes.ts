import type { BrowserContext } from '@playwright/test'

/** Lets go of requests that a test still answers: what they come to after its end is nobody's fault. */
export async function endRoutes(context: BrowserContext): Promise<void> {
  // A test may have closed it already.
  await Promise.allSettled([...context.pages(), context].map((place) => place.unrouteAll({ behavior: 'ignoreErrors' })))
}
