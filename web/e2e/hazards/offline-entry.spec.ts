import { DatabaseSync } from 'node:sqlite'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { BrowserContext, Page } from '@playwright/test'
import type { ServerProcess } from '#scripts/process-tests/server-process.ts'
import { findFaults } from '../harness/find-faults.ts'
import { expect, field, rowWith, syncBadge, takeInCustomer, test, type TestShop, waitForOfflineShell, waitUntilSynced } from '../harness/fixtures.ts'
import { readRawOutbox } from '../harness/raw-storage.ts'
import { readCustomerNames } from '../harness/rows.ts'

test.use({ serviceWorkers: 'allow' })

const dayMs = 86_400_000

async function setClock(context: BrowserContext, aheadMs: number): Promise<void> {
  await context.addInitScript((ahead) => {
    const own = globalThis as unknown as { trueDate?: DateConstructor }
    const True = (own.trueDate ??= Date)
    globalThis.Date = class extends True {
      constructor(...values: [] | [number | string]) {
        if (values.length === 0) super(True.now() + ahead)
        else super(...values)
      }
      static override now = (): number => True.now() + ahead
    } as DateConstructor
  }, aheadMs)
}

function endSessions(server: ServerProcess, userId: string): void {
  const database = new DatabaseSync(path.join(server.dataDir, 'mainspring.db'))
  try {
    database.exec('pragma busy_timeout = 10000')
    database
      .prepare("update sessions set expires_at = '2020-01-01T00:00:00.000Z', absolute_expires_at = '2020-01-01T00:00:00.000Z' where user_id = ?")
      .run(userId)
  } finally {
    database.close()
  }
}

async function signInHere(page: Page, shop: TestShop): Promise<void> {
  await page.getByLabel('Password', { exact: true }).fill(shop.person.password)
  await page.getByRole('button', { name: 'Sign In' }).click()
}

test('a tablet whose session ended ten days ago, or whose clock is 400 days ahead, opens offline, goes on, and sends after a sign-in', async ({
  makeShop,
  newDevice,
  server,
}) => {
  const shop = await makeShop()
  const { page, context } = await newDevice(shop.person)
  await waitForOfflineShell(page)
  await page.goto(`/${shop.id}/customers`)
  await waitUntilSynced(page)
  await context.setOffline(true)
  await takeInCustomer(page, { name: 'Before The End', phone: '5550117771' })
  for (const days of [10, 400]) {
    await setClock(context, days * dayMs)
    await page.reload()
    await expect(syncBadge(page)).toHaveAccessibleName(/^Offline since .+, \d waiting/)
    await takeInCustomer(page, { name: `After ${days} days`, phone: `555011778${days === 10 ? 1 : 2}` })
  }
  await setClock(context, 0)
  await page.reload()
  await expect(rowWith(page, 'After 400 days')).toContainText('Not sent yet')
  await expect.poll(() => readRawOutbox(page)).toHaveLength(3)

  endSessions(server, shop.person.userId)
  await context.setOffline(false)
  await expect(page.locator('[data-sync="signed-out"]')).toBeVisible()
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await signInHere(page, shop)
  await waitUntilSynced(page)
  await expect(rowWith(page, 'Before The End')).not.toContainText('Not sent yet')
  await expect.poll(() => readRawOutbox(page)).toEqual([])
  await expect(rowWith(page, 'After 10 days')).toBeVisible()
})

test('a tablet whose localStorage was cleared opens offline as the same person', { tag: '@long' }, async ({ makeShop, newDevice }) => {
  const shop = await makeShop()
  const { page, context } = await newDevice(shop.person)
  await waitForOfflineShell(page)
  await page.goto(`/${shop.id}/customers`)
  await waitUntilSynced(page)
  await context.setOffline(true)
  await takeInCustomer(page, { name: 'Still Here', phone: '5550117775' })
  await page.evaluate(() => localStorage.clear())
  await page.reload()
  await expect(rowWith(page, 'Still Here')).toBeVisible()
})

