import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { createEntity } from '../../commands/administration/create-entity.ts'
import { nextAccess, openOffice, statusesOf } from '../../testing/test-office.ts'
import { expectRefusal, nowhere, rowOf, rowsOf } from '../../testing/test-shop.ts'

const office = await openOffice()
afterAll(() => office.close())
beforeEach(() => office.clock.advance(1000))

const denied = 'You do not have permission to do this.'
const bothNames = 'Please provide both entity name and contact name.'
const addEntity = async (name: string) => (await createEntity(office.services, { entityName: name, contactName: 'Connie' })).id

describe('an entity', () => {
  const whole = {
    entity_name: 'West Ltd',
    contact_name: 'Wendy',
    country_code: '+44',
    phone: '2079460000',
    alternate_country_code: '+1',
    alternate_phone: '5550001234',
    entity_address: 'Main Street 1\nTown',
  }

  test('is made, read and changed in the documented spelling; what a change leaves out is cleared', async () => {
    const entity = rowOf(await office.max.post('/api/entities', { ...whole, entity_name: ' West Ltd ', country_code: '44' }))
    expect(entity).toEqual({ id: expect.stringMatching(/^[0-9a-f-]{36}$/), ...whole })
    expect(rowsOf(await office.max.get('/api/entities'))).toContainEqual(entity)
    expect((await office.activitiesOf(office.shopId))[0]).toBe("Entity 'West Ltd' created")
    const changed = rowOf(await office.max.put(`/api/entities/${entity.id}`, { entity_name: 'West plc', contact_name: 'Wanda', phone: '' }))
    const cleared = { country_code: null, phone: null, alternate_country_code: null, alternate_phone: null, entity_address: null }
    expect(changed).toEqual({ id: entity.id, entity_name: 'West plc', contact_name: 'Wanda', ...cleared })
    expect(rowsOf(await office.max.get('/api/entities'))).toContainEqual(changed)
    expect((await office.max.put(`/api/entities/${nowhere}`, whole)).status).toBe(404)
  })

  test.each([
    [{}, bothNames, 'entity_name'],
    [{ entity_name: ' ', contact_name: 'W' }, bothNames, 'entity_name'],
    [{ entity_name: 'W', contact_name: '' }, bothNames, 'contact_name'],
    [{ entity_name: 'W', contact_name: 'W', phone: '5550001' }, 'Please provide a country code when entering a phone number.', 'country_code'],
    [
      { entity_name: 'W', contact_name: 'W', alternate_phone: '5550001' },
      'Please provide a country code when entering an alternate phone number.',
      'alternate_country_code',
    ],
    [{ entity_name: 'W', contact_name: 'W', country_code: '+1', phone: '12345' }, 'Phone must contain only digits, 6-15 characters', 'phone'],
    [
      { entity_name: 'W', contact_name: 'W', country_code: '+0', phone: '123456' },
      'Country code must start with + and contain 1-4 digits (e.g., +1, +44)',
      'country_code',
    ],
    [{ entity_name: 'W', contact_name: 'W', entityAddress: 'x' }, "Unknown field 'entityAddress'", 'entityAddress'],
  ])('%j is refused: %s', async (body, message, path) => {
    for (const answer of [await office.max.post('/api/entities', body), await office.max.put(`/api/entities/${office.entityId}`, body)]) {
      expectRefusal(answer, 400, message)
      expect((answer.json as { issues: { path: string }[] }).issues.map((issue) => issue.path)).toContain(path)
    }
  })

  test('is for administrators; a change is told in the activities of its shops and to its users', async () => {
    for (const client of [office.ann, office.eva.client, office.ned.client]) {
      expectRefusal(await client.get('/api/entities'), 403, denied)
      expectRefusal(await client.post('/api/entities', whole), 403, denied)
      expectRefusal(await client.put(`/api/entities/${office.entityId}`, whole), 403, denied)
    }
    const stream = await office.openLive(office.ned.client)
    rowOf(await office.max.put(`/api/entities/${office.entityId}`, { entity_name: 'North Ltd', contact_name: 'Norma', country_code: '1', phone: '5550009999' }))
    await nextAccess(stream)
    expect((await office.activitiesOf(office.shopId))[0]).toBe(
      "Entity 'North Ltd': Contact name changed from 'Nora' to 'Norma', Country code changed, Phone changed",
    )
  })
})

