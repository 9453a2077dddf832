import type { Page } from '@playwright/test'

/**
 * Spots are places in a page's transactions on its own databases: before the first write, before the second (the first is on its
 * way then), and after the commit, before the page goes on.
 */
type Spots = { passed: number; stopAt: number }

declare global {
  interface Window {
    spots: Spots
  }
}

const ownDatabases = '^(rxdb-dexie-mainspring-|mainspring-)'
const stopAddress = '/api/bench-stopped-here'

/** Watches for spots. Before the page opens a database, because Dexie keeps the functions that it finds then. */
export const watchSpots = (page: Page): Promise<void> => page.evaluate(installSpots, [ownDatabases, stopAddress] as const)

/** Counts the spots that the page passes from now on. */
export const countSpots = (page: Page): Promise<unknown> => page.evaluate(() => (window.spots.passed = 0))

export const readPassedSpots = (page: Page): Promise<number> => page.evaluate(() => window.spots.passed)

/** Blocks the page for good at the spot of this number from now on; it can only be killed then. The promise resolves when it is blocked. */
export async function stopAtSpot(page: Page, spot: number): Promise<{ stopped: Promise<void> }> {
  const stopped = Promise.withResolvers<void>()
  // Never answered, so that the synchronous request blocks the page's main thread.
  await page.route(`**${stopAddress}`, () => stopped.resolve())
  await page.evaluate((stopAt) => Object.assign(window.spots, { passed: 0, stopAt }), spot)
  return { stopped: stopped.promise }
}

// Runs inside the page, so it can use nothing from outside of itself.
function installSpots([databases, address]: readonly [string, string]): void {
  window.spots = { passed: 0, stopAt: Infinity }
  const isOwn = new RegExp(databases)
  const pass = (): void => {
    window.spots.passed += 1
    if (window.spots.passed !== window.spots.stopAt) return
    const request = new XMLHttpRequest()
    request.open('GET', address, false)
    request.send()
  }
  const writes = new WeakMap<IDBTransaction, number>()
  // oxlint-disable-next-line typescript/unbound-method -- Called below with the `this` of the call it stands for.
  const { transaction } = IDBDatabase.prototype
  IDBDatabase.prototype.transaction = function (names, mode, ...rest) {
    const made = transaction.call(this, names, mode, ...rest)
    if (mode === 'readwrite' && isOwn.test(this.name)) {
      writes.set(made, 0)
      made.addEventListener('complete', () => {
        if ((writes.get(made) ?? 0) > 0) pass()
      })
    }
    return made
  }
  for (const method of ['put', 'add', 'delete', 'clear'] as const) {
    const write = IDBObjectStore.prototype[method] as (...parameters: unknown[]) => IDBRequest
    IDBObjectStore.prototype[method] = function (this: IDBObjectStore, ...parameters: unknown[]) {
      const before = writes.get(this.transaction)
      if (before !== undefined) {
        writes.set(this.transaction, before + 1)
        if (before < 2) pass()
      }
      return write.apply(this, parameters)
    } as never
  }
}
