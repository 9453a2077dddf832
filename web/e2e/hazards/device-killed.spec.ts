import type { Page } from '@playwright/test'
import { createOp } from '#scripts/process-tests/api-client.ts'
import type { ServerProcess } from '#scripts/process-tests/server-process.ts'
import {
  type Device,
  expect,
  openSignedIn,
  type Profile,
  rowWith,
  syncBadge,
  takeInCustomer,
  test,
  type TestShop,
  waitUntilSynced,
} from '../harness/fixtures.ts'
import { holdRequests } from '../harness/hold-requests.ts'
import { readRawOutbox, readRawRows, rowsOf, stopAtWrite } from '../harness/raw-storage.ts'
import { readCustomerNames } from '../harness/rows.ts'

test.use({ serviceWorkers: 'allow' })

async function kill({ context, page }: Device): Promise<void> {
  const isGone = new Promise<void>((resolve) => context.once('close', () => resolve()))
  const session = await context.newCDPSession(page)
  await session.send('Browser.crash').catch(() => undefined)
  await isGone
}

/** Opens the customers page without waiting for sync; signs in if the session is lost. */
async function openAgain(page: Page, shop: TestShop): Promise<void> {
  const at = `/${shop.id}/customers`
  // The browser stores cookies with a delay, so the crash may have lost the session's.
  const hasSession = (await page.request.get('/api/auth/me')).ok()
  await (hasSession ? page.goto(at) : openSignedIn(page, shop.person, at))
  await expect(syncBadge(page)).toBeVisible()
}

async function startDevice({ page }: Device, shop: TestShop): Promise<void> {
  await openSignedIn(page, shop.person, `/${shop.id}/customers`)
  await waitUntilSynced(page)
}

test('hazard 12: a device killed between the outbox write and the document write shows and sends the mutation after its next start, once', async ({
  makeShop,
  newProfile,
  server,
}) => {
  const shop = await makeShop({ privileges: ['view_activity'] })
  const profile = await newProfile(server.url)
  const first = await profile.open()
  await startDevice(first, shop)
  const hasStopped = await stopAtWrite(first.page, { ...rowsOf('customers'), method: 'put' })
  void takeInCustomer(first.page, { name: 'Halfway Hal', phone: '5550108080' }).catch(() => undefined)
  await hasStopped()
  expect(await readCustomerNames(shop)).toEqual([])
  await kill(first)

  const second = await profile.open()
  // Hold pushes, so that the screen shows only this device's data.
  const release = await holdRequests(second.page, '**/api/sync/push?*')
  await openAgain(second.page, shop)
  await second.page.goto(`/${shop.id}/customers`)
  await expect(rowWith(second.page, 'Halfway Hal')).toContainText('Not sent yet')
  await expect.poll(() => readRawOutbox(second.page)).toHaveLength(1)
  await expect.poll(async () => (await readRawRows(second.page, 'customers')).map(({ name }) => name)).toEqual(['Halfway Hal'])
  release()
  await waitUntilSynced(second.page)
  await expect.poll(() => readRawOutbox(second.page)).toEqual([])
  await expect.poll(async () => (await readRawRows(second.page, 'customers')).map(({ name }) => name)).toEqual(['Halfway Hal'])
  await expect.poll(() => readCustomerNames(shop)).toEqual(['Halfway Hal'])
})

