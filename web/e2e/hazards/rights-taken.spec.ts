import { DatabaseSync } from 'node:sqlite'
import path from 'node:path'
import type { ServerProcess } from '#scripts/process-tests/server-process.ts'
import { expect, makePerson, rowWith, syncBadge, takeInCustomer, test, waitForOfflineShell } from '../harness/fixtures.ts'
import { addCustomer, addOrder } from '../harness/rows.ts'
import { readRawRows, readRawRowText } from '../harness/raw-storage.ts'

test.use({ serviceWorkers: 'allow' })

type Refused = { shop_id: string; user_id: string; error: string; body: string }

function readRefusedInLedger(server: ServerProcess, shopId: string): Refused[] {
  const database = new DatabaseSync(path.join(server.dataDir, 'mainspring.db'), { readOnly: true })
  try {
    return database.prepare(`select shop_id, user_id, error, body from mutations where outcome = 'rejected' and shop_id = ?`).all(shopId) as Refused[]
  } finally {
    database.close()
  }
}

test(
  'hazard 26: when view_activity is taken away on an open device, the activities leave IndexedDB by themselves',
  { tag: '@long' },
  async ({ makeShop, newDevice, server }) => {
    const shop = await makeShop({ privileges: ['view_activity'] })
    const customerId = await addCustomer(shop, { name: 'Watched Wendy' })
    await addOrder(shop, { customerId, itemDetails: 'A watched kettle' })
    const { page } = await newDevice(shop.person)
    await expect.poll(async () => JSON.stringify(await readRawRows(page, 'activities'))).toContain('Watched Wendy')

    await server.seed({ rights: [{ loginId: shop.person.loginId, privileges: [] }] })

    await expect.poll(() => readRawRows(page, 'activities')).toEqual([])
    await expect(rowWith(page, 'A watched kettle')).toBeVisible()
    await expect.poll(() => readRawRows(page, 'orders')).toHaveLength(1)
    await expect.poll(() => readRawRows(page, 'customers')).toHaveLength(1)

    await addCustomer(shop, { name: 'Later Lena' })
    await expect.poll(async () => (await readRawRows(page, 'customers')).length).toBe(2)
    expect(await readRawRows(page, 'activities')).toEqual([])
  },
)

test('hazard 27: when a membership ends on an open device, the rows of that shop leave IndexedDB and the other shop stays', async ({
  makeShop,
  newDevice,
  server,
}) => {
  const lost = await makeShop({ generatedOrders: 20 })
  const kept = await makeShop()
  await addCustomer(kept, { name: 'Keeper Kim' })
  const person = await makePerson(server, { shops: [lost, kept] })
  const { page } = await newDevice(person, { at: `/${lost.id}/customers` })
  await expect(page.getByRole('grid', { name: 'Customers' })).toBeVisible()
  await expect.poll(() => readRawRowText(page)).toContain(lost.id)

  await server.seed({ rights: [{ loginId: person.loginId, shops: [kept.code] }] })

  await expect.poll(async () => (await readRawRowText(page)).includes(lost.id)).toBe(false)
  await expect(page).toHaveURL(new RegExp(kept.id))
  await page.goto(`/${kept.id}/customers`)
  await expect(rowWith(page, 'Keeper Kim')).toBeVisible()
})

test(
  'hazard 27: unsent changes of a shop whose membership ended are kept on the server as refused and stand on the list of the person',
  { tag: '@long' },
  async ({ makeShop, newDevice, server }) => {
    const lost = await makeShop()
    const kept = await makeShop()
    await addCustomer(lost, { name: 'Former Fred' })
    const person = await makePerson(server, { shops: [lost, kept] })
    const { page, context } = await newDevice(person, { at: `/${lost.id}/customers` })
    await expect(rowWith(page, 'Former Fred')).toBeVisible()
    await waitForOfflineShell(page)
    await context.setOffline(true)
    await takeInCustomer(page, { name: 'Typed In Vain', phone: '5550107070' })
    await expect(syncBadge(page)).toHaveAccessibleName(/1 waiting/)
    await page.getByRole('button', { name: /^Shop:/ }).click()
    await page.getByRole('menuitemradio', { name: kept.name }).click()
    await expect(page).toHaveURL(new RegExp(kept.id))
    // An open menu takes every key, and the other shop's page appears after its address.
    await expect(page.getByRole('menu')).toHaveCount(0)
    await expect(page.getByText('No customers found')).toBeVisible()
    await takeInCustomer(page, { name: 'Typed To Stay', phone: '5550107071' })
    await expect(syncBadge(page)).toHaveAccessibleName(/2 waiting/)

    await server.seed({ rights: [{ loginId: person.loginId, shops: [kept.code] }] })
    await context.setOffline(false)

    await expect.poll(async () => (await readRawRowText(page)).includes(lost.id)).toBe(false)
    await expect.poll(() => readRefusedInLedger(server, lost.id)).toHaveLength(1)
    const refused = readRefusedInLedger(server, lost.id)
    expect(refused[0]).toMatchObject({ user_id: person.userId })
    expect(JSON.parse(refused[0]?.error ?? '{}')).toMatchObject({ code: 'FORBIDDEN' })
    expect(refused[0]?.body).toContain('Typed In Vain')

    await syncBadge(page).click()
    await expect(page.getByRole('dialog', { name: 'Sync' })).toContainText('Typed In Vain')
    await expect.poll(() => readRawRowText(page)).toContain('Typed To Stay')
    expect(await readRawRowText(page)).not.toContain('Former Fred')
    await expect.poll(() => kept.api.read<unknown[]>(`/api/${kept.id}/customers`)).toEqual([expect.objectContaining({ name: 'Typed To Stay' })])
    expect(await lost.api.read<unknown[]>(`/api/${lost.id}/customers`)).toEqual([expect.objectContaining({ name: 'Former Fred' })])
  },
)
