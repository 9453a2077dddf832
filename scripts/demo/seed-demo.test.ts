import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createWorld, type World } from '#server/testing/test-world.ts'
import { findPhoneOwners } from '#server/queries/portal/phone-owners.ts'
import { readRules } from '#server/queries/status-messages.ts'
import { DuplicateIndex } from '#schema/rules/customers/find-duplicates.ts'
import { mayHoldPasscode } from '#schema/rules/orders/order-follow-ups.ts'
import { findOrderLink } from '#server/portal/order-links/order-links.ts'
import { findShopProfile } from '#server/queries/shop-profiles.ts'
import { listRows } from '#server/queries/rows/read-rows.ts'
import { readTillSums } from '#server/queries/rows/till-sums.ts'
import { readBalances } from '#server/queries/rows/order-balance.ts'
import { orderStatusIdByName } from '#schema/values/order-status.ts'

import { portalOrders } from './portal-orders.ts'
import { demoCustomer, demoShops, makeDemoLink, seedDemo } from './seed-demo.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
  await seedDemo(world.services, world.now)
}, 120_000)
afterAll(() => world.close())

test('the number that may try the portal verifies one person', async () => {
  const { id: shopId } = await world.services.reader.selectFrom('shops').select('id').where('code', '=', demoCustomer.shopCode).executeTakeFirstOrThrow()
  expect((await findPhoneOwners(world.services.reader, shopId, demoCustomer)).map(({ name }) => name)).toEqual([demoCustomer.name])
})

test('every entry of the activities names who did it', async () => {
  const anonymous = await world.services.reader.selectFrom('activities').select('audit_text').where('user_id', 'is', null).execute()
  expect(anonymous).toEqual([])
})

test('each shop has its details and its logo', async () => {
  const shops = await world.services.reader.selectFrom('shops').select('id').execute()
  const profiles = await Promise.all(shops.map(({ id }) => findShopProfile(world.services.reader, id)))
  expect(profiles.length).toBe(2)
  for (const profile of profiles) expect(profile).toMatchObject({ address: expect.any(String), terms: expect.any(String), logo: { mimeType: 'image/png' } })
})

test('every file has arrived, with a small picture where it is a photo; each shop has photos for customers and signatures', async () => {
  const files = await world.services.reader
    .selectFrom('attachments')
    .leftJoin('attachment_contents', 'attachment_contents.attachment_id', 'attachments.id')
    .leftJoin('attachment_thumbnails', 'attachment_thumbnails.attachment_id', 'attachments.id')
    .select(['shop_id', 'kind', 'for_customer', 'is_stored', 'signed_name', 'attachment_contents.sha256 as content', 'attachment_thumbnails.sha256 as small'])
    .execute()
  expect(files.filter(({ is_stored, content }) => is_stored !== 1 || content === null)).toEqual([])
  const photos = files.filter(({ kind }) => kind === 'photo')
  expect(photos.filter(({ small }) => small === null)).toEqual([])
  expect(new Set(photos.filter(({ for_customer }) => for_customer === 1).map(({ shop_id }) => shop_id)).size).toBe(2)
  const signatures = files.filter(({ kind }) => kind === 'signature')
  expect(new Set(signatures.map(({ shop_id }) => shop_id)).size).toBe(2)
  expect(signatures.filter(({ signed_name }) => signed_name === null)).toEqual([])
})

test('the customer of the portal has repairs there, and photos of them to see', async () => {
  const repairs = await world.services.reader
    .selectFrom('orders')
    .innerJoin('customers', 'customers.id', 'orders.customer_id')
    .where('customers.name', '=', demoCustomer.name)
    .select(['orders.id', 'item_details'])
    .execute()
  expect(repairs.map(({ item_details }) => item_details).toSorted()).toEqual(portalOrders.map(({ itemDetails }) => itemDetails as string).toSorted())
  const seen = await world.services.reader
    .selectFrom('attachments')
    .where(
      'order_id',
      'in',
      repairs.map(({ id }) => id),
    )
    .where('for_customer', '=', 1)
    .select('id')
    .execute()
  expect(seen.length).toBeGreaterThan(1)
})

