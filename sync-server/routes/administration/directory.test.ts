import { afterAll, describe, expect, test } from 'vitest'
import { orderStatusNames } from '#schema/values/order-status.ts'
import { createShop } from '../../commands/administration/create-shop.ts'
import { createUser } from '../../commands/administration/create-user.ts'
import { seedTwoShops, startTestServer, testPassword, type TestClient } from '../../testing/test-server.ts'

const nowhere = '00000000-0000-4000-8000-000000000000'

const server = await startTestServer()
const seed = await seedTwoShops(server)
await createUser(server.services, { loginId: 'eva', name: 'Eva', password: testPassword, shopIds: [seed.shopId], privileges: ['view_entity_setting'] })
const ann = await server.client().signIn('ann')
const max = await server.client().signIn('max')
afterAll(() => server.close())

describe('shops', () => {
  test('are the own ones; all of them only for view_app_setting', async () => {
    const north = { id: seed.shopId, name: 'North', code: 'north', color: '#112233', description: null, alias: 'polar' }
    const south = { id: seed.otherShopId, name: 'South', code: 'South-2', color: null, description: null, alias: null }
    expect((await ann.get('/api/shops')).json).toEqual([north])
    expect((await max.get('/api/shops')).json).toEqual([north])
    expect((await max.get('/api/shops?scope=all')).json).toEqual([north, south])
    expect((await ann.get('/api/shops?scope=all')).status).toBe(403)
    expect((await ann.get('/api/shops?scope=')).json).toEqual([north])
    expect((await max.get('/api/shops?scope=mine')).status).toBe(400)
  })

  test('of a user without any are an empty list', async () => {
    const admin = await server.client().signIn('admin')
    expect((await admin.get('/api/shops')).json).toEqual([])
  })

  test('their configuration is for members and administrators; others learn whether the portal is on', async () => {
    const full = { orderConfig: { statusColors: { greenEnd: 2, yellowEnd: 5 } }, customerPortal: false }
    const address = `/api/shops/${seed.shopId}/config`
    expect((await ann.get(address)).json).toEqual(full)
    expect((await server.client().get(address)).json).toEqual({ customerPortal: false })
    const bob = await server.client().signIn('bob')
    expect((await bob.get(address)).json).toEqual({ customerPortal: false })
    expect((await max.get(`/api/shops/${seed.otherShopId}/config`)).json).toEqual(full)
    expect((await server.client().get(`/api/shops/${nowhere}/config`)).status).toBe(404)
  })

  test('are found by code in any case or by id, without a session', async () => {
    const found = { valid: true, shop: { id: seed.otherShopId, code: 'South-2', name: 'South' }, customerPortal: false }
    const validate = async (code: string) => (await server.client().get(`/api/public/shop-validate/${code}`)).json
    expect(await validate('South-2')).toEqual(found)
    expect(await validate('sOUTH-2')).toEqual(found)
    expect(await validate(seed.otherShopId)).toEqual(found)
    expect(await validate(seed.otherShopId.toUpperCase())).toEqual(found)
    expect(await validate('north')).not.toHaveProperty('color')
    await max.put(`/api/shops/${seed.shopId}/config`, { customerPortal: true })
    expect(await validate('north')).toMatchObject({ customerPortal: true, color: '#112233' })
    expect(await validate('north')).not.toHaveProperty('openingHours')
    await max.put(`/api/${seed.shopId}/profile`, { openingHours: 'Mon–Fri 9–18' })
    expect(await validate('north')).toMatchObject({ openingHours: 'Mon–Fri 9–18' })
    await max.put(`/api/shops/${seed.shopId}/config`, { customerPortal: false })
    expect(await validate('north')).toMatchObject({ customerPortal: false })
    for (const code of ['south', 'polar', nowhere, "x' or '1'='1", '%25']) expect(await validate(encodeURIComponent(code))).toEqual({ valid: false })
  })
})

test('order statuses are for anybody, in the documented order', async () => {
  const { json } = await server.client().get('/api/order-statuses')
  expect(json).toEqual(orderStatusNames.map((statusName) => ({ id: expect.any(String), statusName })))
})