test(
  'hazard 12: a device killed between the answer and the outbox removal sends again with no second effect, and a change made meanwhile stands',
  { tag: '@long' },
  async ({ makeShop, newProfile, server }) => {
    const shop = await makeShop({ privileges: ['view_activity'] })
    const profile = await newProfile(server.url)
    const first = await profile.open()
    await startDevice(first, shop)
    const hasStopped = await stopAtWrite(first.page, { database: shop.person.userId, store: 'outbox', method: 'delete' })
    void takeInCustomer(first.page, { name: 'Answered Ann', phone: '5550108081' }).catch(() => undefined)
    await hasStopped()
    await kill(first)
    const [sent] = await shop.api.read<{ id: string; name: string }[]>(`/api/${shop.id}/customers`)
    expect(sent?.name).toBe('Answered Ann')
    await shop.api.write(shop.id, [
      { action: 'update', collection: 'customers', id: sent?.id ?? '', changes: { name: { from: 'Answered Ann', to: 'Renamed Meanwhile' } } },
    ])
    const activities = await shop.api.read<unknown[]>(`/api/${shop.id}/activities`)

    const second = await profile.open()
    const pushed = second.page.waitForResponse((response) => response.url().includes('/api/sync/push'), { timeout: 60_000 })
    await openAgain(second.page, shop)
    // Sent again and accepted. The response's body is lost on navigation, but a refusal would show in the badge.
    const answer = await pushed
    expect([answer.status(), answer.request().postDataJSON()]).toMatchObject([200, { mutations: [{ ops: [{ action: 'create', collection: 'customers' }] }] }])
    await waitUntilSynced(second.page)
    await second.page.goto(`/${shop.id}/customers`)
    await expect(rowWith(second.page, 'Renamed Meanwhile')).toBeVisible()
    await expect.poll(() => readRawOutbox(second.page)).toEqual([])
    await expect.poll(async () => (await readRawRows(second.page, 'customers')).map(({ name }) => name)).toEqual(['Renamed Meanwhile'])
    await expect.poll(() => readCustomerNames(shop)).toEqual(['Renamed Meanwhile'])
    expect(await shop.api.read<unknown[]>(`/api/${shop.id}/activities`)).toHaveLength(activities.length)
  },
)

/** Changes a count from 10 to 7 and kills the device after Save: at the outbox write, or the given milliseconds later. */
async function killAfterSave(
  { makeShop, newProfile, server }: { makeShop: () => Promise<TestShop>; newProfile: (url: string) => Promise<Profile>; server: ServerProcess },
  delaysMs: readonly (number | undefined)[],
): Promise<void> {
  const shop = await makeShop()
  const category = createOp('categories', { name: 'Parts' })
  const names = ['Glass', 'Frame'].slice(0, delaysMs.length)
  await shop.api.write(shop.id, [category, ...names.map((name) => createOp('products', { name, categoryHierarchyId: category.id, inventoryCount: 10 }))])
  const countOf = async (name: string): Promise<unknown> =>
    ((await shop.api.pullAll('products')) as Record<string, unknown>[]).find((row) => row['name'] === name)?.['inventoryCount']
  const profile = await newProfile(server.url)
  let device = await profile.open()
  await startDevice(device, shop)
  for (const [round, name] of names.entries()) {
    await device.page.goto(`/${shop.id}/inventory`)
    await waitUntilSynced(device.page)
    await device.page.getByRole('treegrid').getByRole('row').filter({ hasText: name }).click()
    const form = device.page.getByRole('dialog', { name: 'Edit Product Inventory' })
    await form.getByRole('spinbutton', { name: 'Inventory Count' }).fill('7')
    const delayMs = delaysMs[round]
    const hasStopped = delayMs === undefined ? await stopAtWrite(device.page, { ...rowsOf('products'), method: 'put' }) : undefined
    const saving = form
      .getByRole('button', { name: 'Update Product' })
      .click({ noWaitAfter: true })
      .catch(() => undefined)
    await (hasStopped === undefined ? saving : hasStopped())
    await new Promise((resolve) => setTimeout(resolve, delayMs ?? 0))
    await kill(device)

    device = await profile.open()
    await openAgain(device.page, shop)
    await device.page.goto(`/${shop.id}/inventory`)
    await waitUntilSynced(device.page)
    const goOn = device.page
      .getByRole('status')
      .filter({ hasText: /^You have/ })
      .getByRole('button', { name: 'Continue' })
    const isStored = (await countOf(name)) === 7
    await expect(goOn).toHaveCount(isStored ? 0 : 1)
    if (hasStopped !== undefined) expect(isStored).toBe(true)
    if (isStored) continue
    await goOn.click()
    await device.page.getByRole('dialog', { name: 'Edit Product Inventory' }).getByRole('button', { name: 'Update Product' }).click()
    await expect.poll(() => countOf(name)).toBe(7)
  }
  for (const name of names) expect(await countOf(name)).toBe(7)
}

test(
  'hazard 46: a device that is killed at the outbox write has the mutation stored, and a count of 10 set to 7 ends as 7',
  { tag: '@long' },
  ({ makeShop, newProfile, server }) => killAfterSave({ makeShop, newProfile, server }, [undefined]),
)

test(
  'hazard 46: whenever the device is killed after Save, its form is offered again or its mutation is stored, and a count of 10 set to 7 ends as 7',
  { tag: '@long' },
  ({ makeShop, newProfile, server }) => {
    test.slow()
    return killAfterSave({ makeShop, newProfile, server }, [0, 12])
  },
)
