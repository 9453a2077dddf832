import { afterAll, describe, expect, test } from 'vitest'
import { outrankedText } from '#schema/rules/access/administration.ts'
import { privilegeNames, type Privilege } from '#schema/privileges.ts'
import { testPassword, type TestClient } from '../../testing/test-server.ts'
import { openOffice, privilegeIdOf } from '../../testing/test-office.ts'
import { expectRefusal, rowOf, rowsOf } from '../../testing/test-shop.ts'

/** Administrators cannot take over more privileged accounts, nor create access that outlives their token. */

const office = await openOffice()
const owner = await office.addUser('owner', { shopIds: [office.shopId], privileges: [...privilegeNames] })
const chief = await office.addUser('chief', { shopIds: [office.shopId], privileges: ['view_app_setting', 'view_report'] })
const staffer = await office.addUser('staffer', { shopIds: [office.shopId], privileges: ['view_entity_setting'] })
afterAll(() => office.close())

const reset = (client: TestClient, userId: string) => client.send('PATCH', `/api/users/${userId}/password`, { body: { newPassword: 'taken-over' } })
const deletePrivilege = (client: TestClient, userId: string, name: Privilege) => client.delete(`/api/users/${userId}/privileges/${privilegeIdOf(name)}`)

describe('an administrator who lacks a privilege', () => {
  test('neither resets the password of somebody who holds it nor signs in as them', async () => {
    expectRefusal(await reset(chief.client, owner.id), 403, outrankedText)
    expect((await owner.client.get('/api/auth/me')).status).toBe(200)
    await office.server.client().signIn('owner', testPassword)
    expect((await office.securityLog()).map(({ kind }) => kind)).not.toContain('password-reset')
  })

  test('neither changes, moves nor strips them', async () => {
    const { client } = chief
    expectRefusal(await client.put(`/api/users/${owner.id}`, { login_id: 'mine' }), 403, outrankedText)
    expectRefusal(await client.post(`/api/shops/${office.otherShopId}/users`, { userId: owner.id }), 403, outrankedText)
    expectRefusal(await client.delete(`/api/shops/${office.shopId}/users/${owner.id}`), 403, outrankedText)
    expectRefusal(await client.post(`/api/entities/${office.entityId}/users`, { userId: owner.id }), 403, outrankedText)
    rowOf(await office.max.post(`/api/entities/${office.entityId}/users`, { userId: owner.id }))
    expectRefusal(await client.delete(`/api/entities/${office.entityId}/users/${owner.id}`), 403, outrankedText)
    expectRefusal(await deletePrivilege(client, owner.id, 'delete_order'), 403, outrankedText)
    expect(rowsOf(await office.max.get(`/api/users/${owner.id}/privileges`))).toHaveLength(7)
  })

  test('does all of that with people who hold nothing more', async () => {
    const { id } = await office.addUser('helper', { shopIds: [office.shopId], privileges: ['view_report'] })
    const { client } = chief
    rowOf(await client.put(`/api/users/${id}`, { name: 'Helper' }))
    rowOf(await client.post(`/api/shops/${office.otherShopId}/users`, { userId: id }))
    rowOf(await client.delete(`/api/shops/${office.otherShopId}/users/${id}`))
    rowOf(await client.post(`/api/entities/${office.entityId}/users`, { userId: id }))
    rowOf(await client.delete(`/api/entities/${office.entityId}/users/${id}`))
    rowOf(await deletePrivilege(client, id, 'view_report'))
    rowOf(await reset(client, id))
    expect((await office.securityLog()).slice(0, 7).map(({ kind, user_id, subject_user_id }) => [kind, user_id, subject_user_id])).toEqual(
      ['password-reset', 'privilege-removed', 'entity-user-removed', 'entity-user-added', 'member-removed', 'member-added', 'user-changed'].map((kind) => [
        kind,
        chief.id,
        id,
      ]),
    )
  })

  test('who gives it to themselves first is told of in the security log and in the activities', async () => {
    const { id, client } = await office.addUser('climbing-chief', { shopIds: [office.shopId], privileges: ['view_app_setting'] })
    rowOf(await client.post(`/api/users/${id}/privileges`, { privilegeId: privilegeIdOf('view_report') }))
    expect((await office.securityLog())[0]).toMatchObject({ kind: 'privilege-granted', user_id: id, subject_user_id: id, detail: 'view_report' })
    expect((await office.activitiesOf(office.shopId))[0]).toBe("User 'climbing-chief person': privilege 'view_report' assigned")
  })
})

