import type { Page } from '@playwright/test'
import { runScript } from './browser.ts'
import { bundleForPage } from './bundle.ts'
import type { DeviceBench } from '../page/page-device.ts'
import type { SeededShop } from '../shops/seed.ts'

/**
 * Counts the living rows that the browser's device holds, by collection, in a second tab: the device's own code reads them, so
 * that nothing here knows how they are stored.
 */
export async function countHeldRows(app: Page, url: string, { shopId, userId }: Pick<SeededShop, 'shopId' | 'userId'>): Promise<Record<string, number>> {
  const tab = await app.context().newPage()
  try {
    await tab.goto(`${url}/healthz`)
    await runScript(tab, await bundleForPage('page-device.ts'))
    await tab.evaluate((id) => readBench().openStored(id), userId)
    const rowsByCollection = await tab.evaluate((id) => readBench().countRows(id), shopId)
    await tab.evaluate(() => readBench().close())
    return rowsByCollection
  } finally {
    await tab.close()
    await app.bringToFront()
  }
}

// Defined inside the page by the bundle; used in functions that run there.
declare function readBench(): DeviceBench
