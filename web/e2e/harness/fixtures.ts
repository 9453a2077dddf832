import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { chromium, expect, test as base, type BrowserContext, type BrowserContextOptions, type Locator, type Page } from '@playwright/test'
import { serverMarkHeader } from '#schema/api/server-mark.ts'
import type { Privilege } from '#schema/privileges.ts'
import { findTestBrowser, TEST_BROWSER_ARGS } from '#scripts/tools/find-browser.ts'
import { signInOverHttp, type ApiClient } from '#scripts/process-tests/api-client.ts'
import type { TestSeed } from '#scripts/process-tests/seed.ts'
import { startServerProcess, type ServerProcess } from '#scripts/process-tests/server-process.ts'
import { type Device, DeskPool, still } from './desk-pool.ts'
import { endRoutes } from './end-routes.ts'

export { expect } from '@playwright/test'
export type { Device } from './desk-pool.ts'

export type Person = { loginId: string; password: string; name: string; userId: string }

/** A shop of one test: nobody else's rows are in it. */
export type TestShop = {
  id: string
  name: string
  code: string
  /** `/{shopId}/orders` */
  path: string
  employeeIdByName: Record<string, string>
  /** Belongs to this shop alone, with the privileges that were asked for. */
  person: Person
  /** Signed in as that person: another program that talks to the same server. */
  api: ApiClient
}

