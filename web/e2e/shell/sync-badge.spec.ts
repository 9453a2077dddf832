import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { openRepairLine, openRepairText } from '#scripts/process-tests/open-repair-text.ts'
import { pinnedNode } from '#scripts/process-tests/server-process.ts'
import { customersTable, expect, readRawDatabases, rowWith, syncBadge, takeInCustomer, readServerMark, test, waitUntilSynced } from '../harness/fixtures.ts'
import { readRawRows } from '../harness/raw-storage.ts'
import { addCustomer, readCustomerNames } from '../harness/rows.ts'

const root = path.resolve(import.meta.dirname, '../../..')

test('a version that the server serves no more keeps working and keeps everything, and asks for the update', async ({ makeShop, newDevice }) => {
  const shop = await makeShop()
  const { page } = await newDevice(shop.person, { at: `/${shop.id}/customers` })
  const headers = await readServerMark(page)
  await page.route('**/api/sync/**', (route) =>
    route.fulfill({
      status: 426,
      headers,
      contentType: 'application/json',
      body: '{"code":"UPGRADE_REQUIRED","message":"Update Mainspring to go on syncing."}',
    }),
  )
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(syncBadge(page)).toHaveAccessibleName(/^Update needed/)
  await expect(page.getByRole('status').filter({ hasText: 'Update Mainspring to go on syncing' }).getByRole('button', { name: 'Update' })).toBeVisible()
  await takeInCustomer(page, { name: 'Typed On The Old One', phone: '5550105050' })
  await page.goto(`/${shop.id}/customers`)
  await expect(rowWith(page, 'Typed On The Old One')).toContainText('Not sent yet')
  await syncBadge(page).click()
  const panel = page.getByRole('dialog', { name: 'Sync' })
  await expect(panel).toContainText('1 change waiting on this device.')

  await page.unroute('**/api/sync/**')
  await Promise.all([page.waitForEvent('load'), panel.getByRole('button', { name: 'Update' }).click()])
  await waitUntilSynced(page)
  await expect.poll(() => readCustomerNames(shop)).toEqual(['Typed On The Old One'])
})

test('rows that a running import writes arrive on an open device', { tag: '@long' }, async ({ makeShop, newDevice, server }) => {
  const shop = await makeShop()
  const { page } = await newDevice(shop.person)
  await page.getByRole('tab', { name: 'All' }).click()
  await expect(page.getByText('No orders found')).toBeVisible()
  const file = path.join(server.dataDir, `${shop.code}.csv`)
  writeFileSync(file, openRepairText(Array.from({ length: 120 }, (_, index) => openRepairLine(index))))
  const child = spawn(pinnedNode, [path.join(root, 'scripts', 'import.ts'), file, '--shop', shop.code], {
    cwd: root,
    env: { ...process.env, DATA_DIR: server.dataDir },
    stdio: 'ignore',
  })
  const [code] = (await once(child, 'exit')) as [number | null]
  expect(code).toBe(0)
  await expect(page.getByText('Showing 1-20 of 120 entries')).toBeVisible()
  await page.goto(`/${shop.id}/customers`)
  await expect(customersTable(page).getByRole('row')).toHaveCount(6)
})

test('what may not leave the server is in no database of the device', async ({ makeShop, newDevice }) => {
  const shop = await makeShop({ generatedOrders: 30 })
  const foreign = await makeShop({ generatedOrders: 30 })
  const customerId = await addCustomer(shop, { name: 'Secret Sue' })
  expect((await shop.api.call('PUT', `/api/${shop.id}/customers/${customerId}`, { customerAccessCode: 'open-sesame-42' })).status).toBe(200)
  const { page } = await newDevice(shop.person)
  await expect.poll(async () => JSON.stringify(await readRawDatabases(page)).includes('Secret Sue')).toBe(true)
  const raw = JSON.stringify(await readRawDatabases(page))
  expect(raw.includes('open-sesame-42')).toBe(false)
  expect(/accessCodeHash|argon2/.exec(raw)).toBeNull()
  expect(raw.includes(foreign.id)).toBe(false)
  // Without view_activity the device holds no log entries.
  expect((await readRawRows(page, 'customers')).map(({ name }) => name)).toContain('Secret Sue')
  expect(await readRawRows(page, 'activities')).toEqual([])
})
