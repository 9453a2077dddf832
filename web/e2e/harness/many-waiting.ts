import path from 'node:path'
import type { Page } from '@playwright/test'
import { bundleForPage } from '#scripts/bench/harness/bundle.ts'
import type { Person, TestShop } from './fixtures.ts'
import type { PageDevice } from './page-device.ts'

declare function readPageDevice(): PageDevice

let script: Promise<string> | undefined

/**
 * Stores many unsent mutations of a signed-in user through the app's write path. Leaves the page offline, at an address
 * without the app.
 */
export async function leaveManyWaiting(
  page: Page,
  shop: TestShop,
  { count, notes, person = shop.person }: { count: number; notes?: string; person?: Person },
): Promise<string[]> {
  script ??= bundleForPage(path.join(import.meta.dirname, 'page-device.ts'))
  await page.goto('/healthz')
  // Run as an init script in a new page, because the app's service worker would intercept a file served by the test.
  const tab = await page.context().newPage()
  // The init script runs before the page's CSP applies, so tell zod not to use `eval`.
  await tab.addInitScript({ content: `globalThis.__zod_globalConfig = { jitless: true };${await script}` })
  await tab.goto('/healthz')
  await page.context().setOffline(true)
  const ids = await tab.evaluate(([userId, shopId, many, text]) => readPageDevice().leaveWaiting(userId, shopId, many, text), [
    person.userId,
    shop.id,
    count,
    notes,
  ] as const)
  await tab.close()
  return ids
}