test('passcodes stand at orders that are in the shop, and at no other', async () => {
  const rows = await world.services.reader.selectFrom('orders').where('passcode', 'is not', null).select('order_status_id').execute()
  expect(rows.length).toBeGreaterThan(5)
  expect(rows.filter(({ order_status_id }) => !mayHoldPasscode(order_status_id))).toEqual([])
})

test('orders have parts from stock and labour, and every count is what was counted less what went into repairs', async () => {
  const { reader } = world.services
  const parts = await reader.selectFrom('order_lines').where('from_stock', '=', 1).select('id').execute()
  expect(parts.length).toBeGreaterThan(20)
  const moves = await reader
    .selectFrom('stock_movements')
    .select(['product_id', sql<number>`sum(delta)`.as('moved')])
    .groupBy('product_id')
    .execute()
  const movedById = new Map(moves.map(({ product_id: id, moved }) => [id, Number(moved)]))
  const products = await reader.selectFrom('products').select(['id', 'inventory_count']).execute()
  expect(products.filter(({ inventory_count: count }) => count < 0)).toEqual([])
  expect(products.filter(({ id, inventory_count: count }) => count !== (movedById.get(id) ?? 0))).toEqual([])
})

test('each shop has estimates in each state, and two customers who are one', async () => {
  const { reader } = world.services
  const shops = await reader.selectFrom('shops').select('id').execute()
  for (const { id: shopId } of shops) {
    const states = await reader.selectFrom('estimates').where('shop_id', '=', shopId).select('state').distinct().execute()
    expect(states.map(({ state }) => state).toSorted()).toEqual(['approved', 'declined', 'draft', 'sent', 'withdrawn'])
    const customers = await reader.selectFrom('customers').where('shop_id', '=', shopId).selectAll().execute()
    const index = new DuplicateIndex('+1')
    for (const {
      id,
      name,
      country_code: countryCode,
      phone,
      alternate_country_code: alternateCountryCode,
      alternate_phone: alternatePhone,
      email,
    } of customers)
      index.put({ id, name, countryCode, phone, alternateCountryCode, alternatePhone, email, erasedAt: null })
    const twins = customers.filter(({ name }) => name.startsWith('Mx. ')).map(({ id }) => index.likelyOf(id))
    expect(twins).toEqual([expect.arrayContaining([expect.objectContaining({ reasons: ['phone'] })])])
  }
})

test('one shop charges taxes, has companies among its customers, and what its repairs cost adds up: most are paid to the cent', async () => {
  const { reader } = world.services
  const { id: shopId } = await reader.selectFrom('shops').select('id').where('code', '=', demoShops[1].code).executeTakeFirstOrThrow()
  const companies = await reader.selectFrom('customers').where('shop_id', '=', shopId).where('company', 'is not', null).select('tax_exempt').execute()
  expect(new Set(companies.map(({ tax_exempt: isExempt }) => isExempt))).toEqual(new Set([0, 1]))
  const rows = await reader
    .selectFrom('orders')
    .where('shop_id', '=', shopId)
    .where('order_status_id', '=', orderStatusIdByName['Picked up'])
    .selectAll()
    .execute()
  const orders = rows.map((row) => ({
    id: row.id,
    shopId,
    customerId: row.customer_id,
    quotedCost: row.quoted_cost,
    quoteFromLines: row.quote_from_lines === 1,
  }))
  const balances = [...(await readBalances(reader, orders)).values()].filter(({ total }) => total !== null)
  expect(balances.filter(({ balance }) => balance === 0).length).toBeGreaterThan(balances.length / 2)
})

test('companies of the shop with taxes have invoices: five issued, one of them taken back, and one to issue', async () => {
  const { reader } = world.services
  const { id: shopId } = await reader.selectFrom('shops').select('id').where('code', '=', demoShops[1].code).executeTakeFirstOrThrow()
  const invoices = await listRows(reader, 'invoices', shopId, {})
  const ofKind = (kind: string, state: string) => invoices.filter((row) => row.kind === kind && row.state === state)
  expect([ofKind('invoice', 'issued').length, ofKind('invoice', 'draft').length, ofKind('credit-note', 'issued').length, invoices.length]).toEqual([5, 1, 1, 7])
  expect(ofKind('invoice', 'issued').filter(({ tax, net, total }) => !(Number(tax) >= 0 && Number(net) > 0 && Number(total) > 0))).toEqual([])
  expect(ofKind('invoice', 'issued').some(({ tax }) => Number(tax) > 0)).toBe(true)
})

