import { DatabaseSync } from 'node:sqlite'
import path from 'node:path'
import type { ServerProcess } from '#scripts/process-tests/server-process.ts'
import {
  type Device,
  expect,
  field,
  rowWith,
  signIn,
  syncBadge,
  takeInCustomer,
  test,
  type TestShop,
  waitForOfflineShell,
  waitUntilSynced,
} from '../harness/fixtures.ts'
import { readRawOutbox } from '../harness/raw-storage.ts'
import { readCustomerNames } from '../harness/rows.ts'

test.use({ serviceWorkers: 'allow' })

function expireNewestSession(server: ServerProcess, userId: string): void {
  const database = new DatabaseSync(path.join(server.dataDir, 'mainspring.db'))
  try {
    database.exec('pragma busy_timeout = 10000')
    const past = '2020-01-01T00:00:00.000Z'
    const { changes } = database
      .prepare(
        'update sessions set expires_at = ?, absolute_expires_at = ? where id = (select id from sessions where user_id = ? order by created_at desc limit 1)',
      )
      .run(past, past, userId)
    expect(changes).toBe(1)
  } finally {
    database.close()
  }
}

async function comeBackAfterTheEnd({ page, context }: Device, shop: TestShop, server: ServerProcess) {
  await waitForOfflineShell(page)
  await page.goto(`/${shop.id}/customers`)
  await waitUntilSynced(page)
  await context.setOffline(true)
  await takeInCustomer(page, { name: 'Offline Olga', phone: '5550115551' })
  await takeInCustomer(page, { name: 'Offline Otto', phone: '5550115552' })
  await page.keyboard.press('c')
  const dialog = page.getByRole('dialog', { name: 'Add New Customer' })
  await field(dialog, 'Name').fill('Half Typed Hanna')
  await expect(page.locator('[data-sync="offline"]')).toBeVisible()
  expireNewestSession(server, shop.person.userId)
  await context.setOffline(false)
  await expect(page.locator('[data-sync="signed-out"]')).toBeVisible()
  await expect(field(dialog, 'Name')).toHaveValue('Half Typed Hanna')
  await expect.poll(() => readRawOutbox(page)).toHaveLength(2)
  expect(await shop.api.read<unknown[]>(`/api/${shop.id}/customers`)).toEqual([])
  return dialog
}

test('hazard 31: when the session expires offline, work goes on, what was begun can be saved, and signing in again in place sends everything', async ({
  makeShop,
  newDevice,
  server,
}) => {
  const shop = await makeShop()
  const device = await newDevice(shop.person)
  const { page } = device
  const dialog = await comeBackAfterTheEnd(device, shop, server)
  await field(dialog, 'Phone').fill('5550115553')
  await dialog.getByRole('button', { name: 'Save Customer' }).click()
  await expect(dialog).toBeHidden()
  await expect(rowWith(page, 'Half Typed Hanna')).toContainText('Not sent yet')
  await expect.poll(() => readRawOutbox(page)).toHaveLength(3)

  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  const again = page.getByRole('dialog', { name: 'Sign in again' })
  await again.getByLabel('Password', { exact: true }).fill(shop.person.password)
  await again.getByRole('button', { name: 'Sign In' }).click()
  await waitUntilSynced(page)
  await expect.poll(() => readRawOutbox(page)).toEqual([])
  await expect.poll(() => readCustomerNames(shop)).toEqual(['Half Typed Hanna', 'Offline Olga', 'Offline Otto'])
})

test('hazard 31: when the page starts anew after the session expired offline, the same user finds the half-typed form again and everything lands', async ({
  makeShop,
  newDevice,
  server,
}) => {
  const shop = await makeShop()
  const device = await newDevice(shop.person)
  const { page } = device
  const dialog = await comeBackAfterTheEnd(device, shop, server)
  await page.reload()
  await expect(page).toHaveURL(/\/login/)
  await expect.poll(() => readRawOutbox(page)).toHaveLength(2)
  await signIn(page, shop.person)
  await expect.poll(() => readCustomerNames(shop)).toEqual(['Offline Olga', 'Offline Otto'])
  await expect(syncBadge(page)).toBeVisible()
  await page.keyboard.press('c')
  await expect(field(dialog, 'Name')).toHaveValue('Half Typed Hanna')
  await field(dialog, 'Phone').fill('5550115553')
  await dialog.getByRole('button', { name: 'Save Customer' }).click()
  await expect(dialog).toBeHidden()
  await waitUntilSynced(page)
  await expect.poll(() => readCustomerNames(shop)).toEqual(['Half Typed Hanna', 'Offline Olga', 'Offline Otto'])
})
