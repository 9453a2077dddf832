import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { nextAccess, nextHeads, openOffice, statusesOf } from '../../testing/test-office.ts'
import { expectRefusal, nowhere, rowOf, rowsOf } from '../../testing/test-shop.ts'

const office = await openOffice()
afterAll(() => office.close())
beforeEach(() => office.clock.advance(1000))

const denied = 'You do not have permission to do this.'
const codeTaken = 'This shop code is already taken.'

describe('making a shop', () => {
  test('makes all that it needs, with its maker as a member whose devices learn it at once', async () => {
    const stream = await office.openLive(office.eva.client)
    const shop = rowOf(await office.eva.client.post('/api/shops', { name: ' East ', code: 'East-1', description: '' }))
    await nextAccess(stream)
    expect(shop).toEqual({ id: expect.stringMatching(/^[0-9a-f-]{36}$/), name: 'East', code: 'East-1', color: null, description: null, alias: null })
    expect(rowsOf(await office.eva.client.get('/api/shops')).map(({ id }) => id)).toContain(shop.id)
    const { shops } = rowOf(await office.eva.client.get('/api/sync/bootstrap')) as unknown as { shops: object[] }
    expect(shops).toContainEqual({
      ...shop,
      config: { orderConfig: { statusColors: { greenEnd: 2, yellowEnd: 5 } }, customerPortal: false },
      profile: expect.objectContaining({ ticketPrefix: 'E-' }),
    })
    expect(await office.activitiesOf(shop.id)).toEqual(["Shop 'East' created"])
    rowOf(await office.eva.client.post(`/api/${shop.id}/customers`, { name: 'First', countryCode: '1', phone: '5550001' }))
  })

  test.each([
    [{ code: 'x' }, 'Shop name is required', 'name'],
    [{ name: ' ', code: 'x' }, 'Shop name is required', 'name'],
    [{ name: 'X' }, 'Shop code is required', 'code'],
    [{ name: 'X', code: '' }, 'Shop code is required', 'code'],
    [{ name: 'X', code: 'a_b' }, 'Shop code can only contain letters, numbers, and dashes', 'code'],
    [{ name: 'X', code: 'Profile' }, 'This shop code is reserved. Please choose another one.', 'code'],
    [{ name: 'X', code: nowhere }, 'This shop code is reserved. Please choose another one.', 'code'],
    [{ name: 'X', code: 'x', alias: 'y' }, "Unknown field 'alias'", 'alias'],
  ])('%j is refused: %s', async (body, message, path) => {
    expectRefusal(await office.max.post('/api/shops', body), 400, message, [path])
  })

  test('needs view_entity_setting or view_app_setting', async () => {
    const { client: clerk } = await office.addUser('clerk', { shopIds: [office.shopId], privileges: ['view_shop_setting', 'view_report'] })
    const { client: chief } = await office.addUser('chief', { privileges: ['view_app_setting'] })
    for (const client of [office.ann, office.ned.client, clerk]) expectRefusal(await client.post('/api/shops', { name: 'X', code: 'nope' }), 403, denied)
    rowOf(await chief.post('/api/shops', { name: 'X', code: 'chiefs' }))
  })
})

describe('changing a shop', () => {
  test('keeps what is left out, and is seen by its members at once', async () => {
    const stream = await office.openLive(office.ann)
    const changed = rowOf(await office.max.put(`/api/shops/${office.shopId}`, { name: 'North 2', color: '#ABCDEF', description: 'By the sea' }))
    await nextAccess(stream)
    expect(changed).toEqual({ id: office.shopId, name: 'North 2', code: 'north', color: '#ABCDEF', description: 'By the sea', alias: 'polar' })
    expect(rowsOf(await office.ann.get('/api/shops'))).toEqual([changed])
    expect((await office.activitiesOf(office.shopId))[0]).toBe(
      "Shop 'North': Shop name changed from 'North' to 'North 2', Color changed from '#112233' to '#ABCDEF', Description changed",
    )
    expect(rowOf(await office.max.put(`/api/shops/${office.shopId}`, { name: 'North', code: 'North', description: '' }))).toMatchObject({
      code: 'North',
      color: '#ABCDEF',
      description: null,
    })
    rowOf(await office.max.put(`/api/shops/${office.shopId}`, { code: 'north' }))
    expect((await office.max.put(`/api/shops/${nowhere}`, { name: 'X' })).status).toBe(404)
  })

  test.each([
    [{ name: '' }, 'Shop name and code are required.', 'name'],
    [{ name: 'X', code: ' ' }, 'Shop name and code are required.', 'code'],
    [{ name: null }, 'Shop name and code are required.', 'name'],
    [{ code: 'a b' }, 'Shop code can only contain letters, numbers, and dashes', 'code'],
    [{ code: 'api' }, 'This shop code is reserved. Please choose another one.', 'code'],
    [{ color: 'red' }, 'Color must look like #3b82f6', 'color'],
  ])('%j is refused: %s', async (body, message, path) => {
    expectRefusal(await office.max.put(`/api/shops/${office.shopId}`, body), 400, message, [path])
  })

  test('to a code or alias of another shop is refused, in any case', async () => {
    expectRefusal(await office.max.put(`/api/shops/${office.shopId}`, { code: 'SOUTH-2' }), 409, codeTaken, ['code'])
    expectRefusal(await office.max.put(`/api/shops/${office.otherShopId}`, { code: 'polar' }), 409, codeTaken, ['code'])
  })

  test('is for administrators, of any shop', async () => {
    for (const client of [office.ann, office.eva.client, office.ned.client])
      expectRefusal(await client.put(`/api/shops/${office.shopId}`, { name: 'X' }), 403, denied)
    expect(rowOf(await office.max.put(`/api/shops/${office.otherShopId}`, { description: 'Far away' }))).toMatchObject({
      name: 'South',
      description: 'Far away',
    })
  })
})

