import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import {
  customersTable,
  expect,
  makePerson,
  rowWith,
  syncBadge,
  takeInCustomer,
  test,
  toast,
  waitForOfflineShell,
  waitUntilSynced,
} from '../harness/fixtures.ts'
import { findFaults } from '../harness/find-faults.ts'
import { addCustomer } from '../harness/rows.ts'

test.use({ serviceWorkers: 'allow' })

const panelOf = (page: Page) => page.getByRole('dialog', { name: 'Sync' })
const importDialog = (page: Page) => page.getByRole('dialog', { name: 'Open unsent changes' })

async function openPanel(page: Page) {
  if (!(await panelOf(page).isVisible())) await syncBadge(page).click()
  await expect(panelOf(page)).toBeVisible()
  return panelOf(page)
}

async function saveUnsent(page: Page): Promise<{ name: string; text: string }> {
  const panel = await openPanel(page)
  const download = page.waitForEvent('download')
  await panel.getByRole('button', { name: 'Save as a file' }).click()
  const file = await download
  const text = await readFile(await file.path(), 'utf8')
  await expect(toast(page)).toBeVisible()
  // Esc closes the panel, which has the focus, and not the toast, although that opened last.
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()
  await expect(toast(page)).toBeVisible()
  return { name: file.suggestedFilename(), text }
}

async function chooseFile(page: Page, { name, text }: { name: string; text: string }): Promise<void> {
  const panel = await openPanel(page)
  await panel.getByLabel('File of unsent changes').setInputFiles({ name, mimeType: 'application/json', buffer: Buffer.from(text) })
  await expect(panel).toBeHidden()
  await expect(importDialog(page)).toBeVisible()
}

test('what waits on a device without network travels as a file, lands once, and is nothing new when that device sends it too', async ({
  makeShop,
  newDevice,
}) => {
  const shop = await makeShop()
  const a = await newDevice(shop.person)
  const b = await newDevice(shop.person)
  await a.page.getByRole('link', { name: 'Customers' }).click()
  await expect(a.page.getByText('No customers found')).toBeVisible()
  await waitForOfflineShell(a.page)
  await a.context.setOffline(true)
  await takeInCustomer(a.page, { name: 'File Fay', phone: '5550107071' })
  await takeInCustomer(a.page, { name: 'File Finn', phone: '5550107072' })
  await takeInCustomer(a.page, { name: 'File Fritz', phone: '5550107073' })
  const file = await saveUnsent(a.page)
  await expect(toast(a.page)).toContainText('3 changes saved as a file')
  expect(file.name).toMatch(/^mainspring-unsent-kay-.+-\d{4}-\d\d-\d\d\.json$/)
  expect(JSON.parse(file.text)).toMatchObject({ format: 'mainspring-unsent', version: 1, userId: shop.person.userId, login: shop.person.loginId, refused: [] })

  await b.page.goto(`/${shop.id}/customers`)
  await expect(b.page.getByText('No customers found')).toBeVisible()
  await waitForOfflineShell(b.page)
  await b.context.setOffline(true)
  await chooseFile(b.page, file)
  await expect(importDialog(b.page)).toContainText('3 changes')
  await expect(importDialog(b.page).getByRole('listitem')).toHaveText(['3 new customers'])
  await expect(customersTable(b.page)).toBeHidden()
  await importDialog(b.page).getByRole('button', { name: 'Take in 3 changes' }).click()
  await expect(toast(b.page)).toContainText('3 changes taken in')
  await expect(rowWith(b.page, 'File Fay')).toContainText('Not sent yet')

  // The same file again: every change in it is already here.
  await chooseFile(b.page, file)
  await expect(importDialog(b.page).getByRole('listitem')).toHaveText(['3 already here'])
  await expect(importDialog(b.page).getByRole('button', { name: /Take in/ })).toHaveCount(0)
  await importDialog(b.page).getByRole('button', { name: 'Close' }).last().click()

  await b.context.setOffline(false)
  await waitUntilSynced(b.page)
  type Customer = { id: string; name: string; email: string | null }
  const readCustomers = async (): Promise<Customer[]> =>
    (await shop.api.read<Customer[]>(`/api/${shop.id}/customers`)).toSorted((one, other) => (one.name < other.name ? -1 : 1))
  const landed = await readCustomers()
  expect(landed).toMatchObject([{ name: 'File Fay', email: null }, { name: 'File Finn' }, { name: 'File Fritz' }])
  // The row is changed again before the first device is back.
  const fayId = landed[0]?.id ?? ''
  await shop.api.write(shop.id, [{ action: 'update', collection: 'customers', id: fayId, changes: { email: { from: null, to: 'fay.new@example.org' } } }])

  await a.context.setOffline(false)
  await waitUntilSynced(a.page)
  expect(await readCustomers()).toMatchObject([{ id: fayId, name: 'File Fay', email: 'fay.new@example.org' }, { name: 'File Finn' }, { name: 'File Fritz' }])
  await expect(rowWith(a.page, 'File Fay')).toContainText('fay.new@example.org')
  await expect(rowWith(b.page, 'File Fay')).toContainText('fay.new@example.org')
})

