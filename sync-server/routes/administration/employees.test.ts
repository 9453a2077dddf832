import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { createShop } from '../../commands/administration/create-shop.ts'
import { createEntity } from '../../commands/administration/create-entity.ts'
import { nextAccess, nextHeads, openOffice, statusesOf } from '../../testing/test-office.ts'
import { expectRefusal, nowhere, rowOf, rowsOf, type Row } from '../../testing/test-shop.ts'

const office = await openOffice()
const secondShopId = (await createShop(office.services, { name: 'Second', code: 'second', userIds: [office.userIds.max] })).id
rowOf(await office.max.post(`/api/entities/${office.entityId}/shops`, { shopId: secondShopId }))
afterAll(() => office.close())
beforeEach(() => office.clock.advance(1000))

const denied = 'You do not have permission to do this.'
const address = () => `/api/entities/${office.entityId}/employees`
const bodyOf = (name: string, more: object = {}) => ({ entityId: office.entityId, shopId: office.shopId, name, ...more })
const addEmployee = async (name: string, more: object = {}): Promise<Row> => rowOf(await office.max.post(address(), bodyOf(name, more)))

describe('employees of an entity', () => {
  test('are added and listed in the documented spelling, and reach the devices of the shop at once', async () => {
    const stream = await office.openLive(office.ann)
    const contact = { email: 'amy@example.com', countryCode: '+44', phone: '2079460001', alternateCountryCode: '1', alternatePhone: '5550001112' }
    const amy = await addEmployee(' Amy ', contact)
    expect(amy).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      name: 'Amy',
      email: 'amy@example.com',
      country_code: '+44',
      phone: '2079460001',
      alternate_country_code: '+1',
      alternate_phone: '5550001112',
      shop_id: office.shopId,
      shop_code: 'north',
      shop_name: 'North',
      entity_id: office.entityId,
      user_id: null,
    })
    await nextHeads(stream, [office.shopId], 'employees')
    expect(rowsOf(await office.max.get(address()))).toContainEqual(amy)
    expect(rowsOf(await office.ned.client.get(address()))).toContainEqual(amy)
    expect(rowsOf(await office.ann.get(`/api/${office.shopId}/employees`))).toContainEqual(amy)
    expect((await office.activitiesOf(office.shopId))[0]).toBe("Employee 'Amy' created")
  })

  test.each([
    [{ name: 'X' }, 'Entity ID is required', { entityId: undefined }],
    [{ name: 'X' }, 'Entity ID is required', { entityId: '' }],
    [{ name: 'X' }, 'Entity is not valid', { entityId: nowhere }],
    [{ name: '' }, 'Employee name is required', {}],
    [{ name: undefined }, 'Employee name is required', {}],
    [{ name: 'X' }, 'Please select an entity, provide employee name, and select a shop.', { shopId: '' }],
    [{ name: 'X' }, 'Please select an entity, provide employee name, and select a shop.', { shopId: undefined }],
    [{ name: 'X' }, 'This shop does not belong to the entity', { shopId: nowhere }],
    [{ name: 'X', phone: '5550001' }, 'Please provide a country code when entering a phone number.', {}],
    [{ name: 'X', alternatePhone: '5550001' }, 'Please provide a country code when entering an alternate phone number.', {}],
    [{ name: 'X', countryCode: '+1', phone: '12' }, 'Phone must contain only digits, 6-15 characters', {}],
    [{ name: 'X', countryCode: 'x', phone: '123456' }, 'Country code must start with + and contain 1-4 digits (e.g., +1, +44)', {}],
    [{ name: 'X', email: 'x' }, 'Invalid email format', {}],
  ])('%j is refused: %s (%j)', async (employee, message, more) => {
    expectRefusal(await office.max.post(address(), { ...bodyOf(''), ...employee, ...more }), 400, message)
  })

  test('have a name of their own within the entity, also when two are added at once', async () => {
    const answers = await Promise.all([1, 2, 3].map(() => office.max.post(address(), bodyOf('Twin'))))
    expect(statusesOf(answers)).toEqual([200, 409, 409])
    const refused = await office.max.post(address(), bodyOf('Twin', { shopId: secondShopId }))
    expectRefusal(refused, 409, 'An employee with this name already exists in this entity', ['name'])
    expect(refused.json).toMatchObject({ code: 'UNIQUE_CONSTRAINT_VIOLATION' })
  })

  test('are administered by those assigned to the entity and by administrators, by nobody else', async () => {
    const { id } = rowOf(await office.ned.client.post(address(), bodyOf('Ned made me')))
    expect(rowOf(await office.ned.client.put(`/api/${office.shopId}/employees/${id}`, { name: 'Ned renamed me' }))).toMatchObject({
      id,
      name: 'Ned renamed me',
    })
    for (const client of [office.ann, office.eva.client, office.bob]) {
      expectRefusal(await client.get(address()), 403, denied)
      expectRefusal(await client.post(address(), bodyOf('Nobody')), 403, denied)
      expectRefusal(await client.put(`/api/${office.shopId}/employees/${id}`, { name: 'Nobody' }), 403, denied)
      expectRefusal(await client.put(`/api/${office.shopId}/employees/${nowhere}`, { name: 'Nobody' }), 403, denied)
      expectRefusal(await client.delete(`${address()}/${id}`), 403, denied)
    }
    const { id: foreignEntityId } = await createEntity(office.services, { entityName: 'Foreign', contactName: 'F' })
    expectRefusal(await office.ned.client.get(`/api/entities/${foreignEntityId}/employees`), 403, denied)
    expectRefusal(await office.ned.client.post(`/api/entities/${foreignEntityId}/employees`, bodyOf('X', { entityId: foreignEntityId })), 403, denied)
    expectRefusal(await office.max.get(`/api/entities/${nowhere}/employees`), 404, 'Entity not found')
    expect(await office.ned.client.delete(`${address()}/${id}`)).toMatchObject({ status: 200, json: {} })
    expectRefusal(await office.ned.client.delete(`${address()}/${id}`), 404, 'Employee not found')
    expectRefusal(await office.ned.client.put(`/api/${office.shopId}/employees/${id}`, { name: 'X' }), 404, 'Employee not found')
  })

  test('keep what a change leaves out', async () => {
    const { id } = await addEmployee('Partial', { email: 'p@example.com', countryCode: '+1', phone: '5550001111' })
    const put = (body: object) => office.max.put(`/api/${office.shopId}/employees/${id}`, body)
    expect(rowOf(await put({ email: '' }))).toMatchObject({ name: 'Partial', email: null, phone: '5550001111' })
    expectRefusal(await put({ countryCode: '' }), 400, 'Please provide a country code when entering a phone number.', ['countryCode'])
    expectRefusal(await put({ alternatePhone: '5550001112' }), 400, 'Please provide a country code when entering an alternate phone number.', [
      'alternateCountryCode',
    ])
    expectRefusal(await put({ name: ' ' }), 400, 'Employee name is required', ['name'])
    expectRefusal(await put({ shopId: '' }), 400, 'Please provide employee name and select a shop.', ['shopId'])
    expectRefusal(await put({ shopId: office.otherShopId }), 400, 'This shop does not belong to the entity', ['shopId'])
    expectRefusal(await put({ entityId: nowhere }), 400, "Unknown field 'entityId'", ['entityId'])
    expectRefusal(await put({ name: 'Eve' }), 409, 'An employee with this name already exists in this entity', ['name'])
    expect(rowOf(await put({ phone: null, countryCode: null }))).toMatchObject({ phone: null, country_code: null })
  })

  test('are the user who signs in, if one is named, on every device of the shop', async () => {
    const { id } = await addEmployee('Ann at the bench', { userId: office.userIds.ann })
    const put = (body: object) => office.max.put(`/api/${office.shopId}/employees/${id}`, body)
    expect(rowsOf(await office.ann.get(`/api/${office.shopId}/employees`))).toContainEqual(expect.objectContaining({ id, user_id: office.userIds.ann }))
    const pulled = rowOf(await office.ann.post('/api/sync/pull', { collection: 'employees', limit: 5000, checkpoint: {} }))
    expect(pulled['documents']).toContainEqual(expect.objectContaining({ id, userId: office.userIds.ann }))
    expect(rowOf(await put({ name: 'Ann' }))).toMatchObject({ name: 'Ann', user_id: office.userIds.ann })
    expectRefusal(await put({ userId: nowhere }), 400, 'User does not exist in this shop', ['userId'])
    expectRefusal(await put({ userId: 'ann' }), 400, 'User is not valid', ['userId'])
    expect(rowOf(await put({ userId: null }))).toMatchObject({ name: 'Ann', user_id: null })
  })

  test('stay where they are when their shop is unlinked, until they are edited into another', async () => {
    const { id: shopId } = await createShop(office.services, { name: 'Leaving', code: 'leaving' })
    rowOf(await office.max.post(`/api/entities/${office.entityId}/shops`, { shopId }))
    const { id } = await addEmployee('Stayer', { shopId })
    rowOf(await office.max.delete(`/api/entities/${office.entityId}/shops/${shopId}`))
    expect(rowOf(await office.max.put(`/api/${shopId}/employees/${id}`, { email: 's@example.com' }))).toMatchObject({ shop_id: shopId, email: 's@example.com' })
    expect(rowsOf(await office.max.get(address()))).toContainEqual(expect.objectContaining({ id, shop_code: 'leaving' }))
  })
})

