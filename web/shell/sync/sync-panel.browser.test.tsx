import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { findFaults } from '#web/testing/find-page-faults.ts'
import { renderShop } from '#web/testing/render-shop.tsx'
import { dialogOf, expectCount, press, syncBadge, takeInCustomer, waitUntilSynced } from '#web/testing/screen.ts'
import { addCustomer } from '#web/testing/shop-rows.ts'
import { makePerson, makeShop, type Person, type TestShop } from '#web/testing/shop-server.ts'

const panel = () => page.getByRole('dialog', { name: 'Sync' })
const importDialog = () => dialogOf('Open unsent changes')

async function openPanel(): Promise<void> {
  if (panel().elements().length === 0) await syncBadge().click()
  await expect.element(panel()).toBeVisible()
}

async function chooseFile(text: string): Promise<void> {
  await openPanel()
  await userEvent.upload(panel().getByLabelText('File of unsent changes'), new File([text], 'unsent.json', { type: 'application/json' }))
  await expect.element(panel()).not.toBeInTheDocument()
  await expect.element(importDialog()).toBeVisible()
}

const fileOf = (person: Person, mutations: readonly object[]) => ({
  format: 'mainspring-unsent',
  version: 1,
  userId: person.userId,
  login: person.loginId,
  deviceId: 'elsewhere',
  clockOffsetMs: 0,
  exportedAt: '2026-03-02T09:00:00.000Z',
  mutations: mutations.map((mutation) => ({ mutation, effects: [], summary: 'Customer created' })),
  refused: [],
})

const mutationOf = (shop: TestShop, index: number, name: string) => ({
  id: crypto.randomUUID(),
  shopId: shop.id,
  at: new Date(Date.parse('2026-03-02T08:00:00.000Z') + index * 1_000).toISOString(),
  ops: [
    {
      action: 'create',
      collection: 'customers',
      id: `01900000-0000-7000-8001-${String(index).padStart(12, '0')}`,
      values: { name, countryCode: '+1', phone: '5550108080' },
    },
  ],
})

test('the file of somebody else and a broken one say what is wrong and change nothing', async () => {
  const shop = makeShop()
  const other = makePerson({ shops: [shop] })
  const app = await renderShop({ shop, person: other })
  const mutation = mutationOf(shop, 1, 'Stranger')
  app.goOffline()
  const expectRefusal = async (text: string, reason: string): Promise<void> => {
    await chooseFile(text)
    await expect.element(importDialog()).toMatchTextContent(reason)
    await expect.element(importDialog()).toMatchTextContent('Nothing is changed on this device.')
    await expect.element(importDialog().getByRole('button', { name: /^Add / })).not.toBeInTheDocument()
    await press('Escape')
    await expect.element(importDialog()).not.toBeInTheDocument()
  }
  const { loginId } = shop.person
  await expectRefusal(JSON.stringify(fileOf(shop.person, [mutation])), `This file belongs to ${loginId}. Sign in as ${loginId} to import it.`)
  await expectRefusal(JSON.stringify(fileOf(other, [mutation])).slice(0, -40), 'This is not a file of unsent changes.')
  await expectRefusal(JSON.stringify(fileOf(other, [mutation, { ...mutation, at: 'noon' }])), 'Change 2 of 2 in the file is damaged')
  await expect.element(page.getByRole('button', { name: /^Offline since \d+:\d\d [AP]M\. Show details$/ })).toBeVisible()
  await page
    .getByRole('link', { name: /^Customers/ })
    .first()
    .click()
  await expect.element(page.getByText('No customers found')).toBeVisible()
})

test('times of what waits are those of the shop’s zone, not of the device', async () => {
  const shop = makeShop({ profile: { timeZone: 'Asia/Tokyo' } })
  await renderShop({ shop })
  await chooseFile(JSON.stringify(fileOf(shop.person, [mutationOf(shop, 1, 'Ada')])))
  await expect.element(importDialog()).toMatchTextContent(/saved Mar 2(, 2026)?, 6:00\sPM, the oldest from Mar 2(, 2026)?, 5:00\sPM/)
})