describe('the users of an entity', () => {
  test('are assigned and removed; their devices learn it at once', async () => {
    const entityId = await addEntity('Users Ltd')
    const address = `/api/entities/${entityId}/users`
    const stream = await office.openLive(office.ann)
    const assigned = rowOf(await office.max.post(address, { userId: office.userIds.ann }))
    await nextAccess(stream)
    expect(assigned).toEqual({ id: expect.any(String), user_id: office.userIds.ann, name: 'ann person', login_id: 'ann' })
    expect(rowsOf(await office.max.get(address))).toEqual([assigned])
    expect(rowsOf(await office.ann.get('/api/my/entities'))).toMatchObject([{ id: entityId, entity_name: 'Users Ltd', contact_name: 'Connie' }])
    expect(rowsOf(await office.max.get(`/api/users/${office.userIds.ann}/entities`))).toEqual([
      { id: assigned.id, entity_id: entityId, entity_name: 'Users Ltd', contact_name: 'Connie' },
    ])
    expect(await office.max.delete(`${address}/${office.userIds.ann}`)).toMatchObject({ status: 200, json: {} })
    await nextAccess(stream)
    expect(rowsOf(await office.ann.get('/api/my/entities'))).toEqual([])
    expectRefusal(await office.max.delete(`${address}/${office.userIds.ann}`), 404, 'Assignment not found')
  })

  test('are refused when they are missing, unknown or there already, also when two assign at once', async () => {
    const entityId = await addEntity('Refusing Ltd')
    const address = `/api/entities/${entityId}/users`
    for (const body of [{}, { userId: '' }, { userId: null }])
      expectRefusal(await office.max.post(address, body), 400, 'Please select both an entity and a user to assign.', ['userId'])
    expectRefusal(await office.max.post(address, { userId: 'ann' }), 400, 'User is not valid', ['userId'])
    expectRefusal(await office.max.post(address, { userId: nowhere }), 400, 'User does not exist', ['userId'])
    expectRefusal(await office.max.post(`/api/entities/${nowhere}/users`, { userId: office.userIds.ann }), 404, 'Entity not found')
    expectRefusal(await office.max.get(`/api/entities/${nowhere}/users`), 404, 'Entity not found')
    const answers = await Promise.all([1, 2, 3].map(() => office.max.post(address, { userId: office.userIds.bob })))
    expect(statusesOf(answers)).toEqual([200, 409, 409])
    const refused = await office.max.post(address, { userId: office.userIds.bob })
    expectRefusal(refused, 409, 'This user is already assigned to this entity.')
    expect(refused.json).toMatchObject({ code: 'UNIQUE_CONSTRAINT_VIOLATION' })
  })

  test('are for administrators only', async () => {
    const address = `/api/entities/${office.entityId}/users`
    for (const client of [office.ann, office.eva.client, office.ned.client]) {
      expectRefusal(await client.get(address), 403, denied)
      expectRefusal(await client.post(address, { userId: office.userIds.ann }), 403, denied)
      expectRefusal(await client.delete(`${address}/${office.ned.id}`), 403, denied)
    }
  })
})

