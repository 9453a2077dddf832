import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { chromium, expect, test as base, type BrowserContext, type BrowserContextOptions, type Locator, type Page } from '@playwright/test'
import { serverMarkHeader } from '#schema/api/server-mark.ts'
import type { Privilege } from '#schema/privileges.ts'
import { findBrowser, TEST_BROWSER_ARGS } from '#scripts/tools/find-browser.ts'
import { signInOverHttp, type ApiClient } from '#scripts/process-tests/api-client.ts'
import type { TestSeed } from '#scripts/process-tests/seed.ts'
import { startServerProcess, type ServerProcess } from '#scripts/process-tests/server-process.ts'

export { expect } from '@playwright/test'

export type Person = { loginId: string; password: string; name: string; userId: string }

/** A shop for one test, with no rows of other tests. */
export type TestShop = {
  id: string
  name: string
  code: string
  /** `/{shopId}/orders` */
  path: string
  employeeIdByName: Record<string, string>
  /** A member of this shop only, with the requested privileges. */
  person: Person
  /** An HTTP client signed in as that person, to act as another device. */
  api: ApiClient
}

type ShopOptions = {
  privileges?: Privilege[]
  /** Names, or names with a phone. */
  employees?: NonNullable<TestSeed['shops']>[number]['employees']
  /** Names of the drop-off checklist's items. */
  checklist?: string[]
  generatedOrders?: number
  importFile?: string
  alias?: string
  color?: string
  /** Another server than the one that the worker's tests share. */
  on?: ServerProcess
}

/** A device: a browser context with its own storage and service worker, and its one page. */
export type Device = { context: BrowserContext; page: Page }

export type Profile = {
  /** Opens the same storage again, as after a restart of the tablet; `offline` from the first request on. */
  open(options?: { offline?: boolean }): Promise<Device>
}

type TestFixtures = {
  makeShop: (options?: ShopOptions) => Promise<TestShop>
  /** Signs a new device in and waits until it has everything. */
  newDevice: (person: Person, options?: { context?: BrowserContextOptions; url?: string }) => Promise<Device>
  /** A browser with its storage on disk, which survives being closed. */
  newProfile: (url: string) => Promise<Profile>
  /** A server of the test's own, to kill and start again. */
  ownServer: ServerProcess
}

type WorkerFixtures = { server: ServerProcess }

const password = 'secret-1'
let shopCount = 0

/** Animated dialogs cost a third of the suite's time, so motion is off; tests of animations ask for a context with motion. */
const still = { reducedMotion: 'reduce' } as const

export const test = base.extend<TestFixtures, WorkerFixtures>({
  server: [
    async ({}, use) => {
      const server = await startServerProcess()
      await use(server)
      await server.dispose()
    },
    { scope: 'worker' },
  ],

  baseURL: async ({ server }, use) => use(server.url),

  ownServer: async ({}, use) => {
    const server = await startServerProcess()
    await use(server)
    await server.dispose()
  },

  makeShop: async ({ server }, use) => {
    await use((options = {}) => makeShop(options.on ?? server, options))
  },

  newDevice: async ({ browser, server, serviceWorkers, viewport }, use) => {
    const contexts: BrowserContext[] = []
    await use(async (person, options = {}) => {
      const context = await browser.newContext({ baseURL: options.url ?? server.url, serviceWorkers, viewport, ...still, ...options.context })
      contexts.push(context)
      const page = await context.newPage()
      await signIn(page, person)
      await waitUntilSynced(page)
      return { context, page }
    })
    for (const context of contexts) await context.close()
  },

  newProfile: async ({ serviceWorkers, viewport }, use) => {
    const folders: string[] = []
    const contexts: BrowserContext[] = []
    await use(async (url) => {
      const folder = await mkdtemp(path.join(os.tmpdir(), 'mainspring-profile-'))
      folders.push(folder)
      return {
        async open({ offline = false } = {}) {
          const executablePath = findBrowser()
          const context = await chromium.launchPersistentContext(folder, {
            baseURL: url,
            serviceWorkers,
            viewport,
            ...still,
            offline,
            args: TEST_BROWSER_ARGS,
            ...(executablePath === undefined ? {} : { executablePath }),
          })
          contexts.push(context)
          return { context, page: context.pages()[0] ?? (await context.newPage()) }
        },
      }
    })
    for (const context of contexts) await context.close()
    for (const folder of folders) await rm(folder, { recursive: true, force: true, maxRetries: 3 })
  },
})

async function makeShop(server: ServerProcess, options: ShopOptions): Promise<TestShop> {
  shopCount += 1
  const mark = `${process.env['TEST_WORKER_INDEX'] ?? 0}-${shopCount}`
  const { on: _, privileges = [], ...shopOptions } = options
  const shop = { name: `Shop ${mark}`, code: `shop-${mark}`, employees: ['Ana Ruiz', 'Tom Becker'], ...shopOptions }
  const person = { loginId: `kay-${mark}`, password, name: `Kay ${mark}` }
  const seed: TestSeed = { shops: [shop], users: [{ ...person, privileges, shops: [shop.code] }] }
  const ids = await server.seed(seed)
  const id = ids.shopIdByCode[shop.code] ?? ''
  return {
    id,
    name: shop.name,
    code: shop.code,
    path: `/${id}/orders`,
    employeeIdByName: ids.employeeIdByName,
    person: { ...person, userId: ids.userIdByLogin[person.loginId] ?? '' },
    api: await signInOverHttp(server.url, person.loginId, person.password),
  }
}

