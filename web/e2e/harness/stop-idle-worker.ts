import type { Page } from '@playwright/test'

/**
 * Stops the idle service worker, so that a new one can take over. The browser does that after a while, but never for a worker that
 * a debugger is attached to, as in these tests.
 */
export async function stopIdleWorker(page: Page): Promise<void> {
  const internals = await page.context().newPage()
  await internals.goto('chrome://serviceworker-internals')
  const stop = internals.getByRole('button', { name: 'Stop' }).first()
  // No worker is running: the new one has already taken over and is idle.
  if (
    await stop.waitFor({ timeout: 2_000 }).then(
      () => true,
      () => false,
    )
  )
    await stop.click().catch(() => undefined)
  await internals.close()
}
