import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import type { Privilege } from '#schema/privileges.ts'
import { findRole } from '#schema/rules/access/roles.ts'
import { createShop } from '../../commands/administration/create-shop.ts'
import { nextHeads, openOffice, privilegeIdOf } from '../../testing/test-office.ts'
import { expectRefusal, rowOf, rowsOf } from '../../testing/test-shop.ts'

const office = await openOffice()
afterAll(() => office.close())
beforeEach(() => office.clock.advance(1000))

const technician = findRole('technician').privileges
const frontDesk = findRole('front-desk').privileges

const join = (userId: string, shopId = office.shopId) => office.max.post(`/api/shops/${shopId}/users`, { userId })
const leave = (userId: string) => office.max.delete(`/api/shops/${office.shopId}/users/${userId}`)
const grant = (userId: string, privilege: Privilege) => office.max.post(`/api/users/${userId}/privileges`, { privilegeId: privilegeIdOf(privilege) })
const revoke = (userId: string, privilege: Privilege) => office.max.delete(`/api/users/${userId}/privileges/${privilegeIdOf(privilege)}`)
const employeesOf = async (userId: string, shopId = office.shopId) =>
  (await office.services.reader
    .selectFrom('employees')
    .select(['id', 'name', 'entity_id'])
    .where('shop_id', '=', shopId)
    .where('user_id', '=', userId)
    .where('deleted', '=', 0)
    .orderBy('id')
    .execute()) as readonly { id: string; name: string; entity_id: string }[]
const namesOf = async (userId: string, shopId?: string) => (await employeesOf(userId, shopId)).map(({ name }) => name)
const addPerson = async (name: string, privileges: readonly Privilege[] = []) => (await office.addUser(name, { privileges: [...privileges] })).id

describe('a user of a shop is an employee there, too (TEAM-01)', () => {
  test.each([
    ['technician', technician, ['tea person']],
    ['front desk', frontDesk, ['fay person']],
    ['owner', findRole('owner').privileges, []],
    ['somebody without a role', [], []],
  ] as [string, Privilege[], string[]][])('who gets the shop as %s', async (_role, privileges, names) => {
    const stream = await office.openLive(office.ann)
    const userId = await addPerson(names[0]?.split(' ')[0] ?? `u${privileges.length}`, privileges)
    rowOf(await join(userId))
    expect(await namesOf(userId)).toEqual(names)
    if (names.length > 0) await nextHeads(stream, [office.shopId], 'employees')
  })

  test('who gets the role after the shop, once, and not on the way to an owner', async () => {
    const userId = await addPerson('nia')
    rowOf(await join(userId))
    for (const privilege of frontDesk) rowOf(await grant(userId, privilege))
    expect(await namesOf(userId)).toEqual(['nia person'])
    rowOf(await leave(userId))
    rowOf(await join(userId))
    expect(await namesOf(userId)).toEqual(['nia person'])
    const ownerId = await addPerson('oda')
    rowOf(await join(ownerId))
    for (const privilege of findRole('owner').privileges.toReversed()) rowOf(await grant(ownerId, privilege))
    expect(await namesOf(ownerId)).toEqual([])
  })

  test('who was one already by name, and stays away from work when deleted there', async () => {
    const body = { entityId: office.entityId, shopId: office.shopId, name: 'ray person' }
    const { id } = rowOf(await office.max.post(`/api/entities/${office.entityId}/employees`, body))
    const userId = await addPerson('ray', technician)
    rowOf(await join(userId))
    expect(await employeesOf(userId)).toMatchObject([{ id, name: 'ray person' }])
    rowOf(await office.max.delete(`/api/entities/${office.entityId}/employees/${id}`))
    for (const privilege of ['delete_order', 'delete_customer', 'view_report'] as const) rowOf(await grant(userId, privilege))
    expect(await namesOf(userId)).toEqual([])
    rowOf(await leave(userId))
    rowOf(await join(userId))
    expect(await namesOf(userId)).toEqual(['ray person'])
  })

  test('in a shop without an entity, which gets one with its name; and under a name of their own beside a namesake', async () => {
    const { id: shopId } = await createShop(office.services, { name: 'Harbour', code: 'harbour' })
    const userId = await addPerson('kim', technician)
    rowOf(await join(userId, shopId))
    const [kim] = await employeesOf(userId, shopId)
    expect(rowsOf(await office.max.get('/api/entities'))).toContainEqual(expect.objectContaining({ id: kim?.entity_id, entity_name: 'Harbour' }))
    expect(await office.activitiesOf(shopId)).toEqual(["Employee 'kim person' created", "Entity 'Harbour' created", "User 'kim person' assigned to the shop"])
    const { id: secondId } = await createShop(office.services, { name: 'Quay', code: 'quay' })
    rowOf(await office.max.post(`/api/entities/${kim?.entity_id}/shops`, { shopId: secondId }))
    rowOf(await join(userId, secondId))
    expect(await namesOf(userId, secondId)).toEqual(['kim person (Quay)'])
  })

  test('and takes the new name of the user, unless the employee was called otherwise or another has it', async () => {
    const userId = await addPerson('lea', technician)
    rowOf(await join(userId))
    rowOf(await office.max.put(`/api/users/${userId}`, { name: 'Lea Moor' }))
    expect(await namesOf(userId)).toEqual(['Lea Moor'])
    rowOf(await office.max.put(`/api/users/${userId}`, { name: 'Eve' }))
    expect(await namesOf(userId)).toEqual(['Lea Moor'])
  })

  test('who is an owner no longer', async () => {
    const userId = await addPerson('pat', ['view_activity', 'view_app_setting'])
    rowOf(await join(userId))
    expect(await namesOf(userId)).toEqual([])
    rowOf(await revoke(userId, 'view_app_setting'))
    expect(await namesOf(userId)).toEqual(['pat person'])
  })

  test('who is made one by hand, as an owner, once; the team lists them with role, shops and work (TEAM-03)', async () => {
    const { id: userId, client } = await office.addUser('zia', { shopIds: [office.shopId], privileges: ['view_app_setting'] })
    const address = `/api/shops/${office.shopId}/users/${userId}/employee`
    const made = rowOf(await office.max.post(address))
    expect(made).toMatchObject({ name: 'zia person', user_id: userId, shop_id: office.shopId })
    expect(rowOf(await office.max.post(address))).toEqual(made)
    expect(rowsOf(await client.get('/api/team')).find(({ id }) => id === userId)).toEqual({
      id: userId,
      userId,
      name: 'zia person',
      loginId: 'zia',
      privileges: ['view_app_setting'],
      shops: [{ id: office.shopId, name: 'North', isMember: true, employeeId: made.id, entityId: office.entityId }],
      disabledAt: null,
      lastSeenAt: expect.stringMatching(/Z$/),
    })
    expect(rowsOf(await client.get('/api/team')).find(({ name, userId: signsIn }) => name === 'Eve' && signsIn === null)).toMatchObject({
      loginId: null,
      privileges: [],
    })
    expectRefusal(await office.max.post(`/api/shops/${office.otherShopId}/users/${userId}/employee`), 404, 'Assignment not found')
  })
})