/** Creates another person for existing shops. */
export async function makePerson(server: ServerProcess, options: { shops: readonly TestShop[]; privileges?: Privilege[] }): Promise<Person> {
  shopCount += 1
  const mark = `${process.env['TEST_WORKER_INDEX'] ?? 0}-${shopCount}`
  const person = { loginId: `lee-${mark}`, password, name: `Lee ${mark}` }
  const ids = await server.seed({ users: [{ ...person, privileges: options.privileges ?? [], shops: options.shops.map(({ code }) => code) }] })
  return { ...person, userId: ids.userIdByLogin[person.loginId] ?? '' }
}

/** The server's mark, for tests that respond instead of the server: without it the app trusts no response. */
export async function readServerMark(page: Page): Promise<Record<string, string>> {
  const answer = await page.request.get('/healthz')
  return { [serverMarkHeader]: answer.headers()[serverMarkHeader.toLowerCase()] ?? '' }
}

/** Signs in through the sign-in page, as a person does. */
export async function signIn(page: Page, person: Pick<Person, 'loginId' | 'password'>): Promise<void> {
  if (!new URL(page.url(), 'http://none').pathname.startsWith('/login')) await page.goto('/login')
  await field(page, 'Username').fill(person.loginId)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Sign In' }).click()
  // `waitFor` checks at each frame, `expect` only up to a second later.
  await page.getByRole('button', { name: /^Welcome, / }).waitFor({ timeout: 30_000 })
}

/** The badge with the state of the sync. */
export const syncBadge = (page: Page) => page.getByRole('button', { name: /\. Show details$/ })

export async function waitUntilSynced(page: Page, timeout = 90_000): Promise<void> {
  const synced = page.getByRole('button', { name: 'Synced. Show details', exact: true })
  await synced.waitFor({ timeout }).catch(() => undefined)
  await expect(syncBadge(page)).toHaveAccessibleName('Synced. Show details')
}

/** Waits until the service worker has cached the app's files, so that the app opens without a network. */
export async function waitForOfflineShell(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
  })
}

export const ordersTable = (page: Page) => page.getByRole('grid', { name: /^Orders/ })
export const customersTable = (page: Page) => page.getByRole('grid', { name: 'Customers' })

/** The row of the orders or customers table that contains this text. */
export const rowWith = (page: Page, text: string) => page.getByRole('grid').getByRole('row').filter({ hasText: text })

/** An input by its exact accessible name; `getByLabel` would not match required fields, whose labels contain a star. */
export const field = (within: Page | Locator, name: string): Locator => within.getByRole('textbox', { name, exact: true })
export const choice = (within: Page | Locator, name: string): Locator => within.getByRole('combobox', { name, exact: true })

/** Chooses statuses in the filter of the orders: a single one by its text, several by their boxes. */
export async function filterStatus(page: Page, ...names: string[]): Promise<void> {
  await choice(page, 'Status').click()
  const option = (name: string): Locator => page.getByRole('listbox', { name: 'Status' }).getByRole('option', { name, exact: true })
  if (names.length === 1) return option(names[0] ?? '').click()
  for (const name of names) await option(name).locator('[data-tick]').click()
  await page.keyboard.press('Escape')
}

/** The one toast. */
export const toast = (page: Page) => page.getByRole('region', { name: /^Notifications/ }).getByRole('listitem')

export async function chooseFlow(page: Page, item: 'Create Customer+Order' | 'Create Customer' | 'Create Order'): Promise<void> {
  await page.getByRole('button', { name: 'New', exact: true }).click()
  // The items' names end with their keys: 'Create Order N'.
  await page.getByRole('menuitem', { name: new RegExp(`^${item.replace('+', '\\+')}( \\w)?$`) }).click()
}

export async function chooseFromUserMenu(page: Page, item: string): Promise<void> {
  await page.getByRole('button', { name: /^Welcome, / }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

/** The contents of the browser's IndexedDB for this site, read without the app: `{ database: { store: rows } }`. */
export async function readRawDatabases(page: Page, withBytes = false): Promise<Record<string, Record<string, unknown[]>>> {
  return page.evaluate(async (showsBytes) => {
    const decoder = new TextDecoder('latin1')
    const bytesToText = (_: string, value: unknown): unknown => (value instanceof ArrayBuffer || ArrayBuffer.isView(value) ? decoder.decode(value) : value)
    const settle = <T>(request: IDBRequest<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result))
        request.addEventListener('error', () => reject(request.error ?? new Error('IndexedDB failed')))
      })
    const rowsByStoreByDatabase: Record<string, Record<string, unknown[]>> = {}
    for (const { name } of await indexedDB.databases()) {
      if (name === undefined) continue
      const database = await settle(indexedDB.open(name))
      const rowsByStore: Record<string, unknown[]> = {}
      for (const store of database.objectStoreNames) rowsByStore[store] = await settle(database.transaction(store).objectStore(store).getAll())
      rowsByStoreByDatabase[name] = rowsByStore
      database.close()
    }
    return showsBytes ? JSON.parse(JSON.stringify(rowsByStoreByDatabase, bytesToText)) : rowsByStoreByDatabase
  }, withBytes)
}

/** Closes the drop-off checklist, which opens after a new order (ORD-21). */
export async function closeChecklist(page: Page): Promise<void> {
  const checklist = page.getByRole('dialog', { name: 'Drop off Checklist' })
  await checklist.getByRole('button', { name: 'Done' }).click()
  await checklist.waitFor({ state: 'hidden' })
}

/** Creates a customer through the dialog; works without a network too. */
export async function takeInCustomer(page: Page, { name, phone }: { name: string; phone: string }): Promise<void> {
  await page.keyboard.press('c')
  const dialog = page.getByRole('dialog', { name: 'Add New Customer' })
  await field(dialog, 'Name').fill(name)
  await field(dialog, 'Phone').fill(phone)
  await dialog.getByRole('button', { name: 'Save Customer' }).click()
  await dialog.waitFor({ state: 'hidden' })
}