test('the file of somebody else and a broken one say what is wrong and change nothing', async ({ makeShop, newDevice, server }) => {
  const shop = await makeShop()
  const other = await makePerson(server, { shops: [shop] })
  const { page, context } = await newDevice(other)
  const mutation = {
    id: '01900000-0000-7000-8000-000000000001',
    shopId: shop.id,
    at: '2026-03-02T08:00:00.000Z',
    ops: [
      {
        action: 'create',
        collection: 'customers',
        id: '01900000-0000-7000-8000-000000000002',
        values: { name: 'Stranger', countryCode: '+1', phone: '5550108080' },
      },
    ],
  }
  const file = {
    format: 'mainspring-unsent',
    version: 1,
    userId: shop.person.userId,
    login: shop.person.loginId,
    deviceId: 'elsewhere',
    clockOffsetMs: 0,
    exportedAt: '2026-03-02T09:00:00.000Z',
    mutations: [{ mutation, effects: [], summary: 'Customer created' }],
    refused: [],
  }
  await waitForOfflineShell(page)
  await context.setOffline(true)
  const expectRefusal = async (text: string, reason: string): Promise<void> => {
    await chooseFile(page, { name: 'unsent.json', text })
    await expect(importDialog(page)).toContainText(reason)
    await expect(importDialog(page)).toContainText('Nothing is changed on this device.')
    await expect(importDialog(page).getByRole('button', { name: /Take in/ })).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(importDialog(page)).toBeHidden()
  }
  await expectRefusal(JSON.stringify(file), `This file belongs to ${shop.person.loginId}. Sign in as ${shop.person.loginId} to import it.`)
  await expectRefusal(JSON.stringify({ ...file, userId: other.userId }).slice(0, -40), 'This is not a file of unsent changes.')
  await expectRefusal(
    JSON.stringify({ ...file, userId: other.userId, mutations: [...file.mutations, { mutation: { ...mutation, at: 'noon' }, effects: [], summary: '' }] }),
    'Change 2 of 2 in the file is damaged',
  )
  await expect(syncBadge(page)).toHaveAccessibleName(/^Offline since \d+:\d\d [AP]M\. Show details$/)
  await page.getByRole('link', { name: 'Customers' }).click()
  await expect(page.getByText('No customers found')).toBeVisible()
})