describe('the configuration of a shop', () => {
  const address = () => `/api/shops/${office.shopId}/config`

  test('is changed by any member, and reaches the devices of the others at once', async () => {
    const stream = await office.openLive(office.eva.client)
    const config = { orderConfig: { statusColors: { greenEnd: 3, yellowEnd: 9 } }, customerPortal: true }
    expect(rowOf(await office.ann.put(address(), config))).toEqual(config)
    await nextAccess(stream)
    expect(rowOf(await office.eva.client.get(address()))).toEqual(config)
    const { shops } = rowOf(await office.eva.client.get('/api/sync/bootstrap')) as unknown as { shops: object[] }
    expect(shops).toContainEqual(expect.objectContaining({ id: office.shopId, config }))
    expect((await office.activitiesOf(office.shopId))[0]).toBe(
      "Shop configuration: Green until day changed from '2' to '3', Yellow until day changed from '5' to '9', Customer portal changed from 'no' to 'yes'",
    )
  })

  test('is told to an open device after each change', async () => {
    const stream = await office.openLive(office.eva.client)
    for (const customerPortal of [true, false, true]) {
      rowOf(await office.ann.put(address(), { customerPortal }))
      await nextAccess(stream)
      expect(rowOf(await office.eva.client.get(address()))).toMatchObject({ customerPortal })
    }
  })

  test('keeps what is left out, and takes the colours as JSON text too', async () => {
    rowOf(await office.ann.put(address(), { orderConfig: { statusColors: { greenEnd: 0, yellowEnd: 1 } }, customerPortal: true }))
    expect(rowOf(await office.ann.put(address(), { customerPortal: false }))).toEqual({
      orderConfig: { statusColors: { greenEnd: 0, yellowEnd: 1 } },
      customerPortal: false,
    })
    expect(rowOf(await office.ann.put(address(), { orderConfig: JSON.stringify({ statusColors: { greenEnd: 30, yellowEnd: 50 } }) }))).toEqual({
      orderConfig: { statusColors: { greenEnd: 30, yellowEnd: 50 } },
      customerPortal: false,
    })
    const stored = await office.services.reader.selectFrom('shop_configs').select('order_config').where('shop_id', '=', office.shopId).executeTakeFirstOrThrow()
    expect(stored.order_config).toBe('{"statusColors":{"greenEnd":30,"yellowEnd":50}}')
  })

  test('says for how long devices open without the server, and whether with a PIN, where the shop has set it', async () => {
    const put = (body: object) => office.ann.put(address(), body)
    for (const offlineDays of [0, 366, 1.5, '7'])
      expectRefusal(await put({ offlineDays }), 400, 'Days offline must be a whole number from 1 to 365', ['offlineDays'])
    expectRefusal(await put({ offlinePin: 'yes' }), 400, 'The PIN must be true or false', ['offlinePin'])
    expect(rowOf(await put({ offlineDays: 7, offlinePin: true }))).toMatchObject({ offlineDays: 7, offlinePin: true })
    expect((await office.activitiesOf(office.shopId))[0]).toBe(
      "Shop configuration: Days offline set to '7', PIN when opening offline changed from 'no' to 'yes'",
    )
    expect(rowOf(await put({ customerPortal: true }))).toMatchObject({ offlineDays: 7, offlinePin: true })
    const { shops } = rowOf(await office.ann.get('/api/sync/bootstrap')) as unknown as { shops: { id: string; config: object }[] }
    expect(shops.find(({ id }) => id === office.shopId)?.config).toMatchObject({ offlineDays: 7, offlinePin: true })
    const after = rowOf(await put({ offlineDays: null, offlinePin: null }))
    expect([Object.hasOwn(after, 'offlineDays'), Object.hasOwn(after, 'offlinePin')]).toEqual([false, false])
  })

  const invalid = 'Invalid order configuration format'
  test.each([
    [{ statusColors: { greenEnd: 5, yellowEnd: 5 } }, 'Green range end must be less than yellow range end'],
    [{ statusColors: { greenEnd: 6, yellowEnd: 5 } }, 'Green range end must be less than yellow range end'],
    [{ statusColors: { greenEnd: 31, yellowEnd: 40 } }, invalid],
    [{ statusColors: { greenEnd: -1, yellowEnd: 5 } }, invalid],
    [{ statusColors: { greenEnd: 1.5, yellowEnd: 5 } }, invalid],
    [{ statusColors: { greenEnd: '1', yellowEnd: 5 } }, invalid],
    [{ statusColors: { greenEnd: 1, yellowEnd: 51 } }, invalid],
    [{ statusColors: { greenEnd: 1 } }, invalid],
    [{ statusColors: null }, invalid],
    [{}, invalid],
    ['{not json', invalid],
    [null, invalid],
    [[], invalid],
  ])('%j is refused: %s', async (orderConfig, message) => {
    expectRefusal(await office.ann.put(address(), { orderConfig }), 400, message)
  })

  test('is out of reach for everybody else, as if the shop did not exist', async () => {
    const { client: chief } = await office.addUser('config-chief', { privileges: ['view_app_setting'] })
    for (const client of [office.bob, office.ned.client, chief]) expect((await client.put(address(), { customerPortal: true })).status).toBe(404)
    expectRefusal(await office.ann.put(address(), { customerPortal: 'yes' }), 400, 'Customer portal must be true or false', ['customerPortal'])
  })
})

