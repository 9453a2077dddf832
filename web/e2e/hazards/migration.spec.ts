import type { Page } from '@playwright/test'
import type { ServerProcess } from '#scripts/process-tests/server-process.ts'
import { expect, field, readRawDatabases, rowWith, takeInCustomer, test as base, waitForOfflineShell, waitUntilSynced } from '../harness/fixtures.ts'
import { buildNextVersion, type Deployment, type NextVersion, startDeployment } from '../harness/next-version.ts'
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
  await outdatedNotice(oldTab).getByRole('button', { name: 'Reload' }).click()
  await expect(rowWith(oldTab, 'Written Wanda')).toBeVisible({ timeout: patienceMs })
  await oldTab.keyboard.press('c')
  await expect(field(dialog, 'Name')).toHaveValue('Typed Tom')

  deployment.setServing(true)
  await newTab.getByRole('button', { name: 'Refresh' }).click()
  await waitUntilSynced(newTab)
  await expect(rowWith(newTab, 'Known Kim')).toBeVisible()
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
    // Each running version counts the offline time, so omit its value.
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
