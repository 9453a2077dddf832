import type { Page } from '@playwright/test'
import { readPackedRows } from '#web/device/testing/fixtures/packed-rows.ts'
import { expect, readRawDatabases } from './fixtures.ts'

export type RawRow = { id: string; [field: string]: unknown }

const rowsDatabase = 'mainspring-rows-'

/** The stored rows of one collection, including deleted rows still stored. */
export async function readRawRows(page: Page, collection: string): Promise<RawRow[]> {
  const databases = Object.entries(await readRawDatabases(page)).filter(([name]) => name.startsWith(rowsDatabase))
  expect(databases).toHaveLength(1)
  return readPackedRows(databases[0]?.[1] ?? {}).get(collection) ?? []
}

/** All stored rows as text, without the outbox and the contents of "Needs attention". */
export async function readRawRowText(page: Page): Promise<string> {
  const databases = await readRawDatabases(page)
  return JSON.stringify(Object.entries(databases).filter(([name]) => name.startsWith(rowsDatabase)))
}

/** Everything this site stores, bytes decoded as text: databases, localStorage, cookies. */
export async function readRawStorageText(page: Page): Promise<string> {
  const databases = await readRawDatabases(page, true)
  const rest = await page.evaluate(() => JSON.stringify({ ...localStorage }) + document.cookie)
  return JSON.stringify(databases) + rest
}

export async function readRawOutbox(page: Page): Promise<{ mutation: { id: string; shopId: string; ops: unknown[] } }[]> {
  const databases = await readRawDatabases(page)
  const stores = Object.entries(databases).filter(([name]) => name.startsWith('mainspring-device-'))
  return stores.flatMap(([, store]) => (store['outbox'] ?? []) as { mutation: { id: string; shopId: string; ops: unknown[] } }[])
}

/** Waits until the device holds reserved order numbers, which arrive after the first sync. */
export async function waitForNumbers(page: Page): Promise<void> {
  const hasNumbers = async (): Promise<boolean> =>
    Object.values(await readRawDatabases(page)).some(({ meta = [] }) => JSON.stringify(meta).includes('"numbers/'))
  await expect.poll(hasNumbers, { timeout: 30_000 }).toBe(true)
}

type Spot = {
  database: string
  store: string
  /** The record's group; every record if omitted. */
  group?: string
  method: 'put' | 'add' | 'delete'
}

export const rowsOf = (collection: string): Omit<Spot, 'method'> => ({ database: rowsDatabase, store: 'overlay', group: `rows/${collection}` })

const stopAddress = '/stopped-at-this-write'

/**
 * Blocks the page permanently at the next such write, before IndexedDB gets it; then the page can only be killed.
 * @returns a function that waits until the page is blocked
 */
export async function stopAtWrite(page: Page, spot: Spot): Promise<() => Promise<void>> {
  const stopped = Promise.withResolvers<void>()
  // Never fulfilled, so that the synchronous request blocks the main thread.
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

/** Makes every such write fail (by default with a full disk's error) until the returned function is called. */
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
