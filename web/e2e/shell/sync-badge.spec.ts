import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { openRepairLine, openRepairText } from '#scripts/process-tests/open-repair-text.ts'
import { pinnedNode } from '#scripts/process-tests/server-process.ts'
import {
  customersTable,
  expect,
  field,
  readRawDatabases,
  rowWith,
  syncBadge,
  takeInCustomer,
  readServerMark,
  test,
  toast,
  waitForOfflineShell,
  waitUntilSynced,
} from '../harness/fixtures.ts'
import { readRawRows } from '../harness/raw-storage.ts'
import { addCustomer, addOrder, readCustomerNames } from '../harness/rows.ts'

test.use({ serviceWorkers: 'allow' })

const root = path.resolve(import.meta.dirname, '../../..')

test('the badge tells offline since when, how much waits, and synced again; one press lists what waits', async ({ makeShop, newDevice }) => {
  const shop = await makeShop()
  const { page, context } = await newDevice(shop.person)
  await waitForOfflineShell(page)
  await context.setOffline(true)
  await expect(syncBadge(page)).toHaveAccessibleName(/^Offline since \d+:\d\d [AP]M\. Show details$/)
  await takeInCustomer(page, { name: 'Badge Bob', phone: '5550103030' })
  await takeInCustomer(page, { name: 'Badge Beth', phone: '5550103031' })
  await expect(syncBadge(page)).toHaveAccessibleName(/^Offline since .+, 2 waiting\. Show details$/)
  await page.goto(`/${shop.id}/customers`)
  await expect(rowWith(page, 'Badge Bob')).toContainText('Not sent yet')

  await syncBadge(page).click()
  const panel = page.getByRole('dialog', { name: 'Sync' })
  await expect(panel.getByRole('region', { name: 'Waiting to be sent' }).getByRole('listitem')).toHaveCount(2)
  await expect(panel).toContainText('Badge Bob')
  await expect(panel).toContainText(/Last contact/)
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()

  await context.setOffline(false)
  await waitUntilSynced(page)
  await expect(rowWith(page, 'Badge Bob')).not.toContainText('Not sent yet')
  await expect.poll(() => readCustomerNames(shop)).toEqual(['Badge Beth', 'Badge Bob'])
})

test('a captive portal or a broken server is no contact: nothing is wiped, nobody signed out, nothing lost', async ({ makeShop, newDevice }) => {
  const shop = await makeShop()
  await addCustomer(shop, { name: 'Portal Pat' })
  const { page } = await newDevice(shop.person, { at: `/${shop.id}/customers` })

  // HTML with status 200 for every request counts as offline: no wipe, no sign-out.
  await page.route('**/api/**', (route) => route.fulfill({ status: 200, contentType: 'text/html', body: '<h1>Hotel wifi: please accept</h1>' }))
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(syncBadge(page)).toHaveAccessibleName(/^Offline since/)
  await takeInCustomer(page, { name: 'Behind The Portal', phone: '5550104040' })
  // In front of the one before: without either the change would leave.
  await page.route('**/api/**', (route) => route.fulfill({ status: 503, contentType: 'application/json', body: '{"code":"UNAVAILABLE","message":"down"}' }))
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(syncBadge(page)).toHaveAccessibleName(/^Offline since .+, 1 waiting/)
  await expect(rowWith(page, 'Portal Pat')).toBeVisible()
  await page.unroute('**/api/**')
  await page.getByRole('button', { name: 'Refresh' }).click()
  await waitUntilSynced(page)
  await expect.poll(() => shop.api.read<unknown[]>(`/api/${shop.id}/customers`)).toHaveLength(2)
})

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

  // The update: the page loads again, and the server accepts its protocol.
  await page.unroute('**/api/sync/**')
  await Promise.all([page.waitForEvent('load'), panel.getByRole('button', { name: 'Update' }).click()])
  await waitUntilSynced(page)
  await expect.poll(() => readCustomerNames(shop)).toEqual(['Typed On The Old One'])
})

test('rows that a running import writes arrive on an open device', async ({ makeShop, newDevice, server }) => {
  const shop = await makeShop()
  const { page } = await newDevice(shop.person)
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
  // Without view_activity the device holds no entry of the log.
  expect((await readRawRows(page, 'customers')).map(({ name }) => name)).toContain('Secret Sue')
  expect(await readRawRows(page, 'activities')).toEqual([])
})

test('the toast goes when it is swiped fifty pixels to the right, and stays when less', async ({ makeShop, newDevice }) => {
  const shop = await makeShop()
  const { page } = await newDevice(shop.person)
  await takeInCustomer(page, { name: 'Swipe Sid', phone: '5550106060' })
  const swipe = async (distance: number) => {
    // The pointer keeps it from going by itself, and finds it at rest.
    await toast(page).hover()
    const box = await toast(page).boundingBox()
    if (box === null) throw new Error('There is no toast.')
    const [x, y] = [box.x + 40, box.y + box.height / 2]
    await page.mouse.move(x, y)
    await page.mouse.down()
    for (let moved = 5; moved <= distance; moved += 5) await page.mouse.move(x + moved, y)
    await page.mouse.up()
  }
  await swipe(30)
  await expect(toast(page)).toHaveAttribute('data-swipe', 'cancel')
  await expect(toast(page)).toBeVisible()
  await swipe(80)
  await expect(toast(page)).toHaveCount(0)
})

test('a field that is focused keeps its text while rows arrive', async ({ makeShop, newDevice }) => {
  const shop = await makeShop()
  const customerId = await addCustomer(shop, { name: 'Focus Fay' })
  const { page } = await newDevice(shop.person)
  await page.keyboard.press('/')
  await expect(page.getByRole('searchbox')).toBeFocused()
  await page.keyboard.type('radio')
  await addOrder(shop, { customerId, itemDetails: 'A radio' })
  await expect(rowWith(page, 'A radio')).toBeVisible()
  await expect(page.getByRole('searchbox')).toHaveValue('radio')
  await expect(page.getByRole('searchbox')).toBeFocused()
  await expect(field(page, 'From')).toHaveValue('')
})