test('each shop has sales at a till: closed days with and without differences, an open one, and a return; all of them paid to the cent', async () => {
  const { reader } = world.services
  for (const { id: shopId } of await reader.selectFrom('shops').select('id').execute()) {
    const days = await listRows(reader, 'till_days', shopId, {})
    expect(days.filter(({ state }) => state === 'open').length).toBe(1)
    const off = await Promise.all(days.filter(({ state }) => state === 'closed').map(async (day) => (await readTillSums(reader, day)).difference?.cash))
    expect([off.length, new Set(off)]).toEqual([5, new Set([-10, -2.5, 0, 0.4])])
    const sales = (await listRows(reader, 'orders', shopId, {})).filter(({ kind }) => kind === 'sale')
    expect(sales.length).toBeGreaterThan(10)
    const balances = [...(await readBalances(reader, sales)).values()]
    expect(balances.filter(({ balance }) => balance !== 0)).toEqual([])
    expect(balances.filter(({ total }) => total === 0).length).toBe(1)
  }
})

test('each shop has purchases in each state, a price list, test results, a warranty claim that costs nothing, and stock takes', async () => {
  const { reader } = world.services
  for (const { id: shopId } of await reader.selectFrom('shops').select('id').execute()) {
    const purchases = await listRows(reader, 'purchases', shopId, {})
    const lines = await listRows(reader, 'purchase_lines', shopId, {})
    const progress = purchases.map(
      ({ id, state }) => `${state}${lines.some(({ purchaseId, received }) => purchaseId === id && received > 0) ? ', partly here' : ''}`,
    )
    expect(new Set(progress)).toEqual(new Set(['draft', 'sent', 'sent, partly here']))
    const supplies = (await listRows(reader, 'order_lines', shopId, {})).map(({ supply }) => supply)
    expect(['ordered', 'to-order'].map((supply) => supplies.filter((one) => one === supply).length)).toEqual([1, 1])
    const prices = await listRows(reader, 'services', shopId, {})
    expect(prices.length).toBeGreaterThan(5)
    expect(prices.filter(({ productId }) => productId !== null).length).toBeGreaterThan(3)
    const results = await listRows(reader, 'test_results', shopId, {})
    expect(new Set(results.map(({ phase, result }) => `${phase} ${result}`))).toEqual(new Set(['before pass', 'before fail', 'after pass']))
    const claims = (await listRows(reader, 'orders', shopId, {})).filter(({ claimOf }) => claimOf !== null)
    expect(claims.length).toBe(1)
    expect([...(await readBalances(reader, claims)).values()]).toMatchObject([{ total: null, balance: null }])
    const counts = await listRows(reader, 'stock_counts', shopId, {})
    expect(new Set(counts.map(({ area, appliedAt }) => `${area} ${appliedAt === null ? 'counting' : 'applied'}`))).toEqual(
      new Set(['Drawer 3 applied', 'Window counting']),
    )
  }
})

test('each shop has messages that were sent, failed and wait, and says something at a status; a link leads to a repair', async () => {
  const { reader } = world.services
  for (const { id: shopId } of await reader.selectFrom('shops').select('id').execute()) {
    const messages = await reader.selectFrom('messages').where('shop_id', '=', shopId).select(['state', 'to', 'sent_at']).execute()
    expect(new Set(messages.map(({ state }) => state))).toEqual(new Set(['sent', 'failed', 'waiting']))
    expect(messages.filter(({ to, state, sent_at: sentAt }) => to === null || (state === 'sent') !== (sentAt !== null))).toEqual([])
    expect((await readRules(reader, shopId)).map(({ mode }) => mode)).toEqual(['send', 'ask'])
  }
  const link = await makeDemoLink(world.services)
  expect(await findOrderLink(world.services, link.slice(link.lastIndexOf('/') + 1))).toBeDefined()
})