export type ShopOptions = {
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

export type Profile = {
  /** Opens the same storage again, as after a restart of the tablet; `offline` from the first request on. */
  open(options?: { offline?: boolean }): Promise<Device>
}

type TestFixtures = {
  makeShop: (options?: ShopOptions) => Promise<TestShop>
  /**
   * A new device on which the person is signed in, once it has everything; opened at this path, or at `/`. `isAlone`: with a browser context
   * that no other test had or gets, for tests that change the context itself (clock, init scripts).
   */
  newDevice: (person: Person, options?: { context?: BrowserContextOptions; url?: string; at?: string; isAlone?: boolean }) => Promise<Device>
  /** A browser with its storage on disk, which survives being closed. */
  newProfile: (url: string) => Promise<Profile>
  /** A server of the test's own, to kill and start again. */
  ownServer: ServerProcess
}

type WorkerFixtures = { server: ServerProcess; desks: DeskPool }

const password = 'secret-1'
let shopCount = 0

export const test = base.extend<TestFixtures, WorkerFixtures>({
  server: [
    async ({}, use) => {
      const server = await startServerProcess()
      await use(server)
      await server.dispose()
    },
    { scope: 'worker' },
  ],

  desks: [
    async ({ browser, server }, use) => {
      const desks = new DeskPool(browser, server.url)
      await use(desks)
      await desks.close()
    },
    { scope: 'worker' },
  ],

  baseURL: async ({ server }, use) => use(server.url),

  page: async ({ page }, use) => {
    await use(page)
    await endRoutes(page.context())
  },

  ownServer: async ({}, use) => {
    const server = await startServerProcess()
    await use(server)
    await server.dispose()
  },

  makeShop: async ({ server }, use) => {
    await use((options = {}) => makeShop(options.on ?? server, options))
  },

  newDevice: async ({ browser, desks, server, serviceWorkers, viewport }, use) => {
    const [borrowed, own]: [Device[], BrowserContext[]] = [[], []]
    const open = async ({ context: more, url, isAlone }: NonNullable<Parameters<TestFixtures['newDevice']>[1]>): Promise<Device> => {
      if (serviceWorkers === 'block' && more === undefined && url === undefined && isAlone !== true) {
        const desk = await desks.take()
        borrowed.push(desk)
        if (viewport) await desk.page.setViewportSize(viewport)
        return desk
      }
      const context = await browser.newContext({ baseURL: url ?? server.url, serviceWorkers, viewport, ...still, ...more })
      own.push(context)
      return { context, page: await context.newPage() }
    }
    await use(async (person, options = {}) => {
      const device = await open(options)
      await openSignedIn(device.page, person, options.at)
      await waitUntilSynced(device.page)
      return device
    })
    for (const desk of borrowed) await desks.giveBack(desk)
    for (const context of own) {
      await endRoutes(context)
      await context.close()
    }
  },

  newProfile: async ({ serviceWorkers, viewport }, use) => {
    const folders: string[] = []
    const contexts: BrowserContext[] = []
    await use(async (url) => {
      const folder = await mkdtemp(path.join(os.tmpdir(), 'mainspring-profile-'))
      folders.push(folder)
      return {
        async open({ offline = false } = {}) {
          const executablePath = findTestBrowser()
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

/** One more person for shops that exist. */
export async function makePerson(server: ServerProcess, options: { shops: readonly TestShop[]; privileges?: Privilege[] }): Promise<Person> {
  shopCount += 1
  const mark = `${process.env['TEST_WORKER_INDEX'] ?? 0}-${shopCount}`
  const person = { loginId: `lee-${mark}`, password, name: `Lee ${mark}` }
  const ids = await server.seed({ users: [{ ...person, privileges: options.privileges ?? [], shops: options.shops.map(({ code }) => code) }] })
  return { ...person, userId: ids.userIdByLogin[person.loginId] ?? '' }
}

/** The server's mark, for tests that answer in its place: the app trusts no answer without it. */
export async function readServerMark(page: Page): Promise<Record<string, string>> {
  const answer = await page.request.get('/healthz')
  return { [serverMarkHeader]: answer.headers()[serverMarkHeader.toLowerCase()] ?? '' }
}

/**
 * Opens the app as it is after a sign-in: the browser holds the session's cookie, and the app asks the server who that is. The
 * form is left to the tests of signing in, because it costs each of the others a page, a form and a second start.
 */
export async function openSignedIn(page: Page, person: Pick<Person, 'loginId' | 'password'>, at = '/'): Promise<void> {
  // Sent by the browser context, whose cookies the answer sets as it would in the page.
  const answer = await page.request.post('/api/login', { data: { user_id: person.loginId, password: person.password } })
  if (!answer.ok()) throw new Error(`${person.loginId} could not sign in: ${answer.status()} ${await answer.text()}`)
  await page.goto(at)
}

/** Through the sign-in page, as a person does. */
export async function signIn(page: Page, person: Pick<Person, 'loginId' | 'password'>): Promise<void> {
  if (!new URL(page.url(), 'http://none').pathname.startsWith('/login')) await page.goto('/login')
  await field(page, 'Username').fill(person.loginId)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Sign In' }).click()
  // `waitFor` sees it with the next frame; an expectation looks again after up to a second.
  await page.getByRole('button', { name: /^Welcome, / }).waitFor({ timeout: 30_000 })
}

/** The sync badge of the top bar. */
export const syncBadge = (page: Page) => page.getByRole('button', { name: /\. Show details$/ })

export async function waitUntilSynced(page: Page, timeout = 90_000): Promise<void> {
  // An open dialog hides the badge from assistive technology, not from the eye.
  const synced = page.getByRole('button', { name: 'Synced. Show details', exact: true, includeHidden: true })
  // On failure the message has the text of the badge.
  await synced.waitFor({ timeout }).catch(() => expect(syncBadge(page)).toHaveAccessibleName('Synced. Show details'))
  await waitForParts(page)
}

/** A hand comes near the page, which then has all of its parts; without a worker it needs the network for that. */
export async function waitForParts(page: Page): Promise<void> {
  await page.evaluate(() => window.dispatchEvent(new Event('pointermove')))
  await page.locator('html[data-parts="loaded"]').waitFor({ state: 'attached' })
}

/** Waits until the app's files are stored and this page gets them from there, so that it and all of its code come without a network. */
export async function waitForOfflineShell(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const worker = navigator.serviceWorker
    await worker.ready
    if (worker.controller === null) await new Promise((resolve) => worker.addEventListener('controllerchange', resolve, { once: true }))
  })
}

export const ordersTable = (page: Page) => page.getByRole('grid', { name: /^Orders/ })
export const customersTable = (page: Page) => page.getByRole('grid', { name: 'Customers' })

/** The row of the orders or customers table that holds this text. */
export const rowWith = (page: Page, text: string) => page.getByRole('grid').getByRole('row').filter({ hasText: text })

/** An input by its exact name; labels of required fields end with a star, so `getByLabel` would not match. */
export const field = (within: Page | Locator, name: string): Locator => within.getByRole('textbox', { name, exact: true })
export const choice = (within: Page | Locator, name: string): Locator => within.getByRole('combobox', { name, exact: true })

/** Presses an item of the list's menu. */
export async function chooseFromListMenu(page: Page, item: string): Promise<void> {
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

/** The one toast. */
export const toast = (page: Page) => page.getByRole('region', { name: /^Notifications/ }).getByRole('listitem')

export async function chooseFlow(page: Page, item: 'Create Customer+Order' | 'Create Customer' | 'Create Order'): Promise<void> {
  await page.getByRole('button', { name: 'New', exact: true }).click()
  // The items name their keys too: 'Create Order N'.
  await page.getByRole('menuitem', { name: new RegExp(`^${item.replace('+', '\\+')}( \\w)?$`) }).click()
}

export async function chooseFromUserMenu(page: Page, item: string): Promise<void> {
  await page.getByRole('button', { name: /^Welcome, / }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

/** Everything that the browser's IndexedDB holds for this site, read past the app: `{ database: { store: rows } }`. */
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

/** Closes the drop-off checklist, which follows a new order (ORD-21). */
export async function closeChecklist(page: Page): Promise<void> {
  const checklist = page.getByRole('dialog', { name: 'Drop off Checklist' })
  await checklist.getByRole('button', { name: 'Done' }).click()
  await checklist.waitFor({ state: 'hidden' })
}

/** Adds a customer through the dialog, with or without a network. */
export async function takeInCustomer(page: Page, { name, phone }: { name: string; phone: string }): Promise<void> {
  await page.keyboard.press('c')
  const dialog = page.getByRole('dialog', { name: 'Add New Customer' })
  await field(dialog, 'Name').fill(name)
  await field(dialog, 'Phone').fill(phone)
  await dialog.getByRole('button', { name: 'Save Customer' }).click()
  await dialog.waitFor({ state: 'hidden' })
}