describe('the shops of an entity', () => {
  const newShop = async (code: string) => rowOf(await office.max.post('/api/shops', { name: `Shop ${code}`, code })).id

  test('are linked, listed as mappings and unlinked, and can then be linked to another', async () => {
    const [one, two] = [await addEntity('Links Ltd'), await addEntity('Other Links Ltd')]
    const shopId = await newShop('links')
    const { id: leaderId, client: leader } = await office.addUser('leader')
    rowOf(await office.max.post(`/api/entities/${one}/users`, { userId: leaderId }))
    const stream = await office.openLive(leader)
    const link = rowOf(await office.max.post(`/api/entities/${one}/shops`, { shopId }))
    await nextAccess(stream)
    expect(link).toEqual({
      id: expect.any(String),
      entity_id: one,
      shop_id: shopId,
      shop_name: 'Shop links',
      shop_code: 'links',
      shop_description: null,
      shop_color: null,
      created_at: office.clock.now().toISOString(),
    })
    expect(rowsOf(await office.max.get(`/api/entities/${one}/shops`))).toEqual([link])
    expect(rowsOf(await leader.get(`/api/entities/${one}/shops`))).toEqual([link])
    expect(rowsOf(await office.max.get('/api/entity-shop-mappings'))).toContainEqual({ ...link, entity_name: 'Links Ltd', contact_name: 'Connie' })
    expect(rowsOf(await office.max.get('/api/assigned-shops'))).toContain(shopId)
    expectRefusal(await office.max.delete(`/api/entities/${two}/shops/${shopId}`), 404, 'Assignment not found')
    expect(await office.max.delete(`/api/entities/${one}/shops/${shopId}`)).toMatchObject({ status: 200, json: {} })
    await nextAccess(stream)
    expect(rowsOf(await office.max.get('/api/assigned-shops'))).not.toContain(shopId)
    rowOf(await office.max.post(`/api/entities/${two}/shops`, { shopId }))
    expect((await office.activitiesOf(shopId)).slice(0, 3)).toEqual([
      "Shop assigned to entity 'Other Links Ltd'",
      "Shop removed from entity 'Links Ltd'",
      "Shop assigned to entity 'Links Ltd'",
    ])
  })

  test('are refused when they are missing or unknown', async () => {
    const address = `/api/entities/${office.entityId}/shops`
    for (const body of [{}, { shopId: '' }]) expectRefusal(await office.max.post(address, body), 400, 'Please select both an entity and a shop.', ['shopId'])
    expectRefusal(await office.max.post(address, { shopId: nowhere }), 400, 'Shop does not exist', ['shopId'])
    expectRefusal(await office.max.post(`/api/entities/${nowhere}/shops`, { shopId: office.otherShopId }), 404, 'Entity not found')
  })

  test('are refused as SHOP_ALREADY_ASSIGNED when an entity has them', async () => {
    const entityId = await addEntity('Late Ltd')
    const refused = await office.max.post(`/api/entities/${entityId}/shops`, { shopId: office.shopId })
    expectRefusal(refused, 409, 'This shop is already assigned to another entity. Each shop can only be assigned to one entity.')
    expect(refused.json).toMatchObject({ code: 'SHOP_ALREADY_ASSIGNED' })
    expect((await office.max.post(`/api/entities/${office.entityId}/shops`, { shopId: office.shopId })).json).toMatchObject({ code: 'SHOP_ALREADY_ASSIGNED' })
  })

  test('are refused as UNIQUE_CONSTRAINT_VIOLATION when somebody else links them in the same moment', async () => {
    const [quick, late] = [await addEntity('Quick Ltd'), await addEntity('Slow Ltd')]
    const shopId = await newShop('raced')
    const elsewhere = await office.server.openElsewhere()
    let answer: ReturnType<typeof office.max.post> | undefined
    // While another process holds the write lock, the request sees the shop as free and waits.
    await elsewhere.db.transaction().execute(async (trx) => {
      await trx.insertInto('entity_shops').values({ id: office.services.newId(), entity_id: quick, shop_id: shopId, created_at: 'x' }).execute()
      answer = office.max.post(`/api/entities/${late}/shops`, { shopId })
      for (let round = 0; round < 20; round++) await office.max.get('/api/entities')
    })
    const refused = await answer
    await elsewhere.close()
    if (refused === undefined) throw new Error('No answer')
    expectRefusal(refused, 409, 'Shop assignment conflict. A shop can only be assigned to one entity.')
    expect(refused.json).toMatchObject({ code: 'UNIQUE_CONSTRAINT_VIOLATION' })
    expect(rowsOf(await office.max.get(`/api/entities/${late}/shops`))).toEqual([])
    expect((await office.max.post(`/api/entities/${late}/shops`, { shopId })).json).toMatchObject({ code: 'SHOP_ALREADY_ASSIGNED' })
  })

  test('are linked by one of many who try at once', async () => {
    const entityIds = await Promise.all([1, 2, 3, 4].map((number) => addEntity(`Racer ${number}`)))
    const shopId = await newShop('crowd')
    const answers = await Promise.all(entityIds.map((id) => office.max.post(`/api/entities/${id}/shops`, { shopId })))
    expect(statusesOf(answers)).toEqual([200, 409, 409, 409])
    for (const { status, json } of answers)
      if (status !== 200) expect(['SHOP_ALREADY_ASSIGNED', 'UNIQUE_CONSTRAINT_VIOLATION']).toContain((json as { code: string }).code)
  })

  test('are read by those assigned to the entity, and changed by administrators only', async () => {
    const address = `/api/entities/${office.entityId}/shops`
    expect(rowsOf(await office.ned.client.get(address))).toMatchObject([{ shop_id: office.shopId, shop_code: 'north', shop_color: '#112233' }])
    for (const client of [office.ann, office.eva.client]) expectRefusal(await client.get(address), 403, denied)
    expectRefusal(await office.ann.get(`/api/entities/${nowhere}/shops`), 403, denied)
    expectRefusal(await office.max.get(`/api/entities/${nowhere}/shops`), 404, 'Entity not found')
    for (const client of [office.ann, office.eva.client, office.ned.client]) {
      expectRefusal(await client.post(address, { shopId: office.otherShopId }), 403, denied)
      expectRefusal(await client.delete(`${address}/${office.shopId}`), 403, denied)
      expectRefusal(await client.get('/api/assigned-shops'), 403, denied)
      expectRefusal(await client.get('/api/entity-shop-mappings'), 403, denied)
    }
  })
})
