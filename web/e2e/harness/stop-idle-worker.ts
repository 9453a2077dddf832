import type { Page } from '@playwright/test'

/**
 * Stops the idle service worker, so that a new one can take over. The browser does that after a while, but never for a worker that
 * a debugger is attached to, as in these tests.
 */
export async function stopIdleWorker(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('ServiceWorker.enable')
  await devtools.send('ServiceWorker.stopAllWorkers')
  await devtools.detach().catch(() => undefined)
}
