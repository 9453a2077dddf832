import path from 'node:path'
import type { Page } from '@playwright/test'
import { isTombstone } from '#schema/collection.ts'
import { collectionNames } from '#schema/collections/index.ts'
import { runScript } from '#scripts/backup/test-run.ts'
import { signInOverHttp, type ApiClient } from '#scripts/process-tests/api-client.ts'
import {
  customersTable,
  expect,
  field,
  makePerson,
  type Person,
  rowWith,
  syncBadge,
  takeInCustomer,
  test,
  waitForOfflineShell,
  waitUntilSynced,
} from '../harness/fixtures.ts'
import { readRawOutbox, readRawRows, readRawRowText } from '../harness/raw-storage.ts'
import { addCustomer, addOrder, changeOrder } from '../harness/rows.ts'

test.use({ serviceWorkers: 'allow' })

/** Signs in again, because a restore ends all sessions. */
async function signInAgain(page: Page, person: Person): Promise<void> {
  await expect(page.getByText('Sign in again to send your changes')).toBeVisible()
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Sign in again' })
  await dialog.getByLabel('Password', { exact: true }).fill(person.password)
  await dialog.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(dialog).toBeHidden()
}

async function letNewerGo(page: Page, names: readonly string[]): Promise<void> {
  await expect(syncBadge(page)).toHaveAccessibleName(/^Needs attention \(\d+\)/, { timeout: 60_000 })
  await syncBadge(page).click()
  const list = page.getByRole('region', { name: 'Newer than the server' })
  for (const name of names) await expect(list.getByRole('listitem').filter({ hasText: name })).toBeVisible()
  await list.getByRole('button', { name: 'Discard all' }).click()
  await expect(list).toBeHidden()
  await page.keyboard.press('Escape')
}

async function expectSameAsServer(page: Page, api: ApiClient): Promise<void> {
  for (const name of collectionNames) {
    const answer = await api.pull(name)
    if (answer.status === 403) continue
    const living = answer.body.documents.filter((document) => !isTombstone(document)).map(({ id, seq }) => [id, seq])
    const byId = (one: unknown[], other: unknown[]): number => String(one[0]).localeCompare(String(other[0]))
    await expect.poll(async () => (await readRawRows(page, name)).map(({ id, seq }) => [id, seq]).sort(byId), { message: name }).toEqual(living.sort(byId))
  }
}

test(
  'hazard 36: a database restored from an older backup makes every device rebuild, keeps what waits, and leaves no zombie',
  { tag: '@long' },
  async ({ makeShop, newDevice, ownServer }) => {
    test.setTimeout(240_000)
    const shop = await makeShop({ on: ownServer, generatedOrders: 40 })
    const other = await makePerson(ownServer, { shops: [shop] })
    const customerId = await addCustomer(shop, { name: 'Before Bea' })
    const orderId = await addOrder(shop, { customerId, itemDetails: 'Old radio', quotedCost: '10' })
    const open = await newDevice(other, { url: ownServer.url })
    const away = await newDevice(shop.person, { url: ownServer.url })
    for (const { page } of [open, away]) {
      await page.goto(`/${shop.id}/customers`)
      await expect(rowWith(page, 'Before Bea')).toBeVisible()
    }
    await waitForOfflineShell(away.page)

    const backup = path.join(ownServer.dataDir, 'monday.db')
    expect(await runScript('backup', [backup], { dataDir: ownServer.dataDir })).toMatchObject({ code: 0, stderr: '' })

    await takeInCustomer(away.page, { name: 'After Abe', phone: '5550101111' })
    await changeOrder(shop, orderId, { quotedCost: { from: '10', to: '99' } })
    await expect(rowWith(open.page, 'After Abe')).toBeVisible()
    await waitUntilSynced(away.page)
    await expect.poll(async () => JSON.stringify(await readRawRows(away.page, 'orders'))).toContain('"99"')

    await away.context.setOffline(true)
    await takeInCustomer(away.page, { name: 'Waiting Wim', phone: '5550102222' })
    await away.page.goto(`/${shop.id}/orders/order/${orderId}`)
    await field(away.page, 'Order Notes').fill('Typed while the server was being restored')
    await away.page.getByRole('button', { name: 'Save Changes' }).click()
    await expect(syncBadge(away.page)).toHaveAccessibleName(/^Offline since .+, 2 waiting\. Show details$/)

    expect(await ownServer.kill('SIGTERM')).toBe(0)
    expect(await runScript('restore', [backup], { dataDir: ownServer.dataDir })).toMatchObject({ code: 0, stderr: '' })
    await ownServer.start()

    await expect(syncBadge(open.page)).toHaveAccessibleName('Sign in again. Show details', { timeout: 60_000 })
    await expect(rowWith(open.page, 'Before Bea')).toBeVisible()
    await expect(rowWith(open.page, 'After Abe')).toBeVisible()
    await signInAgain(open.page, other)
    await letNewerGo(open.page, ['After Abe', 'Old radio'])
    await waitUntilSynced(open.page)
    await expect(rowWith(open.page, 'After Abe')).toHaveCount(0)
    await expect(rowWith(open.page, 'Before Bea')).toBeVisible()

    await away.context.setOffline(false)
    await expect(syncBadge(away.page)).toHaveAccessibleName('Sign in again. Show details', { timeout: 60_000 })
    expect((await readRawOutbox(away.page)).map(({ mutation }) => mutation.ops)).toHaveLength(2)
    await signInAgain(away.page, shop.person)
    await letNewerGo(away.page, ['After Abe'])
    await waitUntilSynced(away.page)
    await expect.poll(() => readRawOutbox(away.page)).toEqual([])

    const api = await signInOverHttp(ownServer.url, shop.person.loginId, shop.person.password)
    const names = (await api.read<{ name: string }[]>(`/api/${shop.id}/customers`)).map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining(['Before Bea', 'Waiting Wim']))
    expect(names).not.toContain('After Abe')
    const stored = (await api.read<{ id: string }[]>(`/api/${shop.id}/orders`)).find(({ id }) => id === orderId)
    expect(stored).toMatchObject({ quotedCost: '10', orderNotes: 'Typed while the server was being restored' })
    for (const { page } of [open, away]) {
      await page.goto(`/${shop.id}/customers`)
      await waitUntilSynced(page)
      await expect(rowWith(page, 'Waiting Wim')).toBeVisible()
      await expect(customersTable(page)).not.toContainText('After Abe')
      await expect.poll(() => readRawRowText(page)).not.toContain('After Abe')
      await expectSameAsServer(page, api)
    }
  },
)