test('a holder of view_entity_setting moves nobody who can do more, and everybody else', async () => {
  const { client } = staffer
  expectRefusal(await client.delete(`/api/shops/${office.shopId}/users/${owner.id}`), 403, outrankedText)
  expectRefusal(await client.post(`/api/shops/${office.shopId}/users`, { userId: office.userIds.max }), 403, outrankedText)
  const { id } = await office.addUser('newcomer')
  rowOf(await client.post(`/api/shops/${office.shopId}/users`, { userId: id }))
  rowOf(await client.delete(`/api/shops/${office.shopId}/users/${id}`))
})

describe('the last holder of any privilege', () => {
  test('keeps it, also against themselves', async () => {
    const holders = await office.services.reader
      .selectFrom('users_privileges')
      .innerJoin('users', 'users.id', 'users_privileges.user_id')
      .select(['users.id', 'login_id'])
      .where('privilege_id', '=', privilegeIdOf('view_activity'))
      .execute()
    for (const { id, login_id } of holders) if (login_id !== 'owner') rowOf(await deletePrivilege(owner.client, id, 'view_activity'))
    const refused = await deletePrivilege(owner.client, owner.id, 'view_activity')
    expectRefusal(refused, 409, 'This is the last user with view_activity. Assign it to somebody else first.')
    expect(refused.json).toMatchObject({ code: 'CONFLICT' })
    rowOf(await owner.client.post(`/api/users/${office.userIds.max}/privileges`, { privilegeId: privilegeIdOf('view_activity') }))
    rowOf(await deletePrivilege(owner.client, owner.id, 'view_activity'))
    rowOf(await owner.client.post(`/api/users/${owner.id}/privileges`, { privilegeId: privilegeIdOf('view_activity') }))
  })
})

describe('a token of an administrator', () => {
  const inPerson = 'This needs a person who is signed in; an API token is not enough.'
  const callWith = async (method: string, address: string, body?: object) => {
    const { token } = rowOf(
      await office.max.post('/api/profile/tokens', { name: 'Robot', privileges: ['view_app_setting', 'view_entity_setting'], currentPassword: testPassword }),
    ) as unknown as { token: string }
    return office.server.client().send(method, address, { body, headers: { Authorization: `Bearer ${token}` } })
  }

  test.each<[string, string, object?]>([
    ['POST', '/api/users/create-with-optional-credentials', { name: 'Back door', login_id: 'back-door', password: 'let me in again' }],
    ['PUT', '/api/users/USER', { login_id: 'mine' }],
    ['POST', '/api/users/USER/privileges', { privilegeId: privilegeIdOf('view_app_setting') }],
    ['DELETE', '/api/users/USER/privileges/PRIVILEGE'],
    ['POST', '/api/shops', { name: 'Own', code: 'own' }],
    ['POST', '/api/shops/SHOP/users', { userId: 'USER' }],
    ['DELETE', '/api/shops/SHOP/users/USER'],
    ['POST', '/api/entities/ENTITY/users', { userId: 'USER' }],
    ['DELETE', '/api/entities/ENTITY/users/USER'],
    ['POST', '/api/entities/ENTITY/shops', { shopId: 'SHOP' }],
    ['DELETE', '/api/entities/ENTITY/shops/SHOP'],
  ])('makes nothing that outlives it: %s %s', async (method, address, body) => {
    const ids = { USER: office.userIds.ann, PRIVILEGE: privilegeIdOf('view_report'), SHOP: office.otherShopId, ENTITY: office.entityId }
    const fill = (text: string): string => Object.entries(ids).reduce((filled, [name, id]) => filled.replaceAll(name, id), text)
    const answer = await callWith(method, fill(address), body && (JSON.parse(fill(JSON.stringify(body))) as object))
    expectRefusal(answer, 403, inPerson)
    expect(await office.services.reader.selectFrom('users').select('id').where('login_id', 'in', ['back-door', 'mine']).execute()).toEqual([])
  })

  test('still reads who is who', async () => {
    for (const address of ['/api/users', '/api/privileges', '/api/entities', `/api/users/${office.userIds.ann}/privileges`])
      expect((await callWith('GET', address)).status).toBe(200)
  })
})