test('the panel tells what waits in each shop, follows it live without moving, and works as a sheet on a phone', async ({ makeShop, newDevice, server }) => {
  const shops = [await makeShop({ color: '#c2410c' }), await makeShop({ color: '#1d4ed8' })] as const
  const person = await makePerson(server, { shops })
  await addCustomer(shops[1], { name: 'Known Ken' })
  const { page, context } = await newDevice(person)
  const [first, second] = shops
  await waitForOfflineShell(page)
  await context.setOffline(true)
  await page.goto(`/${first.id}/customers`)
  await expect(page.getByText('No customers found')).toBeVisible()
  await takeInCustomer(page, { name: 'Panel Pia', phone: '5550109091' })
  await takeInCustomer(page, { name: 'Panel Paul', phone: '5550109092' })
  const panel = await openPanel(page)
  const shopLine = (name: string) => panel.getByRole('region', { name: 'Waiting to be sent' }).getByRole('button', { name: new RegExp(`^${name} `) })
  await expect(shopLine(first.name)).toContainText(/2 changes ?since \d+:\d\d [AP]M/)
  await expect(shopLine(first.name)).toContainText('0 orders, 2 customers here')
  await expect(shopLine(second.name)).toContainText('Nothing waiting')
  await expect(shopLine(second.name)).toContainText('1 customer here')
  await expect(panel.getByRole('listitem')).toHaveCount(2)
  await expect(panel.getByRole('region', { name: 'This device' })).toContainText(/[kMG]B of .+ on this device/)
  await expect(panel.getByRole('region', { name: 'This device' })).toContainText(/Version\d+\.\d+\.\d+/)

  // By keyboard: to the shop's line, shut it, open it.
  await page.keyboard.press('Tab')
  await expect(shopLine(first.name)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(panel.getByRole('listitem')).toHaveCount(0)
  await page.keyboard.press('Enter')
  await expect(panel.getByRole('listitem')).toHaveCount(2)
  await panel.getByRole('button', { name: 'Sync now' }).click()
  await expect(panel).toContainText('The server did not answer')

  const before = await panel.boundingBox()
  await context.setOffline(false)
  await panel.getByRole('button', { name: 'Sync now' }).click()
  await expect(shopLine(first.name)).toContainText('Nothing waiting')
  await expect(panel).toContainText('Up to date')
  expect(await panel.boundingBox()).toEqual(before)
  await page.keyboard.press('Escape')
  await expect(syncBadge(page)).toBeFocused()

  await page.setViewportSize({ width: 390, height: 844 })
  await openPanel(page)
  await page.evaluate(() => Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => undefined))))
  const sheet = await panel.locator('> div').first().boundingBox()
  expect(sheet).toMatchObject({ x: 0, width: 390, height: 844 })
  expect(await findFaults(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()
})

test('thousands of changes are sent with a progress that anybody can follow', async ({ makeShop, newDevice }) => {
  const shop = await makeShop()
  const { page, context } = await newDevice(shop.person)
  await waitForOfflineShell(page)
  await context.setOffline(true)
  const count = 1_200
  const id = (kind: number, index: number): string => `01900000-0000-7000-800${kind}-${String(index).padStart(12, '0')}`
  const mutations = Array.from({ length: count }, (_, index) => ({
    mutation: {
      id: crypto.randomUUID(),
      shopId: shop.id,
      at: new Date(Date.parse('2026-03-02T08:00:00.000Z') + index * 1_000).toISOString(),
      ops: [{ action: 'create', collection: 'customers', id: id(1, index), values: { name: `Week ${index}`, countryCode: '+1', phone: '5550000000' } }],
    },
    effects: [],
    summary: `Customer 'Week ${index}' created`,
  }))
  const head = {
    format: 'mainspring-unsent',
    version: 1,
    userId: shop.person.userId,
    login: shop.person.loginId,
    deviceId: 'elsewhere',
    clockOffsetMs: null,
    exportedAt: '2026-03-02T09:00:00.000Z',
  }
  await chooseFile(page, { name: 'week.json', text: JSON.stringify({ ...head, mutations, refused: [] }) })
  await importDialog(page).getByRole('button', { name: 'Take in 1,200 changes' }).click()
  await expect(importDialog(page)).toBeHidden({ timeout: 30_000 })
  const panel = await openPanel(page)
  await panel.getByRole('button', { name: new RegExp(`^${shop.name} `) }).click()
  await expect(panel.getByRole('listitem')).toHaveCount(50)
  await expect(panel).toContainText('and 1,150 more')

  // The first two pushes are answered, the next ones are held.
  const rest = Promise.withResolvers<void>()
  let pushes = 0
  await page.route('**/api/sync/push*', async (route) => {
    pushes += 1
    if (pushes > 2) await rest.promise
    await route.continue()
  })
  await context.setOffline(false)
  const bar = panel.getByRole('progressbar', { name: 'Sending changes' })
  await expect(bar).toHaveAttribute('aria-valuetext', /^Sending [\d,]+ of 1,200$/, { timeout: 30_000 })
  await expect.poll(async () => Number(await bar.getAttribute('aria-valuenow')), { timeout: 30_000 }).toBeGreaterThan(0)
  await expect(panel).toContainText(/Sending [1-9][\d,]* of 1,200/)
  rest.resolve()
  await page.keyboard.press('Escape')
  await waitUntilSynced(page)
  expect((await shop.api.read<unknown[]>(`/api/${shop.id}/customers`)).length).toBe(count)
})