test('the panel tells what waits in each shop, follows it live without moving, and works as a sheet on a phone', async () => {
  const first = makeShop({ name: 'Anchor Lab', color: '#c2410c' })
  const second = makeShop({ name: 'Bay Lab', color: '#1d4ed8', on: first })
  await addCustomer(second, { name: 'Known Ken' })
  const app = await renderShop({ shop: first, at: `/${first.id}/customers` })
  app.goOffline()
  await expect.element(page.getByText('No customers found')).toBeVisible()
  await takeInCustomer({ name: 'Panel Pia', phone: '5550109091' })
  await takeInCustomer({ name: 'Panel Paul', phone: '5550109092' })
  await openPanel()
  const shopLine = (name: string) =>
    panel()
      .getByRole('region', { name: 'Waiting to be sent' })
      .getByRole('button', { name: new RegExp(`^${name} `) })
  await expect.element(shopLine(first.name)).toMatchTextContent(/2 changes ?since \d+:\d\d [AP]M/)
  await expect.element(shopLine(first.name)).toMatchTextContent('0 orders, 2 customers here')
  await expect.element(shopLine(second.name)).toMatchTextContent('Nothing waiting')
  await expect.element(shopLine(second.name)).toMatchTextContent('1 customer here')
  await expectCount(panel().getByRole('listitem'), 2)
  await expect.element(panel().getByRole('region', { name: 'This device' })).toMatchTextContent(/[kMG]B of .+ on this device/)

  await press('Tab')
  await expect.element(shopLine(first.name)).toHaveFocus()
  await press('Enter')
  await expectCount(panel().getByRole('listitem'), 0)
  await press('Enter')
  await expectCount(panel().getByRole('listitem'), 2)
  await panel().getByRole('button', { name: 'Sync now' }).click()
  await expect.element(panel()).toMatchTextContent('The server did not answer')

  const before = panel().element().getBoundingClientRect()
  await app.goOnline()
  await panel().getByRole('button', { name: 'Sync now' }).click()
  await expect.element(shopLine(first.name)).toMatchTextContent('Nothing waiting')
  await expect.element(panel()).toMatchTextContent('Up to date')
  expect(panel().element().getBoundingClientRect()).toEqual(before)
  await press('Escape')
  await expect.element(syncBadge()).toHaveFocus()

  await page.viewport(390, 844)
  await openPanel()
  await expect.poll(() => panel().element().firstElementChild?.getBoundingClientRect()).toMatchObject({ x: 0, width: 390, height: 844 })
  expect(await findFaults()).toEqual([])
  await press('Escape')
  await expect.element(panel()).not.toBeInTheDocument()
})

test('thousands of changes are sent with a progress that anybody can follow', async () => {
  const shop = makeShop()
  const count = 1_200
  const rest = Promise.withResolvers<void>()
  const apiOf = shop.server.apiOf.bind(shop.server)
  let pushes = 0
  shop.server.apiOf = (userId) => {
    const api = apiOf(userId)
    return {
      ...api,
      push: async (request, signal) => {
        pushes += 1
        if (pushes > 2) await rest.promise
        return api.push(request, signal)
      },
    }
  }
  const app = await renderShop({ shop })
  app.goOffline()
  const mutations = Array.from({ length: count }, (_, index) => mutationOf(shop, index, `Week ${index}`))
  await chooseFile(JSON.stringify(fileOf(shop.person, mutations)))
  await importDialog().getByRole('button', { name: 'Add 1,200 changes' }).click()
  await expect.element(importDialog()).not.toBeInTheDocument()
  await openPanel()
  await panel()
    .getByRole('button', { name: new RegExp(`^${shop.name} `) })
    .click()
  await expectCount(panel().getByRole('listitem'), 50)
  await expect.element(panel()).toMatchTextContent('and 1,150 more')

  const online = app.goOnline()
  const bar = panel().getByRole('progressbar', { name: 'Sending changes' })
  await expect.element(bar).toHaveAttribute('aria-valuetext', expect.stringMatching(/^Sending [\d,]+ of 1,200$/))
  await expect.poll(() => Number(bar.element().getAttribute('aria-valuenow'))).toBeGreaterThan(0)
  await expect.element(panel()).toMatchTextContent(/Sending [1-9][\d,]* of 1,200/)
  rest.resolve()
  await press('Escape')
  await online
  await waitUntilSynced()
  expect(await shop.api.pullAll('customers')).toHaveLength(count)
})
