import type { Page } from '@playwright/test'

/**
 * A new service worker that was told to take over does so once the running one is idle, which the browser stops after a while. One
 * that a debugger watches, as these tests do, never stops by itself: this does it as the browser would.
 */
export async function stopIdleWorker(page: Page): Promise<void> {
  const internals = await page.context().newPage()
  await internals.goto('chrome://serviceworker-internals')
  const stop = internals.getByRole('button', { name: 'Stop' }).first()
  // None runs any more: the new one has taken over, and rests.
  if (
    await stop.waitFor({ timeout: 2_000 }).then(
      () => true,
      () => false,
    )
  )
    await stop.click().catch(() => undefined)
  await internals.close()
}
