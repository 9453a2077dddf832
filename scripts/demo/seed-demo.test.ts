import { afterAll, beforeAll, expect, test } from 'vitest'
import { createWorld, type World } from '#server/testing/test-world.ts'
import { findPhoneOwners } from '#server/queries/portal/phone-owners.ts'
import { mayHoldPasscode } from '#schema/rules/orders/order-follow-ups.ts'
import { findShopProfile } from '#server/queries/shop-profiles.ts'
import { portalOrders } from './portal-orders.ts'
import { demoCustomer, seedDemo } from './seed-demo.ts'

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