describe('deleting an employee', () => {
  test('is refused while an order or a task names them', async () => {
    const { id } = await addEmployee('Busy')
    const order = await office.createOrder({ assignedEmployeeId: id })
    const message = 'This employee is assigned to orders or tasks; unassign first.'
    const refused = await office.max.delete(`${address()}/${id}`)
    expectRefusal(refused, 409, message)
    expect(refused.json).toMatchObject({ code: 'FOREIGN_KEY_VIOLATION' })
    rowOf(await office.ann.put(`${office.api}/orders/${order.id}`, { assignedEmployeeId: null }))
    const task = rowOf(await office.ann.post(`${office.api}/shop-tasks`, { description: 'Sweep', assignedEmployeeId: id }))
    expectRefusal(await office.max.delete(`${address()}/${id}`), 409, message)
    rowOf(await office.ann.delete(`${office.api}/shop-tasks/${task.id}`))
    expect(await office.max.delete(`${address()}/${id}`)).toMatchObject({ status: 200, json: {} })
    expectRefusal(await office.max.delete(`${address()}/${id}`), 404, 'Employee not found')
    expectRefusal(await office.max.delete(`/api/entities/${nowhere}/employees/${office.employeeId}`), 404, 'Employee not found')
  })
})

describe('an employee who moves to another shop of the entity', () => {
  type Pulled = { documents: Record<string, unknown>[]; checkpoint: object }
  const pull = async (client: typeof office.max, checkpoint: object, limit = 5000) =>
    rowOf(await client.post('/api/sync/pull', { collection: 'employees', limit, checkpoint })) as unknown as Pulled

  const put = (shopId: string, id: string | undefined, body: object) => office.max.put(`/api/${shopId}/employees/${id}`, body)
  const formerEmployees = async (client: typeof office.max) => rowOf(await client.get('/api/sync/bootstrap'))['formerEmployees'] ?? []
  const documentsOf = ({ documents }: Pulled, id: string | undefined) => documents.filter((document) => document['id'] === id)

  test('keeps the id: a tombstone in the old shop, the row in the new one, on every device at once', async () => {
    const old = await addEmployee('Mover', { email: 'm@example.com', countryCode: '+1', phone: '5550001111' })
    const order = await office.createOrder({ assignedEmployeeId: old.id })
    const [ofBoth, ofOld] = [await pull(office.max, {}), await pull(office.ann, {})]
    const stream = await office.openLive(office.max)
    const colleague = await office.openLive(office.ann)
    const moved = rowOf(await put(office.shopId, old.id, { name: 'Mover B', shopId: secondShopId }))
    expect(moved).toMatchObject({
      id: old.id,
      name: 'Mover B',
      email: 'm@example.com',
      phone: '5550001111',
      shop_id: secondShopId,
      shop_code: 'second',
      entity_id: office.entityId,
    })
    await nextHeads(stream, [office.shopId, secondShopId], 'employees')
    expect((await pull(office.ann, ofOld.checkpoint)).documents).toEqual([{ id: old.id, shopId: office.shopId, seq: expect.any(Number), _deleted: true }])
    // Each id appears once per page.
    expect((await pull(office.max, ofBoth.checkpoint)).documents).toEqual([expect.objectContaining({ id: old.id, shopId: secondShopId, name: 'Mover B' })])

    const idsIn = async (shopId: string) => rowsOf(await office.max.get(`/api/${shopId}/employees`)).map(({ id }) => id)
    expect(await idsIn(office.shopId)).not.toContain(old.id)
    expect(await idsIn(secondShopId)).toContain(old.id)
    expect(rowsOf(await office.max.get(address())).filter(({ id }) => id === old.id)).toEqual([moved])
    expect((await office.activitiesOf(office.shopId))[0]).toBe("Employee 'Mover' moved to another shop")
    expect((await office.activitiesOf(secondShopId)).slice(0, 2)).toEqual([
      "Employee 'Mover': Name changed from 'Mover' to 'Mover B'",
      "Employee 'Mover' came from another shop",
    ])

    // The old shop gets the current name while it still references the employee; other shops do not.
    await nextAccess(colleague)
    expect(await formerEmployees(office.ann)).toEqual([{ id: old.id, name: 'Mover B' }])
    expect(await formerEmployees(office.bob)).toEqual([])
    rowOf(await put(secondShopId, old.id, { name: 'Mover C' }))
    await nextAccess(colleague)
    expect(await formerEmployees(office.ann)).toEqual([{ id: old.id, name: 'Mover C' }])
    // The old order keeps the employee and stays editable.
    expect(rowOf(await office.ann.put(`${office.api}/orders/${order.id}`, { orderNotes: 'still there', assignedEmployeeId: old.id }))).toMatchObject({
      assignedEmployeeId: old.id,
    })
    expectRefusal(
      await office.ann.post(`${office.api}/shop-tasks`, { description: 'New', assignedEmployeeId: old.id }),
      400,
      'Assigned to was deleted in the meantime',
    )
    rowOf(await office.max.post(`/api/${secondShopId}/shop-tasks`, { description: 'New', assignedEmployeeId: old.id }))
    rowOf(await office.ann.put(`${office.api}/orders/${order.id}`, { assignedEmployeeId: null }))
    expect(await formerEmployees(office.ann)).toEqual([])
    expectRefusal(await put(office.shopId, old.id, { name: 'X' }), 404, 'Employee not found')
  })

  test('comes back and goes again, as often as wanted, and each time a greater number than ever before', async () => {
    const { id } = await addEmployee('Wanderer')
    const order = await office.createOrder({ assignedEmployeeId: id })
    const known = await pull(office.max, {})
    let greatest = Number(documentsOf(known, id)[0]?.['seq'])
    for (const [from, to] of [
      [office.shopId, secondShopId],
      [secondShopId, office.shopId],
      [office.shopId, secondShopId],
      [secondShopId, office.shopId],
    ] as const) {
      expect(rowOf(await put(from, id, { shopId: to }))).toMatchObject({ id, shop_id: to })
      const [document] = documentsOf(await pull(office.max, known.checkpoint), id)
      expect(document).toMatchObject({ id, shopId: to, name: 'Wanderer' })
      expect(Number(document?.['seq'])).toBeGreaterThan(greatest)
      greatest = Number(document?.['seq'])
    }
    expect(await formerEmployees(office.ann)).not.toContainEqual(expect.objectContaining({ id }))
    // After the return, a device that missed both moves gets only the row.
    expect(documentsOf(await pull(office.ann, {}), id)).toEqual([expect.objectContaining({ id, shopId: office.shopId, seq: greatest })])
    rowOf(await office.ann.put(`${office.api}/orders/${order.id}`, { assignedEmployeeId: null }))
    rowOf(await office.ann.put(`${office.api}/orders/${order.id}`, { assignedEmployeeId: id }))
  })

  test('is deleted when no order or task of any shop names them', async () => {
    const { id } = await addEmployee('Leaver')
    const order = await office.createOrder({ assignedEmployeeId: id })
    rowOf(await put(office.shopId, id, { shopId: secondShopId }))
    const { checkpoint } = await pull(office.max, {})
    const refused = await office.max.delete(`${address()}/${id}`)
    expectRefusal(refused, 409, 'This employee is assigned to orders or tasks; unassign first.')
    rowOf(await office.ann.put(`${office.api}/orders/${order.id}`, { assignedEmployeeId: null }))
    expect(await office.max.delete(`${address()}/${id}`)).toMatchObject({ status: 200, json: {} })
    expect((await pull(office.max, checkpoint)).documents).toEqual([{ id, shopId: secondShopId, seq: expect.any(Number), _deleted: true }])
    expectRefusal(await put(secondShopId, id, { shopId: office.shopId }), 404, 'Employee not found')
    await addEmployee('Leaver')
  })

  test('fills every page up to its end, though a row in it makes a tombstone needless', async () => {
    const ids = await Promise.all(Array.from({ length: 6 }, async (_, index) => (await addEmployee(`Crowd ${index}`)).id))
    for (const id of ids) rowOf(await put(office.shopId, id, { shopId: secondShopId }))
    for (const limit of [1, 2, 3, 5, 7, 50]) {
      const held = new Map<unknown, Record<string, unknown>>()
      for (let page: Pulled = { documents: [], checkpoint: {} }, isMore = true; isMore; isMore = page.documents.length === limit) {
        page = await pull(office.max, page.checkpoint, limit)
        expect(new Set(page.documents.map(({ id }) => id)).size).toBe(page.documents.length)
        for (const document of page.documents) if (Number(document['seq']) > Number(held.get(document['id'])?.['seq'] ?? 0)) held.set(document['id'], document)
      }
      const living = [...held.values()].filter((document) => document['_deleted'] !== true)
      expect(living.filter(({ id }) => ids.includes(String(id))).map(({ shopId }) => shopId)).toEqual(ids.map(() => secondShopId))
    }
  })

  test('goes on showing the name of who moved while a move still meant a new id', async () => {
    const { id } = await addEmployee('Of old')
    await office.createOrder({ assignedEmployeeId: id })
    await office.services.db.updateTable('employees').set({ deleted: 1 }).where('id', '=', String(id)).execute()
    expect(await formerEmployees(office.ann)).toContainEqual({ id, name: 'Of old' })
  })

  test('moves not at all when anything is refused', async () => {
    const { id } = await addEmployee('Stopper')
    const put = (body: object) => office.max.put(`/api/${office.shopId}/employees/${id}`, body)
    expect((await put({ shopId: secondShopId, name: 'Eve' })).status).toBe(409)
    expect((await put({ shopId: nowhere })).status).toBe(400)
    expect(rowsOf(await office.ann.get(`/api/${office.shopId}/employees`))).toContainEqual(expect.objectContaining({ id, name: 'Stopper' }))
  })
})
