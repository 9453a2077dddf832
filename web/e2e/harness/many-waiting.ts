import path from 'node:path'
import type { Page } from '@playwright/test'
import { bundleForPage } from '#scripts/bench/harness/bundle.ts'
import type { Person, TestShop } from './fixtures.ts'
import type { PageDevice } from './page-device.ts'

// Stands in functions that run inside the page, where the bundle has put it.
declare function readPageDevice(): PageDevice

let script: Promise<string> | undefined

/**
 * Many mutations of a signed-in person that wait on this device, made through the app's own write path but without its screens. Leaves the page at an
 * address without the app, and without a network.
 */
export async function leaveManyWaiting(
  page: Page,
  shop: TestShop,
  { count, notes, person = shop.person }: { count: number; notes?: string; person?: Person },
): Promise<string[]> {
  script ??= bundleForPage(path.join(import.meta.dirname, 'page-device.ts'))
  await page.goto('/healthz')
  // In a page of its own that begins with the script: the app's service worker stands between a page and what a test serves.
  const tab = await page.context().newPage()
  // It begins before the page's policy does, and must not take evaluation for allowed.
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