describe('users', () => {
  test('are names of colleagues only for those who administer nothing', async () => {
    const { json } = await ann.get('/api/users')
    expect(json).toEqual([
      { id: seed.userIds.ann, name: 'ann person', login_id: 'ann' },
      { id: expect.any(String), name: 'Eva', login_id: 'eva' },
      { id: seed.userIds.max, name: 'max person', login_id: 'max' },
    ])
  })

  const contactOfAnn = { email: 'ann@example.com', phone: null, countryCode: null, alternatePhone: null, alternateCountryCode: null, language: null }
  const listAs = async (client: TestClient) => {
    const { json, text } = await client.get('/api/users')
    expect((json as { login_id: string }[]).map(({ login_id }) => login_id)).toEqual(['admin', 'ann', 'bob', 'eva', 'max'])
    expect(text).not.toMatch(/argon2|password/)
    return json as object[]
  }

  test('are everybody with contact data, never with passwords, for view_app_setting', async () => {
    expect((await listAs(max))[1]).toEqual({ id: seed.userIds.ann, name: 'ann person', login_id: 'ann', ...contactOfAnn })
  })

  test('are everybody for view_entity_setting, with contact data only of people of the own entities', async () => {
    const eva = await server.client().signIn('eva')
    const nameOfAnn = { id: seed.userIds.ann, name: 'ann person', login_id: 'ann' }
    const own = (people: object[]) => people.filter((person) => 'email' in person).map((person) => (person as { login_id?: string }).login_id)
    const outside = await listAs(eva)
    expect([outside[1], own(outside)]).toEqual([nameOfAnn, ['eva']])
    const { id: evaId } = (outside[3] ?? {}) as { id: string }
    const { services } = server
    await services.db
      .insertInto('entity_users')
      .values({ id: services.newId(), entity_id: seed.entityId, user_id: evaId, created_at: services.clock().toISOString() })
      .execute()
    const inside = await listAs(eva)
    expect([inside[1], own(inside)]).toEqual([{ ...nameOfAnn, ...contactOfAnn }, ['ann', 'eva', 'max']])
    expect(inside[2]).toEqual({ id: seed.userIds.bob, name: 'bob person', login_id: 'bob' })
  })
})

test('employees come in the documented spelling', async () => {
  expect((await ann.get(`/api/${seed.shopId}/employees`)).json).toEqual([
    {
      id: seed.employeeId,
      name: 'Eve',
      email: null,
      country_code: '+1',
      phone: '5550001111',
      alternate_country_code: null,
      alternate_phone: null,
      shop_id: seed.shopId,
      shop_code: 'north',
      shop_name: 'North',
      entity_id: seed.entityId,
      user_id: null,
    },
  ])
})

describe('making a shop', () => {
  const refusalOf = async (shop: object) => {
    try {
      await createShop(server.services, { name: 'New', code: 'new', ...shop })
    } catch (error) {
      return error as { status: number; code: string; message: string }
    }
    throw new Error('The shop was made')
  }

  test.each([
    [{ name: '' }, 'Shop name is required'],
    [{ code: '' }, 'Shop code is required'],
    [{ code: 'new_shop' }, 'Shop code can only contain letters, numbers, and dashes'],
    [{ code: 'Login' }, 'This shop code is reserved. Please choose another one.'],
    [{ code: 'api' }, 'This shop code is reserved. Please choose another one.'],
    [{ code: nowhere }, 'This shop code is reserved. Please choose another one.'],
    [{ color: 'red' }, 'Color must look like #3b82f6'],
  ])('%o is refused: %s', async (shop, message) => {
    expect(await refusalOf(shop)).toMatchObject({ code: 'VALIDATION', message })
  })

  test('codes and aliases are one namespace, whatever their case', async () => {
    for (const shop of [{ code: 'NORTH' }, { code: 'Polar' }, { code: 'new', alias: 'north' }, { code: 'new', alias: 'POLAR' }]) {
      expect(await refusalOf(shop)).toMatchObject({ status: 409, code: 'UNIQUE_CONSTRAINT_VIOLATION', message: 'This shop code is already taken.' })
    }
  })

  test('gives it configuration, feed and members at once', async () => {
    const { id } = await createShop(server.services, { name: 'East', code: 'east', userIds: [seed.userIds.ann] })
    const { reader } = server.services
    expect(await reader.selectFrom('shop_feed').select(['seq', 'epoch']).where('shop_id', '=', id).execute()).toEqual([{ seq: 0, epoch: expect.any(String) }])
    const fresh = await server.client().signIn('ann')
    expect((await fresh.get('/api/shops')).json).toMatchObject([{ name: 'East' }, { name: 'North' }])
    expect((await fresh.get(`/api/shops/${id}/config`)).json).toEqual({ orderConfig: { statusColors: { greenEnd: 2, yellowEnd: 5 } }, customerPortal: false })
  })
})

test('making a user refuses a short password and a login id that exists in any case', async () => {
  await expect(createUser(server.services, { loginId: 'zoe', password: '12345' })).rejects.toMatchObject({ message: 'Password must be at least 6 characters' })
  await expect(createUser(server.services, { loginId: ' ', password: testPassword })).rejects.toMatchObject({ message: 'Login ID is required' })
  await expect(createUser(server.services, { loginId: 'ANN', password: testPassword })).rejects.toMatchObject({
    status: 409,
    message: 'This login ID is already taken.',
  })
})
