import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { BrowserContext, Page } from '@playwright/test'
import { signInOverHttp } from '#scripts/process-tests/api-client.ts'
import type { ServerProcess } from '#scripts/process-tests/server-process.ts'
import { fixtureSeed, type LocalFixture, moveFixture } from '#web/device/testing/fixtures/local-fixture.ts'
import { loadDatabases } from '#web/device/testing/fixtures/raw-databases.ts'
import {
  expect,
  field,
  ordersTable,
  readRawDatabases,
  rowWith,
  takeInCustomer,
  test as base,
  waitForOfflineShell,
  waitUntilSynced,
} from '../harness/fixtures.ts'
import { buildNextVersion, type Deployment, type NextVersion, startDeployment } from '../harness/next-version.ts'
import { readRawRows } from '../harness/raw-storage.ts'
import { addCustomer, readCustomerNames } from '../harness/rows.ts'
import { stopIdleWorker } from '../harness/stop-idle-worker.ts'

type Fixtures = { deploy: (server: ServerProcess) => Promise<Deployment> }

const test = base.extend<Fixtures, { next: NextVersion }>({
  next: [
    async ({}, use) => {
      const next = await buildNextVersion()
      await use(next)
      await next.dispose()
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  deploy: async ({}, use) => {
    const deployments: Deployment[] = []
    await use(async (server) => {
      const deployment = await startDeployment(server.url)
      deployments.push(deployment)
      return deployment
    })
    for (const deployment of deployments) deployment.close()
  },
})

test.use({ serviceWorkers: 'allow' })
// In one worker, because each worker builds the next version.
test.describe.configure({ mode: 'default' })

/** Long enough to precache the next version while other workers run tests. */
const patienceMs = 60_000
test.setTimeout(180_000)

const outdatedNotice = (page: Page) => page.getByRole('alertdialog', { name: 'Mainspring was updated in another tab' })

async function countWaiting(page: Page): Promise<number> {
  const databases = await readRawDatabases(page)
  return Object.entries(databases).flatMap(([name, stores]) => (name.startsWith('mainspring-device-') ? (stores['outbox'] ?? []) : [])).length
}

/** The person presses Update where the new version is ready. */
async function update(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await (await navigator.serviceWorker.getRegistration())?.update()
  })
  const reloaded = page.waitForEvent('load', { timeout: 60_000 })
  await page.getByRole('button', { name: 'Update', exact: true }).click({ timeout: 60_000 })
  await stopIdleWorker(page)
  await reloaded
}

test('hazard 41: an old tab lets go when another one updates; it stays readable, and nothing that was typed in it is lost', async ({
  makeShop,
  newDevice,
  server,
  deploy,
  next,
}) => {
  const deployment = await deploy(server)
  const shop = await makeShop()
  await addCustomer(shop, { name: 'Known Kim' })
  const { page: oldTab, context } = await newDevice(shop.person, { url: deployment.url })
  await waitForOfflineShell(oldTab)
  await oldTab.goto(`/${shop.id}/customers`)
  await waitUntilSynced(oldTab)
  deployment.setServing(false)
  await takeInCustomer(oldTab, { name: 'Written Wanda', phone: '5550107070' })
  await oldTab.keyboard.press('c')
  const dialog = oldTab.getByRole('dialog', { name: 'Add New Customer' })
  await field(dialog, 'Name').pressSequentially('Typed Tom')

  deployment.publish(next)
  const newTab = await context.newPage()
  await newTab.goto(`/${shop.id}/customers`)
  await expect(rowWith(newTab, 'Known Kim')).toBeVisible()
  await update(newTab)

  await expect(outdatedNotice(oldTab)).toBeVisible({ timeout: patienceMs })
  const shownValues = () => oldTab.evaluate(() => [...document.querySelectorAll('input')].map(({ value }) => value))
  expect(await shownValues()).toContain('Typed Tom')
  await expect(rowWith(newTab, 'Written Wanda')).toContainText('Not sent yet', { timeout: patienceMs })
  await expect(rowWith(newTab, 'Known Kim')).toBeVisible()
  await outdatedNotice(oldTab).getByRole('button', { name: 'Reload' }).click()
  await expect(rowWith(oldTab, 'Known Kim')).toBeVisible({ timeout: patienceMs })
  await oldTab.keyboard.press('c')
  await expect(field(dialog, 'Name')).toHaveValue('Typed Tom')

  deployment.setServing(true)
  await newTab.getByRole('button', { name: 'Refresh' }).click()
  await waitUntilSynced(newTab)
  await expect.poll(() => readCustomerNames(shop)).toEqual(['Known Kim', 'Written Wanda'])
})

test('hazard 40: an older app, after a deployment was taken back, touches nothing and offers to reload', async ({
  makeShop,
  newDevice,
  server,
  deploy,
  next,
}) => {
  const deployment = await deploy(server)
  deployment.publish(next)
  const shop = await makeShop()
  await addCustomer(shop, { name: 'Newer Nina' })
  const { page, context } = await newDevice(shop.person, { url: deployment.url, at: `/${shop.id}/customers` })
  await expect(rowWith(page, 'Newer Nina')).toBeVisible()
  await page.goto('/login')
  await dropServiceWorker(page)
  await page.close()

  deployment.publish(undefined)
  const older = await context.newPage()
  await older.goto('/assets/none')
  const readData = async (): Promise<unknown> => {
    const databases = await readRawDatabases(older)
    // Each version that runs counts the offline time, so its value is left out.
    return JSON.parse(JSON.stringify(databases), (_, value: unknown) => (isAge(value) ? { key: value.key } : value)) as unknown
  }
  const left = await readData()
  await older.goto(`/${shop.id}/customers`)
  await expect(older.getByText("This device's data belongs to a newer version. Reload to get it.")).toBeVisible()
  expect(await readData()).toEqual(left)

  deployment.publish(next)
  await dropServiceWorker(older)
  await older.getByRole('button', { name: 'Reload' }).click()
  await expect(rowWith(older, 'Newer Nina')).toBeVisible({ timeout: patienceMs })
})

