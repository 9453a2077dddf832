import type { Page } from '@playwright/test'
import { readPackedRows } from '#web/device/testing/fixtures/packed-rows.ts'
import { expect, readRawDatabases } from './fixtures.ts'

export type RawRow = { id: string; [field: string]: unknown }

/** What the names of databases of rows begin with. */
const rowsDatabase = 'mainspring-rows-'

/** The stored rows of one collection in the browser, with deleted rows that are still stored. */
export async function readRawRows(page: Page, collection: string): Promise<RawRow[]> {
  const databases = Object.entries(await readRawDatabases(page)).filter(([name]) => name.startsWith(rowsDatabase))
  expect(databases).toHaveLength(1)
  return readPackedRows(databases[0]?.[1] ?? {}).get(collection) ?? []
}

/** All stored rows in the browser as text, without the outbox and the contents of "Needs attention". */
export async function readRawRowText(page: Page): Promise<string> {
  const databases = await readRawDatabases(page)
  return JSON.stringify(Object.entries(databases).filter(([name]) => name.startsWith(rowsDatabase)))
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

/** Waits until the device may number orders by itself; its numbers come behind the first sync. */
export async function waitForNumbers(page: Page): Promise<void> {
  const hasNumbers = async (): Promise<boolean> =>
    Object.values(await readRawDatabases(page)).some(({ meta = [] }) => JSON.stringify(meta).includes('"numbers/'))
  await expect.poll(hasNumbers, { timeout: 30_000 }).toBe(true)
}

type Spot = {
  /** A part of the database's name. */
  database: string
  store: string
  /** Of the record; every one without. */
  group?: string
  method: 'put' | 'add' | 'delete'
}

/** Where changed rows of a collection are written. */
export const rowsOf = (collection: string): Omit<Spot, 'method'> => ({ database: rowsDatabase, store: 'overlay', group: `rows/${collection}` })

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
    ([{ database, store, group, method }, address]) => {
      const write = IDBObjectStore.prototype[method] as (...parameters: unknown[]) => IDBRequest
      IDBObjectStore.prototype[method] = function (this: IDBObjectStore, ...parameters: unknown[]) {
        const isMeant = group === undefined || (parameters[0] as { group?: string }).group === group
        if (isMeant && this.name === store && this.transaction.db.name.includes(database)) {
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
    ([{ database, store, group }, name]) => {
      let isFull = true
      for (const method of ['put', 'add'] as const) {
        const write = IDBObjectStore.prototype[method] as (...parameters: unknown[]) => IDBRequest
        IDBObjectStore.prototype[method] = function (this: IDBObjectStore, ...parameters: unknown[]) {
          const isMeant = group === undefined || (parameters[0] as { group?: string }).group === group
          if (isFull && isMeant && this.name === store && this.transaction.db.name.includes(database)) throw new DOMException('Nothing can be written.', name)
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
