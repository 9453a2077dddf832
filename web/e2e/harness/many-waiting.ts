import path from 'node:path'
import type { Page } from '@playwright/test'
import { bundleForPage } from '#scripts/bench/harness/bundle.ts'
import type { Person, TestShop } from './fixtures.ts'
import type { PageDevice } from './page-device.ts'

// Defined inside the page by the bundle; used in functions that run there.
declare function readPageDevice(): PageDevice

let script: Promise<string> | undefined

/**
 * Puts many unsent mutations of a signed-in person on this device, by the app's own write path but without its screens. Leaves the
 * page offline, at an address without the app.
 */
export async function leaveManyWaiting(
  page: Page,
  shop: TestShop,
  { count, notes, person = shop.person }: { count: number; notes?: string; person?: Person },
): Promise<string[]> {
  script ??= bundleForPage(path.join(import.meta.dirname, 'page-device.ts'))
  await page.goto('/healthz')
  // The script runs as an init script in a new page, because the app's service worker would answer for a file served by the test.
  const tab = await page.context().newPage()
  // It runs before the page's CSP applies, so zod must be told not to use `eval`.
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