describe('the users of a shop', () => {
  const address = (shopId: string) => `/api/shops/${shopId}/users`

  test('are assigned and removed; they see and lose the shop without signing in again', async () => {
    const { id: userId, client } = await office.addUser('newcomer')
    const stream = await office.openLive(client)
    const assigned = rowOf(await office.eva.client.post(address(office.shopId), { userId }))
    await nextAccess(stream)
    expect(assigned).toEqual({ id: expect.any(String), userId, userName: 'newcomer person', loginId: 'newcomer' })
    expect(rowsOf(await office.eva.client.get(address(office.shopId)))).toContainEqual(assigned)
    expect(rowsOf(await client.get('/api/shops')).map(({ id }) => id)).toEqual([office.shopId])
    expect(rowsOf(await office.max.get(`/api/users/${userId}/shops`))).toMatchObject([{ id: office.shopId, code: 'north' }])
    expect((await office.activitiesOf(office.shopId))[0]).toBe("User 'newcomer person' assigned to the shop")
    expect(await office.eva.client.delete(`${address(office.shopId)}/${userId}`)).toMatchObject({ status: 200, json: {} })
    await nextAccess(stream)
    expect(rowsOf(await client.get('/api/shops'))).toEqual([])
    expect((await client.get(`/api/${office.shopId}/orders`)).status).toBe(404)
    expect((await office.activitiesOf(office.shopId))[0]).toBe("User 'newcomer person' removed from the shop")
    expectRefusal(await office.eva.client.delete(`${address(office.shopId)}/${userId}`), 404, 'Assignment not found')
  })

  test('who are there learn the name of a new colleague', async () => {
    const stream = await office.openLive(office.ann)
    const { id: userId } = await office.addUser('colleague')
    rowOf(await office.max.post(address(office.shopId), { userId }))
    await nextAccess(stream)
    const { users } = rowOf(await office.ann.get('/api/sync/bootstrap')) as unknown as { users: object[] }
    expect(users).toContainEqual({ id: userId, name: 'colleague person', login_id: 'colleague' })
  })

  test('are refused when they are missing, unknown or there already, also when two assign at once', async () => {
    expectRefusal(await office.max.post(address(office.shopId), {}), 400, 'User ID is required', ['userId'])
    expectRefusal(await office.max.post(address(office.shopId), { userId: nowhere }), 400, 'User does not exist', ['userId'])
    expectRefusal(await office.max.post(address(nowhere), { userId: office.userIds.ann }), 404, 'Shop not found')
    expectRefusal(await office.max.get(address(nowhere)), 404, 'Shop not found')
    const { id: userId } = await office.addUser('doubled')
    const answers = await Promise.all([1, 2, 3].map(() => office.max.post(address(office.shopId), { userId })))
    expect(statusesOf(answers)).toEqual([200, 409, 409])
    const refused = await office.max.post(address(office.shopId), { userId })
    expectRefusal(refused, 409, 'This user is already assigned to this shop.')
    expect(refused.json).toMatchObject({ code: 'UNIQUE_CONSTRAINT_VIOLATION' })
  })

  test('are assigned by administrators anywhere, by view_entity_setting in own shops and shops of own entities, by nobody else', async () => {
    const { id: userId } = await office.addUser('assignee')
    const reach = async (client: typeof office.ann, shopId: string) => {
      const answers = [await client.get(address(shopId)), await client.post(address(shopId), { userId }), await client.delete(`${address(shopId)}/${userId}`)]
      return answers.map(({ status }) => status)
    }
    expect(await reach(office.max, office.otherShopId)).toEqual([200, 200, 200])
    expect(await reach(office.eva.client, office.shopId)).toEqual([200, 200, 200])
    expect(await reach(office.eva.client, office.otherShopId)).toEqual([403, 403, 403])
    expect(await reach(office.eva.client, nowhere)).toEqual([403, 403, 403])
    expect(await reach(office.ann, office.shopId)).toEqual([403, 403, 403])
    expect(await reach(office.ned.client, office.shopId)).toEqual([403, 403, 403])
    const { id: leadId, client: lead } = await office.addUser('lead', { privileges: ['view_entity_setting'] })
    expect(await reach(lead, office.shopId)).toEqual([403, 403, 403])
    rowOf(await office.max.post(`/api/entities/${office.entityId}/users`, { userId: leadId }))
    expect(await reach(lead, office.shopId)).toEqual([200, 200, 200])
    expectRefusal(await office.ann.get(address(office.shopId)), 403, denied)
  })
})

