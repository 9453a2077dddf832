import type { Page } from '@playwright/test'
import { type Device, expect, rowWith, signIn, syncBadge, takeInCustomer, test, type TestShop, waitUntilSynced } from '../fixtures.ts'
import { readRawOutbox, readRawRows, stopAtWrite } from './raw-storage.ts'

test.use({ serviceWorkers: 'allow' })

/** The battery is pulled out: nothing of the browser gets a chance to finish anything. */
async function kill({ context, page }: Device): Promise<void> {
  const isGone = new Promise<void>((resolve) => context.once('close', () => resolve()))
  const session = await context.newCDPSession(page)
  await session.send('Browser.crash').catch(() => undefined)
  await isGone
}

/** Without waiting for the server: the page as it is after a start. */
async function openAgain(page: Page, shop: TestShop): Promise<void> {
  await page.goto(`/${shop.id}/customers`)
  const signInButton = page.getByRole('button', { name: 'Sign In', exact: true })
  // The browser stores cookies a while after it got them, so the session may have gone with the battery.
  await expect(syncBadge(page).or(signInButton)).toBeVisible()
  if (await signInButton.isVisible()) await signIn(page, shop.person)
}

/** Starts on the customers page, waiting for the first typed letter. */
async function startDevice({ page }: Device, shop: TestShop): Promise<void> {
  await page.goto('/login')
  await signIn(page, shop.person)
  await waitUntilSynced(page)
  await page.goto(`/${shop.id}/customers`)
  await waitUntilSynced(page)
}

const readNames = async (shop: TestShop): Promise<string[]> => (await shop.api.read<{ name: string }[]>(`/api/${shop.id}/customers`)).map(({ name }) => name)

test('hazard 12: a device killed between the outbox write and the document write shows and sends the act after its next start, once', async ({ makeShop, newProfile, server }) => {
  const shop = await makeShop({ privileges: ['view_activity'] })
  const profile = await newProfile(server.url)
  const first = await profile.open()
  await startDevice(first, shop)
  const hasStopped = await stopAtWrite(first.page, { database: '--customers', store: 'docs', method: 'put' })
  void takeInCustomer(first.page, { name: 'Halfway Hal', phone: '5550108080' }).catch(() => undefined)
  await hasStopped()
  expect(await readNames(shop)).toEqual([])
  await kill(first)

  const second = await profile.open()
  // Nothing leaves yet: what is on the screen comes from this device.
  const pushes = Promise.withResolvers<void>()
  await second.page.route('**/api/sync/push?*', async (route) => {
    await pushes.promise
    await route.continue()
  })
  await openAgain(second.page, shop)
  await second.page.goto(`/${shop.id}/customers`)
  await expect(rowWith(second.page, 'Halfway Hal')).toContainText('Not sent yet')
  expect(await readRawOutbox(second.page)).toHaveLength(1)
  expect((await readRawRows(second.page, 'customers')).map(({ name }) => name)).toEqual(['Halfway Hal'])
  pushes.resolve()
  await waitUntilSynced(second.page)
  expect(await readRawOutbox(second.page)).toEqual([])
  expect((await readRawRows(second.page, 'customers')).map(({ name }) => name)).toEqual(['Halfway Hal'])
  expect(await readNames(shop)).toEqual(['Halfway Hal'])
})

test('hazard 12: a device killed between the answer and the outbox removal sends again with no second effect, and a change made meanwhile stands', async ({ makeShop, newProfile, server }) => {
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
  await shop.api.act(shop.id, [{ action: 'update', collection: 'customers', id: sent?.id ?? '', changes: { name: { from: 'Answered Ann', to: 'Renamed Meanwhile' } } }])
  const activities = await shop.api.read<unknown[]>(`/api/${shop.id}/activities`)

  const second = await profile.open()
  const pushed = second.page.waitForResponse((response) => response.url().includes('/api/sync/push'), { timeout: 60_000 })
  await openAgain(second.page, shop)
  // Sent once more and taken: the browser forgets the bodies of answers when its page moves on, but a refusal would show in the badge.
  const answer = await pushed
  expect([answer.status(), answer.request().postDataJSON()]).toMatchObject([200, { mutations: [{ ops: [{ action: 'create', collection: 'customers' }] }] }])
  await waitUntilSynced(second.page)
  await second.page.goto(`/${shop.id}/customers`)
  await expect(rowWith(second.page, 'Renamed Meanwhile')).toBeVisible()
  expect(await readRawOutbox(second.page)).toEqual([])
  expect((await readRawRows(second.page, 'customers')).map(({ name }) => name)).toEqual(['Renamed Meanwhile'])
  expect(await readNames(shop)).toEqual(['Renamed Meanwhile'])
  expect(await shop.api.read<unknown[]>(`/api/${shop.id}/activities`)).toHaveLength(activities.length)
})