const isAge = (value: unknown): value is { key: string } =>
  typeof value === 'object' && value !== null && 'key' in value && typeof value.key === 'string' && value.key.startsWith('offline-age:')

async function dropServiceWorker(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (const registration of await navigator.serviceWorker.getRegistrations()) await registration.unregister()
    for (const key of await caches.keys()) await caches.delete(key)
  })
}

const frozen = JSON.parse(readFileSync(path.resolve(import.meta.dirname, '../../device/testing/fixtures/local-version-1.json'), 'utf8')) as LocalFixture

/** A browser that holds what version 1 left on a device, with the app's files in its cache and a session of its user. */
async function openFrozen(
  server: ServerProcess,
  deployment: Deployment,
  context: BrowserContext,
): Promise<{ page: Page; fixture: LocalFixture; api: Awaited<ReturnType<typeof signInOverHttp>> }> {
  const ids = await server.seed(fixtureSeed)
  const [owner, other] = fixtureSeed.users
  const api = await signInOverHttp(server.url, other.loginId, other.password)
  const at = { shopId: ids.shopIdByCode['frozen'] ?? '', userId: ids.userIdByLogin[owner.loginId] ?? '' }
  for (const mutation of moveFixture(frozen, { ...at, epoch: frozen.epoch }).server) {
    expect((await api.push([mutation])).body.results[0]?.outcome).toBe('applied')
  }
  const epoch = (await api.pull('orders')).body.checkpoint[at.shopId]?.epoch ?? ''
  const fixture = moveFixture(frozen, { ...at, epoch })
  for (const { stores } of fixture.databases) {
    for (const record of stores.flatMap(({ records }) => records) as { key?: string; value?: { sessionExpiresAt?: string } }[]) {
      if (record.key === 'session' && record.value !== undefined) record.value.sessionExpiresAt = new Date(Date.now() + 3_600_000).toISOString()
    }
  }
  expect((await context.request.post(`${deployment.url}/api/login`, { data: { user_id: owner.loginId, password: owner.password } })).ok()).toBe(true)
  // Any page of this origin that opens no database.
  const page = await context.newPage()
  await page.goto(`${deployment.url}/login/none`)
  await page.evaluate(loadDatabases, fixture.databases)
  await page.evaluate(() => localStorage.setItem('mainspring-has-identity', '1'))
  await waitForOfflineShell(page)
  return { page, fixture, api }
}

for (const version of ['this', 'the next'] as const) {
  test(
    `hazard 40: ${version} version opens what version 1 left on a device, without a network, and what waits lands once`,
    { tag: '@long' },
    async ({ browser, ownServer, deploy, next, viewport }) => {
      const deployment = await deploy(ownServer)
      if (version === 'the next') deployment.publish(next)
      const context = await browser.newContext({ baseURL: deployment.url, viewport })
      try {
        const { page, fixture, api } = await openFrozen(ownServer, deployment, context)
        deployment.setServing(false)
        const frozenTab = await context.newPage()
        if (version === 'the next') {
          // Holds the database open like a frozen tab, which gets no event that would close it.
          await frozenTab.goto(`${deployment.url}/login/none`)
          await frozenTab.evaluate(async (name) => {
            await new Promise((resolve) => {
              const request = indexedDB.open(name)
              request.onsuccess = () => resolve(Object.assign(globalThis, { held: request.result }))
            })
          }, `mainspring-device-${fixture.userId}`)
        }
        await context.setOffline(true)
        await page.goto(`/${fixture.shopId}/orders`)
        if (version === 'the next') {
          await expect(page.getByText('Waiting for another tab of Mainspring')).toBeVisible()
          await frozenTab.close()
        }
        await expect(ordersTable(page).getByRole('row').filter({ hasText: 'Made without a network' })).toBeVisible({ timeout: patienceMs })
        await expect(rowWith(page, 'Item 1')).toContainText('Not sent yet')
        await expect(rowWith(page, 'Item 3')).toBeHidden()
        expect(await countWaiting(page)).toBe(11)
        const rows = await readRawRows(page, 'orders')
        for (const row of rows) expect('warrantyNote' in row).toBe(version === 'the next')
        // Version 1 stored tasks without `orderKey` and `sortKey`.
        expect((await readRawRows(page, 'tasks')).map(({ orderId, orderKey, sortKey }) => [orderKey === orderId, typeof sortKey])).toEqual([[true, 'string']])

        deployment.setServing(true)
        await context.setOffline(false)
        await expect.poll(() => countWaiting(page), { timeout: patienceMs }).toBe(0)
        expect((await api.pull('products')).body.documents).toMatchObject([{ inventoryCount: 8 }])
        expect((await api.pull('payments')).body.documents.filter((document) => !('_deleted' in document))).toHaveLength(2)
        await expect(rowWith(page, 'Made without a network')).not.toContainText('Not sent yet')
      } finally {
        await context.close()
      }
    },
  )
}