describe('the checklist of a shop', () => {
  const address = () => `/api/shops/${office.shopId}/dropoff-checklist`

  test('is edited by any member, and reaches the devices of the others at once', async () => {
    const stream = await office.openLive(office.eva.client)
    const item = rowOf(await office.ann.post(address(), { name: ' Charger ' }))
    expect(item).toEqual({ id: expect.any(String), name: 'Charger' })
    await nextHeads(stream, [office.shopId], 'checklist_items')
    expect(rowOf(await office.eva.client.put(`${address()}/${item.id}`, { name: 'Cable' }))).toEqual({ id: item.id, name: 'Cable' })
    expect(rowsOf(await office.ann.get(address()))).toEqual([{ id: item.id, name: 'Cable' }])
    const order = await office.createOrder()
    const ticks = `/api/shops/${office.shopId}/orders/${order.id}/dropoff-checklist-selections`
    rowOf(await office.ann.post(ticks, { checklistIds: [item.id] }))
    expect(await office.ann.delete(`${address()}/${item.id}`)).toMatchObject({ status: 200, json: {} })
    expect(rowsOf(await office.ann.get(address()))).toEqual([])
    expect(rowOf(await office.ann.get(ticks))).toEqual({ checklistIds: [] })
    expect((await office.activitiesOf(office.shopId))[0]).toBe("Checklist item 'Cable' deleted")
    expectRefusal(await office.ann.put(`${address()}/${nowhere}`, { name: 'X' }), 404, 'Checklist item not found')
    expectRefusal(await office.ann.delete(`${address()}/${nowhere}`), 404, 'Checklist item not found')
  })

  test('refuses items without a name and names that are on it, also when both come at once', async () => {
    for (const body of [{}, { name: '' }, { name: '  ' }])
      expectRefusal(await office.ann.post(address(), body), 400, 'Checklist item name is required', ['name'])
    const answers = await Promise.all(['SIM card', 'sim card', 'SIM Card'].map((name) => office.ann.post(address(), { name })))
    expect(statusesOf(answers)).toEqual([200, 409, 409])
    const { id } = rowOf(await office.ann.post(address(), { name: 'Case' }))
    const refused = await office.ann.put(`${address()}/${id}`, { name: 'SIM CARD' })
    expectRefusal(refused, 409, 'This item is already on the checklist', ['name'])
    expect(refused.json).toMatchObject({ code: 'UNIQUE_CONSTRAINT_VIOLATION' })
    expect(rowOf(await office.ann.put(`${address()}/${id}`, { name: 'CASE' }))).toEqual({ id, name: 'CASE' })
  })

  test('is out of reach for everybody else, also through their own shop', async () => {
    const { id } = rowOf(await office.ann.post(address(), { name: 'Own' }))
    for (const client of [office.bob, office.ned.client]) {
      expect((await client.post(address(), { name: 'X' })).status).toBe(404)
      expect((await client.put(`${address()}/${id}`, { name: 'X' })).status).toBe(404)
      expect((await client.delete(`${address()}/${id}`)).status).toBe(404)
    }
    expect((await office.bob.put(`/api/shops/${office.otherShopId}/dropoff-checklist/${id}`, { name: 'X' })).status).toBe(404)
  })
})