test('after the days of the shop the tablet asks to connect and sign in, and still gives what waits as a file', async ({ makeShop, newDevice }) => {
  const shop = await makeShop()
  await shop.api.call('PUT', `/api/shops/${shop.id}/config`, { offlineDays: 1 })
  const { page, context } = await newDevice(shop.person)
  await waitForOfflineShell(page)
  await page.goto(`/${shop.id}/customers`)
  await waitUntilSynced(page)
  await context.setOffline(true)
  await takeInCustomer(page, { name: 'Behind The Door', phone: '5550117790' })
  await setClock(context, dayMs)
  await page.reload()
  await expect(syncBadge(page)).toHaveAccessibleName(/^Offline since .+, 1 waiting/)
  await setClock(context, 2 * dayMs)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Connect and sign in' })).toBeVisible()
  await expect(page.getByText(/^This device has been without its server for a day/)).toBeVisible()
  await expect(page.getByText('Behind The Door')).toHaveCount(0)
  expect(await findFaults(page)).toEqual([])
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save unsent changes' }).click()
  expect(await readFile(await (await download).path(), 'utf8')).toContain('Behind The Door')

  await setClock(context, 0)
  await context.setOffline(false)
  // The session is still valid, so a connection is enough.
  await waitUntilSynced(page)
  await expect.poll(() => readCustomerNames(shop)).toEqual(['Behind The Door'])
})

test('a shop that wants a PIN gets one: set in the app, asked for offline only, with a wait after five wrong tries that a reload does not shorten', async ({
  makeShop,
  newDevice,
}) => {
  const shop = await makeShop()
  await shop.api.call('PUT', `/api/shops/${shop.id}/config`, { offlinePin: true })
  const { page, context } = await newDevice(shop.person)
  await waitForOfflineShell(page)
  await page.goto(`/${shop.id}/customers`)
  await page.getByRole('button', { name: 'Set PIN' }).click()
  const dialog = page.getByRole('dialog', { name: 'PIN for this device' })
  const fill = async (pin: string, again: string): Promise<void> => {
    await dialog
      .getByLabel(/^PIN\b(?! again)/)
      .first()
      .fill(pin)
    await dialog
      .getByLabel(/^PIN again/)
      .first()
      .fill(again)
    await dialog.getByRole('button', { name: 'Set PIN' }).click()
  }
  await fill('12', '12')
  await expect(dialog.getByText('The PIN must have 4 to 12 digits')).toBeVisible()
  await fill('2468', '2469')
  await expect(dialog.getByText('The PINs are not the same')).toBeVisible()
  expect(await findFaults(page)).toEqual([])
  await fill('2468', '2468')
  await expect(dialog).toBeHidden()
  await expect(page.getByText('Your shop wants a PIN')).toHaveCount(0)
  await page.reload()
  await waitUntilSynced(page)

  await context.setOffline(true)
  await page.reload()
  const pin = page.locator('input[name="pin"]')
  const open = page.getByRole('button', { name: 'Open', exact: true })
  await expect(page.getByRole('heading', { name: 'Enter your PIN' })).toBeVisible()
  expect(await findFaults(page)).toEqual([])
  await pin.fill('2468')
  await open.click()
  await expect(syncBadge(page)).toHaveAccessibleName(/^Offline since/)

  await page.reload()
  for (let tries = 1; tries <= 5; tries++) {
    await pin.fill('0000')
    await open.click()
    await expect(pin).toHaveValue('')
    await expect(page.getByText(tries < 5 ? 'That is not the PIN' : /^Too many wrong tries\. Try again in \d+ seconds\.$/)).toBeVisible()
  }
  await page.reload()
  await pin.fill('2468')
  await open.click()
  await expect(page.getByText(/^Too many wrong tries/)).toBeVisible()
  await page.getByRole('button', { name: 'Forgot the PIN' }).click()
  await expect(page.getByText(/^Without the PIN this device opens with your password/)).toBeVisible()
  await expect(field(page, 'Username')).toHaveValue(shop.person.loginId)
  await context.setOffline(false)
  await waitUntilSynced(page)
})
