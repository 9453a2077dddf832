import { afterAll, beforeAll, expect, test } from 'vitest'
import { createWorld, type World } from '#server/testing/test-world.ts'
import { findPhoneOwners } from '#server/queries/portal/phone-owners.ts'
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
