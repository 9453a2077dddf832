import type { KilledBench } from '../page/page-killed.ts'
import type { KillPlace } from './kinds.ts'
import { type KilledBrowser, loadDevicePage } from './killed-browser.ts'

const patienceMs = 120_000
const tries = 20
const differencesShown = 5

/**
 * After a kill and a new start: the app opens with its orders and comes to rest, nothing waits or was refused since, every row is as on the
 * server, and the server has what was said to be saved. Leaves a page with the device's code. @returns the faults, a sentence each
 */
export async function checkDevice({ page }: KilledBrowser, place: KillPlace, saved: KilledBrowser['saved']): Promise<string[]> {
  const { url, shopId, userId } = place
  try {
    await page.goto(`${url}/${shopId}/orders`)
    await page.locator('table[role="grid"][aria-label="Orders"] tbody tr[aria-rowindex]').first().waitFor({ timeout: patienceMs })
    await page
      .locator(place.refused === 0 ? '[data-sync="synced"]' : '[data-sync="attention"]')
      .first()
      .waitFor({ timeout: patienceMs })
  } catch (error) {
    return [`the app does not open: ${String(error)}`]
  }
  await loadDevicePage(page, url)
  try {
    await page.evaluate((id) => readKilledBench().open(id, true), userId)
  } catch (error) {
    return [`the device does not come to rest: ${String(error)}`]
  }
  const { waiting, refused } = await page.evaluate((id) => readKilledBench().held(id), shopId)
  return [
    ...(waiting > 0 ? [`${waiting} changes still wait`] : []),
    ...(refused === place.refused ? [] : [`${refused} changes are refused instead of ${place.refused}`]),
    ...(await findDifferences({ page }, place)),
    ...(await findLost(place, saved)),
  ]
}

/** What a device at rest compares may still be on its way for a moment. */
async function findDifferences({ page }: Pick<KilledBrowser, 'page'>, { shopId, known }: KillPlace): Promise<string[]> {
  let faults: string[] = []
  for (let count = 0; count < tries; count += 1) {
    const differences = await page.evaluate((id) => readKilledBench().compare(id), shopId)
    faults = differences.filter((difference) => known?.test(difference) !== true)
    if (faults.length === 0) return []
    await page.waitForTimeout(250)
  }
  return faults.slice(0, differencesShown)
}

/** Of an order that was saved several times the last one counts. */
async function findLost({ writer }: KillPlace, saved: KilledBrowser['saved']): Promise<string[]> {
  if (saved.length === 0) return []
  const notesById = new Map(saved.map(({ id, notes }) => [id, notes]))
  const orders = (await writer.pullAll('orders')) as { id: string; orderNotes?: string }[]
  return orders.flatMap(({ id, orderNotes }) => {
    const wanted = notesById.get(id)
    return wanted === undefined || wanted === orderNotes ? [] : [`orders/${id} was saved as ${wanted}, and is ${orderNotes} on the server`]
  })
}

// Defined inside the page by the bundle; used in functions that run there.
declare function readKilledBench(): KilledBench
