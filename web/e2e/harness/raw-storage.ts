import type { Page } from '@playwright/test'
import { expect, readRawDatabases } from './fixtures.ts'

export type RawRow = { id: string; [field: string]: unknown }

/** The stored rows of one collection in the browser, with deleted rows that are still stored. */
export async function readRawRows(page: Page, collection: string): Promise<RawRow[]> {
  const databases = await readRawDatabases(page)
  const names = Object.keys(databases).filter((name) => name.endsWith(`--${collection}`))
  expect(names).toHaveLength(1)
  return (databases[names[0] ?? '']?.['docs'] ?? []) as RawRow[]
}

/** All stored rows in the browser as text, without the outbox and the contents of "Needs attention". */
export async function readRawRowText(page: Page): Promise<string> {
  const databases = await readRawDatabases(page)
  return JSON.stringify(Object.entries(databases).filter(([name]) => name.startsWith('rxdb-dexie-')))
}

/** Everything that this site stores in the browser, bytes decoded as text: all databases, localStorage, cookies. */
export async function readRawStorageText(page: Page): Promise<string> {
  const databases = await readRawDatabases(page, true)
  const rest = await page.evaluate(() => JSON.stringify({ ...localStorage }) + document.cookie)
  return JSON.stringify(databases) + rest
}

/** The unsent mutations, oldest first, as stored in the device's database. */
export async function readRawOutbox(page: Page): Promise<{ mutation: { id: string; shopId: string; ops: unknown[] } }[]> {
  const databases = await readRawDatabases(page)
  const stores = Object.entries(databases).filter(([name]) => name.startsWith('mainspring-device-'))
  return stores.flatMap(([, store]) => (store['outbox'] ?? []) as { mutation: { id: string; shopId: string; ops: unknown[] } }[])
}

type Spot = {
  /** End of the database's name. */
  database: string
  store: string
  method: 'put' | 'add' | 'delete'
}

const stopAddress = '/stopped-at-this-write'

/**
 * Blocks the page for good at the next write of this kind, before IndexedDB gets it; the page can only be killed then.
 * @returns a function that waits until the page is blocked
 */
export async function stopAtWrite(page: Page, spot: Spot): Promise<() => Promise<void>> {
  const stopped = Promise.withResolvers<void>()
  // Never fulfilled, so that the synchronous request blocks the page's main thread.
  await page.route(`**${stopAddress}`, () => stopped.resolve())
  await page.evaluate(
    ([{ database, store, method }, address]) => {
      const write = IDBObjectStore.prototype[method] as (...parameters: unknown[]) => IDBRequest
      IDBObjectStore.prototype[method] = function (this: IDBObjectStore, ...parameters: unknown[]) {
        if (this.name === store && this.transaction.db.name.endsWith(database)) {
          const request = new XMLHttpRequest()
          request.open('GET', address, false)
          request.send()
        }
        return write.apply(this, parameters)
      } as never
    },
    [spot, stopAddress] as const,
  )
  return () => stopped.promise
}

/** Makes every write of this kind fail, with a full disk's error by default, until the returned function is called. */
export async function refuseWrites(page: Page, spot: Omit<Spot, 'method'>, errorName = 'QuotaExceededError'): Promise<() => Promise<void>> {
  await page.evaluate(
    ([{ database, store }, name]) => {
      let isFull = true
      for (const method of ['put', 'add'] as const) {
        const write = IDBObjectStore.prototype[method] as (...parameters: unknown[]) => IDBRequest
        IDBObjectStore.prototype[method] = function (this: IDBObjectStore, ...parameters: unknown[]) {
          if (isFull && this.name === store && this.transaction.db.name.endsWith(database)) throw new DOMException('Nothing can be written.', name)
          return write.apply(this, parameters)
        } as never
      }
      Object.assign(window, {
        allowWrites: () => {
          isFull = false
        },
      })
    },
    [spot, errorName] as const,
  )
  return async () => {
    await page.evaluate(() => (window as unknown as { allowWrites: () => void }).allowWrites())
  }
}

/** Makes every read from databases with this end of the name fail, until the returned function is called. */
export async function refuseReads(page: Page, databaseEnd: string): Promise<() => Promise<void>> {
  await page.evaluate((end) => {
    let isBroken = true
    for (const method of ['get', 'getAll', 'openCursor'] as const) {
      const read = IDBObjectStore.prototype[method] as (...parameters: unknown[]) => IDBRequest
      IDBObjectStore.prototype[method] = function (this: IDBObjectStore, ...parameters: unknown[]) {
        if (isBroken && this.transaction.db.name.endsWith(end)) throw new DOMException('Nothing can be read.', 'UnknownError')
        return read.apply(this, parameters)
      } as never
    }
    Object.assign(window, {
      allowReads: () => {
        isBroken = false
      },
    })
  }, databaseEnd)
  return async () => {
    await page.evaluate(() => (window as unknown as { allowReads: () => void }).allowReads())
  }
}
